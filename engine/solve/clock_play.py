"""Find the order of play for the words of a clock, after the words are chosen.

Only every third card of the pack may be played. The cards played are gone, so in the next pass of the pack
every third card is another card (CLK-1 to CLK-3).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.moves import TURNED_SOURCE, RecycleStock, Shift, SingleMove, TurnUp, face
from engine.position import FACE_DOWN
from engine.rules.circle import CARDS_TURNED_AT_ONCE
from engine.rules.patience import CLOCK_WORD_LETTERS
from engine.words.graph import StepCounter, no_limit


@dataclass(frozen=True, slots=True)
class ClockMoment:
    """A position in a play of Clock Patience, with the moves that led to it."""

    laid: tuple[int, ...]
    """For each word to be laid, the number of its letters that are in place."""
    loose: tuple[str, ...]
    """The lone card of each place that waits to be moved to another word; "" for none."""
    pack: str
    """The cards of the pack in the order in which they are turned up."""
    place: int = 0
    """The number of cards of the pack that are turned up now."""
    idle: bool = True
    """True if no card was played since the pack was turned over."""
    moves: tuple[SingleMove, ...] = ()
    """The moves that led from the position `before` to this position."""
    before: "ClockMoment | None" = None

    @property
    def placed(self) -> int:
        """The number of letters in their final places."""
        return sum(self.laid)


@dataclass(frozen=True, slots=True)
class WaitingRules:
    """The rules of Clock Patience for cards that wait in an empty place of the circle until they are moved to
    a word."""

    letters: str
    """The letters of the cards that may wait."""
    centre: int
    """The index of the centre, where no card may wait."""


@dataclass(frozen=True, slots=True)
class FurthestPlay:
    """The result of `search_furthest`, a search for a play of Clock Patience: the last position of the best
    play found."""

    end: ClockMoment
    exhausted: bool
    """True if the search left out no play, so that its end is the best possible."""


def search_furthest(
    start: ClockMoment,
    targets: Sequence[str],
    width: int,
    count_step: StepCounter = no_limit,
    waiting: WaitingRules | None = None,
) -> FurthestPlay:
    """Search for a play of Clock Patience that lays all words of `targets`. Return its end, or else the end
    of the play that laid the most letters.

    The search keeps the `width` best positions after each card. If `waiting` is None, a loose card is moved
    as soon as a begun word needs it. Otherwise a loose card may also be moved later or to another word, and a
    card may wait in an empty place.
    """
    thorough = waiting is not None
    moments = list(_after_loose_moves(start, targets, thorough=thorough))
    best, whole = moments[0], True
    while moments:
        best = max(best, moments[0], key=lambda at: at.placed)
        next_moments: dict[object, ClockMoment] = {}
        for at in moments:
            for after in _after(at, targets, waiting):
                count_step()
                if after.placed == CLOCK_WORD_LETTERS * len(targets):
                    return FurthestPlay(after, exhausted=True)
                next_moments.setdefault((after.laid, after.loose, after.pack, after.place, after.idle), after)
        moments = sorted(next_moments.values(), key=lambda at: (-at.placed, at.place))[:width]
        whole = whole and thorough and len(next_moments) <= width
    return FurthestPlay(best, whole)


def earlier_moment(end: ClockMoment, most_placed: int) -> ClockMoment:
    """Return the last position before `end`, in the same play, with at most `most_placed` letters in place.
    Return the play's first position if every position has more."""
    at = end
    while at.placed > most_placed and at.before is not None:
        at = at.before
    return at


def moves_to(end: ClockMoment | None) -> tuple[SingleMove, ...]:
    """Return all moves from the first position to `end`."""
    moves: list[SingleMove] = []
    while end is not None:
        moves[:0] = end.moves
        end = end.before
    return tuple(moves)


def _after(at: ClockMoment, targets: Sequence[str], waiting: WaitingRules | None) -> Iterator[ClockMoment]:
    """Yield each position after the next third card was turned up: the card is laid in a place that needs it,
    put into an empty place to wait, or left in the pack."""
    over: tuple[SingleMove, ...] = ()
    origin = at
    if at.place >= len(at.pack):
        if at.idle:
            return
        at, over = replace(at, place=0, idle=True), (RecycleStock(),)
    third = min(at.place + CARDS_TURNED_AT_ONCE, len(at.pack)) - 1
    card, turned = at.pack[third], third + 1 - at.place
    began = (*over, TurnUp(FACE_DOWN * (turned - 1) + face(card)))
    rest = at.pack[:third] + at.pack[third + 1 :]
    for index in _places_wanting(at, targets, card):
        laid = _with(at.laid, index, at.laid[index] + 1)
        played = ClockMoment(
            laid, at.loose, rest, third, False, (*began, Shift(card, TURNED_SOURCE, index)), origin
        )
        yield from _after_loose_moves(played, targets, thorough=waiting is not None)
    if waiting and card.upper() in waiting.letters:
        for index in _vacant(at, waiting.centre):
            loose = _with(at.loose, index, card)
            shift = Shift(card, TURNED_SOURCE, index)
            yield ClockMoment(at.laid, loose, rest, third, False, (*began, shift), origin)
    yield replace(at, place=third + 1, moves=began, before=origin)


def _vacant(at: ClockMoment, centre: int) -> Iterator[int]:
    vacant = (index for index, done in enumerate(at.laid) if not done and not at.loose[index])
    return (index for index in vacant if index != centre)


def _places_wanting(at: ClockMoment, targets: Sequence[str], card: str) -> Iterator[int]:
    """Yield the places whose next letter is `card`. Of several places with equal words and equally many
    letters laid, yield only the first."""
    seen = set()
    for index, target in enumerate(targets):
        done = at.laid[index]
        if done == len(target) or at.loose[index] or target[done] != card.upper():
            continue
        if (target, done) not in seen:
            seen.add((target, done))
            yield index


def _after_loose_moves(at: ClockMoment, targets: Sequence[str], *, thorough: bool) -> Iterator[ClockMoment]:
    """Yield the positions after loose cards of `at` were moved to begun words that need them (CLK-1). A loose
    card is a lone card that waits to be moved. Such a move uses no card of the pack, and makes room.

    If `thorough`, yield a position for every choice of loose cards to move, also for none. Otherwise yield
    only the position after all possible moves.
    """
    if not thorough:
        while (moved := next(_after_one_loose_move(at, targets), None)) is not None:
            at = moved
        yield at
        return
    moments = {(at.laid, at.loose): at}
    edge = [at]
    for moment in edge:
        for moved in _after_one_loose_move(moment, targets):
            if (moved.laid, moved.loose) not in moments:
                moments[moved.laid, moved.loose] = moved
                edge.append(moved)
    yield from edge


def _after_one_loose_move(at: ClockMoment, targets: Sequence[str]) -> Iterator[ClockMoment]:
    """Yield each position after one loose card was moved to a begun word that needs it."""
    for index, card in enumerate(at.loose):
        for other, target in enumerate(targets) if card else ():
            done = at.laid[other]
            waits = other != index and not at.loose[other] and 0 < done < len(target)
            if waits and target[done] == card.upper():
                loose, laid = _with(at.loose, index, ""), _with(at.laid, other, done + 1)
                moves = (*at.moves, Shift(card, index, other))
                yield replace(at, laid=laid, loose=loose, moves=moves, idle=False)


T = TypeVar("T")


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
