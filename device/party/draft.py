"""Facts on their way into the hub's journal: what the party is once they are written, and not before."""

from device.party.minutes import Asked, Minutes, Row
from engine.party import HUB, Entry, Fact, HubFact, TableFact, taken


class Draft:
    """What is to be written after `minutes` in `term`: `rows`, and the `party` with them."""

    def __init__(self, minutes: Minutes, term: int) -> None:
        self.party, self.asked = minutes.party, dict(minutes.asked)
        self.rows: list[Row] = []
        self._own, self._term = len(minutes.own), term

    def own(self, fact: HubFact, asked: Asked | None = None) -> None:
        """Add a fact of the hub, which may grant a steward's wish."""
        self._own += 1
        self._add(Row(self._term, HUB, self._own, fact, asked), fact)
        if asked is not None:
            self.asked[asked.place] = asked.number

    def of_table(self, origin: str, number: int, fact: TableFact) -> None:
        """Add the next fact of a table."""
        self._add(Row(self._term, origin, number, fact), fact)

    def _add(self, row: Row, fact: Fact) -> None:
        self.rows.append(row)
        self.party = taken(self.party, Entry(row.origin, row.number, fact))
