"""Rule on a turn of Lexicon Clock Patience: four-letter words around a clock, read inwards (CLK)."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import MASTER
from engine.game import Game
from engine.moves import TURNED_SOURCE, CombinedMove, Move, Pass, Shift, SingleMove, faces
from engine.position import FACE_DOWN, Piles
from engine.rules.masters import readings
from engine.rules.patience import CLOCK_WORD_LETTERS, PatienceTurn, patience_outcome
from engine.rules.pile_changes import PileChange, pile_changes
from engine.rules.piles import pile_numbers, unexplained_move
from engine.rules.stock_changes import StockChange, stock_changes
from engine.rules.vocabulary import words_that_count
from engine.ruling import Breach, Illegal, Legal, Ruling, TooManyLetters
from engine.ruling.piles import (
    CentreMoved,
    HasSecondLetter,
    MovedToSpace,
    NoBeginning,
    NotRunThrough,
    NotTurnedUp,
    PilesDisturbed,
    TurnedTooMany,
)

CARDS_TURNED_AT_ONCE = 3
"""The number of cards that are turned up at a time in Clock Patience. Only the last of them may be
played."""


@dataclass(frozen=True, slots=True)
class _CircleTurn:
    """A possible turn of Clock Patience: the cards added to words, and the change of the turned-up
    cards."""

    turn: PatienceTurn
    changes: tuple[PileChange, ...]
    stock_change: StockChange
    shifts: tuple[Shift, ...]


def adjudicate_circle(turn: PatienceTurn) -> Ruling:
    """Rule on a turn of Clock Patience: the cards that were added to words, moved or turned up."""
    changes = tuple(_changes(turn.before, turn.after))
    shifts = tuple(_shifts(changes))
    options = [
        _CircleTurn(turn, changes, stock_change, shifts)
        for stock_change in stock_changes(turn.before, turn.after)
    ]
    rulings = [_ruled(circle_turn) for circle_turn in options]
    return next((ruling for ruling in rulings if isinstance(ruling, Legal)), rulings[0])


def centre_place(game: Game) -> int:
    """Return the number of the centre, which is the last place. The card in the centre is never moved
    (CLK-1)."""
    return game.deal.places - 1


def starts_word(letters: str, turn: PatienceTurn) -> bool:
    """Return True if `letters` are the beginning, or the whole, of a four-letter word that counts. A named
    Master is its letter, and an unnamed one may be any letter."""
    pattern = letters.upper() + MASTER * (CLOCK_WORD_LETTERS - len(letters))
    return any(words_that_count(pattern, turn.words, turn.game.vocabulary))


def _changes(before: Piles, after: Piles) -> Iterator[PileChange]:
    """Yield the changes of the piles of Clock Patience. If another card replaced a lone card, yield two
    changes: one card taken, and one added."""
    for change in pile_changes(before, after):
        was, now = before.piles[change.index], after.piles[change.index]
        if len(was) == len(now) == 1:
            yield PileChange(change.index, "taken", was)
            yield PileChange(change.index, "added", now)
        else:
            yield change


def _shifts(changes: tuple[PileChange, ...]) -> Iterator[Shift]:
    """Yield one shift for each card that was added to a word. Its source is another word if that word lost
    an equal card, otherwise the turned-up cards."""
    lost = [c for c in changes if c.kind in ("taken", "covered") and len(c.cards) == 1]
    for change in changes:
        if change.kind != "added":
            continue
        for card in change.cards:
            given = next((c for c in lost if faces(c.cards) == faces(card) and c.index != change.index), None)
            if given:
                lost.remove(given)
            yield Shift(card, given.index if given else TURNED_SOURCE, change.index)


def _ruled(circle_turn: _CircleTurn) -> Ruling:
    moves: tuple[SingleMove, ...] = (*circle_turn.stock_change.moves, *circle_turn.shifts)
    breaches = tuple(_breaches(circle_turn))
    if any(isinstance(breach, PilesDisturbed) for breach in breaches):
        return Illegal(
            unexplained_move(circle_turn.turn, circle_turn.changes) if circle_turn.changes else Pass(),
            breaches,
        )
    move: Move = CombinedMove(moves) if len(moves) > 1 else moves[0] if moves else Pass()
    if breaches:
        return Illegal(move, breaches)
    return Legal(
        move,
        _namings(circle_turn.turn),
        patience_outcome(circle_turn.turn.game, circle_turn.turn.after) is not None,
    )


def _namings(turn: PatienceTurn) -> tuple[Piles, ...]:
    """Return the tables that the turn may have led to, one for each way to name the Masters of the complete
    words. Return none if all these Masters are named already."""
    positions = [turn.after]
    for index, word in enumerate(turn.after.piles):
        if len(word) == CLOCK_WORD_LETTERS and MASTER in word:
            names = readings(word, turn.words, turn.game.vocabulary)
            positions = [_with_word(at, index, name) for at in positions for name in names]
    return tuple(positions) if positions != [turn.after] else ()


def _with_word(position: Piles, index: int, word: str) -> Piles:
    return Piles(
        (*position.piles[:index], word, *position.piles[index + 1 :]),
        position.turned,
        position.stock,
        position.masters,
    )


def _breaches(circle_turn: _CircleTurn) -> Iterator[Breach]:
    yield from _check_letters_lying(circle_turn)
    for index in dict.fromkeys(shift.target for shift in circle_turn.shifts):
        word = circle_turn.turn.after.piles[index]
        if len(word) > CLOCK_WORD_LETTERS:
            yield TooManyLetters(word, CLOCK_WORD_LETTERS, "CLK-3")
        elif not starts_word(word, circle_turn.turn):
            yield NoBeginning(word)
    for shift in circle_turn.shifts:
        yield from _check_shift(circle_turn, shift)
    yield from _check_number_played(circle_turn)
    yield from _check_pack(circle_turn)


def _check_letters_lying(circle_turn: _CircleTurn) -> Iterator[Breach]:
    """Yield a breach if a letter placed around the clock was changed or taken (CLK-2). A card may leave its
    word only to go to another word."""
    moved = {shift.source for shift in circle_turn.shifts}
    strange = [c for c in circle_turn.changes if c.kind != "added" and c.index not in moved]
    if strange:
        yield PilesDisturbed(pile_numbers(strange), "CLK-2")
    for change in strange:
        word = circle_turn.turn.before.piles[change.index]
        if change.kind == "taken" and len(word) > 1:
            yield HasSecondLetter(faces(change.cards[0]), word)
    placed = any(shift.source == TURNED_SOURCE for shift in circle_turn.shifts)
    if circle_turn.stock_change.unexplained or (circle_turn.stock_change.taken and not placed):
        yield PilesDisturbed(("cards turned up",), "CLK-3")


def _check_shift(circle_turn: _CircleTurn, shift: Shift) -> Iterator[Breach]:
    before = circle_turn.turn.before.piles
    if shift.source == TURNED_SOURCE:
        yield from _check_top_card_played(circle_turn, shift)
    elif len(before[shift.source]) > 1:
        yield HasSecondLetter(faces(shift.card), before[shift.source])
    elif shift.source == centre_place(circle_turn.turn.game):
        yield CentreMoved(faces(shift.card))
    elif not before[shift.target]:
        yield MovedToSpace(faces(shift.card))


def _check_top_card_played(circle_turn: _CircleTurn, shift: Shift) -> Iterator[Breach]:
    """Yield a breach if a card was played from the turned-up cards and was not the top one, which is the
    third of each three turned up. If the top card is unknown, any card may have been it."""
    top = circle_turn.turn.before.exposed
    if top is None or circle_turn.stock_change.turned_up:
        return
    if not top or (top != FACE_DOWN and top != faces(shift.card)):
        yield NotTurnedUp(faces(shift.card))


def _check_number_played(circle_turn: _CircleTurn) -> Iterator[Breach]:
    """Yield a breach if more turned-up cards were played than allowed. One of them may be the top card before
    the turn. One more is allowed for each three cards that were turned up in the turn."""
    played = [shift.card for shift in circle_turn.shifts if shift.source == TURNED_SOURCE]
    top = circle_turn.turn.before.exposed
    if top and len(played) > 1 + -(-circle_turn.stock_change.turned_up // CARDS_TURNED_AT_ONCE):
        yield NotTurnedUp(faces(played[-1]))


def _check_pack(circle_turn: _CircleTurn) -> Iterator[Breach]:
    """Yield a breach if cards were not turned up by threes, and one if the pack was turned over although it
    still had cards to turn up (CLK-3)."""
    up, left = circle_turn.stock_change.turned_up, circle_turn.turn.after.stock
    counted = circle_turn.turn.before.stock is not None and left is not None
    if counted and up % CARDS_TURNED_AT_ONCE and left:
        yield TurnedTooMany(up, CARDS_TURNED_AT_ONCE, "CLK-3")
    if circle_turn.stock_change.restocked and circle_turn.turn.before.stock:
        yield NotRunThrough(circle_turn.turn.before.stock)
