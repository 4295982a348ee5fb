"""Show a play as people make it: one card at a time, with pauses. The play is a *motion*, a sequence of
motion steps.

In a *visit* an arm comes in, changes one thing and leaves. Between visits the table is still, so that the
camera may see an unfinished turn.
"""

from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from typing import Final

from device.virtual.tabletop.free_places import is_on_table, oblong_around
from device.virtual.tabletop.state import Dice, Tabletop, Wobble, put
from engine.observation import Point
from engine.shared.scene import Arm, LyingCard

ARM_START_MM: Final = 160.0
"""Distance in mm beyond the table's edge from which an arm comes."""


CAREFUL_WOBBLE: Final = Wobble()


class NoRoom(Exception):  # noqa: N818 - the table is full, nothing is wrong
    """Report a play that does not fit on the table. A sensible person makes another play."""


@dataclass(frozen=True, slots=True)
class MotionStep:
    """A span of time in which the table does not change."""

    seconds: float
    """The duration of the motion step."""
    top: Tabletop
    """The cards on the table during the motion step."""
    reach: tuple[Arm, Arm] | None = None
    """The place and direction of the arm at the beginning and at the end of the motion step; None without
    an arm."""
    carried: LyingCard | None = None
    """The card in the arm's fingers; None without one."""


@dataclass(frozen=True, slots=True)
class Manner:
    """The way in which a player handles cards."""

    dice: Dice
    seat: float = 0.0
    """The side from which the arm comes, in degrees clockwise from the picture's bottom."""
    facing: float = 0.0
    """The direction from which the laid words are read, in degrees clockwise from the picture's bottom."""
    wobble: Wobble = CAREFUL_WOBBLE
    """The random errors with which the player lays cards."""
    pause: tuple[float, float] = (0.5, 1.4)
    """The least and the greatest seconds between two cards that the player lays."""
    clumsy: float = 0.1
    """The probability that the player's arm moves another word a little when it comes in."""


@dataclass(slots=True)
class Handling:
    """A player's hands during a play: the cards on the table now, the manner of handling them, and the
    motion so far."""

    top: Tabletop
    manner: Manner
    motion: list[MotionStep] = field(default_factory=list)

    def visit(
        self, after: Tabletop, at: Point, *, bring: LyingCard | None = None, take: LyingCard | None = None
    ) -> None:
        """Move the arm in to `at`, change the table to `after` beneath the arm, and move the arm out."""
        after = self._pushed(after)
        seat = self.manner.seat
        reached = Arm(*at, seat)
        away = _outside(at, seat, after)
        pause = self.manner.dice.uniform(*self.manner.pause)
        self.motion += [
            MotionStep(0.5, self.top, (away, reached), bring),
            MotionStep(0.25, after, (reached, reached)),
            MotionStep(0.4, after, (reached, away), take),
            MotionStep(pause, after),
        ]
        self.top = after

    def put(self, letter: str, at: Point, angle: float, *, face_up: bool = True) -> LyingCard:
        """Return a card laid at the point `at` (mm), turned by `angle` degrees, with the small errors of this
        player."""
        return put(letter, at, angle, self.manner.wobble, self.manner.dice, face_up=face_up)

    def _pushed(self, top: Tabletop) -> Tabletop:
        """Return the table `top` after the arm came in. With the probability `manner.clumsy` the arm has
        moved a random word by a millimetre or two."""
        dice, lying = self.manner.dice, [i for i, cards in enumerate(top.words) if cards]
        if len(lying) < 2 or dice.random() >= self.manner.clumsy:
            return top
        index = lying[int(dice.random() * len(lying))]
        dx, dy = dice.gauss(0, 1.5), dice.gauss(0, 1.5)
        moved = [replace(c, x=c.x + dx, y=c.y + dy) for c in top.words[index]]
        return (
            top.with_word(index, moved) if is_on_table(oblong_around(moved), top.width, top.height) else top
        )


def withdrawal_motion(before: Tabletop, after: Tabletop, seat: float = 0.0) -> tuple[MotionStep, ...]:
    """Return the motion in which the arm of a seat leaves the card that it has just moved. `seat` is the
    arm's side, in degrees.

    Without an arm a camera would hardly notice that one card of a pile became another.
    """
    old, new = (set[LyingCard]().union(*top.words, top.exposed) for top in (before, after))
    card = next(iter(sorted(new - old or old - new, key=lambda one: (one.y, one.x))), None)
    reached = Arm(*(after.stock_at if card is None else (card.x, card.y)), seat)
    away = _outside((reached.x, reached.y), seat, after)
    return (MotionStep(0.25, after, (reached, reached)), MotionStep(0.4, after, (reached, away)))


def _outside(at: Point, seat: float, top: Tabletop) -> Arm:
    """Return the arm before it reaches over the table to `at`: its place outside the table, on the side
    `seat` (degrees clockwise from the bottom)."""
    dx, dy = -sin(radians(seat)), cos(radians(seat))
    reach = abs(dx) * (at[0] if dx < 0 else top.width - at[0]) + abs(dy) * (
        at[1] if dy < 0 else top.height - at[1]
    )
    return Arm(at[0] + dx * (reach + ARM_START_MM), at[1] + dy * (reach + ARM_START_MM), seat)


def discard(hands: Handling, card: str, *, take_exposed: bool) -> None:
    """Discard `card`, then take the formerly exposed card or the stock's top card (LEX-B)."""
    top = hands.top
    laid = _lay_on_exposed_pile(hands, card)
    hands.visit(replace(top, exposed=(*top.exposed, laid)), (laid.x, laid.y), bring=laid)
    if take_exposed:
        _take_exposed(hands)
    else:
        _draw(hands)


def tuck(hands: Handling, card: str, *, take_exposed: bool) -> None:
    """Discard `card` beneath the exposed card, then take the exposed card or the stock's top card (LG-2)."""
    top, laid = hands.top, _lay_on_exposed_pile(hands, card)
    pile = (*top.exposed[:-1], laid, *top.exposed[-1:])
    hands.visit(replace(top, exposed=pile), (laid.x, laid.y), bring=laid)
    if take_exposed:
        *rest, drawn = hands.top.exposed
        hands.visit(replace(hands.top, exposed=tuple(rest)), (drawn.x, drawn.y), take=drawn)
    else:
        _draw(hands)


def _draw(hands: Handling) -> None:
    """Take the stock's top card."""
    blind = hands.put("A", hands.top.stock_at, 0.0, face_up=False)
    hands.visit(replace(hands.top, stock=hands.top.stock - 1), hands.top.stock_at, take=blind)


def _take_exposed(hands: Handling) -> None:
    """Draw the formerly exposed card out from under the discard."""
    *rest, drawn, laid = hands.top.exposed
    hands.visit(replace(hands.top, exposed=(*rest, laid)), (drawn.x, drawn.y), take=drawn)


def expose(top: Tabletop, card: str, manner: Manner) -> Tabletop:
    """Return the table with the stock's top card turned up beside the stock."""
    hands = Handling(top, manner)
    return replace(top, exposed=(*top.exposed, _lay_on_exposed_pile(hands, card)), stock=top.stock - 1)


def _lay_on_exposed_pile(hands: Handling, card: str) -> LyingCard:
    """Lay a card on the exposed pile, less carefully than in a word."""
    dice, (x, y) = hands.manner.dice, hands.top.exposed_at
    return LyingCard(card, x + dice.gauss(0, 1.2), y + dice.gauss(0, 1.2), dice.gauss(0, 1.5))
