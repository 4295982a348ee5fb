"""Move hands at a patience: the places of its cards, and lifting, laying and turning them."""

from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin
from typing import Final

from device.virtual.motions.motion_steps import Handling
from device.virtual.tabletop.state import Tabletop, printed
from engine.game import Layout
from engine.moves import ASIDE_SOURCE, TURNED_SOURCE, Close, RecycleStock, Shift, SingleMove, Spell, TurnUp
from engine.observation import Point
from engine.position import FACE_DOWN, Piles
from engine.shared.scene import LyingCard

TABLE_SIZES_MM: Final = {
    "piles": (1100.0, 618.75),
    "tableau": (1100.0, 618.75),
    "columns": (1500.0, 843.75),
    "circle": (1600.0, 900.0),
}
"""Width and height in mm of the virtual table for a patience, by the layout of the patience. The ratio of
width to height is 16 to 9."""
FAN_STEP_MM: Final = 42.0
"""Distance to the right from one card of a fan to the next, mm. The corner letter and half of the big
letter of a covered card are visible."""
FANS_PER_ROW: Final = 6
"""Number of fanned piles that lie beside one another on the table. Further piles lie in the next row."""
COLUMN_STEP_MM: Final = 56.0
"""Distance from one card of a column to the next, mm. A card covers the lower third of the card above."""
MAX_COLUMN_CARDS: Final = 13
"""Maximum number of cards of a column that fit on the table."""
HORIZONTAL_STEP_MM: Final = 62.0
"""Distance in mm from one card to the next in a word that runs across, in a patience whose words lie around
the stock like the hours of a clock."""
VERTICAL_STEP_MM: Final = 82.0
"""Distance from one card to the next in a word that runs up or down, mm. It is less than a card's height, to
leave space in the centre."""
CLOCK_RADII_MM: Final = (640.0, 370.0)
"""Half the width and half the height, mm, of the ellipse on which the words of a clock patience
lie. It is wider than high, because tables are."""


def bare_table(layout: Layout) -> Tabletop:
    """Return the empty virtual table of a patience with the layout `layout`."""
    return Tabletop(*TABLE_SIZES_MM[layout])


def place(top: Tabletop, layout: Layout, index: int, depth: int, places: int) -> Point:
    """Return the point (mm) of card number `depth` (from 0 at the bottom) in pile number `index` of a
    patience. `places` is the number of piles."""
    match layout:
        case "piles":
            return _fan(top, index, depth, places)
        case "tableau":
            return 95.0 + 130.0 * index + 0.4 * depth, 190.0 - 0.4 * depth
        case "columns":
            return 90.0 + 140.0 * index, 75.0 + COLUMN_STEP_MM * depth
        case _:
            return _clock(top, index, depth, places)


def aside_place(top: Tabletop, number: int) -> Point:
    """Return the place (mm) of a Master that is set aside in a patience (S2). `number` counts these Masters
    from 0."""
    return 110.0 + 80.0 * number, top.height - 90.0


def _fan(top: Tabletop, index: int, depth: int, places: int) -> Point:
    rows = -(-places // FANS_PER_ROW)
    x = top.width * (index % FANS_PER_ROW + 0.5) / FANS_PER_ROW - FAN_STEP_MM
    return x + FAN_STEP_MM * depth, top.height * (index // FANS_PER_ROW + 0.5) / rows


def _clock(top: Tabletop, index: int, depth: int, places: int) -> Point:
    hub = top.width / 2 - 30.0, top.height / 2
    if index == places - 1:
        return hub[0] + HORIZONTAL_STEP_MM * depth, hub[1]
    hour = radians(360 * index / (places - 1))
    across, down = CLOCK_RADII_MM[0] * sin(hour), -CLOCK_RADII_MM[1] * cos(hour)
    length = hypot(across, down)
    step = 1 / hypot(across / length / HORIZONTAL_STEP_MM, down / length / VERTICAL_STEP_MM)
    left = 1 - step * depth / length
    return hub[0] + across * left, hub[1] + down * left


@dataclass(frozen=True, slots=True)
class PilePlaces:
    """The places of a patience's piles on the table."""

    layout: Layout
    places: int

    def lay_out(self, hands: Handling, position: Piles, stock: int) -> None:
        """Lay all cards of a patience's deal `position` on the table in one movement. `stock` cards remain
        in the stock."""
        top = replace(hands.top, words=(), exposed=(), stock=stock)
        for index, pile in enumerate(position.piles):
            cards = [self._card(hands, index, depth, pile, position) for depth in range(len(pile))]
            top = top.with_word(index, cards)
        masters = [hands.put("?", aside_place(top, number), 0.0) for number in range(position.masters)]
        top = top.with_word(self.places, masters)
        hands.visit(top, (top.width / 2, top.height / 2))

    def _card(self, hands: Handling, index: int, depth: int, pile: str, position: Piles) -> LyingCard:
        up = self.layout != "tableau" or depth == len(pile) - 1
        where = place(hands.top, self.layout, index, depth, self.places)
        return hands.put(printed(pile[depth]), where, 0.0, face_up=up)

    def act(self, hands: Handling, move: SingleMove, after: Piles) -> None:
        """Make the move `move` of a patience, card by card. `after` is the position after the move, which
        shows the faces of the cards that are turned up."""
        match move:
            case Spell(sources=sources):
                for source in sources:
                    self.lift(hands, source)
            case Shift(card, source, target):
                self.move(hands, source, target, card)
            case Close(_, target):
                self.move(hands, TURNED_SOURCE, target, FACE_DOWN)
            case TurnUp(cards):
                self._turn_up(hands, (after.turned or "")[-len(cards) :])
            case RecycleStock():
                over = replace(hands.top, exposed=(), stock=hands.top.stock + len(hands.top.exposed))
                hands.visit(over, hands.top.exposed_at)
            case _:
                raise ValueError(f"{move} is no move of a patience")
        self._turned_face_up(hands, after)

    def lift(self, hands: Handling, source: int) -> None:
        """Take away the top card of the pile `source`. `source` may also be the turned-up cards, or the
        Masters that are set aside."""
        top = hands.top
        if source == TURNED_SOURCE:
            *rest, card = top.exposed
            hands.visit(replace(top, exposed=tuple(rest)), (card.x, card.y), take=card)
            return
        index = self.places if source == ASIDE_SOURCE else source
        *rest, card = top.words[index]
        hands.visit(top.with_word(index, rest), (card.x, card.y), take=card)

    def move(self, hands: Handling, source: int, target: int, card: str) -> None:
        """Move the card `card` from the pile `source` to the end of the pile `target`, in one movement of the
        hand.

        A card that closes a column is laid face down.
        """
        top, down = _without(hands.top, source), card == FACE_DOWN
        lying = top.words[target]
        where = place(top, self.layout, target, len(lying), self.places)
        laid = hands.put("A" if down else printed(card), where, 0.0, face_up=not down)
        hands.visit(top.with_word(target, (*lying, laid)), (laid.x, laid.y), bring=laid)

    def _turn_up(self, hands: Handling, cards: str) -> None:
        top = hands.top
        laid = tuple(hands.put(printed(card), top.exposed_at, 0.0) for card in cards)
        after = replace(top, exposed=(*top.exposed, *laid), stock=top.stock - len(cards))
        hands.visit(after, top.exposed_at, bring=laid[-1])

    def _turned_face_up(self, hands: Handling, after: Piles) -> None:
        """Turn up the uncovered cards of a tableau."""
        for index, pile in enumerate(after.piles):
            lying = hands.top.words[index]
            if self.layout == "tableau" and pile and not lying[-1].face_up:
                shown = replace(lying[-1], letter=printed(pile[-1]), face_up=True)
                hands.visit(hands.top.with_word(index, (*lying[:-1], shown)), (shown.x, shown.y))


def _without(top: Tabletop, source: int) -> Tabletop:
    """Return the table without the top card of a pile or of the turned-up cards."""
    if source == TURNED_SOURCE:
        return replace(top, exposed=top.exposed[:-1])
    return top.with_word(source, top.words[source][:-1])
