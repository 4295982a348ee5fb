"""What a hub that does not lead remembers of those that do, for the case that it takes over."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from device.party.lease import NOBODY, Claim
from device.party.minutes import Asked, Row
from device.party.wire import HubSaid, fact_of
from engine.party import HUB, Fact

Own = tuple[Fact, Asked | None]


@dataclass
class Heir:
    """The facts that leading hubs have said, by claim and number. A hub begins its term by saying all of them
    at once, from number 1; before that the ones of the term before hold."""

    _said: dict[Claim, dict[int, Own]] = field(default_factory=dict)

    def heard(self, hub: str, said: HubSaid) -> None:
        """Take note of a hub's facts. ValueError when one of them makes no sense."""
        facts = self._said.setdefault(Claim(said.term, hub), {})
        for number, values in enumerate(said.facts, said.first):
            asked = said.asked.get(str(number))
            facts[number] = fact_of(values), Asked(*asked) if asked else None
        for claim in [claim for claim in self._said if claim < self._latest()]:
            del self._said[claim]

    def complete(self, leader: Claim, count: int) -> bool:
        """Tell whether everything that counts is here, where the last lease is `leader`'s and it has said
        `count` facts."""
        return not count or (self._latest() == leader and len(self._list()) >= count)

    def rows(self, known: Sequence[Own], term: int, *, own: bool) -> list[Row]:
        """Return the rows that make of the facts `known` those of the last leading hub. `own`: that was this
        hub itself, which may have got further than the broker has."""
        said = self._list()
        same = next(
            (at for at, (one, other) in enumerate(zip(known, said, strict=False)) if one != other), -1
        )
        same = min(len(known), len(said)) if same < 0 else same
        if own and same < len(known):
            return []
        rows = [Row(term, HUB, number, *said[number - 1]) for number in range(same + 1, len(said) + 1)]
        return rows or ([Row(term, HUB, same + 1, None)] if same < len(known) else [])

    def _latest(self) -> Claim:
        return max((claim for claim, facts in self._said.items() if 1 in facts), default=NOBODY)

    def _list(self) -> list[Own]:
        facts, found = self._said.get(self._latest(), {}), list[Own]()
        while len(found) + 1 in facts:
            found.append(facts[len(found) + 1])
        return found
