"""Measure the time to find every legal play of a hand. In the same run, measure the time of the plain way: to
try each word of the list."""

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from engine.best import Play, makeable_words, plays, prepare
from engine.cards import MASTER
from engine.catalogue import configured
from engine.game import Game
from engine.moves import EMPTY, Exchange, Insert, Lay, Move
from engine.position import Grid, Position, Rows
from engine.words import WordList

HAND_MASTERS: Final = 2
HAND_CARDS: Final = 10
"""Number of cards in the hand, Masters included: as many as the game deals."""
TABLE_WORDS: Final = 12
"""Number of words that lie on a table of Lexicon before the measured play."""
CROSSWORD_CARDS: Final = 35
"""Maximum number of cards that lie in a crossword before the measured play."""
_CROSSWORD_SIDE: Final = 15
"""Number of rows and of columns of the crossword's grid: room for 35 cards and for further plays."""
_VIEWED_PLAYS: Final = 10
"""Number of best plays that are measured as `first_ten`: as many as a person looks at."""
_EVERYDAY_TIER: Final = 50

T = TypeVar("T")


def measure(runs: int, words: WordList, seed: int) -> dict[str, Any]:
    """Return how long finding the best plays takes, in milliseconds of processor time.

    A time is the median over `runs` tables of a game, with two Masters in each hand. `all_ms` is the time to
    find and rank every play; `all_read_ms` is the further time to make a `Play` of each.
    """
    lexicon, crossword = configured("lexicon"), configured("crossword")
    started = time.process_time()
    for game in (lexicon, crossword):
        prepare(words, game)
    prepared = time.process_time() - started
    rng = random.Random(seed)
    rows = [(_rows(words, rng), _hand(lexicon, rng)) for _ in range(runs)]
    grids = [(_grid(crossword, words, rng), _hand(crossword, rng)) for _ in range(runs)]
    at, hand = rows[0]
    found, quick = _timed(lambda: set(makeable_words(lexicon, words, at, hand)))
    every, whole = _timed(lambda: plays(lexicon, words, at, hand))
    tried, slow = _timed(lambda: _try_every_word(words, at, hand))
    return {
        "prepared_once_ms": round(prepared * 1e3, 1),
        "lexicon": _speed(lexicon, words, rows),
        "crossword": _speed(crossword, words, grids),
        "word_by_word": {
            "ms": round(slow * 1e3, 1),
            "words": len(tried),
            "times_slower": round(slow / quick, 1),
            "times_slower_than_every_play_ranked": round(slow / whole, 1),
            "agrees": tried == found == _targets(every),
        },
    }


def _speed(game: Game, words: WordList, tables: list[tuple[Rows, str]] | list[tuple[Grid, str]]) -> Any:
    ten, every, read, numbers, found_only, found_numbers = [], [], [], [], [], []
    for at, hand in tables:
        made, seconds = _timed(lambda at=at, hand=hand: list(makeable_words(game, words, at, hand)))  # type: ignore[misc]
        found_only.append(seconds)
        found_numbers.append(len(made))
        ten.append(_timed(lambda at=at, hand=hand: plays(game, words, at, hand, limit=_VIEWED_PLAYS))[1])  # type: ignore[misc]
        found, seconds = _timed(lambda at=at, hand=hand: plays(game, words, at, hand))  # type: ignore[misc]
        every.append(seconds)
        read.append(_timed(lambda found=found: list(found))[1])  # type: ignore[misc]
        numbers.append(len(found))
    return {
        "tables": len(tables),
        "median_words_made": int(statistics.median(found_numbers)),
        "words_made_ms": round(statistics.median(found_only) * 1e3, 1),
        "words_made_slowest_ms": round(max(found_only) * 1e3, 1),
        "median_plays": int(statistics.median(numbers)),
        "first_ten_ms": round(statistics.median(ten) * 1e3, 1),
        "first_ten_slowest_ms": round(max(ten) * 1e3, 1),
        "all_ms": round(statistics.median(every) * 1e3, 1),
        "all_slowest_ms": round(max(every) * 1e3, 1),
        "all_read_ms": round(statistics.median(read) * 1e3, 1),
    }


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    started = time.process_time()
    result = work()
    return result, time.process_time() - started


def _hand(game: Game, rng: random.Random) -> str:
    letters = list(game.pack.cards(2).replace(MASTER, ""))
    return "".join(rng.sample(letters, HAND_CARDS - HAND_MASTERS)) + MASTER * HAND_MASTERS


def _rows(words: WordList, rng: random.Random) -> Rows:
    everyday = [word for word in words if 3 <= len(word) <= 6 and _tier(words, word) <= _EVERYDAY_TIER]
    return Rows(tuple(rng.sample(everyday, TABLE_WORDS)))


def _tier(words: WordList, word: str) -> int:
    entry = words.entry(word)
    return entry.tier if entry else 0


def _grid(game: Game, words: WordList, rng: random.Random) -> Grid:
    """Return a crossword that grows from GAME in the middle, by random legal plays from hands of five
    letters."""
    blank = EMPTY * _CROSSWORD_SIDE
    rows = [blank] * _CROSSWORD_SIDE
    rows[_CROSSWORD_SIDE // 2] = "GAME".center(_CROSSWORD_SIDE, EMPTY)
    grid, lying = Grid(tuple(rows)), 4
    while lying < CROSSWORD_CARDS:
        hand = "".join(rng.sample(game.pack.cards(2).replace(MASTER, ""), 5))
        fitting = [play for play in plays(game, words, grid, hand) if lying + play.cards <= CROSSWORD_CARDS]
        if fitting:
            play = rng.choice(fitting)
            assert isinstance(play.result, Grid)
            grid, lying = play.result, lying + play.cards
    return grid


def _targets(possible_plays: Sequence[Play]) -> set[tuple[str, str]]:
    """Return the place and the word of each of the plays. The place is the number (from 1) of the changed
    word on the table, or "+" for a new word."""
    return {_target(play.move) for play in possible_plays}


def _target(move: Move) -> tuple[str, str]:
    assert isinstance(move, Lay | Insert | Exchange)
    return ("+", move.word.upper()) if isinstance(move, Lay) else (str(move.index + 1), move.after.upper())


def _try_every_word(words: WordList, at: Position, hand: str) -> set[tuple[str, str]]:
    """Try every word of the list as a new word, and in place of each word on the table. Return the plays that
    the hand can make, each as its place and its word.

    The place is the number (from 1) of the changed word on the table, or "+" for a new word.
    """
    held, wild = Counter(hand.replace(MASTER, "")), hand.count(MASTER)
    lying = [(str(n + 1), word, Counter(word)) for n, word in enumerate(at.lines)]
    places = [("+", "", Counter[str]()), *lying]
    found = set()
    for word in words:
        letters = Counter(word)
        for place, was, own in places:
            if len(word) == len(was):
                wanted = Counter(new for old, new in zip(was, word, strict=True) if old != new)
                fits = (wanted - held).total() <= (wild if wanted else wild - 1)
            else:
                fits = len(word) > max(len(was), 1) and (letters - own - held).total() <= wild
                fits = fits and not own - letters and _embeds(was, word)
            if fits:
                found.add((place, word))
    return found


def _embeds(was: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in was)
