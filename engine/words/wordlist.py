"""The word list: which words count, and what is known of each (ALL-1, XW-4, XW-5).

A `WordList` is immutable, holds words in upper case A-Z, answers membership in well under a microsecond and
knows *why* an unlisted word is refused. `deploy/words/` says where the words come from, `codec` how they are
packed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.cards import LETTERS
from engine.words.codec import unpack
from engine.words.kinds import Contents, Entry, Flag, Kind, Refusal
from engine.words.pattern import LengthIndex

ANYWHERE: Final = Flag.US | Flag.GB
_NO_FLAG: Final = Flag(0)
_CLUB: Final = Kind(0, ANYWHERE)
_KNOWN: Final = frozenset(LETTERS)


class WordList:
    """An immutable set of words, iterated in alphabetical order."""

    __slots__ = ("_by_length", "_contents", "_indexes", "_kinds", "_names", "_offensive", "_whole")

    def __init__(self, contents: Contents, whole: "WordList | None" = None) -> None:
        """`whole` is the list this one was cut from: it tells a word left out from an unknown one."""
        self._contents: Final = contents
        self._kinds: Final = contents.words
        self._whole: Final = whole
        self._offensive: Final = frozenset(contents.offensive.split())
        self._indexes: Final[dict[int, LengthIndex]] = {}
        self._by_length: dict[int, list[str]] = {}
        self._names: frozenset[str] | None = None

    @classmethod
    def from_bytes(cls, data: bytes) -> "WordList":
        """The list packed in the committed artefact; ValueError when the bytes are something else."""
        return cls(unpack(data))

    @classmethod
    def of(cls, words: Iterable[str], like: "WordList | None" = None) -> "WordList":
        """One's own list, in any case; words that `like` has keep their flags, its refusals their reasons,
        and what offends there offends here.

        ValueError when a word holds anything but the letters A-Z.
        """
        source = like or cls(Contents({}))
        listed = sorted({_checked(word) for word in words})
        return cls(replace(source._contents, words={word: source._known(word) for word in listed}))

    def restricted(
        self, *, regions: Flag = ANYWHERE, max_tier: int = 95, without: Flag = _NO_FLAG
    ) -> "WordList":
        """The words spelt so in one of `regions`, up to `max_tier`, without a flag of `without` (ALL-1)."""
        kept = {
            word: kind
            for word, kind in self._kinds.items()
            if kind.flags & regions and kind.tier <= max_tier and not kind.flags & without
        }
        return WordList(replace(self._contents, words=kept), whole=self._whole or self)

    def including(self, house: Iterable[str]) -> "WordList":
        """This list with the words of a house, which are flagged; what is known of them is kept.

        ValueError when a word holds anything but the letters A-Z.
        """
        known = {word: (self._whole or self)._known(word) for word in map(_checked, house)}
        more = {word: Kind(kind.tier, kind.flags | ANYWHERE | Flag.HOUSE) for word, kind in known.items()}
        kinds = dict(sorted({**self._kinds, **more}.items()))
        return WordList(replace(self._contents, words=kinds), whole=self._whole)

    def screening(self, words: Iterable[str]) -> "WordList":
        """This list with further words that offend, listed or not; they stay in it.

        ValueError when a word holds anything but the letters A-Z.
        """
        offensive = self._offensive.union(map(_checked, words))
        kinds = {
            word: Kind(kind.tier, kind.flags | Flag.OFFENSIVE) if word in offensive else kind
            for word, kind in self._kinds.items()
        }
        contents = replace(self._contents, words=kinds, offensive=" ".join(sorted(offensive)))
        return WordList(contents, whole=self._whole)

    def __contains__(self, word: object) -> bool:
        """Whether `word`, in upper case, is listed."""
        return word in self._kinds

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def __repr__(self) -> str:
        return f"<WordList of {len(self)} words>"

    def entry(self, word: str) -> Entry | None:
        """What is known of `word`; None when it is not listed."""
        kind = self._kinds.get(word)
        return Entry(word, kind.tier, kind.flags) if kind else None

    def plural_only(self, word: str) -> bool:
        """Whether `word` is listed, but only as the S or ES plural of a noun (XW-4)."""
        kind = self._kinds.get(word)
        return kind is not None and bool(kind.flags & Flag.PLURAL_ONLY)

    def names(self, word: str) -> bool:
        """Whether `word`, listed or not, is otherwise known as a proper noun and nothing else (LEX-W)."""
        if self._names is None:
            self._names = frozenset(self._contents.proper.split())
        return word in self._names

    def offends(self, word: str) -> bool:
        """Whether `word`, listed or not, is a slur or obscene: no machine should lay it or suggest it."""
        return word in self._offensive

    def refusal(self, word: str) -> Refusal:
        """Why `word` is refused; ask it of a word that is not listed."""
        if self._whole is not None and word in self._whole:
            return Refusal.EXCLUDED
        if f" {word} " in self._contents.proper:
            return Refusal.PROPER
        return Refusal.ABBREVIATION if f" {word} " in self._contents.abbreviations else Refusal.UNKNOWN

    def matching(self, pattern: str) -> tuple[str, ...]:
        """The words that fit `pattern`, in order; `?` and lower case are any letter: "C?T" has CAT, COT."""
        known = [(place, letter) for place, letter in enumerate(pattern) if letter in _KNOWN]
        if len(known) < len(pattern) - 1:
            return self.index(len(pattern)).matching(known)
        if len(known) == len(pattern):
            return (pattern,) if pattern in self._kinds else ()
        return self._with_one_unknown(pattern)

    def fitting(self, options: Sequence[Iterable[str]]) -> tuple[str, ...]:
        """The words that have one of `options[i]` at place i, in order."""
        return self.index(len(options)).fitting(options)

    def of_length(self, length: int) -> tuple[str, ...]:
        """The words of `length` letters, in order."""
        return self.index(length).words

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths that listed words have, the shortest first."""
        return tuple(sorted(self._parted()))

    def index(self, length: int) -> LengthIndex:
        """The words of one length turned on their side; made when it is first asked for."""
        if length not in self._indexes:
            parted = self._parted()
            self._indexes[length] = LengthIndex(parted.get(length, ()))
            if length in parted:
                parted[length] = []  # the index has them now
        return self._indexes[length]

    def _known(self, word: str) -> Kind:
        """What is known of a word that somebody adds."""
        unlisted = Kind(0, ANYWHERE | Flag.OFFENSIVE) if word in self._offensive else _CLUB
        return self._kinds.get(word, unlisted)

    def _parted(self) -> dict[int, list[str]]:
        """The words by their length, told apart when they are first asked for."""
        if not self._by_length:
            for word in self._kinds:
                self._by_length.setdefault(len(word), []).append(word)
        return self._by_length

    def _with_one_unknown(self, pattern: str) -> tuple[str, ...]:
        """As `matching`, trying each letter: quicker than the index for one unknown, the commonest case."""
        unknown = next(place for place, letter in enumerate(pattern) if letter not in _KNOWN)
        head, tail = pattern[:unknown], pattern[unknown + 1 :]
        return tuple(word for letter in LETTERS if (word := head + letter + tail) in self._kinds)


def _checked(word: str) -> str:
    """`word` in upper case; ValueError unless it is one or more letters A-Z."""
    if not (word.isascii() and word.isalpha()):
        raise ValueError(f"not a word of the letters A-Z: {word!r}")
    return word.upper()
