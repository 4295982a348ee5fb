"""Hold the word list: the words that count, and the facts known of each word (ALL-1, XW-4, XW-5).

A `WordList` is immutable and holds words in upper case A-Z. It finds a word in well under a microsecond, and
knows why an unlisted word is refused. `deploy/lab/words/` documents the sources of the words, and `codec` the
file format.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.cards import LETTERS
from engine.words.codec import unpack
from engine.words.kinds import Contents, Flag, Kind, ListedWord, WordRefusal
from engine.words.pattern import LengthIndex

ALL_REGIONS: Final = Flag.US | Flag.GB
_NO_FLAG: Final = Flag(0)
_HOUSE_KIND: Final = Kind(0, ALL_REGIONS)
_LETTER_SET: Final = frozenset(LETTERS)


class WordList:
    """An immutable set of words, iterated in alphabetical order."""

    __slots__ = ("_by_length", "_contents", "_indexes", "_kinds", "_names", "_offensive", "_whole")

    def __init__(self, contents: Contents, whole: "WordList | None" = None) -> None:
        """Make a word list of `contents`. If these are a part of a larger list, `whole` is that list, and
        tells which words were left out."""
        self._contents: Final = contents
        self._kinds: Final = contents.words
        self._whole: Final = whole
        self._offensive: Final = frozenset(contents.offensive.split())
        self._indexes: Final[dict[int, LengthIndex]] = {}
        self._by_length: dict[int, list[str]] = {}
        self._names: frozenset[str] | None = None

    @classmethod
    def from_bytes(cls, data: bytes) -> "WordList":
        """Return the word list that a packed file contains. Raise ValueError if `data` is not such a file."""
        return cls(unpack(data))

    @classmethod
    def of(cls, words: Iterable[str], like: "WordList | None" = None) -> "WordList":
        """Make a word list of `words`, in upper or lower case.

        Each word gets the flags that it has in the list `like`, and the same words are refused or
        offensive as in `like`. Raise ValueError if a word contains anything but the letters A-Z.
        """
        source = like or cls(Contents({}))
        listed = sorted({_checked(word) for word in words})
        return cls(replace(source._contents, words={word: source._kind_of(word) for word in listed}))

    def restricted(
        self, *, regions: Flag = ALL_REGIONS, max_tier: int = 95, without: Flag = _NO_FLAG
    ) -> "WordList":
        """Return the list of the words whose SCOWL size is at most `max_tier`, whose spelling is used in one
        of `regions`, and that have no flag of `without` (ALL-1)."""
        # All words share some two hundred kinds. Each kind is judged once, because comparing flags is slow.
        kinds = {id(kind): kind for kind in self._kinds.values()}
        kept = {
            number
            for number, kind in kinds.items()
            if kind.flags & regions and kind.tier <= max_tier and not kind.flags & without
        }
        words_left = {word: kind for word, kind in self._kinds.items() if id(kind) in kept}
        return WordList(replace(self._contents, words=words_left), whole=self._whole or self)

    def including(self, house: Iterable[str]) -> "WordList":
        """Return this list with the words `house` added, which the players of this table allow. They get the
        flag HOUSE, and keep the flags that they had.

        Raise ValueError if a word contains anything but the letters A-Z.
        """
        kinds = {word: (self._whole or self)._kind_of(word) for word in map(_checked, house)}
        more = {word: Kind(kind.tier, kind.flags | ALL_REGIONS | Flag.HOUSE) for word, kind in kinds.items()}
        all_kinds = dict(sorted({**self._kinds, **more}.items()))
        return WordList(replace(self._contents, words=all_kinds), whole=self._whole)

    def letting_in(self, *, proper: bool, abbreviations: bool) -> "WordList":
        """Return this list with the words added that it refuses only as proper nouns, or only as
        abbreviations."""
        names = set(self._contents.proper.split())
        more = names if proper else set()
        if abbreviations:
            more = more.union(set(self._contents.abbreviations.split()) - names)
        whole = self._whole or self
        return self.including(word for word in more if word not in whole and word not in self)

    def screening(self, words: Iterable[str]) -> "WordList":
        """Return this list with `words` marked as offensive, whether they are listed or not. Listed words
        stay listed.

        Raise ValueError if a word contains anything but the letters A-Z.
        """
        offensive = self._offensive.union(map(_checked, words))
        kinds = {
            word: Kind(kind.tier, kind.flags | Flag.OFFENSIVE) if word in offensive else kind
            for word, kind in self._kinds.items()
        }
        contents = replace(self._contents, words=kinds, offensive=" ".join(sorted(offensive)))
        return WordList(contents, whole=self._whole)

    def __contains__(self, word: object) -> bool:
        """Return True if `word`, in upper case, is listed."""
        return word in self._kinds

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def __repr__(self) -> str:
        return f"<WordList of {len(self)} words>"

    def entry(self, word: str) -> ListedWord | None:
        """Return the tier and the flags of the listed word `word`; None if it is not listed."""
        kind = self._kinds.get(word)
        return ListedWord(word, kind.tier, kind.flags) if kind else None

    def is_plural_only(self, word: str) -> bool:
        """Return True if `word` is listed, but only as the S or ES plural of a noun (XW-4)."""
        kind = self._kinds.get(word)
        return kind is not None and bool(kind.flags & Flag.PLURAL_ONLY)

    def is_proper_noun(self, word: str) -> bool:
        """Return True if `word` is among the words that the list refuses as proper nouns (LEX-W). A table
        may have added the word to its list all the same."""
        if self._names is None:
            self._names = frozenset(self._contents.proper.split())
        return word in self._names

    def is_offensive(self, word: str) -> bool:
        """Return True if `word` is offensive, listed or not. The program must not lay or suggest it."""
        return word in self._offensive

    def refusal(self, word: str) -> WordRefusal:
        """Return the reason why `word` is refused. `word` must not be listed."""
        if self._whole is not None and word in self._whole:
            return WordRefusal.EXCLUDED
        if f" {word} " in self._contents.proper:
            return WordRefusal.PROPER
        return (
            WordRefusal.ABBREVIATION
            if f" {word} " in self._contents.abbreviations
            else WordRefusal.NOT_LISTED
        )

    def matching(self, pattern: str) -> tuple[str, ...]:
        """Return the listed words that match `pattern`, in alphabetical order. `?` and small letters match
        any letter: "C?T" gives CAT, COT and others."""
        fixed_letters = [(place, letter) for place, letter in enumerate(pattern) if letter in _LETTER_SET]
        if len(fixed_letters) < len(pattern) - 1:
            return self.index(len(pattern)).matching(fixed_letters)
        if len(fixed_letters) == len(pattern):
            return (pattern,) if pattern in self._kinds else ()
        return self._with_one_unknown(pattern)

    def fitting(self, options: Sequence[Iterable[str]]) -> tuple[str, ...]:
        """Return the words whose letter at each place is one of `options[place]`, in alphabetical order."""
        return self.index(len(options)).fitting(options)

    def of_length(self, length: int) -> tuple[str, ...]:
        """Return the words of `length` letters, in alphabetical order."""
        return self.index(length).words

    @property
    def lengths(self) -> tuple[int, ...]:
        """The numbers of letters that listed words have, the smallest first."""
        return tuple(sorted(self._words_by_length()))

    def index(self, length: int) -> LengthIndex:
        """Return the bitmap index of the words with `length` letters. The index is made at the first call."""
        if length not in self._indexes:
            parted = self._words_by_length()
            self._indexes[length] = LengthIndex(parted.get(length, ()))
            if length in parted:
                parted[length] = []  # from now on the index holds them
        return self._indexes[length]

    def _kind_of(self, word: str) -> Kind:
        """Return the tier and the flags of `word`. An unlisted word gets those of a word that the table adds
        to its list."""
        unlisted = Kind(0, ALL_REGIONS | Flag.OFFENSIVE) if word in self._offensive else _HOUSE_KIND
        return self._kinds.get(word, unlisted)

    def _words_by_length(self) -> dict[int, list[str]]:
        """Return the words of the list, grouped by their number of letters at the first call. A group is
        empty once the index of its length holds the words."""
        if not self._by_length:
            for word in self._kinds:
                self._by_length.setdefault(len(word), []).append(word)
        return self._by_length

    def _with_one_unknown(self, pattern: str) -> tuple[str, ...]:
        """Return the words that match a pattern with one unknown letter.

        Most patterns have one unknown letter. For these it is quicker to look up all 26 words than to use
        the index.
        """
        unknown = next(place for place, letter in enumerate(pattern) if letter not in _LETTER_SET)
        head, tail = pattern[:unknown], pattern[unknown + 1 :]
        return tuple(word for letter in LETTERS if (word := head + letter + tail) in self._kinds)


def _checked(word: str) -> str:
    """Return `word` in upper case. Raise ValueError unless it is one or more letters A-Z."""
    if not (word.isascii() and word.isalpha()):
        raise ValueError(f"not a word of the letters A-Z: {word!r}")
    return word.upper()
