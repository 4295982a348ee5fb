"""Hold a race at the virtual table as a value: the players' cards, and the horses on the track (My Word).

The camera does not see the horses; only the players do.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from device.virtual.motions.motion_steps import Handling, Manner, MotionStep
from device.virtual.tabletop.free_places import CARD_STEP_MM, Oblong, offset_point
from device.virtual.tabletop.state import Tabletop, printed
from engine.cards import MASTER
from engine.game import Game
from engine.match.scores import replaced_at
from engine.moves import EMPTY
from engine.observation import Point
from engine.position import DrawnKind, Grid, RacePosition
from engine.rules.race import forming_result
from engine.shared.scene import CARD_HEIGHT

TABLE_SIZE_MM: Final = (1400.0, 787.5)
"""Size in mm of the table in the picture. Nine cards fit in a row before each of three players."""
ROW_EDGE_MM: Final = 88.0
"""Distance from the table's edge to the middle of the nearest row of cards, mm."""
MAX_CROSSED_ROWS: Final = 3
"""Maximum number of rows that two crossed words of a player may take up. More rows would not fit between the
players."""
ROW_STEP_MM: Final = CARD_HEIGHT + 1.5
"""The distance from one row of cards to the next, mm."""
SIDE_DEGREES: Final = (0.0, 180.0, 90.0)
"""The side of the table at which each player sits, in degrees clockwise from the bottom of the picture. The
player reads the words from this side. Nobody sits at the side of the stock."""
SPECIAL_SIGNS: Final = {"1": "number", "2": "picture"}
"""The kinds of cards without letters in a race, by the character that stands for such a card in the stock."""
MIN_LETTERS_ON_TOP: Final = 12
"""Number of letter cards on top of the stock, so that nobody begins a race with a picture card."""


@dataclass(frozen=True, slots=True)
class RaceState:
    """A race of My Word at one moment: the cards, the horses and the player on turn."""

    seed: int
    """The seed of all random choices."""
    names: tuple[str, ...]
    hands: tuple[str, ...]
    """All cards of each player, including the laid ones."""
    stock: str
    """The cards of the stock, the next card last."""
    top: Tabletop
    laid: tuple[tuple[str, ...], ...]
    """The rows of cards that each player has laid, by seat."""
    horses: tuple[int, ...]
    """The number of circles that each player's horse has passed on the track."""
    to_move: int
    """The seat of the player on turn."""
    first: int
    """The seat of the player who began the race."""
    drawn: DrawnKind = "letter"
    """The kind of the card that the player on turn drew at the beginning of the turn."""
    ready: bool = False
    """True if the player on turn has drawn the card with which a turn begins."""
    home: tuple[int, ...] = ()
    """The seats of the players whose horse has come home, in the order of arrival."""
    discards: str = ""
    """The discarded cards, the top one last."""
    turn: int = 0
    """The number of the players' actions since the first race. Random choices depend on it."""
    round: int = 1
    """The number of the race in the match, from 1."""

    @property
    def fronts(self) -> RacePosition:
        """The race as the rules know it: the laid cards, the horses, the player on turn and the kind of the
        drawn card."""
        return RacePosition(self.laid, self.horses, self.to_move, self.drawn)


@dataclass(frozen=True, slots=True)
class RaceAction:
    """A finished action: the race after the action, and the motion that shows the action."""

    race: RaceState
    motion: tuple[MotionStep, ...] = ()


def dice(race: RaceState, purpose: str) -> random.Random:
    """Return a random generator for one action of a race. `purpose` is a name such as `shuffle`: each purpose
    has its own random choices, which are the same in every run."""
    return random.Random(f"{race.seed}/{race.round}/{race.turn}/{purpose}")


def begin_race(game: Game, names: Sequence[str], seed: int, first: int = 1) -> RaceState:
    """Return a new race with shuffled cards, and with the horses at the start. Raise ValueError if the table
    has too few seats for `names`."""
    count = len(names)
    if count > len(SIDE_DEGREES):
        raise ValueError(f"{len(SIDE_DEGREES)} people sit at the virtual table of {game.title}, not {count}")
    empty = ((),) * count
    bare = RaceState(
        seed,
        tuple(names),
        ("",) * count,
        "",
        Tabletop(*TABLE_SIZE_MM),
        empty,
        (0,) * count,
        first % count,
        first % count,
    )
    return _shuffled(game, bare)


def next_race(game: Game, race: RaceState, first: int) -> RaceAction:
    """Return the action between two races: clear the table, and shuffle all cards. The player of the seat
    `first` begins the next race."""
    count = len(race.names)
    hands = _handling(race, "sweep")
    hands.visit(Tabletop(*TABLE_SIZE_MM), (TABLE_SIZE_MM[0] / 2, TABLE_SIZE_MM[1] / 2))
    fresh = replace(
        race,
        hands=("",) * count,
        laid=((),) * count,
        horses=(0,) * count,
        to_move=first,
        first=first,
        drawn="letter",
        ready=False,
        home=(),
        discards="",
        turn=race.turn + 1,
        round=race.round + 1,
    )
    after = _shuffled(game, fresh)
    return RaceAction(after, (*hands.motion, MotionStep(1.0, after.top)))


def _shuffled(game: Game, race: RaceState) -> RaceState:
    cards = list(game.pack.cards())
    rng = dice(race, "shuffle")
    rng.shuffle(cards)
    for special in "122"[: game.race.special_cards]:
        cards.insert(rng.randrange(len(cards) - MIN_LETTERS_ON_TOP), special)
    return replace(race, stock="".join(cards), top=replace(race.top, words=(), stock=len(cards)))


def draw(game: Game, race: RaceState) -> RaceAction:
    """Return the action in which the player on turn draws: the first cards of a race, or one card (MW-1).

    A picture or number card is put away (MW-6).
    """
    count = 1 if race.hands[race.to_move] else game.deal.cards
    cards, stock = race.stock[-count:], race.stock[:-count]
    special = next((card for card in cards if card in SPECIAL_SIGNS), "")
    held = race.hands[race.to_move] + cards.replace(special, "", 1)
    hands = _handling(race, "draw")
    blind = hands.put("A", race.top.stock_at, 0.0, face_up=False)
    hands.visit(replace(race.top, stock=len(stock)), race.top.stock_at, take=blind)
    drawn: DrawnKind = (
        "letter" if not special else "number" if SPECIAL_SIGNS[special] == "number" else "picture"
    )
    after = replace(race, stock=stock, drawn=drawn, ready=True, top=hands.top, turn=race.turn + 1)
    return RaceAction(_with_hand(after, "".join(sorted(held))), tuple(hands.motion))


def lay(race: RaceState, rows: tuple[str, ...]) -> RaceAction:
    """Return the action in which the player on turn takes up the laid cards and lays the rows `rows`, card by
    card."""
    seat = race.to_move
    hands = _handling(race, "lay")
    if race.laid[seat]:
        hands.visit(race.top.with_word(seat, ()), row_middle(seat))
    for card, at in places(rows, seat):
        laid = hands.put(printed(card), at, SIDE_DEGREES[seat])
        now = hands.top.words[seat] if seat < len(hands.top.words) else ()
        hands.visit(hands.top.with_word(seat, (*now, laid)), at, bring=laid)
    return RaceAction(
        _with_laid_rows(replace(race, top=hands.top, turn=race.turn + 1), rows), tuple(hands.motion)
    )


def race_after_ruling(game: Game, race: RaceState, formed: bool) -> RaceAction:
    """Return the race after the ruling on a turn.

    The horse moves if the player has `formed` a word. Jokers are discarded, used or not (MW-5). The turn
    passes or stays (MW-3).
    """
    seat = race.to_move
    if not formed:
        spent = _discard_jokers(race)
        return replace(spent, race=_passed_on(spent.race))
    course = forming_result(game, Grid(race.laid[seat]), race.horses[seat], race.drawn)
    moved = replace(race, horses=replaced_at(race.horses, seat, course.horse))
    spent = _discard_jokers(moved)
    if course.horse >= len(game.race.track):
        spent = replace(spent, race=replace(spent.race, home=(*moved.home, seat)))
    if course.plays_again:
        return replace(spent, race=replace(spent.race, ready=False, drawn="letter"))
    return replace(spent, race=_passed_on(spent.race))


def places(rows: tuple[str, ...], seat: int) -> Iterator[tuple[str, Point]]:
    """Yield each card that the player of `seat` has laid, with its place on the table (mm).

    `rows` lists the player's rows of cards. The last row is nearest to the player.
    """
    row_place = Oblong(*row_middle(seat), 0.0, 0.0, SIDE_DEGREES[seat])
    for r, row in enumerate(rows):
        for c, card in enumerate(row):
            if card != EMPTY:
                yield (
                    card,
                    offset_point(
                        row_place, (c - (len(row) - 1) / 2) * CARD_STEP_MM, (r - len(rows) + 1) * ROW_STEP_MM
                    ),
                )


def row_middle(seat: int) -> Point:
    """Return the middle (mm) of the row of cards that is nearest to the player of `seat`."""
    width, height = TABLE_SIZE_MM
    middles = ((width / 2, height - ROW_EDGE_MM), (width / 2, ROW_EDGE_MM), (ROW_EDGE_MM, height / 2))
    return middles[seat]


def _discard_jokers(race: RaceState) -> RaceAction:
    """Return the action in which the player on turn puts all jokers onto the discards beside the stock.

    If a joker lies in the player's word, the other cards of the word are taken up. Otherwise the word stays.
    """
    seat = race.to_move
    cards = race.top.words[seat] if seat < len(race.top.words) else ()
    jokers = race.hands[seat].count(MASTER)
    if not jokers:
        return RaceAction(race)
    hands = _handling(race, "joker")
    without_jokers = _with_jokers_away(hands, jokers, race)
    laid = next((card for card in cards if card.letter == MASTER), None)
    if laid is None:
        hands.visit(without_jokers, race.top.exposed_at)
    else:
        hands.visit(
            replace(without_jokers, words=race.top.with_word(seat, ()).words), row_middle(seat), take=laid
        )
        race = replace(race, laid=replaced_at(race.laid, seat, ()))
    after = replace(race, top=hands.top, discards=race.discards + MASTER * jokers)
    return RaceAction(_with_hand(after, race.hands[seat].replace(MASTER, "")), tuple(hands.motion))


def _with_jokers_away(hands: Handling, count: int, race: RaceState) -> Tabletop:
    """Return the table with `count` more jokers on the exposed pile, where they are put away."""
    pile = tuple(hands.put(MASTER, race.top.exposed_at, 0.0) for _ in range(count))
    return replace(hands.top, exposed=(*hands.top.exposed, *pile))


def _passed_on(race: RaceState) -> RaceState:
    """Return the race with the next player to the left on turn. Players whose horse is home are
    passed over."""
    count = len(race.names)
    order = [(race.to_move + step) % count for step in range(1, count + 1)]
    following = next((seat for seat in order if seat not in race.home), race.to_move)
    return replace(race, to_move=following, ready=False, drawn="letter")


def _with_laid_rows(race: RaceState, rows: tuple[str, ...]) -> RaceState:
    return replace(race, laid=replaced_at(race.laid, race.to_move, rows))


def _with_hand(race: RaceState, cards: str) -> RaceState:
    return replace(race, hands=replaced_at(race.hands, race.to_move, cards))


def _handling(race: RaceState, purpose: str) -> Handling:
    side = SIDE_DEGREES[race.to_move]
    return Handling(race.top, Manner(dice(race, purpose), seat=side, facing=side, clumsy=0.05))
