"""Measure the time of each stage of a reading, by timing the reader's own functions.

A stage's time excludes the stages that it calls, so that all stages add up to the whole.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from device.commands._doctor.timing import Spent, now
from vision import reader
from vision.corner_letters import cards
from vision.corner_letters import classify as corner_classify
from vision.corner_letters import detect as corner_detect
from vision.crops import Pyramid
from vision.figures import classify as figures
from vision.geometry import mat, refinement
from vision.pieces import classify, detect

Places = Mapping[str, tuple[tuple[Any, str], ...]]
"""The functions in which each stage of reading a photograph is done, by the stage's name. A
function is given as a pair: its module or class, and its name there."""

REST: Final = "the rest"

STAGES: Final[Places] = {
    "shrinking": ((Pyramid, "of"),),
    "comparing": ((reader, "downscale"),),
    "marks": ((mat, "find_marks"),),
    "finder": ((reader, "detect_multiscale"),),
    "spelling": ((reader, "classify"),),
    "closer look": ((reader, "zoom_in"),),
    "steadying": ((reader, "average_views"),),
    "spotter": ((corner_detect, "run"),),
    "glyph reader": ((corner_detect, "classify_corner_letters"),),
    "joining": ((cards, "merge_corner_cards"),),
    "corner letters besides": ((reader, "add_corner_cards"),),
    "no letter": ((reader, "find_unlettered"),),
    "figures": ((reader, "read_needed_figures"),),
    "edges": (
        (refinement, "measure_edges"),
        (refinement, "fit_each_edge"),
        (refinement, "fit_opposite_edges"),
    ),
    "table": ((refinement, "rectify"), (mat, "fit_plane")),
    "choosing": (
        (reader, "select_pieces"),
        (reader, "drop_implausible"),
        (reader, "suppress_duplicates"),
        (reader, "have_usual_size"),
    ),
}
"""The stages of reading a photograph that are timed, with the functions of each. They are in the
order in which they first run."""

NETWORKS: Final[Places] = {
    "finder": ((detect, "run"),),
    "speller": ((classify, "run"),),
    "spotter": ((corner_detect, "run"),),
    "glyph reader": ((corner_classify, "run"),),
    "figures": ((figures, "run"),),
}


def time_by_stage(work: Callable[[], object], places: Places, runs: int = 1) -> dict[str, Spent]:
    """Return the time that each stage of `places`, and the remaining code, takes when `work` is done.
    The times are medians over `runs` runs, after a warm-up run."""
    work()
    each = [time_once(work, places) for _ in range(runs)]
    middle = {name: np.median([one[name] for one in each], axis=0).tolist() for name in (*places, REST)}
    return {name: Spent(*spent) for name, spent in middle.items()}


def time_once(work: Callable[[], object], places: Places) -> dict[str, NDArray[np.float64]]:
    """Run `work` once. Return the milliseconds that each stage of `places` and the remaining code
    took, by the stage's name: (2,) on the clock and of the processor."""
    taken = {name: np.zeros(2) for name in (*places, REST)}
    within = [np.zeros(2)]

    def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def run(*given: Any, **named: Any) -> Any:
            within.append(np.zeros(2))
            began = now()
            result = function(*given, **named)
            whole = now() - began
            taken[name] += whole - within.pop()
            within[-1] += whole
            return result

        return run

    with ExitStack() as changed:
        for name, functions in places.items():
            for owner, known_as in functions:
                timed_function = watched(name, getattr(owner, known_as))
                changed.enter_context(replaced_function(owner, known_as, timed_function))
        watched(REST, work)()
    return taken


@contextmanager
def replaced_function(owner: Any, name: str, function: Callable[..., Any]) -> Iterator[None]:
    """Put `function` in the place of the attribute `name` of `owner`, a module or a class, while the
    context lasts."""
    own = vars(owner)[name]
    setattr(owner, name, function)
    try:
        yield
    finally:
        setattr(owner, name, own)
