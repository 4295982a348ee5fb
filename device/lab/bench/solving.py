"""Measure the share of patience deals that can be won, and the solver's time."""

import random
import statistics
import time
from math import sqrt
from typing import Any

from engine.cards import MASTER
from engine.catalogue import configured
from engine.game import Game
from engine.match.board_effects import empty_board
from engine.patience_moves import dealt_patience
from engine.solve import Answer, Expired, SolverLimits
from engine.solve.corner import CornerDeal, solve_corner
from engine.solve.deal import solve_deal
from engine.words import WordList

LIMIT_SECONDS = 20.0
"""Maximum seconds of processor time for one deal. A deal that takes longer counts as `unknown`."""
CONFIDENCE_DEVIATIONS = 1.96
"""Half the width, in standard deviations, of the interval with 95 % of a normal distribution. Benches
report such an interval for a share, such as that of the deals that can be won."""


def measure(deals: int, words: WordList, seed: int, patience: str = "solitaire-1") -> dict[str, Any]:
    """Solve `deals` random deals of one patience.

    Return the number of deals by winnability, the share solved with its 95 % interval, the mean score, and
    the median and the longest milliseconds of processor time."""
    game = configured(patience)
    answers = [_timed(game, words, random.Random(seed + deal)) for deal in range(deals)]
    results = [answer.winnability for answer, _ in answers]
    low, high = interval(results.count("solved"), deals)
    scores = [answer.score for answer, _ in answers if answer.score is not None]
    times = sorted(seconds for _, seconds in answers)
    return {
        "deals": deals,
        **{winnability: results.count(winnability) for winnability in ("solved", "impossible", "unknown")},
        "share_solved": round(results.count("solved") / deals, 4),
        "share_interval": (round(low, 4), round(high, 4)),
        **({"mean_score": round(statistics.mean(scores), 2)} if scores else {}),
        "median_ms": round(statistics.median(times) * 1e3, 1),
        "slowest_ms": round(times[-1] * 1e3, 1),
    }


def interval(hits: int, tries: int) -> tuple[float, float]:
    """Return the ends of Wilson's 95 % interval for the share of `hits` in `tries`, 0 to 1."""
    z2 = CONFIDENCE_DEVIATIONS**2
    middle = (hits + z2 / 2) / (tries + z2)
    width = CONFIDENCE_DEVIATIONS * sqrt(hits * (tries - hits) / tries + z2 / 4) / (tries + z2)
    return max(middle - width, 0.0), min(middle + width, 1.0)


def _timed(game: Game, words: WordList, rng: random.Random) -> tuple[Answer, float]:
    cards = list(game.pack.cards() if game.deal.masters == "in" else game.pack.cards().replace(MASTER, ""))
    rng.shuffle(cards)
    began = time.process_time()
    answer = _dealt(cards, words, game, lambda: time.process_time() - began > LIMIT_SECONDS)
    return answer, time.process_time() - began


def _dealt(cards: list[str], words: WordList, game: Game, expired: Expired) -> Answer:
    pack = "".join(cards)
    if game.layout == "grid":
        deal = CornerDeal(empty_board(game), pack[: game.deal.cards], pack[game.deal.cards :])
        return solve_corner(deal, words, game, expired)
    at, stock = dealt_patience(game, pack)
    return solve_deal(game, at, stock, words, SolverLimits(expired))


PATIENCES = ("solitaire-1", "word-solitaire", "solitaire-2", "clock", "keyword-patience")
