"""Collect facts for the hub's journal, and the state of the party after these facts."""

from device.party.fact_log import FoldedLog, LogRow, StewardRequest, TakenFact
from engine.party import HUB, Fact, HubFact, Party, TableFact, with_entry


class Draft:
    """Hold new `rows` of the hub's journal, and the `party` after these rows. The rows follow those of
    `folded`, in the hub's term `term`."""

    def __init__(self, folded: FoldedLog, term: int) -> None:
        self.party, self.asked = folded.party, dict(folded.asked)
        self.rows: list[LogRow] = []
        self._keys, self._granted, self._term = folded.keys, set[str](), term
        self._length = len(folded.log)

    def is_granted(self, key: str) -> bool:
        """Tell whether the phone's request `key` is granted already, in the log or in this draft."""
        return key in self._keys or key in self._granted

    def checkpoint(self) -> tuple[int, Party]:
        """Return a checkpoint for `roll_back`. Do not roll back past a fact that grants
        a steward's request."""
        return len(self.rows), self.party

    def roll_back(self, checkpoint: tuple[int, Party]) -> None:
        """Drop the rows that were added since `checkpoint`."""
        length, self.party = checkpoint
        del self.rows[length:]

    def add_own(self, fact: HubFact, asked: StewardRequest | None = None, key: str = "") -> None:
        """Add a fact of the hub. The fact may grant a steward's request (`asked`) or a phone's request
        (`key`)."""
        self._add(HUB, fact, request=asked, key=key)

    def add_of_table(self, origin: str, fact: TableFact, key: str = "") -> None:
        """Add the next fact of a table. The table's machine or one of its phones has sent the fact."""
        self._add(origin, fact, key=key)

    def _add(self, origin: str, fact: Fact, *, request: StewardRequest | None = None, key: str = "") -> None:
        taken = TakenFact(origin, self.party.last_taken.get(origin, 0) + 1, fact, request, key)
        self.rows.append(LogRow(self._term, self._length + len(self.rows) + 1, taken))
        self.party = with_entry(self.party, taken.entry)
        if request is not None:
            self.asked[request.place] = request.number
        self._granted |= {key} - {""}
