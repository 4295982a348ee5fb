"""End a hand of play at the virtual table.

The words are cleared away, and everybody lays the remaining cards face up for the camera to count.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from device.virtual.company.company_state import SEAT_DIRECTIONS, Company, CompanyAction, manner
from device.virtual.motions.motion_steps import Handling
from device.virtual.tabletop.free_places import CARD_STEP_MM, EDGE_MM
from engine.events import Edge
from engine.game import Game
from engine.observation import Point
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH, LyingCard

SEAT_EDGES: Final[tuple[Edge, ...]] = ("bottom", "top", "left", "right")
"""The edge of the table at which each seat is, in the order of the seats."""


def shows_hands(game: Game, players: int) -> bool:
    """Return True if players lay their remaining cards face up at the end of a hand, so that the camera can
    count them. They do so in card games (not on a board), if each player has an edge of the table."""
    return game.layout in ("rows", "grid") and game.board_scoring is None and players <= len(SEAT_EDGES)


def edges(players: int) -> tuple[Edge, ...]:
    """Return the edge of the table at which each player sits, in the order of the seats. If there are more
    players than edges, return an empty tuple."""
    return SEAT_EDGES[:players] if players <= len(SEAT_EDGES) else ()


def lay_hands(company: Company) -> CompanyAction:
    """Return the action at the end of a hand: clear the table, and lay each player's remaining cards face up
    in a row."""
    hands = Handling(company.top, manner(company, company.dealer, "sweep"))
    middle = (company.top.width / 2, company.top.height / 2)
    hands.visit(replace(company.top, words=(), exposed=(), stock=0), middle)
    for seat, cards in enumerate(company.hands):
        if cards:
            _lay(hands, company, seat, cards)
    done = replace(company, top=hands.top, shown=True, turn=company.turn + 1)
    return CompanyAction(done, tuple(hands.motion))


def _lay(hands: Handling, company: Company, seat: int, cards: str) -> None:
    """Lay the cards `cards` that a player has left face up in a row at the player's edge of the table, all at
    once."""
    hands.manner = manner(company, seat, f"show {seat}")
    top, turned = hands.top, SEAT_DIRECTIONS[seat][0]
    row = [
        hands.put(card, at, turned)
        for card, at in zip(cards, _places(company, seat, len(cards)), strict=True)
    ]
    hands.visit(replace(top, words=(*top.words, tuple[LyingCard, ...](row))), (row[0].x, row[0].y))


def _places(company: Company, seat: int, count: int) -> Iterator[Point]:
    """Yield the points (mm) at which a player lays `count` cards in a row along the player's edge of the
    table. The cards lie closer together, up to overlapping, if the edge is short."""
    width, height = company.top.width, company.top.height
    in_from = EDGE_MM + CARD_HEIGHT / 2
    upright = SEAT_EDGES[seat] in ("left", "right")
    room = (height if upright else width) - 2 * EDGE_MM - CARD_WIDTH
    step = min(CARD_STEP_MM, room / max(count - 1, 1))
    for n in range(count):
        along = (n - (count - 1) / 2) * step
        match SEAT_EDGES[seat]:
            case "bottom":
                yield (width / 2 + along, height - in_from)
            case "top":
                yield (width / 2 - along, in_from)
            case "left":
                yield (in_from, height / 2 + along)
            case "right":
                yield (width - in_from, height / 2 - along)
