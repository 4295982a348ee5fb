"""Test that the hub's cost for a table does not grow with the number of tables, counted in messages and
function calls."""

import cProfile
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, cast

from device.party.hub import PartyHub
from device.party.link import HubLink
from device.party.party_messages import Topics
from device.party.simulated import simulated_steward, simulated_table
from device.party.stations import Message
from device.records.journal import Journal
from tests.device.party.party_broker import CARDS, ended, entering

TOPICS = Topics("counted")
HANDS = 3
AT_ONCE = 50
"""The number of messages that the hub reads at once."""
STEP = 0.1
"""The time between two ticks of the hub, seconds."""


class Carried:
    """A party without a broker. The test carries its messages, by a clock of its own, and counts them."""

    def __init__(self, tables: int) -> None:
        self.now = 100.0
        self.hub = PartyHub(TOPICS, "a", journal())
        words = ("MOTHER", "QUEUE", "PARIS")
        answers = {f"table/{n}": simulated_table(n, 7, CARDS, words) for n in range(tables)}
        answers |= {
            f"steward/{n}": simulated_steward(lambda _: "misspelt") for n in range((tables + 9) // 10)
        }
        self.links = {place: HubLink(TOPICS, place, journal(), answer) for place, answer in answers.items()}
        self._to_hub, self._to_places = list[Message](), defaultdict[str, list[Message]](list)
        self.profile, self.messages = cProfile.Profile(), 0

    def played(self, tables: int) -> "Carried":
        """Play a party of `tables` tables to its end."""
        self._says(lambda: self.hub.connected(self.now))
        for link in self.links.values():
            self._to_hub += link.connected(self.now)
        self.hub.say(*entering(tables, HANDS))
        while not ended(self.hub.party, self.links.values()):
            self._turn()
        return self

    @property
    def calls(self) -> int:
        """The number of function calls that the hub has made."""
        return sum(each.callcount for each in self.profile.getstats())

    def _turn(self) -> None:
        batch, self._to_hub = self._to_hub[:AT_ONCE], self._to_hub[AT_ONCE:]
        self.messages += len(batch)
        self._says(lambda: self.hub.received(self.now, batch))
        self._says(lambda: self.hub.ticked(self.now))
        news, self._to_places = self._to_places, defaultdict(list)
        for place, messages in news.items():
            self._to_hub += self.links[place].received(self.now, messages)
        for link in self.links.values():
            self._to_hub += link.ticked(self.now)
        self.now += STEP

    def _says(self, work: Callable[[], Iterable[Message]]) -> None:
        self.profile.enable()
        said = [*work()]
        self.profile.disable()
        self.messages += len(said)
        for one in said:
            what, _, place = TOPICS.route(one.topic)[2].partition("/")
            carried = one._replace(retain=False)
            if what in ("lease", "echo"):
                self._to_hub.append(carried)
            elif place in self.links:
                self._to_places[place].append(carried)


class Remembered:
    """A journal in memory, so that the count leaves the disk out."""

    def __init__(self) -> None:
        self.kept = list[Any]()

    def replay(self) -> list[Any]:
        """Return the events that were written."""
        return [*self.kept]

    def append(self, *written: Any) -> None:
        """Keep the events in memory."""
        self.kept += written


def journal() -> Journal[Any]:
    """Return a journal in memory, in place of one on a disk."""
    return cast(Journal[Any], Remembered())


def test_a_table_costs_a_large_party_no_more_than_a_small_one() -> None:
    messages, calls = list[float](), list[float]()
    for tables in (10, 80):
        party = Carried(tables).played(tables)
        messages.append(party.messages / tables)
        calls.append(party.calls / tables)
    assert messages[1] < 1.4 * messages[0]
    assert calls[1] < 1.4 * calls[0]
