"""The words: which count, what is known of each, and which of them hold given letters."""

from engine.words.kinds import Entry, Flag, Refusal
from engine.words.wordlist import ANYWHERE, WordList

__all__ = ["ANYWHERE", "Entry", "Flag", "Refusal", "WordList"]
