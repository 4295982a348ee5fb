"""Lay a card on the virtual table where a finger releases it: find the card's place, and move the cards
that make space for it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, dist, radians, sin
from typing import Final

from device.virtual.tabletop.free_places import (
    CARD_STEP_MM,
    Oblong,
    find_room,
    is_on_table,
    offset_point,
    overlaps,
)
from device.virtual.tabletop.state import Dice, Tabletop, card_oblong
from engine.observation import Point
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH, LyingCard

SNAP_MM: Final = 34.0
"""Distance in mm within which a card that is released beside another card snaps to this card.

The distance is more than half a card, because fingers are thick. It is less than a whole card, so that a card
can be laid apart.
"""
OVERLAP_MM: Final = 1.5
"""Maximum overlap in mm of two cards that still count as lying side by side. Hands do not lay cards
precisely."""
MAX_ROOM_CARDS: Final = 5
"""Number of cards for which space is searched when the first card of a word is laid. On a full table the
search goes on with fewer cards."""
MIN_INSIDE_MM: Final = 8.0
"""Distance in mm by which a card that is released at the table's edge is moved farther inside than necessary.
It is larger than the errors of laying, so that the card stays on the table."""
MAX_TURN_DEGREES: Final = 30.0
"""Maximum difference in degrees between the directions of neighbouring cards in a word. Cards that differ
more belong to different words."""
LAYING_ERRORS: Final = (0.6, 0.8)
"""Standard deviations, in mm and degrees, of the place and direction of a laid card."""


class OccupiedError(ValueError):
    """Report that a place on the table has no space for a card."""


def drop_card(top: Tabletop, letter: str, at: Point, dice: Dice) -> Tabletop:
    """Return the table with a card released at `at` (mm). The card goes beside a near card, between
    two cards that make space, or by itself. Raise OccupiedError if the card has no free place."""
    beside = _nearest_side(top, at)
    if beside is None:
        return _added(top, _laid(letter, moved_inside(top, at), 0.0, dice))
    neighbour, side = beside
    spot = _next_to(neighbour, side)
    top = _make_room(top, spot, neighbour, side)
    return _added(top, _laid(letter, spot, neighbour.angle, dice))


def lay_apart(top: Tabletop, letter: str, dice: Dice) -> Tabletop:
    """Return the table with the card `letter` laid at a free place, so that a word can grow from the card.
    Raise OccupiedError if no place is free."""
    taken = [card_oblong(card).grown(60.0, 24.0) for card in _cards(top)]
    rooms = (
        (n, find_room(n, [*taken, *top.blocked_areas()], top.width, top.height, 0.0))
        for n in range(MAX_ROOM_CARDS, 0, -1)
    )
    long, room = next(((n, room) for n, room in rooms if room is not None), (0, None))
    if room is None:
        raise OccupiedError
    return _added(top, _laid(letter, (room.x - (long - 1) / 2 * CARD_STEP_MM, room.y), 0.0, dice))


def lay_beside(top: Tabletop, letter: str, neighbour: LyingCard, side: int, dice: Dice) -> Tabletop:
    """Return the table with the card `letter` laid next to the card `neighbour` of a word: before it if
    `side` is -1, behind it if `side` is 1.

    A word without space to grow is moved to a free place. Raise OccupiedError if no place is free.
    """
    spot = _next_to(neighbour, side)
    try:
        roomy = _make_room(top, spot, neighbour, side)
        return _added(roomy, _laid(letter, spot, neighbour.angle, dice))
    except OccupiedError:
        return _move_word(top, letter, neighbour, side, dice)


def replace_card(top: Tabletop, letter: str, replaced: LyingCard, dice: Dice) -> Tabletop:
    """Return the table with the card `letter` in the place of the card `replaced`. Raise OccupiedError if the
    new card would overlap another card."""
    words = tuple(tuple(card for card in cards if card != replaced) for cards in top.words)
    return _added(replace(top, words=words), _laid(letter, (replaced.x, replaced.y), replaced.angle, dice))


def words_on_table(top: Tabletop) -> tuple[tuple[LyingCard, ...], ...]:
    """Return the words on the table, each as its cards in reading order. The word whose first card was laid
    first comes first."""
    cards = list(_cards(top))
    follows = {card: after for card in cards if (after := _next_in_word(top, card)) is not None}
    led, found = set(follows.values()), list[tuple[LyingCard, ...]]()
    for first in cards:
        if first not in led:
            row = [first]
            while (after := follows.get(row[-1])) is not None and after not in row:
                row.append(after)
            found.append(tuple(row))
    return tuple(found)


def _next_in_word(top: Tabletop, card: LyingCard) -> LyingCard | None:
    """Return the card that is read after `card`: its neighbour that lies the same way up. Return None at the
    end of a word."""
    after = _card_at(top, _next_to(card, 1), [card])
    turned = abs((after.angle - card.angle + 180) % 360 - 180) if after else 0.0
    return after if turned < MAX_TURN_DEGREES else None


def _move_word(top: Tabletop, letter: str, neighbour: LyingCard, side: int, dice: Dice) -> Tabletop:
    """Return the table on which the word of `neighbour`, with the new card `letter` beside `neighbour`, is
    moved to a free place. Raise OccupiedError if no place is free."""
    row = next(cards for cards in words_on_table(top) if neighbour in cards)
    at = row.index(neighbour) + (side > 0)
    others = [card_oblong(card) for card in _cards(top) if card not in row]
    piles = Tabletop(top.width, top.height).blocked_areas()
    place = find_room(len(row) + 1, [*others, *piles], top.width, top.height, neighbour.angle)
    if place is None:
        raise OccupiedError
    spots = [offset_point(place, (n - len(row) / 2) * CARD_STEP_MM) for n in range(len(row) + 1)]
    mine = spots.pop(at)
    moved = {
        card: replace(card, x=x, y=y, angle=place.angle) for card, (x, y) in zip(row, spots, strict=True)
    }
    words = tuple(tuple(moved.get(card, card) for card in cards) for cards in top.words)
    return _added(replace(top, words=words), _laid(letter, mine, place.angle, dice))


def _cards(top: Tabletop) -> Iterator[LyingCard]:
    return (card for cards in top.words for card in cards)


def _next_to(card: LyingCard, side: int) -> Point:
    """Return the point (mm) next to a card in the direction of its word: before the card if `side` is -1,
    behind it if `side` is 1."""
    turn = radians(card.angle)
    return (card.x + side * CARD_STEP_MM * cos(turn), card.y + side * CARD_STEP_MM * sin(turn))


def _nearest_side(top: Tabletop, at: Point) -> tuple[LyingCard, int] | None:
    """Return the card beside which a card released at `at` belongs, with the side (-1 before it, 1 behind
    it). Return None if the released card lies apart."""
    cards = list(_cards(top))
    sides = [(n, card, side) for n, card in enumerate(cards) for side in (1, -1)]
    spots = [(dist(_release_point(top, card, side), at), n, side) for n, card, side in sides]
    near, n, side = min(spots, default=(SNAP_MM, 0, 0))
    return None if near >= SNAP_MM else (cards[n], side)


def _release_point(top: Tabletop, card: LyingCard, side: int) -> Point:
    """Return the point (mm) near which a finger must release a card, so that it lies beside `card`. `side` is
    -1 for the left side of `card`, 1 for the right.

    This point is the centre of the free place beside `card`. If another card lies on this place, the point is
    midway between the two cards.
    """
    x, y = spot = _next_to(card, side)
    return ((x + card.x) / 2, (y + card.y) / 2) if _card_at(top, spot, [card]) else spot


def _make_room(top: Tabletop, spot: Point, neighbour: LyingCard, side: int) -> Tabletop:
    """Return the table on which the card on `spot`, and all cards that follow it in its word, are
    moved by one place. Raise OccupiedError if a moved card would lie on another card, on a pile, or
    over the edge."""
    run: list[LyingCard] = []
    while (
        found := _card_at(top, spot if not run else _next_to(run[-1], side), [neighbour, *run])
    ) is not None:
        run.append(found)
    if not run:
        return top
    turn = radians(neighbour.angle)
    step = (side * CARD_STEP_MM * cos(turn), side * CARD_STEP_MM * sin(turn))
    pushed = {card: replace(card, x=card.x + step[0], y=card.y + step[1]) for card in run}
    words = tuple(tuple(pushed.get(card, card) for card in cards) for cards in top.words)
    after = replace(top, words=words)
    for card in pushed.values():
        _check_place(after, card)
    return after


def _card_at(top: Tabletop, spot: Point, excluded: Sequence[LyingCard]) -> LyingCard | None:
    """Return the card that lies on `spot` and is not among the cards `excluded`; None without a card."""
    near = (
        card
        for card in _cards(top)
        if card not in excluded and dist((card.x, card.y), spot) < CARD_STEP_MM / 2
    )
    return next(near, None)


def _laid(letter: str, at: Point, angle: float, dice: Dice) -> LyingCard:
    (mm, degrees), (x, y) = LAYING_ERRORS, at
    return LyingCard(letter, x + dice.gauss(0, mm), y + dice.gauss(0, mm), angle + dice.gauss(0, degrees))


def _added(top: Tabletop, card: LyingCard) -> Tabletop:
    _check_place(top, card)
    return replace(top, words=(*top.words, (card,)))


def _check_place(top: Tabletop, card: LyingCard) -> None:
    """Raise OccupiedError if a card lies on another card, on a pile, or over the edge."""
    mine = card_oblong(card).grown(-OVERLAP_MM, -OVERLAP_MM)
    others = (card_oblong(other).grown(-OVERLAP_MM, -OVERLAP_MM) for other in _cards(top) if other != card)
    piles = (Oblong(*at, CARD_WIDTH, CARD_HEIGHT) for at in (top.stock_at, top.exposed_at))
    if not is_on_table(mine, top.width, top.height) or any(
        overlaps(mine, other) for other in (*others, *piles)
    ):
        raise OccupiedError


def moved_inside(top: Tabletop, at: Point) -> Point:
    """Return the point `at`, moved inwards if a card at this point would lie over the table's edge."""
    across, down = CARD_WIDTH / 2 + 20.0 + MIN_INSIDE_MM, CARD_HEIGHT / 2 + 20.0 + MIN_INSIDE_MM
    x, y = at
    return (min(max(x, across), top.width - across), min(max(y, down), top.height - down))
