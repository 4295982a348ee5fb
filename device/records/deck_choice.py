"""Remember the deck in use: the deck chosen on a phone, or else the deck in the settings."""

from pathlib import Path
from typing import Final

import msgspec

from device.records import decks
from device.records.value_files import keep, read_or_set_aside

FILE: Final = "deck.json"


class DeckChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deck that a person has chosen on a phone, in place of the deck in the settings."""

    deck: str
    """The name of the chosen deck, which was enrolled; empty if a known pack was chosen."""
    settings: str
    """The deck that the settings named when the choice was made. The choice no longer counts when the
    settings name another deck."""


def chosen_deck(data: Path, settings: str) -> str:
    """Return the name of the deck in use; empty for a known pack. `settings` is the deck that the
    settings name.

    The deck in use is the one chosen on a phone. It is the one in the settings if nothing was chosen, if
    the settings named another deck at the time of the choice, or if the chosen deck is no longer
    enrolled. Raise UsageFault if a file or folder can't be read.
    """
    choice = read_or_set_aside(data / FILE, DeckChoice)
    if (
        choice is None
        or choice.settings != settings
        or (choice.deck and choice.deck not in decks.names(data))
    ):
        return settings
    return choice.deck


def choose(data: Path, deck: str, settings: str) -> None:
    """Store that a person chose the deck `deck` on a phone, or a known pack if `deck` is empty.
    `settings` is the deck that the settings name now. Raise UsageFault for a disk error."""
    keep(data / FILE, DeckChoice(deck, settings))
