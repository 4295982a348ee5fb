"""Find every play of a patience: words from its piles, and cards moved into spaces, under columns and
around the clock.

Turning up a card is not a play. If only the turned-up card can be laid, every way to lay it is tried and
ruled on, and illegal results are left out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import log
from operator import itemgetter
from typing import Final

from engine.adjudication import adjudicate
from engine.best.masters import choices, with_masters
from engine.best.play_rank import at_most
from engine.best.spelling import Anagrams, anagrams_of, spelt_from
from engine.cards import LETTERS, MASTER
from engine.game import Game, Vocabulary
from engine.moves import ASIDE_SOURCE, TURNED_SOURCE, Move, Shift, Spell
from engine.notation import format_move
from engine.position import FACE_DOWN, Piles
from engine.rules.columns import listed_words, unfinished_words
from engine.rules.gathering import spell, spellings
from engine.rules.patience import CLOCK_WORD_LETTERS
from engine.rules.tableau import VOWELS, movable_vowels
from engine.rules.vocabulary import words_that_count
from engine.ruling import Legal
from engine.solve.word_tables import WHOLE_LIST_CARDS, counting_words, hardness, listing, spellable
from engine.words import WordList
from engine.words.graph import words_with_wild_letters

_LAST_WORD_CARDS: Final = (2, 3)
"""The numbers of cards left on the table from which the last word of Lexicon Solitaire 1 may be made,
though it is shorter than usual (S1-4)."""

PilePlay = tuple[Move, Piles]


def pile_plays(
    game: Game, words: WordList, position: Piles, max_words: int | None = None
) -> Iterator[PilePlay]:
    """Yield every legal play, best first, each with the table after it.

    Words come first: those of the most cards, then those with the hardest letters, then those that use the
    fewest Masters. Vowels moved into spaces follow. Plays that lay the turned-up card are ordered by the
    number of continuations that they leave, the most first, and plays that leave this card lying come last.
    Raise TooManyPlays if more than `max_words` words are found.
    """
    match game.layout:
        case "piles":
            yield from _by_letters(game, words, at_most(_from_piles(game, words, position), max_words))
        case "tableau":
            yield from _by_letters(game, words, at_most(_from_tops(game, words, position), max_words))
            yield from _into_spaces(position)
        case "circle":
            begun = _beginnings(words, game.vocabulary)
            around = (
                at
                for at in _around_clock(position)
                if all(map(begun.__contains__, _changed_words(position, at)))
            )
            yield from _by_continuations(game, words, position, around)
        case "columns":
            yield from _by_continuations(game, words, position, _under_columns(position))
        case "rows" | "grid" | "track":
            raise ValueError(f"{game.title} is no patience")


def has_word_left(game: Game, words: WordList, position: Piles) -> bool:
    """Return True if any word can be made of the fanned piles. If not, the game is lost (S1-5). This is
    quicker than finding every play."""
    tops = tuple(pile[::-1] for pile in position.piles)
    cards = "".join(tops)
    if len(cards) in _LAST_WORD_CARDS and any(spellings(cards, words, game.vocabulary)):
        return True
    some = filter(None, spellable(cards, counting_words(words, game)))
    return any(next(spelt_from(Anagrams((word,)), tops), None) is not None for word in some)


def cards_used(move: Move) -> int:
    """Return the number of the patience's cards that a play uses. Masters kept beside the piles are not
    counted."""
    return sum(source != ASIDE_SOURCE for source in move.sources) if isinstance(move, Spell) else 1


def _by_letters(game: Game, words: WordList, some_plays: Iterable[PilePlay]) -> list[PilePlay]:
    hard = _hardness(game, words)

    def rank(play: PilePlay) -> tuple[object, ...]:
        move = play[0]
        assert isinstance(move, Spell)
        worth = round(sum(hard[card] for card in move.word if card.isupper()), 6)
        return -cards_used(move), -worth, move.sources.count(ASIDE_SOURCE), format_move(move)

    return sorted(some_plays, key=rank)


def _hardness(game: Game, words: WordList) -> Mapping[str, float]:
    return hardness(counting_words(words, game))


def _from_piles(game: Game, words: WordList, position: Piles) -> Iterator[PilePlay]:
    """Yield the plays of words from the tops of fanned piles, in any order of their letters (S1-2, S1-3)."""
    tops = tuple(pile[::-1] for pile in position.piles)
    cards = "".join(tops)
    if len(cards) in _LAST_WORD_CARDS:
        for word in spellings(cards, words, game.vocabulary):
            yield spell(word, dict(enumerate(position.piles))), _without(position, list(map(len, tops)))
    listed = counting_words(words, game)
    if len(cards) <= WHOLE_LIST_CARDS:  # otherwise the anagrams of the whole list serve the next table too
        listed = tuple(filter(None, spellable(cards, listed)))
    for word, heights in spelt_from(anagrams_of(listed), tops):
        taken = {i: pile[len(pile) - n :] for i, (pile, n) in enumerate(_heights(position, heights)) if n}
        yield spell(word, taken), _without(position, heights)


def _heights(position: Piles, heights: Iterable[int]) -> Iterable[tuple[str, int]]:
    return zip(position.piles, heights, strict=True)


def _without(position: Piles, heights: Iterable[int]) -> Piles:
    return replace(position, piles=tuple(pile[: len(pile) - n] for pile, n in _heights(position, heights)))


def _from_tops(game: Game, words: WordList, position: Piles) -> Iterator[PilePlay]:
    """Yield the plays of words from the exposed cards and the Masters (S2)."""
    tops: dict[str, list[int]] = {}
    for index, pile in enumerate(position.piles):
        if pile and pile[-1] != FACE_DOWN:
            tops.setdefault(pile[-1], []).append(index)
    if position.turned and position.turned[-1] != FACE_DOWN:
        tops.setdefault(position.turned[-1], []).append(TURNED_SOURCE)
    cards, wild = "".join(card * len(where) for card, where in tops.items()), position.masters
    listed = listing(words, game, cards, lambda: False, wild).graph
    letters = {card: len(where) for card, where in tops.items()}
    for word in {one.upper() for one in words_with_wild_letters(listed, letters, wild, len(cards) + wild)}:
        for masters in choices(tuple(enumerate(word)), letters, wild):
            text = with_masters(word, masters)
            for sources in _sources(text, tops):
                yield Spell(text, sources), _gathered(position, sources)


def _sources(word: str, tops: Mapping[str, list[int]]) -> Iterator[tuple[int, ...]]:
    """Yield every way to take the cards of `word` from the tops of piles: the index of a pile for each
    letter, or `ASIDE_SOURCE` for a Master, which is a lower-case letter."""
    for chosen in product(*(tops[card] if card.isupper() else (ASIDE_SOURCE,) for card in word)):
        cards = [source for source in chosen if source != ASIDE_SOURCE]
        if len(set(cards)) == len(cards):
            yield chosen


def _gathered(position: Piles, sources: tuple[int, ...]) -> Piles:
    piles = tuple(pile[:-1] if i in sources else pile for i, pile in enumerate(position.piles))
    turned = (position.turned or "")[:-1] if TURNED_SOURCE in sources else position.turned
    return replace(
        position, piles=piles, turned=turned, masters=position.masters - sources.count(ASIDE_SOURCE)
    )


def _into_spaces(position: Piles) -> Iterator[PilePlay]:
    """Yield the plays that move a vowel from the piles into a space (S2-1). If no pile shows a vowel, the
    top card of the nest, the face-down stock, is moved instead (S2-2)."""
    spaces = [index for index, pile in enumerate(position.piles) if not pile]
    if not spaces:
        return
    for index, pile in enumerate(position.piles):
        if len(pile) > 1 and pile[-1] in VOWELS:
            for space in spaces:
                yield Shift(pile[-1], index, space), _shifted(position, index, space, pile[-1])
    if position.turned and not movable_vowels(position.piles):
        for space in spaces:
            card = position.turned[-1]
            yield Shift(card, TURNED_SOURCE, space), _shifted(position, TURNED_SOURCE, space, card)


def _shifted(position: Piles, source: int, target: int, card: str) -> Piles:
    """Return the position with `card` moved to the pile `target`, from the pile `source` or from the
    turned-up cards."""
    piles = [pile[:-1] if i == source else pile for i, pile in enumerate(position.piles)]
    piles[target] += card
    turned = (position.turned or "")[:-1] if source == TURNED_SOURCE else position.turned
    return replace(position, piles=tuple(piles), turned=turned)


def _under_columns(position: Piles) -> Iterator[Piles]:
    """Yield the positions with the turned-up card laid under an open column, or face down at the end of an
    open column (WS-1, WS-2)."""
    for index, column in enumerate(position.piles):
        if position.exposed and not column.endswith(FACE_DOWN):
            yield _shifted(position, TURNED_SOURCE, index, position.exposed)
            yield _shifted(position, TURNED_SOURCE, index, FACE_DOWN)


def _around_clock(position: Piles) -> Iterator[Piles]:
    """Yield the positions of a clock after the turned-up card was laid on a word or into an empty place,
    after a lone card was moved, or after both (CLK, CLK-1)."""
    top = position.exposed or ""
    cards = LETTERS.lower() if top == MASTER else top
    for at in (position, *_moved(position)):
        if at is not position:
            yield at
        for card in cards:
            for index in range(len(at.piles)):
                yield _shifted(at, TURNED_SOURCE, index, card)


@lru_cache(maxsize=8)  # a table has one list
def _beginnings(words: WordList, vocabulary: Vocabulary) -> Mapping[str, int]:
    """Return, for each beginning of a word, the number of words that fit around the clock and begin with
    it."""
    return Counter(
        word[:n]
        for word in words_that_count(MASTER * CLOCK_WORD_LETTERS, words, vocabulary)
        for n in range(CLOCK_WORD_LETTERS + 1)
    )


def _changed_words(before: Piles, after: Piles) -> Iterator[str]:
    """Yield the words of `after` that changed, in upper case, each up to its first unnamed Master."""
    for was, now in zip(before.piles, after.piles, strict=True):
        if was != now:
            yield now.upper().partition(MASTER)[0]


def _moved(position: Piles) -> Iterator[Piles]:
    for index, word in enumerate(position.piles):
        for other in range(len(position.piles)):
            if len(word) == 1 and other != index:
                yield _shifted(position, index, other, word)


def _by_continuations(
    game: Game, words: WordList, position: Piles, tried: Iterable[Piles]
) -> Iterator[PilePlay]:
    """Yield the legal plays that lead to positions of `tried`. The plays that lay the turned-up card come
    first, ordered by the number of continuations that the changed piles gain, the most first. The plays that
    leave this card lying come last."""
    ranked_plays = []
    for after in tried:
        ruling = adjudicate(game, words, position, after)
        if isinstance(ruling, Legal):
            changed = [pile for pile in zip(position.piles, after.piles, strict=True) if pile[0] != pile[1]]
            gain = sum(
                _log_continuations(game, words, now) - _log_continuations(game, words, was)
                for was, now in changed
            )
            same_turned = after.turned == position.turned
            ranked_plays.append((same_turned, -round(gain, 6), format_move(ruling.move), ruling.move, after))
    for *_, move, after in sorted(ranked_plays, key=itemgetter(0, 1, 2)):
        yield move, after


def _log_continuations(game: Game, words: WordList, pile: str) -> float:
    """Return the logarithm of 1 plus the number of ways to continue a pile. For a word around the clock
    these are the words that begin with it. For a column they are the letters that may be laid under it."""
    if pile.endswith(FACE_DOWN):
        return 0.0
    if game.layout == "circle":
        known = pile.upper().partition(MASTER)[0]
        return log(1 + _beginnings(words, game.vocabulary).get(known, 0))
    listed = listed_words(words, game.vocabulary)
    return log(1 + sum(bool(unfinished_words(pile + letter, listed)) for letter in LETTERS))
