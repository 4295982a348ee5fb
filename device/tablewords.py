"""The word list a table plays with: the one it was set to, as the table chose among its words."""

from collections.abc import Callable
from pathlib import Path

from device.errors import UsageFault
from device.records import wordchoice
from device.words.lists import chosen, load
from engine.words import WordList


def table_words(name: str, data: Path) -> WordList:
    """The list of a name or file, with what is kept in the table's data folder. Raises UsageFault."""
    kept = wordchoice.choice(data)
    words = load(name)
    return chosen(words, tier=kept.tier, region=kept.region, without=kept.without, house=kept.house)


def library(data: Path) -> Callable[[str], WordList]:
    """This table's word lists by name; ValueError, for people to read, for one that there is not."""

    def found(name: str) -> WordList:
        try:
            return table_words(name, data)
        except UsageFault as fault:
            raise ValueError(str(fault)) from fault

    return found
