"""The word list: the words that count, the facts known of each word, and searches by letters."""

from engine.words.kinds import Flag, ListedWord, WordRefusal
from engine.words.wordlist import ALL_REGIONS, WordList

__all__ = ["ALL_REGIONS", "Flag", "ListedWord", "WordList", "WordRefusal"]
