"""Load the word list of a table: the list in its settings, with the table's own choice of words."""

from collections.abc import Callable
from pathlib import Path

from device.errors import UsageFault
from device.records import word_choice
from device.words.lists import DEFAULT, EXCLUDED_FLAGS, load, restricted_by_choice
from engine.i18n import Sentence
from engine.words import WordList


def table_words(name: str, data: Path) -> WordList:
    """Return the word list `name`, a known list or a file, changed by the choice of words in the
    table's data folder. Raise UsageFault if the list or the choice can't be read."""
    choice = word_choice.choice(data)
    return restricted_by_choice(
        load(name).screening(choice.offensive) if choice.offensive else load(name),
        tier=choice.tier,
        region=choice.region,
        without=(*choice.without, *EXCLUDED_FLAGS.get(name, ())),
        house=choice.house,
    )


def library(data: Path, missing: Callable[[Sentence], None]) -> Callable[[str], WordList]:
    """Return a function that gives this table's word lists by name. If a list can't be read, the function
    gives the table's own list, and `missing` gets the reason."""

    def found(name: str) -> WordList:
        try:
            return table_words(name, data)
        except UsageFault as fault:
            missing(fault.sentence)
            return table_words(DEFAULT, data)

    return found
