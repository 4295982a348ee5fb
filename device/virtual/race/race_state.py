"""Hold a race at the virtual table as a value: the players' cards, and the horses on the track (My Word).

The camera does not see the horses; only the players do.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from device.virtual.motions.beats import Beat, Handling, Manner
from device.virtual.tabletop.free_places import CARD_STEP_MM, Oblong, along
from device.virtual.tabletop.state import Tabletop, printed
from engine.cards import MASTER
from engine.game import Game
from engine.match.scores import put
from engine.moves import EMPTY
from engine.observation import Point
from engine.position import Drawn, Fronts, Grid
from engine.rules.race import onward
from engine.shared.scene import CARD_HEIGHT

TABLE_SIZE_MM: Final = (1400.0, 787.5)
"""Size in mm of the table in the picture. Nine cards fit in a row before each of three players."""
EDGE_OFF: Final = 88.0
"""Distance from the table's edge to the middle of the nearest row of cards, mm."""
MAX_CROSSED_ROWS: Final = 3
"""Maximum number of rows of two crossed words. More would reach the words across the table."""
ROW_STEP_MM: Final = CARD_HEIGHT + 1.5
"""The distance from one row of cards to the next, mm."""
SIDE_DEGREES: Final = (0.0, 180.0, 90.0)
"""The side of the table of each player, degrees clockwise from the bottom; it is also the direction of the
words. Nobody sits at the stock."""
SPECIAL_SIGNS: Final = {"1": "number", "2": "picture"}
"""The characters for the cards without letters in the stock."""
LETTERS_ON_TOP: Final = 12
"""Number of letter cards on top of the stock, so that nobody begins a race with a picture card."""


@dataclass(frozen=True, slots=True)
class Runners:
    """A race at one moment."""

    seed: int
    """The seed of all random choices."""
    names: tuple[str, ...]
    hands: tuple[str, ...]
    """All cards of each player, including the laid ones."""
    stock: str
    """The cards of the stock, the next card last."""
    top: Tabletop
    laid: tuple[tuple[str, ...], ...]
    """The rows of cards laid before each player, as in `Fronts`."""
    horses: tuple[int, ...]
    """The number of circles that each horse has passed, as in `Fronts`."""
    to_move: int
    """The seat of the player on turn."""
    first: int
    """The player who began the race."""
    drawn: Drawn = "letter"
    """The kind of card that began this turn, as in `Fronts`."""
    ready: bool = False
    """Whether the card that begins the turn is drawn."""
    home: tuple[int, ...] = ()
    """The players who came home, in order."""
    discards: str = ""
    """The discarded cards, the top one last."""
    turn: int = 0
    """The number of actions."""
    round: int = 1
    """The number of the race."""

    @property
    def fronts(self) -> Fronts:
        """Return the laid cards and the horses in the form that the rules use."""
        return Fronts(self.laid, self.horses, self.to_move, self.drawn)


@dataclass(frozen=True, slots=True)
class Ran:
    """An action that is done: the race after it, and the beats that show it."""

    runners: Runners
    beats: tuple[Beat, ...] = ()


def dice(runners: Runners, purpose: str) -> random.Random:
    """Return the random generator of this action for one purpose."""
    return random.Random(f"{runners.seed}/{runners.round}/{runners.turn}/{purpose}")


def sat_down(game: Game, names: Sequence[str], seed: int, first: int = 1) -> Runners:
    """Shuffle, and begin a race with the horses at the start. Raise ValueError for more people than seats."""
    count = len(names)
    if count > len(SIDE_DEGREES):
        raise ValueError(f"{len(SIDE_DEGREES)} people sit at the virtual table of {game.title}, not {count}")
    empty = ((),) * count
    bare = Runners(
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


def next_race(game: Game, runners: Runners, first: int) -> Ran:
    """Clear the table, shuffle all cards, and begin another race with `first`."""
    count = len(runners.names)
    hands = _hands(runners, "sweep")
    hands.visit(Tabletop(*TABLE_SIZE_MM), (TABLE_SIZE_MM[0] / 2, TABLE_SIZE_MM[1] / 2))
    fresh = replace(
        runners,
        hands=("",) * count,
        laid=((),) * count,
        horses=(0,) * count,
        to_move=first,
        first=first,
        drawn="letter",
        ready=False,
        home=(),
        discards="",
        turn=runners.turn + 1,
        round=runners.round + 1,
    )
    after = _shuffled(game, fresh)
    return Ran(after, (*hands.beats, Beat(1.0, after.top)))


def _shuffled(game: Game, runners: Runners) -> Runners:
    cards = list(game.pack.cards())
    rng = dice(runners, "shuffle")
    rng.shuffle(cards)
    for special in "122"[: game.race.others]:
        cards.insert(rng.randrange(len(cards) - LETTERS_ON_TOP), special)
    return replace(runners, stock="".join(cards), top=replace(runners.top, words=(), stock=len(cards)))


def draw(game: Game, runners: Runners) -> Ran:
    """Draw for the player on turn: the first cards of a race, or one card (MW-1).

    A picture or number card is put away (MW-6).
    """
    count = 1 if runners.hands[runners.to_move] else game.deal.cards
    cards, stock = runners.stock[-count:], runners.stock[:-count]
    special = next((card for card in cards if card in SPECIAL_SIGNS), "")
    held = runners.hands[runners.to_move] + cards.replace(special, "", 1)
    hands = _hands(runners, "draw")
    blind = hands.put("A", runners.top.stock_at, 0.0, face_up=False)
    hands.visit(replace(runners.top, stock=len(stock)), runners.top.stock_at, take=blind)
    drawn: Drawn = "letter" if not special else "number" if SPECIAL_SIGNS[special] == "number" else "picture"
    after = replace(runners, stock=stock, drawn=drawn, ready=True, top=hands.top, turn=runners.turn + 1)
    return Ran(_holding(after, "".join(sorted(held))), tuple(hands.beats))


def lay(runners: Runners, rows: tuple[str, ...]) -> Ran:
    """Take up the cards before the player on turn and form `rows`, card by card."""
    seat = runners.to_move
    hands = _hands(runners, "lay")
    if runners.laid[seat]:
        hands.visit(runners.top.with_word(seat, ()), base(seat))
    for card, at in places(rows, seat):
        laid = hands.put(printed(card), at, SIDE_DEGREES[seat])
        now = hands.top.words[seat] if seat < len(hands.top.words) else ()
        hands.visit(hands.top.with_word(seat, (*now, laid)), at, bring=laid)
    return Ran(_laying(replace(runners, top=hands.top, turn=runners.turn + 1), rows), tuple(hands.beats))


def went_on(game: Game, runners: Runners, formed: bool) -> Ran:
    """Return the race after the ruling on a turn.

    The horse moves for the word that was `formed`. Jokers are discarded, used or not (MW-5). The turn passes
    or stays (MW-3).
    """
    seat = runners.to_move
    if not formed:
        spent = _spent(runners)
        return replace(spent, runners=_passed_on(spent.runners))
    course = onward(game, Grid(runners.laid[seat]), runners.horses[seat], runners.drawn)
    moved = replace(runners, horses=put(runners.horses, seat, course.horse))
    spent = _spent(moved)
    if course.horse >= len(game.race.track):
        spent = replace(spent, runners=replace(spent.runners, home=(*moved.home, seat)))
    if course.again:
        return replace(spent, runners=replace(spent.runners, ready=False, drawn="letter"))
    return replace(spent, runners=_passed_on(spent.runners))


def places(rows: tuple[str, ...], seat: int) -> Iterator[tuple[str, Point]]:
    """Yield each card of `rows` with its place before its player. The lowest row is nearest to the player."""
    here = Oblong(*base(seat), 0.0, 0.0, SIDE_DEGREES[seat])
    for r, row in enumerate(rows):
        for c, card in enumerate(row):
            if card != EMPTY:
                yield (
                    card,
                    along(here, (c - (len(row) - 1) / 2) * CARD_STEP_MM, (r - len(rows) + 1) * ROW_STEP_MM),
                )


def base(seat: int) -> Point:
    """Return the middle of the row nearest to the player."""
    width, height = TABLE_SIZE_MM
    middles = ((width / 2, height - EDGE_OFF), (width / 2, EDGE_OFF), (EDGE_OFF, height / 2))
    return middles[seat]


def _spent(runners: Runners) -> Ran:
    """Put the player's jokers onto the discards beside the stock.

    The other cards of a word with a joker are taken up. Any other word stays in place.
    """
    seat = runners.to_move
    cards = runners.top.words[seat] if seat < len(runners.top.words) else ()
    jokers = runners.hands[seat].count(MASTER)
    if not jokers:
        return Ran(runners)
    hands = _hands(runners, "joker")
    gone = _put_away(hands, jokers, runners)
    laid = next((card for card in cards if card.letter == MASTER), None)
    if laid is None:
        hands.visit(gone, runners.top.exposed_at)
    else:
        hands.visit(replace(gone, words=runners.top.with_word(seat, ()).words), base(seat), take=laid)
        runners = replace(runners, laid=put(runners.laid, seat, ()))
    after = replace(runners, top=hands.top, discards=runners.discards + MASTER * jokers)
    return Ran(_holding(after, runners.hands[seat].replace(MASTER, "")), tuple(hands.beats))


def _put_away(hands: Handling, count: int, runners: Runners) -> Tabletop:
    """Return the table with `count` more jokers on the pile beside the stock."""
    pile = tuple(hands.put(MASTER, runners.top.exposed_at, 0.0) for _ in range(count))
    return replace(hands.top, exposed=(*hands.top.exposed, *pile))


def _passed_on(runners: Runners) -> Runners:
    """Pass the turn to the next player to the left whose horse is not home."""
    count = len(runners.names)
    order = [(runners.to_move + step) % count for step in range(1, count + 1)]
    following = next((seat for seat in order if seat not in runners.home), runners.to_move)
    return replace(runners, to_move=following, ready=False, drawn="letter")


def _laying(runners: Runners, rows: tuple[str, ...]) -> Runners:
    return replace(runners, laid=put(runners.laid, runners.to_move, rows))


def _holding(runners: Runners, cards: str) -> Runners:
    return replace(runners, hands=put(runners.hands, runners.to_move, cards))


def _hands(runners: Runners, purpose: str) -> Handling:
    side = SIDE_DEGREES[runners.to_move]
    return Handling(runners.top, Manner(dice(runners, purpose), seat=side, facing=side, clumsy=0.05))
