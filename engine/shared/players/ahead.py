"""Look ahead for a simulated player: find the play that empties the hand soonest. On a board, find the play
that scores most and helps the next player least.

The player is assumed to make one best play after another while nobody else plays. The details are wrong,
but the number of turns is about right, since most cards on the table stay there.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from engine.best import Play, hand_reduction
from engine.best.board import letters_score
from engine.cards import MASTER
from engine.moves import EMPTY, Place, faces, played, taken
from engine.position import Grid, Position
from engine.rules.board_scoring import colours_of
from engine.shared.players.chance import Chance, random_choice
from engine.shared.players.intent import Intent, discard_intent, play_intent
from engine.shared.players.thinking import MAX_PLAYS_THOUGHT_OF, Mind, sensible_plays, with_one_master

_MAX_WHOLE_HAND: Final = 6
"""The greatest number of cards in a hand with which a simulated player tries plays with all its Masters,
since such a play may empty the hand. From a larger hand at most one Master is played."""
_MAX_PLAYS_FOLLOWED: Final = 14
"""The greatest number of a simulated player's plays for which the rest of the hand is played ahead. In half
of all hands the best play is among them, and a Raspberry Pi is fast enough for so many."""
_MAX_EQUAL_PLAYS: Final = 2
"""The greatest number of plays with the same cards of which the rest of the hand is played ahead. Such
plays differ only in their place on the table, which matters little."""
_MAX_TURNS_AHEAD: Final = 3
"""The greatest number of own turns that a simulated player plays ahead. Later turns depend on cards that
nobody has drawn yet."""
_UNPLAYABLE_CARD_TURNS: Final = 2.0
"""The number of turns that an estimate adds for each card still in the hand after the plays ahead: one to
discard the card, and one to lay the card drawn in its place."""
_POINTS_PER_TURN: Final = 100.0
"""The number of points left in the hand that count as much as one turn.

It is so great that points decide only between plays after which the hand takes equally many turns.
"""
_MAX_DISCARD_HAND: Final = 5
"""The greatest number of cards in a hand for which a simulated player compares discards with plays. With
more cards the player discards only if no play is possible."""
_MAX_DISCARDS_TRIED: Final = 5
"""The greatest number of different cards that a simulated player considers for a discard: those with the
highest figures."""
_DRAWS_PER_DISCARD: Final = 2
"""The number of random cards of the stock with which a discard is tried. Each might be the card that the
player draws after the discard."""
_PLAYS_WEIGHED: Final = 5
"""The number of plays on a board, those with the highest scores, that are compared by their consequences:
the next player's likely score is subtracted from theirs."""
_RACKS_TRIED: Final = 2
"""The number of random racks tried for the next player on a board. The mean score of that player's best
replies is the likely score."""


def plays_considered(mind: Mind, *, limit: int = MAX_PLAYS_THOUGHT_OF) -> list[Play]:
    """Return the plays that a simulated player compares. Those that leave the fewest cards come first; on a
    board, those with the highest scores.

    At most `limit` plays are found without the hand's Masters, and at most `limit` with one Master and a few
    letter cards. From a small hand, at most `limit` plays of all its cards are added.
    """
    card_sets = [mind.hand.replace(MASTER, ""), with_one_master(mind.game, mind.hand)]
    if len(mind.hand) <= _MAX_WHOLE_HAND:
        card_sets.append(mind.hand)
    every = (islice(sensible_plays(replace(mind, hand=cards)), limit) for cards in dict.fromkeys(card_sets))
    play_of_move = {play.move: play for plays in every for play in plays}
    return sorted(play_of_move.values(), key=lambda play: _order(mind, play))


def choose_by_lookahead(mind: Mind, rng: Chance) -> Intent | None:
    """Return the play or discard after which a simulated player empties the hand in the fewest turns; None if
    there is none.

    On a board return the play with the best score, less the next player's likely score.
    """
    possible_plays = plays_considered(mind)
    if possible_plays and played(possible_plays[0].move) == "".join(sorted(mind.hand)):
        return play_intent(possible_plays[0])
    if mind.game.board_scoring is not None:
        return _best_on_board(mind, possible_plays, rng)
    discards = (
        _ranked_discards(mind, rng) if len(mind.hand) <= _MAX_DISCARD_HAND or not possible_plays else iter(())
    )
    ranked = [*_ranked_plays(mind, possible_plays), *discards]
    return min(ranked, key=lambda one: one[0])[1] if ranked else None


def _order(mind: Mind, play: Play) -> tuple[float, ...]:
    cards, points = hand_reduction(mind.game, play.move)
    spent = played(play.move).count(MASTER)
    return -_board_points(mind, play), -cards, -points, spent


def _board_points(mind: Mind, play: Play) -> int:
    if not isinstance(mind.position, Grid) or not isinstance(play.move, Place):
        return 0
    return letters_score(mind.game, mind.position, play.move, colours_of(mind.game, mind.seat))


def _ranked_plays(mind: Mind, possible_plays: list[Play]) -> Iterator[tuple[float, Intent]]:
    """Yield some of a simulated player's possible plays, each with the estimated number of turns that the
    hand then takes. At most `_MAX_PLAYS_FOLLOWED` plays are yielded, and at most `_MAX_EQUAL_PLAYS` with
    the same cards."""
    plays_by_cards: Counter[str] = Counter()
    followed = 0
    for play in possible_plays:
        cards = played(play.move)
        plays_by_cards[cards] += 1
        if plays_by_cards[cards] <= _MAX_EQUAL_PLAYS and followed < _MAX_PLAYS_FOLLOWED:
            followed += 1
            yield _turns_to_empty(mind, play.result, _hand_after(mind.hand, play)), play_intent(play)


def _hand_after(hand: str, play: Play) -> str:
    rest = Counter(hand) - Counter(played(play.move)) + Counter(taken(play.move))
    return "".join(sorted(rest.elements()))


def _turns_to_empty(mind: Mind, position: Position, hand: str) -> float:
    """Return an estimate of the turns in which `hand` can be played out from `position` while nobody else
    plays.

    Each card left after `_MAX_TURNS_AHEAD` turns, or when no play is found, counts as some turns more, and
    so do the points of these cards.
    """
    turns, now = 0, replace(mind, position=position, hand=hand)
    while now.hand and turns < _MAX_TURNS_AHEAD:
        play = next(iter(plays_considered(now, limit=1)), None)
        if play is None:
            break
        now, turns = replace(now, position=play.result, hand=_hand_after(now.hand, play)), turns + 1
    return turns + _UNPLAYABLE_CARD_TURNS * len(now.hand) + mind.game.pack.points(now.hand) / _POINTS_PER_TURN


def _ranked_discards(mind: Mind, rng: Chance) -> Iterator[tuple[float, Intent]]:
    """Yield some of a simulated player's possible discards, each with the estimated number of turns that
    the hand then takes.

    After a discard the player draws the exposed card, which is known, or a card of the stock. For the stock
    a few random cards are tried, and their numbers of turns averaged.
    """
    if mind.game.plays.discards == "none":
        return
    dearest = sorted(sorted(set(mind.hand)), key=lambda card: -mind.game.pack.figures[card])
    letters = [card for card in dearest if card != MASTER] or dearest
    exposed = mind.position.exposed
    for card in letters[:_MAX_DISCARDS_TRIED]:
        rest = mind.hand.replace(card, "", 1)
        if exposed and exposed != card:
            intent = discard_intent(mind.game, mind.position, card, "exposed")
            yield _turns_to_empty(mind, intent.result, rest + exposed), intent
        drawn = [random_choice(_unseen_cards(mind), rng) for _ in range(_DRAWS_PER_DISCARD)]
        intent = discard_intent(mind.game, mind.position, card, "blind")
        yield (
            sum(_turns_to_empty(mind, intent.result, rest + one) for one in drawn) / _DRAWS_PER_DISCARD,
            intent,
        )


def _unseen_cards(mind: Mind) -> str:
    """Return the cards of the pack that a simulated player sees neither on the table nor in the hand. They
    may lie in the stock. Return the whole pack if there are none."""
    pack = Counter(mind.game.pack.cards())
    lying = faces("".join(mind.position.lines).replace(EMPTY, ""))
    unseen = pack - Counter(mind.hand) - Counter(lying) - Counter(mind.position.exposed or "")
    return "".join(unseen.elements()) or mind.game.pack.cards()


def _best_on_board(mind: Mind, possible_plays: list[Play], rng: Chance) -> Intent | None:
    """Return the play on a board that gains most: its points less the next player's likely points. Return
    None if no play is possible."""
    game, likely = mind.game, possible_plays[:_PLAYS_WEIGHED]
    if not likely:
        return None
    racks = [
        "".join(random_choice(_unseen_cards(mind), rng) for _ in range(game.deal.cards))
        for _ in range(_RACKS_TRIED)
    ]
    return play_intent(max(likely, key=lambda play: _net_points(mind, play, racks)))


def _net_points(mind: Mind, play: Play, racks: list[str]) -> float:
    following = (mind.seat + 1) % max(len(mind.game.seats.colours), 1)
    replies = sum(_reply_points(mind, play.result, rack, following) for rack in racks)
    return _board_points(mind, play) - replies / len(racks)


def _reply_points(mind: Mind, position: Position, rack: str, seat: int) -> int:
    """Return the most points that the next player on a board could score with the letters `rack`, without a
    Master. Return 0 if the game has only one player."""
    if len(mind.game.seats.colours) < 2:
        return 0
    other = replace(mind, position=position, hand=rack.replace(MASTER, ""), seat=seat)
    play = next(sensible_plays(other), None)
    return _board_points(other, play) if play else 0
