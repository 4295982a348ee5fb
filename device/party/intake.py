"""Sort the messages of tables, stewards and phones into accepted and refused ones."""

from collections.abc import Iterable, Mapping

from device.party.draft import Draft
from device.party.fact_log import FoldedLog, StewardRequest
from device.party.party_messages import FactsRequest, FactsRequests, NumberedFacts, fact_of, origin_of
from engine.party import PHONES, Fact, HubFact, TableFact, may_state, refusal_reason

PlaceMessage = tuple[str, NumberedFacts | FactsRequests]
"""A place, such as `table/7`, and a message from it."""


class Intake:
    """Sort messages into facts that the hub takes and facts that it refuses.

    `draft` has the accepted facts. They continue the hub's log `folded`, in the hub's term `term`.
    `places_to_repeat` are the places that must send facts again, because a number was skipped.
    `refusal_reasons` has the reasons for refusing phones' requests, by gateway and key. `refused` has the
    number of the last refused request of each steward. `faults` describe the messages that were not taken,
    each in one line.
    """

    def __init__(self, folded: FoldedLog, term: int, refused: dict[str, int]) -> None:
        self.draft, self.places_to_repeat, self.refused = Draft(folded, term), set[str](), refused
        self.refusal_reasons: dict[str, dict[str, str]] = {}
        self.faults: list[str] = []

    def take(self, spoken: Iterable[HubFact], received: Iterable[PlaceMessage]) -> None:
        """Take the hub's own facts `spoken`, then the messages `received` from other places, in order."""
        for fact in spoken:
            self.draft.add_own(fact)
        for place, each in received:
            if isinstance(each, FactsRequests):
                for request in each.wishes:
                    self._take_request(place, request)
            else:
                self._take(place, each)

    def _take(self, place: str, received: NumberedFacts) -> None:
        for number, values in enumerate(received.facts, received.first):
            draft = self.draft
            known = last_known_number(place, draft.party.last_taken, draft.granted_requests, self.refused)
            if number <= known:
                continue
            if number > known + 1:
                self.places_to_repeat.add(place)
                return
            try:
                self._add(place, number, fact_of(values))
            except ValueError as fault:
                self.faults.append(f"{place}: fact {number}: {fault}")
                return

    def _add(self, place: str, number: int, fact: Fact) -> None:
        if place.startswith("table/"):
            if not isinstance(fact, TableFact):
                raise ValueError("a table may not say that")
            self.draft.add_of_table(origin_of(place), fact)
        elif not isinstance(fact, TableFact) and may_state(
            self.draft.party, int(place.removeprefix("steward/")), fact
        ):
            self.draft.add_own(fact, StewardRequest(place, number))
        else:
            self.refused[place] = number
            self.faults.append(f"{place}: fact {number}: the steward of other tables may not say that")

    def _take_request(self, gateway: str, request: FactsRequest) -> None:
        """Take all facts of a phone's request. If one fact is refused, take none of them and note the reason.
        Do nothing if the request was granted before."""
        if self.draft.is_granted(request.key):
            return
        checkpoint, last = self.draft.checkpoint(), len(request.facts)
        for number, values in enumerate(request.facts, 1):
            try:
                fact = fact_of(values)
            except ValueError as fault:
                self.faults.append(f"{gateway}: {request.place}: {fault}")
                self.draft.roll_back(checkpoint)
                return
            if why := refusal_reason(self.draft.party, request.place, fact):
                self.refusal_reasons.setdefault(gateway, {})[request.key] = why
                self.draft.roll_back(checkpoint)
                return
            key = request.key if number == last else ""
            if isinstance(fact, TableFact):
                self.draft.add_of_table(PHONES + request.place.removeprefix("table/"), fact, key)
            else:
                self.draft.add_own(fact, key=key)


def last_known_number(
    place: str, last_taken: Mapping[str, int], granted: Mapping[str, int], refused: Mapping[str, int]
) -> int:
    """Return the number of the last fact or request of `place` that the hub has handled.

    For a table, this is its last taken fact (from `last_taken`). For a steward, this is the last request
    that was granted (from `granted`) or refused (from `refused`).
    """
    if place.startswith("table/"):
        return last_taken.get(origin_of(place), 0)
    return max(granted.get(place, 0), refused.get(place, 0))
