"""The time of each stage of a reading: the reader's own functions, timed while it reads.

A stage's time is its own, without that of stages within it, so that all of them add up to the whole.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import wraps
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from device.commands._bench.stagesoff import instead
from device.commands._bench.timing import Spent, now
from vision import reader
from vision.corner_letters import cards
from vision.corner_letters import classify as corner_classify
from vision.corner_letters import detect as corner_detect
from vision.crops import Pyramid
from vision.figures import classify as figures
from vision.geometry import mat, refinement
from vision.pieces import classify, detect

Places = Mapping[str, tuple[tuple[Any, str], ...]]
"""The functions of each stage by its name: the module that calls each, or its class, and its name there."""

REST: Final = "the rest"

STAGES: Final[Places] = {
    "shrinking": ((Pyramid, "of"),),
    "comparing": ((reader, "reduced"),),
    "marks": ((mat, "marks"),),
    "finder": ((reader, "seek"),),
    "spelling": ((reader, "spell"),),
    "closer look": ((reader, "closer"),),
    "steadying": ((reader, "steadied"),),
    "spotter": ((corner_detect, "run"),),
    "glyph reader": ((corner_detect, "read_glyphs"),),
    "joining": ((cards, "joined"),),
    "corner letters besides": ((reader, "indexed"),),
    "no letter": ((reader, "unlettered"),),
    "figures": ((reader, "witnessed"),),
    "edges": ((refinement, "edges"), (refinement, "alone"), (refinement, "together")),
    "table": ((refinement, "flatten"), (mat, "plane")),
    "choosing": ((reader, "chosen"), (reader, "evident"), (reader, "once"), (reader, "usual")),
}
"""The stages in the order in which they first run."""

NETWORKS: Final[Places] = {
    "finder": ((detect, "run"),),
    "speller": ((classify, "run"),),
    "spotter": ((corner_detect, "run"),),
    "glyph reader": ((corner_classify, "run"),),
    "figures": ((figures, "run"),),
}


def parted(work: Callable[[], object], places: Places, runs: int = 1) -> dict[str, Spent]:
    """Return the time of `work` in each of the places, and in the rest.

    The times are medians over `runs` runs after one that does not count.
    """
    work()
    each = [once(work, places) for _ in range(runs)]
    middle = {name: np.median([one[name] for one in each], axis=0).tolist() for name in (*places, REST)}
    return {name: Spent(*spent) for name, spent in middle.items()}


def once(work: Callable[[], object], places: Places) -> dict[str, NDArray[np.float64]]:
    """Return the milliseconds on the wall and of the processor by place, of one run."""
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
                there = watched(name, getattr(owner, known_as))
                changed.enter_context(instead(owner, known_as, there))
        watched(REST, work)()
    return taken
