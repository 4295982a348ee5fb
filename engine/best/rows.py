"""Finding every legal play of Lexicon: words to lay, insertions, exchanges.

First the words that can be made are found, as sets: which of them hold the word that lies there in its order,
get the rest of their letters from the hand, and count. That is exact, and takes some milliseconds for all of
them. Then each is made in every way: which of its cards are Masters. They are found by how many cards they
cost, so that the plays that get rid of the most are known first.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal

from engine.best.lawful import bare_plurals, lawful
from engine.best.masters import choices, spelt
from engine.cards import MASTER
from engine.game import Game
from engine.moves import Exchange, Insert, Lay, Move, faces
from engine.position import Rows
from engine.rules.rows import adjudicate_rows
from engine.ruling import Legal
from engine.words import WordList
from engine.words.growth import insertions
from engine.words.pattern import LengthIndex

RowPlay = tuple[int, int, int, str, int, str, int]
"""A play found. What ranks it, least first: points it leaves more than are held now, Masters it spends, how
many ways it leaves to build on, its notation; then the index of its word, -1 for a new one, the word it
leaves, and how many cards leave the hand."""

Kind = Literal["lay", "insert", "exchange"]

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
    """A word that can be built on, or none ("") for a new one. `named` are its letters and the hand's
    together, those its Masters stand for among them; `pool` its letter cards and the hand's, `wild` the
    Masters of both. `masters` are its own, `unnamed` whether one of them has no name yet. `kept` finds it in
    a word as its cards lie."""

    place: int
    word: str
    named: Mapping[str, int]
    pool: Mapping[str, int]
    wild: int
    points: int
    masters: int
    unnamed: bool
    kept: re.Pattern[str]


def made(game: Game, words: WordList, position: Rows, hand: str) -> Iterator[tuple[int, str]]:
    """Every word (upper case) that `hand` can make, with the index of the word it is made of, -1 for a new
    one; by how many cards that costs, most first. Where an unnamed Master lies the full ruling is not
    asked."""
    search, targets = _prepared(game, words, position, hand)
    for cards in range(len(hand), 0, -1):
        for target in targets:
            index = words.index(len(target.word) + cards)
            for word in index.listed(_holding(search, target, index)):
                yield target.place, word
    for target in targets:
        index = words.index(len(target.word))
        for word in index.listed(_alike(search, target, index)):
            yield target.place, word


def row_plays(game: Game, words: WordList, position: Rows, hand: str) -> Iterator[list[RowPlay]]:
    """Every legal play of `hand`, those that leave the fewest cards first; each list in no order."""
    search, targets = _prepared(game, words, position, hand)
    for cards in range(len(hand), 0, -1):
        yield [play for target in targets for play in _grown(search, target, cards)]
    yield [play for target in targets if target.word for play in _exchanged(search, target)]


def built(position: Rows, play: RowPlay) -> tuple[Move, Kind, Rows]:
    """The play as a move, what it is called, and the table after it."""
    place, after = play[4:6]
    words = position.words
    if place == _NEW:
        return Lay(after), "lay", Rows((*words, after), position.exposed)
    before = words[place]
    left = Rows((*words[:place], after, *words[place + 1 :]), position.exposed)
    if len(before) == len(after):
        return Exchange(place, before, after), "exchange", left
    return Insert(place, before, after), "insert", left


def _prepared(game: Game, words: WordList, position: Rows, hand: str) -> tuple[Search, list[Target]]:
    search = Search(game, words, position, hand, Counter(hand.replace(MASTER, "")), hand.count(MASTER))
    lying = [(place, word) for place, word in enumerate(position.words) if word]
    return search, [_target(search, place, word) for place, word in ((_NEW, ""), *lying)]


def _target(search: Search, place: int, word: str) -> Target:
    named = Counter(word.upper().replace(MASTER, ""))
    real = Counter(card for card in word if card.isupper())
    masters = len(word) - real.total()
    return Target(
        place,
        word,
        Counter(search.letters) + named,
        Counter(search.letters) + real,
        search.wild + masters,
        search.game.pack.points(faces(word)),
        masters,
        MASTER in word,
        re.compile(".*".join("[a-z]" if card == MASTER else card for card in word)),
    )


def _counting(search: Search, length: int) -> int:
    """The words of a length that count at this table (ALL-1)."""
    table = search.game.vocabulary
    return lawful(search.words, table, length) & ~bare_plurals(search.words, table, length)


def _holding(search: Search, target: Target, index: LengthIndex) -> int:
    """The words longer than the target that hold it in its order and whose other letters the hand has (LEX-A,
    LEX-C)."""
    length = len(index.words[0]) if index.words else 0
    if length < 2:
        return 0
    wild = search.wild + target.word.count(MASTER)
    some = index.embedding(target.word.upper()) & _counting(search, length)
    return index.spelt(target.named, wild, some) if some else 0


def _grown(search: Search, target: Target, cards: int) -> Iterator[RowPlay]:
    """Plays that add so many cards to the target, which keeps its own in their order (LEX-A, LEX-C)."""
    index = search.words.index(len(target.word) + cards)
    text = f"{target.place + 1}:{target.word}<" if target.word else "+"
    figures = search.game.pack.figures
    for word in index.listed(_holding(search, target, index)):
        saved = sum(map(figures.__getitem__, word)) - target.points
        ways = insertions(search.words, word)
        for masters in choices(tuple(enumerate(word)), target.pool, target.wild):
            if not (masters or target.masters):
                yield -saved, 0, ways, text + word, target.place, word, cards
                continue
            after = spelt(word, masters)
            if (not target.word or target.kept.search(after)) and _sure(search, target, after):
                yield _ranked(search, target, word, masters, (saved, ways, text, after, cards))


def _ranked(
    search: Search, target: Target, word: str, masters: int, told: tuple[int, int, str, str, int]
) -> RowPlay:
    """A play with Masters at some places of its word, from what is told of the word spelt without."""
    saved, ways, text, after, cards = told
    figures = search.game.pack.figures
    for place, letter in enumerate(word):
        if masters >> place & 1:
            saved += figures[MASTER] - figures[letter]
    return -saved, masters.bit_count() - target.masters, ways, text + after, target.place, after, cards


def _exchanged(search: Search, target: Target) -> Iterator[RowPlay]:
    """Plays that change cards of the target place for place (LEX-D)."""
    index = search.words.index(len(target.word))
    text = f"{target.place + 1}:{target.word}="
    figures = search.game.pack.figures
    for word in index.listed(_alike(search, target, index)):
        saved = sum(map(figures.__getitem__, word)) - target.points
        ways = insertions(search.words, word)
        for masters, cards in _replaced(search, target.word, word):
            after = spelt(word, masters)
            if _sure(search, target, after):
                yield _ranked(search, target, word, masters, (saved, ways, text, after, cards))


def _alike(search: Search, target: Target, index: LengthIndex) -> int:
    """Words that lie where the target lies once letters of the hand, and as many others as it has Masters,
    changed places with its own; the target itself if one of its cards can be changed for its like."""
    was = target.word
    if not index.words or not was:
        return 0
    some = index.changed(was.upper(), search.letters, search.wild, _counting(search, len(was)))
    if MASTER in was or was.upper() not in search.words or _like_for_like(search, was):
        return some
    return some & ~index.matching_set(was.upper())


def _like_for_like(search: Search, was: str) -> bool:
    """Whether a card of the word can be changed so that it reads the same: a Master for its letter, or
    back."""
    won = any(card.islower() and search.letters.get(card.upper(), 0) for card in was)
    return won or (search.wild > 0 and any(map(str.isupper, was)))


def _replaced(search: Search, was: str, word: str) -> Iterator[tuple[int, int]]:
    """Every way `word` can come to lie where `was` lies, at least one card of it new: the places of Masters
    as a set, and how many cards the hand gives."""
    must, same, stays = [], 0, []
    for place, (card, letter) in enumerate(zip(was, word, strict=True)):
        if card == letter:
            same |= 1 << place
        elif card in (MASTER, letter.lower()):
            stays.append(place)
        else:
            must.append((place, letter))
    for won in _subsets(stays):  # a Master of the table can be had for the letter it stands for
        real = sum(1 << place for place in stays) - sum(1 << place for place in won)
        wanted = [*must, *((place, word[place]) for place in won)] if won else must
        here = sum(1 << place for place in won)
        for masters in choices(wanted, search.letters, search.wild, same):
            if (wanted or masters) and not masters & here:
                yield masters | real, len(wanted) + (masters & same).bit_count()


def _subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not places:
        yield ()
        return
    for rest in _subsets(places[1:]):
        yield from chain((rest,), ((places[0], *rest),))


def _sure(search: Search, target: Target, after: str) -> bool:
    """Letters alone settle a play, but where an unnamed Master lies the ruling is asked."""
    if not target.unnamed:
        return True
    position = search.position
    words = (*position.words[: target.place], after, *position.words[target.place + 1 :])
    left = Rows(words, position.exposed)
    ruling = adjudicate_rows(search.game, search.words, position, left, search.hand, 1)
    return isinstance(ruling, Legal)
