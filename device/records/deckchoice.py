"""Which deck a table plays with: the one its last match was set up with on a phone, or its settings name."""

from pathlib import Path
from typing import Final

import msgspec

from device.records import decks
from device.records.keeping import keep, kept_or_aside

FILE: Final = "deck.json"


class DeckChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The enrolled `deck` that was chosen on a phone, empty for a pack everybody knows. It holds as long as
    the settings say `settings`, what they said then: whichever was said last counts."""

    deck: str
    settings: str


def chosen(data: Path, settings: str) -> str:
    """The name of the deck in use, empty for none, where the settings name `settings`. A deck whose enrolment
    was taken back is in use no more. Raises UsageFault."""
    said = kept_or_aside(data / FILE, DeckChoice)
    if said is None or said.settings != settings or (said.deck and said.deck not in decks.names(data)):
        return settings
    return said.deck


def choose(data: Path, deck: str, settings: str) -> None:
    """Keep the choice of `deck`, empty for none, where the settings name `settings`. Raises UsageFault."""
    keep(data / FILE, DeckChoice(deck, settings))
