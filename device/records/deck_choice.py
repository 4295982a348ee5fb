"""Remember the deck in use: the deck chosen on a phone for the last match, or the deck in the settings."""

from pathlib import Path
from typing import Final

import msgspec

from device.records import decks
from device.records.value_files import keep, read_or_set_aside

FILE: Final = "deck.json"


class DeckChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deck chosen on a phone."""

    deck: str
    """The name of the enrolled deck; empty if a known pack was chosen."""
    settings: str
    """The deck that the settings named at the time of the choice. If the settings name another deck now, the
    choice is void."""


def chosen_deck(data: Path, settings: str) -> str:
    """Return the name of the deck in use; empty for none. `settings` is the name of the deck in the
    settings.

    The chosen deck is not used if its enrolment was undone. Raise UsageFault if a file or folder can't be
    read.
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
    """Store the choice of the deck named `deck`, empty for none. `settings` is the name of the deck in the
    settings. Raise UsageFault for a disk error."""
    keep(data / FILE, DeckChoice(deck, settings))
