"""Provide the checks that the layout tests share."""

from typing import Any

from engine.layout import arrange
from engine.observation import Observation
from engine.words import WordList


def texts(observation: Observation, words: WordList | None, kind: Any = None) -> list[str]:
    """Return the words on the table in alphabetical order."""
    return sorted(w.text for w in arrange(observation, words, kind).words)
