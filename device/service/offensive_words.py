"""Keep the words that offend at this table besides those that offend everywhere. The steward chooses them."""

from pathlib import Path

from device.phones import Phones
from device.records import wordchoice
from device.service.refusals import refusing
from engine.table.commands import ScreenWords


class TableWordScreening:
    """Screen the words of the table with `phones` and the data folder `data`."""

    def __init__(self, phones: Phones, data: Path) -> None:
        self._phones, self._data = phones, data

    def words(self) -> tuple[str, ...]:
        """Return the added words in alphabetical order."""
        return wordchoice.choice(self._data).offensive

    def screen(self, word: str, *, offends: bool) -> None:
        """Make `word` offensive from now on, or no longer from the next match on. Raise RefusedError."""
        with refusing():
            kept, said = wordchoice.choice(self._data), word.split() or [word]
            change = wordchoice.screened if offends else wordchoice.unscreened
            wordchoice.choose(self._data, change(kept, said))
        if offends:
            self._phones.inbox.put(ScreenWords(tuple(one.upper() for one in said)))
