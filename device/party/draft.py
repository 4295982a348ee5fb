"""Facts on their way into the hub's journal: what the party is once they are written, and not before."""

from device.party.fact_log import LogRow, Minutes, StewardRequest, Taken
from engine.party import HUB, Fact, HubFact, Party, TableFact, taken


class Draft:
    """Hold the `rows` to write after `minutes` in `term`, and the `party` with them."""

    def __init__(self, minutes: Minutes, term: int) -> None:
        self.party, self.asked = minutes.party, dict(minutes.asked)
        self.rows: list[LogRow] = []
        self._keys, self._granted, self._term = minutes.keys, set[str](), term
        self._length = len(minutes.log)

    def granted(self, key: str) -> bool:
        """Tell whether a phone's wish is granted already."""
        return key in self._keys or key in self._granted

    def mark(self) -> tuple[int, Party]:
        """Return the mark to which `back` returns, dropping later additions that grant no steward's wish."""
        return len(self.rows), self.party

    def back(self, mark: tuple[int, Party]) -> None:
        """Drop the additions since `mark`."""
        length, self.party = mark
        del self.rows[length:]

    def own(self, fact: HubFact, asked: StewardRequest | None = None, key: str = "") -> None:
        """Add a fact of the hub, which may grant the wish of a steward or of a phone."""
        self._add(HUB, fact, asked=asked, key=key)

    def of_table(self, origin: str, fact: TableFact, key: str = "") -> None:
        """Add the next fact of a table: of its machine, or of its phones."""
        self._add(origin, fact, key=key)

    def _add(self, origin: str, fact: Fact, *, asked: StewardRequest | None = None, key: str = "") -> None:
        one = Taken(origin, self.party.last_taken.get(origin, 0) + 1, fact, asked, key)
        self.rows.append(LogRow(self._term, self._length + len(self.rows) + 1, one))
        self.party = taken(self.party, one.entry)
        if asked is not None:
            self.asked[asked.place] = asked.number
        self._granted |= {key} - {""}
