"""Simulate cheating: plays that look honest but break a rule, as anyone can see from the table."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from engine.adjudication import adjudicate
from engine.best import Kind, Play
from engine.cards import MASTER
from engine.moves import Exchange, Insert, Lay, Move, Pass, played
from engine.position import Grid, Position, Rows
from engine.rules.grid_lines import cards_of, with_cards
from engine.rules.position_words import new_words
from engine.ruling import Illegal
from engine.shared.players.chance import Chance, in_random_order, random_choice
from engine.shared.players.intent import Intent
from engine.shared.players.thinking import Mind, cells_added, sensible_plays

_TRIES_PER_FAULT: Final = 20
"""The number of times that a cheating player tries each kind of fault. If none succeeds, the player plays
honestly."""

FaultMaker = Callable[[Chance], Position | None]
"""A function that tries to make a fault of one kind. It returns the position after the fault, or None if
the try fails."""


def cheating_play(mind: Mind, legal: Sequence[Play], rng: Chance) -> Intent | None:
    """Return a play of a simulated player that breaks a rule in a way that the cards on the table prove.
    Return None if no such play is found."""
    for make_fault in in_random_order(list(_possible_faults(mind, legal)), rng):
        for _ in range(_TRIES_PER_FAULT):
            faulty = make_fault(rng)
            intent = faulty and visible_fault(mind, faulty)
            if intent:
                return intent
    return None


def visible_fault(mind: Mind, faulty: Position) -> Intent | None:
    """Return the intent of a cheating player to make the position `faulty`. It must break a rule that the
    cards on the table prove, lay no offensive word and use only cards of the hand. Otherwise return None."""
    game, words, position = mind.game, mind.words, mind.position
    if any(words.is_offensive(word.upper()) for word in new_words(position, faulty)):
        return None
    ruling = adjudicate(game, words, position, faulty)
    if not isinstance(ruling, Illegal) or isinstance(ruling.move, Pass):
        return None
    if not isinstance(adjudicate(game, words, position, _as_seen(position, faulty)), Illegal):
        return None
    if Counter(played(ruling.move)) - Counter(mind.hand):
        return None
    return Intent(_kind_of(position, ruling.move), ruling.move, faulty, ruling.breaches)


def _as_seen(before: Position, after: Position) -> Position:
    """Return the position `after` as a camera sees it. A Master laid since `before` becomes `?`, because it
    shows no letter."""
    if not isinstance(before, Grid) or not isinstance(after, Grid):
        return after
    laid = cards_of(after)
    return with_cards(after, {cell: MASTER for cell in cells_added(before, after) if laid[cell].islower()})


def _possible_faults(mind: Mind, legal: Sequence[Play]) -> Iterator[FaultMaker]:
    """Yield the faults that a cheating player can try now, as functions that make a faulty position."""
    position, letters = mind.position, mind.hand.replace(MASTER, "")
    if not letters:
        return
    if isinstance(position, Grid):
        yield partial(_wrong_letter, position, letters, [play.result for play in legal])
    if not isinstance(position, Rows):
        return
    yield partial(_non_word, position, letters)
    if position.words:
        yield partial(_swapped_letters, position, letters)
    if len(position.words) > 1:
        yield partial(_two_words, position, _inserts(replace(mind, hand=letters)))


def _inserts(mind: Mind) -> list[Insert]:
    """Return the insertions that a simulated player could make and still have cards for another insertion."""
    thought = (play.move for play in sensible_plays(mind))
    return [move for move in thought if isinstance(move, Insert) and len(played(move)) < len(mind.hand)]


def _non_word(position: Rows, letters: str, rng: Chance) -> Rows | None:
    """Return the position after a fault: random cards are laid as a word, or added to the end of a word.
    Return None if the hand has too few cards."""
    cards = "".join(in_random_order(list(letters), rng))
    if position.words and rng.random() < 0.5:
        place = rng.randrange(len(position.words))
        return _with_word(position, place, position.words[place] + cards[: 1 + rng.randrange(2)])
    cards = cards[: 3 + rng.randrange(3)]
    return replace(position, words=(*position.words, cards)) if len(cards) > 2 else None


def _two_words(position: Rows, moves: Sequence[Insert], rng: Chance) -> Rows | None:
    """Return the position after a fault: two insertions into different words in one turn (LEX-C3). Return
    None if two insertions drawn at random are into the same word."""
    if len({move.index for move in moves}) < 2:
        return None
    first, second = random_choice(moves, rng), random_choice(moves, rng)
    if first.index == second.index:
        return None
    return _with_word(_with_word(position, first.index, first.after), second.index, second.after)


def _swapped_letters(position: Rows, letters: str, rng: Chance) -> Rows | None:
    """Return the position after a fault: a card is added to a word, and two neighbouring letters of the word
    have changed places (LEX-C1). Return None if the word drawn is too short."""
    index = rng.randrange(len(position.words))
    word = position.words[index]
    if len(word) < 3:
        return None
    place = rng.randrange(len(word) - 1)
    swapped = word[:place] + word[place : place + 2][::-1] + word[place + 2 :]
    return _with_word(position, index, swapped + random_choice(letters, rng))


def _wrong_letter(position: Grid, letters: str, results: Sequence[Position], rng: Chance) -> Grid | None:
    """Return a crossword after an honest play in which one new card is replaced by another card of the hand.
    Return None if there is no honest play."""
    result = random_choice(results, rng) if results else None
    if not isinstance(result, Grid):
        return None
    return with_cards(
        result, {random_choice(sorted(cells_added(position, result)), rng): random_choice(letters, rng)}
    )


def _kind_of(position: Position, move: Move) -> Kind:
    """Return the kind of play, such as "insert", that a cheating player's move looks like."""
    if isinstance(move, Exchange):
        return "exchange"
    if isinstance(position, Grid):
        return "extend" if cards_of(position) else "lay"
    return "lay" if isinstance(move, Lay) else "insert"


def _with_word(position: Rows, place: int, word: str) -> Rows:
    return replace(position, words=(*position.words[:place], word, *position.words[place + 1 :]))
