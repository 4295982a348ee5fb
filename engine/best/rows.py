"""Finding every legal play of Lexicon: words to lay, insertions, exchanges."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.cards import MASTER
from engine.game import Game
from engine.moves import Exchange, Insert, Lay, Move, face, same_card
from engine.position import Rows
from engine.rules.rows import adjudicate_rows
from engine.rules.vocabulary import barred_plural, refused
from engine.ruling import Legal
from engine.words import WordList
from engine.words.letterindex import LetterIndex, letter_index

Stock = Mapping[str, int]
"""How many of each face are left to play."""


def row_plays(game: Game, words: WordList, position: Rows, hand: str) -> Iterator[tuple[Move, Rows]]:
    """Every legal play of `hand`, each with the table after it, in no order worth keeping."""
    index = letter_index(words)
    stock = Counter(hand)
    for word in _lays(index, stock):
        if _counts(game, words, word):
            yield from ((Lay(laid), _laid(position, laid)) for laid in _filled("", word, stock))
    for place, before in enumerate(position.words):
        if before:
            yield from _changes_of(game, words, position, hand, place, before)


def _changes_of(
    game: Game, words: WordList, position: Rows, hand: str, place: int, before: str
) -> Iterator[tuple[Move, Rows]]:
    """Insertions into one word of the table, and exchanges with it."""
    index, stock = letter_index(words), Counter(hand)
    moves: set[Move] = set()
    for word in _longer(index, before, stock):
        moves |= {Insert(place, before, after) for after in _filled(before, word, stock)}
    for word in _alike(index, before, stock):
        moves |= {Exchange(place, before, after) for after in _exchanged(before, word, stock)}
    for move in moves:
        assert isinstance(move, Insert | Exchange)
        after = _changed(position, place, move.after)
        unsure = MASTER in before and not _legal(game, words, position, after, hand)
        if _counts(game, words, move.after.upper()) and not unsure:
            yield move, after


def _legal(game: Game, words: WordList, before: Rows, after: Rows, hand: str) -> bool:
    return isinstance(adjudicate_rows(game, words, before, after, hand, 1), Legal)


def _counts(game: Game, words: WordList, word: str) -> bool:
    table = game.vocabulary
    return refused(word, words, table) is None and not barred_plural(word, words, table)


def _lays(index: LetterIndex, stock: Stock) -> Iterator[str]:
    letters, wild = _letters(stock)
    return index.listed(index.spelt(letters, wild) & index.longer_than(1))


def _longer(index: LetterIndex, was: str, stock: Stock) -> Iterator[str]:
    """Listed words that hold those of `was` in order and get the rest from the hand."""
    letters, wild = _letters(stock)
    own = was.upper().replace(MASTER, "")
    some = index.spelt(letters + own, wild + was.count(MASTER)) & index.containing(own)
    named = was.upper()
    return (word for word in index.listed(some & index.longer_than(len(was))) if _embeds(named, word))


def _embeds(named: str, word: str) -> bool:
    """Whether `word` holds the letters of `named` in order, `?` being any letter."""
    rest = iter(word)
    return all(any(letter in (other, MASTER) for other in rest) for letter in named)


def _alike(index: LetterIndex, was: str, stock: Stock) -> Iterator[str]:
    """Listed words as long as `was` that its letters and the hand can spell."""
    letters, wild = _letters(stock)
    own = was.upper().replace(MASTER, "")
    return index.listed(index.spelt(letters + own, wild + was.count(MASTER)) & index.length.get(len(was), 0))


def _letters(stock: Stock) -> tuple[str, int]:
    letters = "".join(card * n for card, n in stock.items() if card != MASTER)
    return letters, stock.get(MASTER, 0)


def _filled(was: str, word: str, stock: Stock) -> frozenset[str]:
    """Every way `word` can come to lie with the cards of `was` in their order and the rest from the hand."""
    return frozenset(_fill(was, word, dict(stock)))


def _fill(was: str, word: str, stock: dict[str, int]) -> Iterator[str]:
    if len(was) > len(word):
        return
    if not word:
        yield ""
        return
    if was and _stands_for(was[0], word[0]):
        kept = was[0] if was[0] != MASTER else word[0].lower()
        yield from (kept + rest for rest in _fill(was[1:], word[1:], stock))
    for card in _givable(word[0], stock):
        yield from (card + rest for rest in _fill(was, word[1:], _without(stock, card)))


def _exchanged(was: str, word: str, stock: Stock) -> frozenset[str]:
    """Every way `word` can come to lie when cards of `was` are replaced place for place, at least one."""
    found = frozenset(_replace(was, word, dict(stock)))
    return frozenset(after for after in found if any(map(_differs, was, after)))


def _replace(was: str, word: str, stock: dict[str, int]) -> Iterator[str]:
    if not word:
        yield ""
        return
    if _stands_for(was[0], word[0]):
        kept = was[0] if was[0] != MASTER else word[0].lower()
        yield from (kept + rest for rest in _replace(was[1:], word[1:], stock))
    for card in _givable(word[0], stock):
        if _differs(was[0], card):
            yield from (card + rest for rest in _replace(was[1:], word[1:], _without(stock, card)))


def _differs(before: str, after: str) -> bool:
    return not same_card(before, after)


def _stands_for(card: str, letter: str) -> bool:
    return card in (MASTER, letter, letter.lower())


def _givable(letter: str, stock: Stock) -> tuple[str, ...]:
    """The letter card, the Master named so, or both, as far as the hand has them."""
    real = (letter,) if stock.get(letter, 0) else ()
    return (*real, letter.lower()) if stock.get(MASTER, 0) else real


def _without(stock: dict[str, int], card: str) -> dict[str, int]:
    return {**stock, face(card): stock[face(card)] - 1}


def _laid(position: Rows, word: str) -> Rows:
    return replace(position, words=(*position.words, word))


def _changed(position: Rows, place: int, word: str) -> Rows:
    words = (*position.words[:place], word, *position.words[place + 1 :])
    return replace(position, words=words)
