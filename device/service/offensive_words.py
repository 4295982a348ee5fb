"""Keep the words that are offensive at this table, in addition to those that are offensive everywhere. The
steward chooses them."""

from pathlib import Path

from device.phones import Phones
from device.records import word_choice
from device.service.refusals import refuse_usage_faults
from engine.table.commands import ScreenWords


class TableWordScreening:
    """Store which words are offensive at the table with `phones` and the data folder `data`."""

    def __init__(self, phones: Phones, data: Path) -> None:
        self._phones, self._data = phones, data

    def words(self) -> tuple[str, ...]:
        """Return, in alphabetical order, the words that the steward has made offensive at this table."""
        return word_choice.choice(self._data).offensive

    def screen(self, word: str, *, offends: bool) -> None:
        """If `offends` is true, make `word` offensive at once. Otherwise make `word` inoffensive from the
        next match on. Raise RefusedError if the words can't be read or stored."""
        with refuse_usage_faults():
            choice, words = word_choice.choice(self._data), word.split() or [word]
            change = word_choice.with_offensive if offends else word_choice.without_offensive
            word_choice.choose(self._data, change(choice, words))
        if offends:
            self._phones.inbox.put(ScreenWords(tuple(one.upper() for one in words)))
