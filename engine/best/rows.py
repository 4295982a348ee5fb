"""Finding every legal play of Lexicon: words to lay, insertions, exchanges.

The words are found by length, so that the plays that get rid of the most cards are known first.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.best.masters import choices, spelt
from engine.cards import MASTER
from engine.game import Game
from engine.moves import Exchange, Insert, Lay, Move, faces
from engine.position import Rows
from engine.rules.rows import adjudicate_rows
from engine.rules.vocabulary import barred_plural, refused
from engine.ruling import Legal
from engine.words import WordList
from engine.words.growth import insertions
from engine.words.pattern import LengthIndex

RowPlay = tuple[int, int, int, str, int, str]
"""A play found. What ranks it, least first: points it leaves more than are held now, Masters it spends, how
many ways it leaves to build on, its notation; then the index of its word, -1 for a new one, and the word it
leaves."""

_NEW: Final = -1


@dataclass(frozen=True, slots=True)
class Search:
    """What a search needs: the hand's letters (how many of each) and its Masters apart."""

    game: Game
    words: WordList
    position: Rows
    hand: str
    letters: Mapping[str, int]
    wild: int


@dataclass(frozen=True, slots=True)
class Target:
    """A word that can be built on, or none ("") for a new one. `pool` are its letters and the hand's
    together, `wild` the Masters of both. `loosely` finds it in a listed word, `strictly` as it lies."""

    place: int
    word: str
    own: Mapping[str, int]
    pool: Mapping[str, int]
    wild: int
    points: int
    loosely: re.Pattern[str]
    strictly: re.Pattern[str]


def row_plays(game: Game, words: WordList, position: Rows, hand: str) -> Iterator[list[RowPlay]]:
    """Every legal play of `hand`, those that leave the fewest cards first; each list in no order."""
    search = Search(game, words, position, hand, Counter(hand.replace(MASTER, "")), hand.count(MASTER))
    targets = [_target(search, _NEW, "")]
    targets += [_target(search, place, word) for place, word in enumerate(position.words) if word]
    for cards in range(len(hand), 0, -1):
        yield [play for target in targets for play in _grown(search, target, cards)]
    yield [play for target in targets if target.word for play in _exchanged(search, target)]


def built(position: Rows, play: RowPlay) -> tuple[Move, Rows]:
    """The play as a move, and the table after it."""
    place, after = play[-2:]
    words = position.words
    if place == _NEW:
        return Lay(after), Rows((*words, after), position.exposed)
    before = words[place]
    kind = Exchange if len(before) == len(after) else Insert
    return kind(place, before, after), Rows((*words[:place], after, *words[place + 1 :]), position.exposed)


def _target(search: Search, place: int, word: str) -> Target:
    own = Counter(word.upper().replace(MASTER, ""))
    real = Counter(card for card in word if card.isupper())
    return Target(
        place,
        word,
        own,
        Counter(search.letters) + real,
        search.wild + len(word) - real.total(),
        search.game.pack.points(faces(word)),
        re.compile(".*".join(word.upper().replace(MASTER, "."))),
        re.compile(".*".join("[a-z]" if card == MASTER else card for card in word)),
    )


def _grown(search: Search, target: Target, cards: int) -> Iterator[RowPlay]:
    """Plays that add so many cards to the target, which keeps its own in their order (LEX-A, LEX-C)."""
    length = len(target.word) + cards
    if length < 2:
        return
    index = search.words.index(length)
    some = index.spelt(target.pool, target.wild, index.containing(target.own))
    text = f"{target.place + 1}:{target.word}<" if target.word else "+"
    for word in _counting(search, target.loosely, index, some):
        for masters in choices(tuple(enumerate(word)), target.pool, target.wild):
            after = spelt(word, masters)
            if target.strictly.search(after) and _sure(search, target, after):
                yield _play(search, target, text, after)


def _play(search: Search, target: Target, text: str, after: str) -> RowPlay:
    lying = faces(after)
    saved = search.game.pack.points(lying) - target.points
    spent = lying.count(MASTER) - (len(target.word) - sum(map(str.isupper, target.word)))
    return -saved, spent, insertions(search.words, after.upper()), text + after, target.place, after


def _counting(search: Search, pattern: re.Pattern[str], index: LengthIndex, some: int) -> Iterator[str]:
    """The words of a set that hold the target and count at this table (ALL-1)."""
    table, words = search.game.vocabulary, search.words
    for word in index.listed(some):
        counts = refused(word, words, table) is None and not barred_plural(word, words, table)
        if counts and pattern.search(word):
            yield word


def _exchanged(search: Search, target: Target) -> Iterator[RowPlay]:
    """Plays that change cards of the target place for place (LEX-D)."""
    index = search.words.index(len(target.word))
    text = f"{target.place + 1}:{target.word}="
    anything = re.compile("")
    for word in _counting(search, anything, index, _alike(search, target.word, index)):
        for after in _replaced(search, target.word, word):
            if _sure(search, target, after):
                yield _play(search, target, text, after)


def _alike(search: Search, was: str, index: LengthIndex) -> int:
    """Words that differ from `was` only in letters of the hand, each taken for one that is never used up, and
    in as many others as the hand has Masters."""
    if not index.words:
        return 0
    lacking = [index.everything, *[0] * search.wild]
    for place, card in enumerate(was):
        if card != MASTER:
            has = index.at(place, {*search.letters, card.upper()})
            lacking = [(some & has) | (lacking[n - 1] & ~has if n else 0) for n, some in enumerate(lacking)]
    found = 0
    for some in lacking:
        found |= some
    return found


def _replaced(search: Search, was: str, word: str) -> Iterator[str]:
    """Every way `word` can come to lie where `was` lies, at least one card of it new."""
    pairs = list(enumerate(zip(was, word, strict=True)))
    must = [
        (place, letter) for place, (card, letter) in pairs if card not in (MASTER, letter, letter.lower())
    ]
    same = sum(1 << place for place, (card, letter) in pairs if card == letter)
    stays = [place for place, (card, letter) in pairs if card in (MASTER, letter.lower())]
    for won in _subsets(stays):  # a Master of the table can be had for the letter it stands for
        real = sum(1 << place for place in stays) - sum(1 << place for place in won)
        wanted = [*must, *((place, word[place]) for place in won)]
        for masters in choices(wanted, search.letters, search.wild, same):
            if (wanted or masters) and not any(masters >> place & 1 for place in won):
                yield spelt(word, masters | real)


def _subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not places:
        yield ()
        return
    for rest in _subsets(places[1:]):
        yield rest
        yield (places[0], *rest)


def _sure(search: Search, target: Target, after: str) -> bool:
    """Letters alone settle a play, but where an unnamed Master lies the ruling is asked."""
    if MASTER not in target.word:
        return True
    position = search.position
    words = (*position.words[: target.place], after, *position.words[target.place + 1 :])
    left = Rows(words, position.exposed)
    ruling = adjudicate_rows(search.game, search.words, position, left, search.hand, 1)
    return isinstance(ruling, Legal)
