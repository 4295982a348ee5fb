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
    """The name of the enrolled deck; empty for a known pack."""
    settings: str
    """The name of the deck in the settings at the time of the choice. The choice is void when the settings
    name another deck."""


def chosen_deck(data: Path, settings: str) -> str:
    """Return the name of the deck in use, empty for none. `settings` is the name of the deck in the
    settings.

    A deck whose enrolment was undone is no longer in use. Raise UsageFault.
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
    settings. Raise UsageFault."""
    keep(data / FILE, DeckChoice(deck, settings))
