"""Measure how much skill helps, and how long games last.

Simulated players of each strength play against players of their own strength, and one of each strength
against one another.
"""

import random
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any, Final

from device.lab.bench.solving import interval
from engine.catalogue import configured
from engine.game import Game
from engine.shared.players import MAX_EVERYDAY_TIER, STRENGTHS, Strength
from engine.shared.players.selfplay import HandResult, play_hand, play_match
from engine.words import Flag, WordList

GAMES: Final = ("lexicon", "crossword", "lexigram")
"""The games with hands of cards. Their simulation is fast enough for thousands of matches."""
BOARD_GAME: Final = "keyword"
"""The board game. Its simulation takes some hundred times as long as that of another game, and so fewer
matches are played."""
BOARD_GAME_FACTOR: Final = 10
"""Number of matches of another game for each match of the board game. The board game is slow, so that fewer
of its matches are played."""
EQUAL_PLAYERS: Final = 3
"""Number of players in a match. In some matches all have the same strength, in others the strengths
differ."""
PARTY_SEATS: Final = 4
"""Number of players at a table of a party (PTY-1)."""
BELL_SECONDS: Final = 7 * 60
"""Seconds after which the bell ends a hand of a party (PTY-2)."""
PARTY_TABLES: Final = (1, 10)
"""Numbers of tables for which the length of a party is computed. One bell rings for all tables, and the next
hand begins when the last table has finished."""
TURN_SECONDS: Final = (10, 15, 20, 30, 45)
"""Assumed seconds for a turn, with which the length of a party is computed. They range from players who know
what they want to a family at its first game."""
PARTY_HANDS: Final = 10
"""Number of hands of a party."""
REPORTED_SHARES: Final = (0.1, 0.25, 0.5, 0.75, 0.9)
"""Shares of hands, 0 to 1. For the share 0.9, the bench reports the number of turns within which 90 % of the
hands end."""
BETWEEN_HANDS_SECONDS: Final = 2 * 60
"""Seconds between two hands of a party, in which people count, sign the scores, move up a table, shuffle and
deal. The number is a guess, because no booklet gives one."""


def measure(matches: int, words: WordList, seed: int) -> dict[str, Any]:
    """Simulate `matches` hands among players of equal strength, and as many matches among players of three
    strengths, for each game. Simulate a party, too, and return all results."""
    known = words.restricted(max_tier=MAX_EVERYDAY_TIER, without=Flag.OFFENSIVE)
    result: dict[str, Any] = {game: _game(configured(game), known, matches, seed) for game in GAMES}
    result[BOARD_GAME] = _game(configured(BOARD_GAME), known, max(matches // BOARD_GAME_FACTOR, 1), seed)
    party: tuple[Strength, ...] = ("casual", "ahead")
    return {**result, "party": {one: _party(known, matches, seed, one) for one in party}}


def _game(game: Game, words: WordList, matches: int, seed: int) -> dict[str, Any]:
    levels: tuple[Strength, ...] = (*STRENGTHS, "casual")
    alike = {one: _alike(game, words, [one] * EQUAL_PLAYERS, matches, seed) for one in levels}
    return {"among_equals": alike, "together": _together(game, words, matches, seed)}


def _alike(game: Game, words: WordList, seats: list[Strength], hands: int, seed: int) -> dict[str, Any]:
    played = [play_hand(game, words, seats, random.Random(f"{seed}/{hand}")) for hand in range(hands)]
    turns = sorted(hand.turns for hand in played)
    return {
        "hands": hands,
        "turns": {f"{share:.0%}": _share(turns, share) for share in REPORTED_SHARES},
        "laid_share": round(sum(h.plays for h in played) / sum(turns), 3),
        "nobody_out": sum(hand.finishing_seat is None for hand in played),
        "points_a_hand": round(statistics.mean(p for hand in played for p in hand.points), 1),
    }


def _share(ordered: Sequence[int], share: float) -> int:
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def _together(game: Game, words: WordList, matches: int, seed: int) -> dict[str, Any]:
    """Play matches with one player of each strength. From match to match the players change their seats."""
    won: dict[str, float] = dict.fromkeys(STRENGTHS, 0.0)
    points, hands, all_hands = Counter[str](), Counter[str](), 0
    undecided, orders = 0, list(permutations(STRENGTHS))
    for number in range(matches):
        seats = orders[number % len(orders)]
        match = play_match(
            game, words, seats, random.Random(f"{seed}/match/{number}"), dealer=number % EQUAL_PLAYERS
        )
        undecided += not match.winners
        for seat in match.winners:
            won[seats[seat]] += 1 / len(match.winners)
        for hand in match.hands:
            _count(hand, seats, points, hands)
        all_hands += len(match.hands)
    return {
        "matches": matches,
        "undecided": undecided,
        "hands_a_match": round(all_hands / matches, 1),
        **{one: _standing(won[one], matches, points[one], hands[one], all_hands) for one in STRENGTHS},
    }


def _count(hand: HandResult, seats: Sequence[str], points: Counter[str], out: Counter[str]) -> None:
    for seat, changed in enumerate(hand.points):
        points[seats[seat]] += changed
    if hand.finishing_seat is not None:
        out[seats[hand.finishing_seat]] += 1


def _standing(won: float, matches: int, points: int, out: int, hands: int) -> dict[str, Any]:
    """Return the results of the players of one strength: the share of matches won with its 95 % interval, the
    share of hands gone out, and the points a hand.

    If two players share a win, each has won half a match. The interval is computed from the rounded number of
    wins.
    """
    low, high = interval(round(won), matches)
    return {
        "matches_won": round(won / matches, 3),
        "interval": (round(low, 3), round(high, 3)),
        "hands_gone_out": round(out / hands, 3),
        "points_a_hand": round(points / hands, 1),
    }


def _party(words: WordList, hands: int, seed: int, strength: Strength) -> dict[str, Any]:
    """Simulate hands of a party. Return the median number of turns of a hand, and the minutes of a whole
    party for each number of tables and each of `TURN_SECONDS`."""
    game = configured("lexicon")
    seats: list[Strength] = [strength] * PARTY_SEATS
    played = [play_hand(game, words, seats, random.Random(f"{seed}/party/{hand}")) for hand in range(hands)]
    turns = [hand.turns for hand in played]
    return {
        "turns_median": statistics.median(turns),
        **{
            f"{pace}_s_a_turn": {str(n): _evening(turns, pace, n) for n in PARTY_TABLES}
            for pace in TURN_SECONDS
        },
    }


def _evening(turns: Iterable[int], pace: int, tables: int) -> dict[str, float]:
    seconds = sorted(min(number * pace, BELL_SECONDS) for number in turns)
    hand = mean_of_largest(seconds, tables)
    return {
        "minutes": round(PARTY_HANDS * (hand + BETWEEN_HANDS_SECONDS) / 60, 1),
        "bell_rings": round(1 - (sum(s < BELL_SECONDS for s in seconds) / len(seconds)) ** tables, 3),
    }


def mean_of_largest(ordered: Sequence[float], number: int) -> float:
    """Return the expected value of the largest of `number` values that are drawn at random from `ordered`
    (ascending)."""
    count = len(ordered)
    shares = [((i + 1) / count) ** number - (i / count) ** number for i in range(count)]
    return sum(value * share for value, share in zip(ordered, shares, strict=True))
