"""Hold the state of a virtual game: the hands, the table, and the player on turn.

This is the truth, as the people know it together. The referee sees only the table, through a camera. The
state is a value. Randomness comes from the seed and the number of the turn, so that a stored game continues
in the same way after loading.
"""

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from device.virtual.motions.board import GridPlace, padded, play_grid, trimmed
from device.virtual.motions.motion_steps import (
    CAREFUL_WOBBLE,
    Handling,
    Manner,
    MotionStep,
    discard,
    expose,
    tuck,
)
from device.virtual.motions.words import play_rows
from device.virtual.tabletop.state import Tabletop, Wobble
from engine.game import Game
from engine.match.board_effects import empty_board
from engine.moves import faces
from engine.position import Grid, Position, Rows
from engine.shared.scene import TILE_EDGE, LyingBoard, LyingCard

SEAT_DIRECTIONS: Final = ((0.0, 0.0), (180.0, 180.0), (90.0, 0.0), (270.0, 0.0))
"""The directions of each seat, in degrees clockwise from the picture's bottom: the side from which the arm
comes, and the direction of the words. People at the ends of the table turn their words."""
TABLE_SIZES_MM: Final = {"rows": (1100.0, 618.75), "grid": (1400.0, 787.5)}
"""Width and height in mm of the virtual table for a game without a board, by the layout of its words. The
ratio of width to height is 16 to 9."""
SQUARE_MM: Final = 20.0
"""Side of a board's square, mm: a block with half a millimetre of space on every side."""
TABLE_HEIGHT_IN_BOARDS: Final = 1.13
"""Height of the table that the camera sees, in sides of the game board. At this height the whole board is
just visible."""
SQUARE_WOBBLE: Final = Wobble(0.3, 1.0)
"""Standard deviations (mm, degrees) of the place and direction of blocks laid on a board's squares, where the
lines guide the hand."""


@dataclass(frozen=True, slots=True)
class Company:
    """The game of several simulated players at one moment."""

    seed: int
    """The seed of all random choices."""
    names: tuple[str, ...]
    hands: tuple[str, ...]
    """The faces of the cards in each player's hand, by seat."""
    stock: str
    """The faces of the cards in the stock, the next card last."""
    discards: str
    """The faces of the exposed pile, the exposed card last."""
    top: Tabletop
    """The cards on the virtual table."""
    to_move: int
    """The seat of the player on turn."""
    dealer: int
    """The seat of the dealer."""
    texts: tuple[str, ...] = ()
    """The words, or the rows of the grid, in notation."""
    board: GridPlace | None = None
    """The place of the crossword on the table; None without a crossword."""
    turn: int = 0
    """The number of the players' actions since the game began. Random choices depend on it."""
    round: int = 1
    """The number of the hand of play, from 1."""
    passes: int = 0
    """The number of successive turns in which no card was laid."""
    shown: bool = False
    """True if the cards left at the end of a hand lie face up."""

    @property
    def next_player(self) -> int:
        """The seat of the next player to the left who is still in the game."""
        return next_seat(self, self.to_move)


@dataclass(frozen=True, slots=True)
class CompanyAction:
    """A finished action: the company after the action, and the motion that shows the action."""

    company: Company
    motion: tuple[MotionStep, ...]


def next_seat(company: Company, player: int) -> int:
    """Return the seat of the next player clockwise who was dealt cards (ALL-4). Players who are out of the
    game hold no cards."""
    n = len(company.names)
    later = [(player + step) % n for step in range(1, n + 1)]
    return next((p for p in later if company.hands[p] or p == player), player)


def dice(company: Company, purpose: str) -> random.Random:
    """Return a random generator for one turn of a game. `purpose` is a name such as `shuffle`: each purpose
    has its own random choices, which are the same in every run."""
    return random.Random(f"{company.seed}/{company.round}/{company.turn}/{purpose}")


def manner(company: Company, player: int, purpose: str) -> Manner:
    """Return the way in which `player` handles cards this turn."""
    seat, facing = SEAT_DIRECTIONS[player % len(SEAT_DIRECTIONS)]
    wobble = CAREFUL_WOBBLE if company.top.board is None else SQUARE_WOBBLE
    return Manner(dice(company, purpose), seat=seat, facing=facing, wobble=wobble)


def seated(game: Game, names: tuple[str, ...], seed: int, dealer: int = 0) -> Company:
    """Return a new company whose first hand is dealt."""
    bare = Company(seed, names, ("",) * len(names), "", "", bare_table(game), 0, dealer)
    return _deal(game.seated(len(names)), bare, tuple(range(len(names))))


def bare_table(game: Game) -> Tabletop:
    """Return the empty virtual table for a game: its size, and the game's board if there is one."""
    if game.board is None:
        return Tabletop(*TABLE_SIZES_MM[game.layout])
    height = game.board.size * SQUARE_MM * TABLE_HEIGHT_IN_BOARDS
    board = LyingBoard(game.board, height * 8 / 9, height / 2, SQUARE_MM)
    return Tabletop(height * 16 / 9, height, piece=(TILE_EDGE, TILE_EDGE), board=board)


def next_hand(game: Game, company: Company, dealer: int, players: tuple[int, ...]) -> Company:
    """Return the company after the table is cleared and `dealer` has dealt a new hand to `players`, who
    are still in the game."""
    fresh = replace(
        company,
        shown=False,
        texts=(),
        board=None,
        dealer=dealer,
        round=company.round + 1,
        turn=company.turn + 1,
    )
    return _deal(game, fresh, players)


def _deal(game: Game, company: Company, players: tuple[int, ...]) -> Company:
    cards = list(game.pack.cards(game.deal.packs(len(players))))
    dice(company, "shuffle").shuffle(cards)
    hands = [""] * len(company.names)
    for player in players:
        hands[player] = "".join(sorted(cards.pop() for _ in range(game.deal.cards)))
    given = replace(company, hands=tuple(hands), texts=empty_board(game).rows, passes=0)
    done = _box_letters(given, cards) if game.plays.discards == "none" else _turn_up_card(given, cards)
    return replace(done, to_move=next_seat(done, company.dealer))


def _box_letters(company: Company, cards: list[str]) -> Company:
    """Return the company after the deal of a game without discards, such as Keyword. The letters `cards` that
    were not dealt stay in the box."""
    top = replace(company.top, words=(), exposed=(), stock=0)
    return replace(company, stock="".join(cards), discards="", top=top)


def _turn_up_card(company: Company, cards: list[str]) -> Company:
    """Return the company after the deal of a game with discards. The cards `cards` that were not dealt are
    the stock, and its top card lies turned up beside it."""
    bare = replace(company.top, words=(), exposed=(), stock=len(cards))
    card = cards.pop()
    top = expose(bare, card, manner(company, company.dealer, "deal"))
    return replace(company, stock="".join(cards), discards=card, top=top)


def position(game: Game, company: Company) -> Position:
    """Return the true position of the cards on the virtual table, in the form of the rules."""
    exposed = company.discards[-1:] or None
    return Rows(company.texts, exposed) if game.layout == "rows" else Grid(company.texts, exposed)


def padded_position(game: Game, company: Company) -> Position:
    """Return the position on the table. A crossword on a table without a board gets empty rows and columns on
    each side, in which cards could be laid."""
    at = position(game, company)
    if not isinstance(at, Grid) or company.top.board is not None:
        return at
    return padded(at, company.board, company.top)


def lay(company: Company, before: Position, after: Position) -> CompanyAction:
    """Return the action in which the player on turn changes the words on the table from `before` to `after`.
    Raise NoRoom if they do not fit on the table."""
    hands = Handling(company.top, manner(company, company.to_move, "lay"))
    board = company.board
    after = trimmed(after) if isinstance(after, Grid) and company.top.board is None else after
    match before, after:
        case Rows(), Rows():
            play_rows(hands, before, after)
        case Grid(), Grid():
            board = play_grid(hands, before, after, board)
    held = _hand_after(company.hands[company.to_move], _texts(before), _texts(after))
    passes = company.passes + 1 if before == after else 0
    done = replace(
        company, texts=_texts(after), board=board, top=hands.top, turn=company.turn + 1, passes=passes
    )
    return CompanyAction(_with_hand(done, company.to_move, held), tuple(hands.motion))


def discard_and_draw(
    company: Company, card: str, *, take_exposed: bool, beneath: bool = False
) -> CompanyAction:
    """Return the action in which the player on turn discards and draws (LEX-B, LG-2).

    The player lays `card` onto the exposed card, or `beneath` it. If `take_exposed` is true, the player then
    draws the formerly exposed card; otherwise the top card of the stock.
    """
    hands = Handling(company.top, manner(company, company.to_move, "discard"))
    (tuck if beneath else discard)(hands, card, take_exposed=take_exposed)
    drawn = company.discards[-1] if take_exposed else company.stock[-1]
    held = "".join(sorted(company.hands[company.to_move].replace(card, "", 1) + drawn))
    rest, top = company.discards[:-1], company.discards[-1:]
    left = "" if take_exposed else top
    discards = rest + (card + left if beneath else left + card)
    stock = company.stock if take_exposed else company.stock[:-1]
    done = replace(company, stock=stock, discards=discards, top=hands.top, turn=company.turn + 1)
    return CompanyAction(_with_hand(done, company.to_move, held), tuple(hands.motion))


def take_back(game: Game, company: Company, before: Company) -> CompanyAction:
    """Return the action that takes a play back: cards on the table are moved until they form the words of
    `before`, the company before the play."""
    hands = Handling(company.top, manner(company, before.to_move, "take back"))
    board, now, then = company.board, position(game, company), position(game, before)
    match now, then:
        case Rows(), Rows():
            play_rows(hands, now, then)
        case Grid(), Grid():
            board = play_grid(hands, now, then, board)
    top = replace(hands.top, words=hands.top.words[: max(1, len(before.texts))])
    done = replace(before, top=top, board=board if before.board else None, turn=company.turn + 1)
    return CompanyAction(done, tuple(hands.motion))


def passed_on(company: Company) -> Company:
    """Return the company with the next player on turn."""
    return replace(company, to_move=company.next_player)


def filled_up(game: Game, company: Company) -> Company:
    """Return the company after the player on turn has filled up the rack with letters of the box (KW). In a
    game with discards, return the company unchanged."""
    if game.plays.discards != "none":
        return company
    held = company.hands[company.to_move]
    count = min(max(game.deal.cards - len(held), 0), len(company.stock))
    drawn, stock = company.stock[len(company.stock) - count :], company.stock[: len(company.stock) - count]
    return _with_hand(replace(company, stock=stock), company.to_move, "".join(sorted(held + drawn)))


def reshuffled(company: Company) -> CompanyAction:
    """Return the action of making a new stock: shuffle the exposed pile, turn it face down, and turn up its
    top card (ALL-8)."""
    cards = list(company.discards)
    dice(company, "reshuffle").shuffle(cards)
    card = cards.pop()
    hands = Handling(company.top, manner(company, company.to_move, "reshuffle"))
    bare = replace(company.top, exposed=(), stock=len(cards) + 1)
    hands.visit(bare, company.top.exposed_at)
    hands.visit(expose(bare, card, hands.manner), company.top.exposed_at)
    done = replace(company, stock="".join(cards), discards=card, top=hands.top, turn=company.turn + 1)
    return CompanyAction(done, tuple(hands.motion))


def clearing_motion(company: Company) -> tuple[MotionStep, ...]:
    """Return the motion in which the dealer takes all cards from the table at the end of a hand."""
    hands = Handling(company.top, manner(company, company.dealer, "sweep"))
    bare: tuple[tuple[LyingCard, ...], ...] = ()
    middle = (company.top.width / 2, company.top.height / 2)
    hands.visit(replace(company.top, words=bare, exposed=(), stock=0), middle)
    return tuple(hands.motion)


def _texts(at: Position) -> tuple[str, ...]:
    return at.lines


def _hand_after(hand: str, before: tuple[str, ...], after: tuple[str, ...]) -> str:
    """Return the cards left in `hand` after a play that changes the texts of the table from `before` to
    `after`. Cards that an exchange takes from the table come into the hand."""
    lay_before, lay_after = (Counter(faces("".join(t).replace(".", ""))) for t in (before, after))
    return "".join(sorted((Counter(hand) + lay_before - lay_after).elements()))


def _with_hand(company: Company, player: int, hand: str) -> Company:
    return replace(company, hands=(*company.hands[:player], hand, *company.hands[player + 1 :]))
