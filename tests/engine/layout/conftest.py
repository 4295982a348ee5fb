"""What the tests of the layout ask of every table they lay."""

from typing import Any

from engine.layout import arrange
from engine.observation import Observation
from engine.words import WordList


def texts(observation: Observation, words: WordList | None, kind: Any = None) -> list[str]:
    """The words on the table in the alphabet's order."""
    return sorted(w.text for w in arrange(observation, words, kind).words)
