"""Collect new facts for the hub's journal, and compute the party after these facts. The facts are written
afterwards."""

from device.party.fact_log import FoldedLog, LogRow, StewardRequest, TakenFact
from engine.party import HUB, Fact, HubFact, Party, TableFact, with_entry


class Draft:
    """Collect new rows for the hub's journal. The attribute `rows` has the new rows, and `party` is the party
    after them. The new rows continue the log `folded`, and belong to the hub's term `term`."""

    def __init__(self, folded: FoldedLog, term: int) -> None:
        self.party, self.granted_requests = folded.party, dict(folded.granted_requests)
        self.rows: list[LogRow] = []
        self._keys, self._granted, self._term = folded.keys, set[str](), term
        self._length = len(folded.log)

    def is_granted(self, key: str) -> bool:
        """Return True if the phone's request `key` is granted already, in the log or in this draft."""
        return key in self._keys or key in self._granted

    def checkpoint(self) -> tuple[int, Party]:
        """Return a checkpoint, to which `roll_back` returns. A steward's request must not be granted between
        the two calls, because `roll_back` does not undo such a grant."""
        return len(self.rows), self.party

    def roll_back(self, checkpoint: tuple[int, Party]) -> None:
        """Drop the new rows of the journal that were added since `checkpoint`."""
        length, self.party = checkpoint
        del self.rows[length:]

    def add_own(self, fact: HubFact, request: StewardRequest | None = None, key: str = "") -> None:
        """Add a fact whose origin is the hub. The fact may grant the request `request` of a steward, or
        the request of a phone with the key `key`."""
        self._add(HUB, fact, request=request, key=key)

    def add_of_table(self, origin: str, fact: TableFact, key: str = "") -> None:
        """Add the next fact of a table. The fact comes from the table's machine or from one of the table's
        phones."""
        self._add(origin, fact, key=key)

    def _add(self, origin: str, fact: Fact, *, request: StewardRequest | None = None, key: str = "") -> None:
        taken = TakenFact(origin, self.party.last_taken.get(origin, 0) + 1, fact, request, key)
        self.rows.append(LogRow(self._term, self._length + len(self.rows) + 1, taken))
        self.party = with_entry(self.party, taken.entry)
        if request is not None:
            self.granted_requests[request.place] = request.number
        self._granted |= {key} - {""}
