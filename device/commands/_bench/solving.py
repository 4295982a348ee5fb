"""How many deals of the patiences can be won, and how long the solver takes to know."""

import random
import statistics
import time
from collections.abc import Callable
from math import sqrt
from typing import Any

from engine.cards import MASTER
from engine.catalogue import configured
from engine.game import Game
from engine.position import Piles
from engine.solve import Answer, Expired
from engine.solve.circle import solve_circle
from engine.solve.columns import solve_columns
from engine.solve.piles import solve_piles
from engine.solve.tableau import solve_tableau
from engine.words import WordList

LIMIT = 20.0
"""Seconds of this process a deal is given."""
CONFIDENT = 1.96
"""Standard deviations either side that hold 95 % of a normal distribution."""

Solve = Callable[[list[str], WordList, Game, Expired], Answer]


def measure(deals: int, words: WordList, seed: int, patience: str = "solitaire-1") -> dict[str, Any]:
    """Random deals of one patience: the share solved with its 95 % interval, and the median time in
    milliseconds of this process."""
    game = configured(patience)
    answers = [_timed(game, words, random.Random(seed + deal)) for deal in range(deals)]
    verdicts = [answer.verdict for answer, _ in answers]
    low, high = interval(verdicts.count("solved"), deals)
    scores = [answer.score for answer, _ in answers if answer.score is not None]
    times = sorted(seconds for _, seconds in answers)
    return {
        "deals": deals,
        **{verdict: verdicts.count(verdict) for verdict in ("solved", "impossible", "unknown")},
        "share_solved": round(verdicts.count("solved") / deals, 4),
        "share_interval": (round(low, 4), round(high, 4)),
        **({"mean_score": round(statistics.mean(scores), 2)} if scores else {}),
        "median_ms": round(statistics.median(times) * 1e3, 1),
        "slowest_ms": round(times[-1] * 1e3, 1),
    }


def interval(hits: int, tries: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z2 = CONFIDENT**2
    middle = (hits + z2 / 2) / (tries + z2)
    width = CONFIDENT * sqrt(hits * (tries - hits) / tries + z2 / 4) / (tries + z2)
    return max(middle - width, 0.0), min(middle + width, 1.0)


def _timed(game: Game, words: WordList, rng: random.Random) -> tuple[Answer, float]:
    cards = list(game.pack.cards() if game.masters == "in" else game.pack.cards().replace(MASTER, ""))
    rng.shuffle(cards)
    began = time.process_time()
    answer = _SOLVE[game.layout](cards, words, game, lambda: time.process_time() - began > LIMIT)
    return answer, time.process_time() - began


def _piles(cards: list[str], words: WordList, game: Game, expired: Expired) -> Answer:
    piles = ["".join(cards[i : i + 3]) for i in range(0, len(cards), 3)]
    return solve_piles(piles, words, game, expired)


def _tableau(cards: list[str], words: WordList, game: Game, expired: Expired) -> Answer:
    piles = tuple("".join(cards[n * (n + 1) // 2 :][: n + 1]) for n in range(game.places))
    dealt = sum(map(len, piles))
    at = Piles(piles, "", len(cards) - dealt, game.pack.counts[MASTER])
    return solve_tableau(at, "".join(cards[dealt:]), words, game, expired)


def _circle(cards: list[str], words: WordList, game: Game, expired: Expired) -> Answer:
    at = Piles(tuple(cards[: game.places]), "", len(cards) - game.places)
    return solve_circle(at, "".join(cards[game.places :]), words, game, expired)


def _columns(cards: list[str], words: WordList, game: Game, expired: Expired) -> Answer:
    return solve_columns(cards[: game.places], "".join(cards[game.places :]), words, game, expired)


PATIENCES = ("solitaire-1", "word-solitaire", "solitaire-2", "clock")
_SOLVE: dict[str, Solve] = {"piles": _piles, "tableau": _tableau, "circle": _circle, "columns": _columns}
