"""Look ahead for the play with which the hand is emptied soonest, or on a board for the play that scores
most and helps the next player least.

The player is assumed to make one best play after another while nobody else plays. The details are wrong, but
the number of turns is about right, since most cards on the table stay there.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from engine.best import Play, hand_gain
from engine.best.board import letters_score
from engine.cards import MASTER
from engine.moves import EMPTY, Place, faces, played, taken
from engine.position import Grid, Position
from engine.rules.squares import colours_of
from engine.shared.players.chance import Chance, picked
from engine.shared.players.intent import Intent, discarding, playing
from engine.shared.players.thinking import THOUGHTS, Mind, sensible, with_one_master

_ALL_OF_IT: Final = 6
"""The greatest number of cards in a hand at which a play of a Master with all other cards is tried. Such a
play may empty the hand."""
_LOOKED_INTO: Final = 14
"""The number of plays that are followed to the end of the hand. They include the best play for half of all
hands, and a Raspberry Pi is quick enough for them."""
_ALIKE: Final = 2
"""The number of plays with equal cards that are tried. Such plays differ only in place, which matters
little."""
_TURNS: Final = 3
"""The greatest number of turns that are played ahead. Later turns depend on cards that nobody has drawn
yet."""
_STUCK: Final = 2.0
"""The number of turns that a card without a play costs: a turn to discard the card, and a turn to lay the
card drawn for it."""
_POINTS: Final = 100.0
"""The number of points left in the hand that count as much as one turn. They only decide between plays
after which the hand takes equally long."""
_FEW: Final = 5
"""The greatest number of cards in a hand from which it may be better to discard a card than to play
another."""
_THROWN: Final = 5
"""The number of cards considered for a discard, those with the highest figures first."""
_DRAWS: Final = 2
"""The number of blind draws tried for each discard."""
_REPLIES: Final = 2
"""The number of racks tried for the next player on a board."""


def minded(mind: Mind, *, each: int = THOUGHTS) -> list[Play]:
    """Return plays with and without Masters, those that leave the fewest cards first; on a board, the best
    scores first.

    At most `each` plays without a Master are returned, and at most `each` with one Master. For a small hand,
    at most `each` plays of the whole hand are added.
    """
    some = [mind.hand.replace(MASTER, ""), with_one_master(mind.game, mind.hand)]
    if len(mind.hand) <= _ALL_OF_IT:
        some.append(mind.hand)
    every = (islice(sensible(replace(mind, hand=one)), each) for one in dict.fromkeys(some))
    found = {play.move: play for plays in every for play in plays}
    return sorted(found.values(), key=lambda play: _order(mind, play))


def furthest(mind: Mind, rng: Chance) -> Intent | None:
    """Return the play or discard from which the hand is emptied soonest; None if there is neither."""
    found = minded(mind)
    if found and played(found[0].move) == "".join(sorted(mind.hand)):
        return playing(found[0])
    if mind.game.board_scoring is not None:
        return _best_paid(mind, found, rng)
    throws = _throws(mind, rng) if len(mind.hand) <= _FEW or not found else iter(())
    ranked = [*_plays(mind, found), *throws]
    return min(ranked, key=lambda one: one[0])[1] if ranked else None


def _order(mind: Mind, play: Play) -> tuple[float, ...]:
    cards, points = hand_gain(mind.game, play.move)
    spent = played(play.move).count(MASTER)
    return -_pay(mind, play), -cards, -points, spent


def _pay(mind: Mind, play: Play) -> int:
    if not isinstance(mind.position, Grid) or not isinstance(play.move, Place):
        return 0
    return letters_score(mind.game, mind.position, play.move, colours_of(mind.game, mind.seat))


def _plays(mind: Mind, found: list[Play]) -> Iterator[tuple[float, Intent]]:
    """Yield plays, each with the number of turns that the hand takes afterwards. Of plays with equal cards
    yield only `_ALIKE`."""
    seen: Counter[str] = Counter()
    looked = 0
    for play in found:
        cards = played(play.move)
        seen[cards] += 1
        if seen[cards] <= _ALIKE and looked < _LOOKED_INTO:
            looked += 1
            yield _turns(mind, play.result, _after(mind.hand, play)), playing(play)


def _after(hand: str, play: Play) -> str:
    left = Counter(hand) - Counter(played(play.move)) + Counter(taken(play.move))
    return "".join(sorted(left.elements()))


def _turns(mind: Mind, position: Position, hand: str) -> float:
    """Return the number of turns that `hand` takes when it is played alone at `position`."""
    turns, now = 0, replace(mind, position=position, hand=hand)
    while now.hand and turns < _TURNS:
        play = next(iter(minded(now, each=1)), None)
        if play is None:
            break
        now, turns = replace(now, position=play.result, hand=_after(now.hand, play)), turns + 1
    return turns + _STUCK * len(now.hand) + mind.game.pack.points(now.hand) / _POINTS


def _throws(mind: Mind, rng: Chance) -> Iterator[tuple[float, Intent]]:
    """Yield discards, each with the number of turns that the hand takes afterwards. The exposed card is
    known. For the stock a few blind draws are tried."""
    if mind.game.plays.discards == "none":
        return
    dearest = sorted(sorted(set(mind.hand)), key=lambda card: -mind.game.pack.figures[card])
    letters = [card for card in dearest if card != MASTER] or dearest
    exposed = mind.position.exposed
    for card in letters[:_THROWN]:
        rest = mind.hand.replace(card, "", 1)
        if exposed and exposed != card:
            intent = discarding(mind.game, mind.position, card, "exposed")
            yield _turns(mind, intent.result, rest + exposed), intent
        drawn = [picked(_unseen(mind), rng) for _ in range(_DRAWS)]
        intent = discarding(mind.game, mind.position, card, "blind")
        yield sum(_turns(mind, intent.result, rest + one) for one in drawn) / _DRAWS, intent


def _unseen(mind: Mind) -> str:
    """Return the cards that this player does not see, which may therefore lie in the stock."""
    pack = Counter(mind.game.pack.cards())
    lying = faces("".join(mind.position.lines).replace(EMPTY, ""))
    left = pack - Counter(mind.hand) - Counter(lying) - Counter(mind.position.exposed or "")
    return "".join(left.elements()) or mind.game.pack.cards()


def _best_paid(mind: Mind, found: list[Play], rng: Chance) -> Intent | None:
    """Return the play on a board with the best score, less the next player's likely score."""
    game, likely = mind.game, found[:_FEW]
    if not likely:
        return None
    racks = ["".join(picked(_unseen(mind), rng) for _ in range(game.deal.cards)) for _ in range(_REPLIES)]
    return playing(max(likely, key=lambda play: _net(mind, play, racks)))


def _net(mind: Mind, play: Play, racks: list[str]) -> float:
    following = (mind.seat + 1) % max(len(mind.game.seats.colours), 1)
    replies = sum(_reply(mind, play.result, rack, following) for rack in racks)
    return _pay(mind, play) - replies / len(racks)


def _reply(mind: Mind, position: Position, rack: str, seat: int) -> int:
    """Return the score of the best reply without a Master; 0 if the player plays alone."""
    if len(mind.game.seats.colours) < 2:
        return 0
    other = replace(mind, position=position, hand=rack.replace(MASTER, ""), seat=seat)
    play = next(sensible(other), None)
    return _pay(other, play) if play else 0
