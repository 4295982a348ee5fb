"""The word list a table plays with: the one it was set to, as the table chose among its words."""

from collections.abc import Callable
from pathlib import Path

from device.errors import UsageFault
from device.records import wordchoice
from device.words.lists import DEFAULT, LEFT_OUT, chosen, load
from engine.i18n import Sentence
from engine.words import WordList


def table_words(name: str, data: Path) -> WordList:
    """Return the word list of a name or file, with the changes in the table's data folder. Raise
    UsageFault.
    """
    kept = wordchoice.choice(data)
    return chosen(
        load(name).screening(kept.offensive) if kept.offensive else load(name),
        tier=kept.tier,
        region=kept.region,
        without=(*kept.without, *LEFT_OUT.get(name, ())),
        house=kept.house,
    )


def library(data: Path, missing: Callable[[Sentence], None]) -> Callable[[str], WordList]:
    """Return a function that gives this table's word lists by name. If a list cannot be read, the game goes
    on with the table's own list, and `missing` gets the reason.
    """

    def found(name: str) -> WordList:
        try:
            return table_words(name, data)
        except UsageFault as fault:
            missing(fault.sentence)
            return table_words(DEFAULT, data)

    return found
