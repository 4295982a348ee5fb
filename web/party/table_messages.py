"""Send the messages of a table's phones to the hub. The scores of one phone are sent together with those that
other phones of the table have sent before."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.party import (
    NOBODY,
    RoundCounted,
    ScoreCard,
    SeatInitialled,
    StewardCalled,
    WinnersDrawn,
    left_of,
    steward_of,
)
from web.languages import translate as _
from web.party.party_service import FactRefusedError, NoHubError, PartyService

MAX_TRIES: Final = 5
"""Maximum number of attempts to send a fact. An attempt fails if a fact of another phone arrives first."""
MAX_OPEN_CALLS: Final = 3
"""Maximum number of calls of one seat that wait for the steward. A further call is refused."""


@dataclass(frozen=True, slots=True)
class TableAtParty:
    """A table in the present round of a party, with methods that send what its players report on their
    phones."""

    service: PartyService
    """The service that knows the party on this machine, and sends facts to the hub."""
    round_number: int
    """The number of the round, from 1."""
    table_number: int
    """The number of the table, from 0."""
    player_ids: tuple[str, ...]
    """The ids of the table's players by seat; empty for a free seat."""

    def _card(self) -> ScoreCard:
        return self.service.latest().party.card(self.round_number, self.table_number)

    def report_scores(self, points_by_seat: Mapping[int, int], key: str) -> None:
        """Report the scores `points_by_seat` of this table to the hub. Scores that were reported before for
        other seats stay as they are."""
        for attempt in range(MAX_TRIES):
            card = self._card()
            before = (
                card.reported
                if len(card.reported) == len(self.player_ids)
                else (None,) * len(self.player_ids)
            )
            points = tuple(
                None if player == NOBODY else points_by_seat.get(seat, before[seat])
                for seat, player in enumerate(self.player_ids)
            )
            if points == card.reported:
                return
            self.service.table_says(
                self.table_number, RoundCounted(self.round_number, points), f"{key}-{attempt}"
            )
            counted = self._card().reported
            if len(counted) == len(self.player_ids) and all(
                counted[seat] == points_by_seat[seat] for seat in points_by_seat
            ):
                return
        raise NoHubError

    def clear_scores(self, key: str) -> None:
        """Delete all scores of this table, so that its hand continues. A player had entered them
        by mistake."""
        self.service.table_says(
            self.table_number, RoundCounted(self.round_number, (None,) * len(self.player_ids)), key
        )

    def initial_score(self, seat: int, points: int, key: str) -> None:
        """Report that the neighbour on the left of `seat` has initialled its score. `points` is the score
        that the neighbour saw. Raise FactRefusedError if the score has changed since then."""
        card = self._card()
        if seat >= len(card.reported) or card.reported[seat] != points:
            raise FactRefusedError(_("That score has changed meanwhile. Look at it once more."))
        by = left_of(self.player_ids, seat)
        self.service.table_says(self.table_number, SeatInitialled(self.round_number, seat, by), key)

    def call_steward(self, word: str, by: int, against: int, key: str) -> None:
        """Call the steward about `word`, for the player at seat `by` against the player at seat `against`. If
        two phones call at the same moment, try again, so that each call gets a number of its own."""
        party = self.service.latest().party
        own_calls = [
            call_id
            for call_id, one in party.calls.items()
            if call_id[0] == self.table_number and one.by == by
        ]
        if sum(call_id not in party.verdicts for call_id in own_calls) >= MAX_OPEN_CALLS:
            raise FactRefusedError(_("The steward has three calls of yours. Wait for the ruling."))
        for attempt in range(MAX_TRIES):
            calls = self.service.latest().party.calls
            call = 1 + max((number for table, number in calls if table == self.table_number), default=0)
            fact = StewardCalled(self.round_number, call, word, by, against)
            self.service.table_says(self.table_number, fact, f"{key}-{attempt}")
            if self.service.latest().party.calls.get((self.table_number, call)) == fact:
                return
        raise NoHubError

    def report_winners(self, seats: tuple[int, ...], key: str) -> None:
        """Report to the hub that `seats` have won the tie at this table, on behalf of the table's steward."""
        party = self.service.latest().party
        fact = WinnersDrawn(self.round_number, self.table_number, seats)
        self.service.steward_says(steward_of(party, self.table_number), fact, key)
