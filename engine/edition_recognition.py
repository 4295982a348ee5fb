"""Recognise the edition of a game by the print on a box, a rule leaflet or an advertisement card.

The words come from text recognition, so some are misspelt, split or joined. An edition is recognised only
if a title of its games was read, together with its maker or with several other phrases that it prints.
"""

import difflib
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.cards import Pack
from engine.catalogue import ADDED, EDITIONS
from engine.game import Game


@dataclass(frozen=True, slots=True)
class EditionRecognition:
    """The edition whose box or leaflet was recognised, with its pack and games."""

    edition: str
    pack: Pack
    games: tuple[str, ...]
    """The names of the edition's games. First comes the game whose title was read most often."""
    phrases: tuple[str, ...]
    """The phrases of the edition that were read on its box or leaflet, a game's title first."""


@dataclass(frozen=True, slots=True)
class EditionPhrases:
    """Phrases, besides the titles of games, that are printed on the box and leaflets of one edition."""

    makers: tuple[str, ...]
    """Phrases of which one is enough, together with a title, to recognise the edition."""
    others: tuple[str, ...]
    """Phrases that support an edition, but do not suffice with a title alone."""


PRINTS: Final[Mapping[str, EditionPhrases]] = MappingProxyType(
    {
        "wd": EditionPhrases(
            ("WADDINGTONS", "LEXICON CLOCK PATIENCE", "SKILL LAUGHTER AND INTEREST"),
            ("LEEDS", "52 CARDS", "MADE IN ENGLAND"),
        ),
        "pb": EditionPhrases(("PARKER BROTHERS",), ("SALEM", "TWO MASTER CARDS", "MADE IN USA")),
        "art": EditionPhrases((), ("GIN RUMMY", "WINNING MOVES", "EXCEEDS 100", "WADDINGTONS", "52 CARDS")),
        "atw": EditionPhrases(("AMERICAN TOY WORKS",), ("LONG ISLAND CITY", "HORSE RACING", "72 CARDS")),
        "kw": EditionPhrases(("PARKER BROTHERS",), ("SALEM", "KEY SQUARE", "LETTER BLOCKS", "MADE IN USA")),
    }
)
"""The phrases that boxes and booklets print, by edition (`engine.game.Game.edition`)."""

OTHER_GAMES: Final = (
    "MONOPOLY", "CLUEDO", "CLUE", "SCRABBLE", "SORRY", "ROOK", "TOTOPOLY", "BUCCANEER", "RISK", "BOGGLE",
)  # fmt: skip
"""Titles of other games, whose boxes and leaflets may also advertise Lexicon: other games of its makers,
and the best known letter games. If a print names one of them more often than a Lexicon game, no
edition is recognised."""

MIN_PROVING_PHRASES: Final = 4
"""Number of phrases that prove an edition if its maker was not read. Three phrases could occur by chance: a
page about words may well contain "lexicon", "keyword" or "my word", and two more phrases."""

MIN_PHRASE_LIKENESS: Final = 0.8
"""Likeness (`difflib`'s ratio, 0 to 1) above which letters count as a phrase that is printed on boxes. It
allows one wrong letter in seven, or two missing ones."""

_MIN_LENGTH_SHARE: Final = MIN_PHRASE_LIKENESS / (2 - MIN_PHRASE_LIKENESS)
"""The least length of a text that is compared with a printed phrase, as a share of the phrase's length.
The likeness of a shorter text cannot exceed MIN_PHRASE_LIKENESS."""

MAX_EXACT_LETTERS: Final = 5
"""The greatest number of letters of a phrase that must be read without an error. So SALE does not count
as SALEM, nor NEEDS as LEEDS. In a longer phrase some wrong letters are allowed."""


def recognised_edition(words: Iterable[str]) -> EditionRecognition | None:
    """Return the edition of Lexicon from whose box or leaflet `words` were read, in reading order. Return
    None if the edition is in doubt.

    It is in doubt if two editions are equally likely. It is also in doubt if another game, such as
    Scrabble, is named more often than the edition's own, or as often and earlier.
    """
    read = [plain for word in words if (plain := _plain(word))]
    places = cache(lambda phrase: _places(_plain(phrase), read))
    evidence = [
        one for edition, printed in PRINTS.items() if (one := _edition_evidence(edition, printed, places))
    ]
    best = max(evidence, key=lambda one: one.rank, default=None)
    if best is None or sum(one.rank == best.rank for one in evidence) > 1:
        return None
    if any(_mentions(places(other)) > best.mentions for other in OTHER_GAMES):
        return None
    return best.recognition


@dataclass(frozen=True, slots=True)
class _EditionEvidence:
    """The evidence that the words read from a box or a leaflet belong to one edition."""

    recognition: EditionRecognition
    mentions: tuple[int, int]
    """The number of mentions of the edition's most mentioned title, and minus the index of the first
    mention. If two editions are mentioned equally often, the one mentioned first has the greater pair."""

    @property
    def rank(self) -> tuple[int, int]:
        """The rank of an edition, by which the likeliest edition is chosen: the number of mentions of the
        title that was read most often, then the number of different phrases that were read."""
        return self.mentions[0], len(self.recognition.phrases)


def _edition_evidence(
    edition: str, printed: EditionPhrases, places: Callable[[str], Sequence[int]]
) -> _EditionEvidence | None:
    """Return the evidence that a box or a leaflet belongs to `edition`; None if too few of its phrases were
    read.

    `printed` are the phrases that the edition prints. `places` returns the places of a phrase among the
    words read.
    """
    games = _games(edition)
    titles = {game.name: _title(game) for game in games}
    mentions = {title: _mentions(places(title)) for title in titles.values()}
    makers = [phrase for phrase in printed.makers if places(phrase)]
    others = [phrase for phrase in printed.others if places(phrase)]
    # "Crossword Lexicon" says more than the "Lexicon" in it.
    order = sorted(mentions, key=lambda title: (mentions[title][0], len(title)), reverse=True)
    read_titles = [title for title in order if places(title)]
    phrases = tuple(dict.fromkeys((*read_titles, *makers, *others)))
    if not read_titles or not (makers or len(phrases) >= MIN_PROVING_PHRASES):
        return None
    names = sorted(titles, key=lambda name: order.index(titles[name]))
    return _EditionEvidence(
        EditionRecognition(edition, games[0].pack, tuple(names), phrases), max(mentions.values())
    )


def _mentions(places: Sequence[int]) -> tuple[int, int]:
    """Return how often a title is mentioned, and minus the index of the first mention.

    The greater of two such pairs belongs to the title mentioned more often, or else mentioned first.
    """
    return len(places), -min(places, default=0)


def _games(edition: str) -> list[Game]:
    """Return the booklets' games of the edition `edition`."""
    booklets = (game for name, games in EDITIONS.items() if name not in ADDED for game in games)
    return [game for game in booklets if game.edition == edition]


def _title(game: Game) -> str:
    """Return a game's title in capitals, as boxes print it. The number in "Solitaire 1" is left out, because
    only this program writes it."""
    return game.title.upper().rstrip(" 12")


def _places(phrase: str, read: Sequence[str]) -> tuple[int, ...]:
    """Return the indices in the words `read` at which `phrase` (written without spaces) begins. The camera
    may have split or joined words."""
    matcher = difflib.SequenceMatcher(b=phrase, autojunk=False)
    places: list[int] = []
    at = 0
    while at < len(read):
        taken = _words_in_phrase(matcher, phrase, read, at)
        places += [at] if taken else []
        at += max(taken, 1)
    return tuple(places)


def _words_in_phrase(
    matcher: "difflib.SequenceMatcher[str]", phrase: str, read: Sequence[str], at: int
) -> int:
    """Return how many of the words `read`, from index `at` on, together resemble `phrase` most. Return 0 if
    they resemble it too little."""
    best, taken, letters = MIN_PHRASE_LIKENESS, 0, ""
    for count, word in enumerate(read[at:], 1):
        letters += word
        if len(letters) > len(phrase) / _MIN_LENGTH_SHARE:
            break
        if (alike := _likeness(matcher, phrase, letters)) > best:
            best, taken = alike, count
    return taken


def _likeness(matcher: "difflib.SequenceMatcher[str]", phrase: str, letters: str) -> float:
    """Return the likeness of two texts, 0 to 1: `letters`, as read, and `phrase`, which `matcher` compares.

    Return 0 if the likeness is plainly too small, if `phrase` is so short that it must be read without an
    error, or if `phrase` contains a number and `letters` does not contain the same one.
    """
    if letters == phrase:
        return 1.0
    if len(phrase) <= MAX_EXACT_LETTERS or len(letters) <= len(phrase) * _MIN_LENGTH_SHARE:
        return 0.0
    matching = len(phrase) - len(set(phrase).difference(letters))  # at most
    if 2 * matching <= MIN_PHRASE_LIKENESS * (len(phrase) + len(letters)):
        return 0.0
    if (figures := _figures(phrase)) and figures != _figures(letters):
        return 0.0
    matcher.set_seq1(letters)
    return matcher.ratio() if matcher.quick_ratio() > MIN_PHRASE_LIKENESS else 0.0


def _figures(letters: str) -> str:
    return "".join(letter for letter in letters if letter.isdecimal())


def _plain(text: str) -> str:
    """Return only the letters and digits of `text`, as capitals without accents, for comparing print."""
    flat = unicodedata.normalize("NFKD", text.upper())
    return "".join(letter for letter in flat if letter.isascii() and letter.isalnum())
