"""Provide a party in one process: the facts of its phones and stewards are folded by `engine.party` alone."""

import threading
from collections import Counter
from collections.abc import Sequence

from engine.party import (
    HUB,
    Entry,
    Fact,
    HubFact,
    Party,
    PartySetUp,
    PlayerEntered,
    RoundRung,
    TableFact,
    due_facts,
    refusal_reason,
    with_entry,
)
from web.party.party_service import FactRefusedError, NoHubError, PartyStatus

LEAD = 2.0


class FoldedRoom:
    """A party that takes facts at once, without a hub. Its clock stands still until a test moves it. With
    `cut` it also draws lots for ties."""

    def __init__(self, *, cut: bool = False) -> None:
        self._changed = threading.Condition()
        self._party, self._number, self._clock = Party(), 1, 1000.0
        self._said: Counter[str] = Counter()
        self._keys: set[str] = set()
        self._cut = cut
        self.away = False
        self.facts: list[Fact] = []
        self.boards: dict[tuple[int, int], bytes] = {}

    def latest(self) -> PartyStatus:
        """Return the party now."""
        with self._changed:
            boards = frozenset(self.boards)
            return PartyStatus(self._number, self._party, not self.away, self._clock, boards)

    def wait(self, after: int, timeout: float) -> PartyStatus:
        """Return the party as soon as it has changed since number `after`, or after `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > after, timeout)
        return self.latest()

    def board(self, table: int, call: int) -> bytes | None:
        """Return the picture of the board that belongs to a call, or None."""
        return self.boards.get((table, call))

    def table_says(self, table: int, fact: TableFact, key: str) -> None:
        """Add a table's fact."""
        self._say(key, f"table/{table}", str(table), fact)

    def steward_says(self, steward: int, fact: HubFact, key: str) -> None:
        """Add a steward's fact."""
        self._say(key, f"steward/{steward}", HUB, fact)

    def host_says(self, facts: Sequence[HubFact], key: str) -> None:
        """Add the host's facts."""
        self._say(key, "host", HUB, *facts)

    def turn(self, seconds: float) -> None:
        """Move the party's clock on by `seconds`."""
        with self._changed:
            self._clock += seconds
            self._number += 1
            self._changed.notify_all()

    def _say(self, key: str, place: str, origin: str, *facts: Fact) -> None:
        if self.away:
            raise NoHubError
        with self._changed:
            if key in self._keys:
                return
            for fact in facts:
                if why := refusal_reason(self._party, place, fact):
                    raise FactRefusedError(why)
            self._keys.add(key)
            for fact in facts:
                self._take(origin, fact)
            while follows := due_facts(self._party, cut=self._cut):
                for says in follows:
                    rings = isinstance(says, RoundRung)
                    self._take(HUB, RoundRung(len(self._party.rounds), self._clock + LEAD) if rings else says)
            self._number += 1
            self._changed.notify_all()

    def _take(self, origin: str, fact: Fact) -> None:
        self._said[origin] += 1
        self._party = with_entry(self._party, Entry(origin, self._said[origin], fact))
        self.facts.append(fact)


NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Frieda", "Gus", "Hilde")


def begun(
    players: Sequence[str] = NAMES, *, game: str = "lexicon-party", hands: int = 3, cut: bool = False
) -> FoldedRoom:
    """Return a party that has been set up for these players, in its first round."""
    room = FoldedRoom(cut=cut)
    entered = [PlayerEntered(f"p{n}", name) for n, name in enumerate(players, 1)]
    room.host_says((*entered, PartySetUp("The spring party", game, hands, 7.0, 5, ("KITTEN",))), "set-up-0")
    return room
