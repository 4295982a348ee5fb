"""Measure the word list: the time to load it and to look a word up, and its memory."""

import statistics
import time
import tracemalloc
from typing import Any

from device.words.lists import FILE
from engine.words import WordList

LOOKED_UP_WORDS = ("CAT", "SMOTHERED", "QZX", "FEARLESS", "MO", "ZEBRA", "XYLOPHONE", "AAAA")
REPETITIONS = 20_000


def measure() -> dict[str, Any]:
    """Return the milliseconds to load the list, the microseconds to look up a word and to search a pattern,
    and the megabytes of the list in memory."""
    started = time.perf_counter()
    words = WordList.from_bytes(FILE.read_bytes())
    loading = time.perf_counter() - started
    return {
        "words": len(words),
        "load_ms": round(loading * 1e3, 1),
        "membership_us": round(_membership(words) * 1e6, 3),
        "three_unknowns_us": round(_pattern(words) * 1e6, 1),
        "held_mb": round(_list_megabytes(), 1),
    }


def _list_megabytes() -> float:
    """Return the megabytes that one list takes in memory, with the index for searches of words up to ten
    letters."""
    tracemalloc.start()
    words = WordList.from_bytes(FILE.read_bytes())
    for length in range(2, 11):
        words.matching("Z" + "?" * (length - 1))
    held = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    return held


def _membership(words: WordList) -> float:
    """Return the seconds that the word list needs to test if it has a word. This is the median over seven
    batches of tests."""
    batches = []
    for _ in range(7):
        started = time.perf_counter()
        member_count = 0
        for _ in range(REPETITIONS // len(LOOKED_UP_WORDS)):
            for word in LOOKED_UP_WORDS:
                member_count += word in words
        batches.append((time.perf_counter() - started) / REPETITIONS)
        assert 0 < member_count < REPETITIONS
    return statistics.median(batches)


def _pattern(words: WordList) -> float:
    """Return the median seconds of a search for words of five letters of which three are unknown, such as
    S??T?."""
    words.matching("?????")
    times = []
    for pattern in ("S??T?", "?A?E?", "C???T", "??A?E") * 5:
        started = time.perf_counter()
        words.matching(pattern)
        times.append(time.perf_counter() - started)
    return statistics.median(times)
