"""The stages of reading that can be left out, with a neutral function for each that changes nothing."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from typing import Any, Final

import numpy as np

from vision import reader
from vision.corner_letters import cards
from vision.figures.selection import Witnessed
from vision.geometry import mat, refinement
from vision.missed_cards.unlettered import Unlettered


@dataclass(frozen=True, slots=True)
class Stage:
    """A function that reading calls as `owner.name`, and `neutral`, which changes nothing."""

    owner: Any
    name: str
    neutral: Callable[..., Any]


def _given(at: int) -> Callable[..., Any]:
    """Return a function that returns its argument number `at`."""
    return lambda *given: given[at]


def _none(*_: Any) -> tuple[Any, ...]:
    return ()


def _enough(rough: tuple[Any, ...], *_: Any) -> Any:
    return np.ones(len(rough), np.bool_)


STAGES: Final[Mapping[str, Stage]] = {
    "off_marks": Stage(mat, "off_marks", _given(0)),
    "closer": Stage(reader, "closer", _given(1)),
    "_overlooked": Stage(reader, "_overlooked", _none),
    "_strangers_again": Stage(reader, "_strangers_again", _given(1)),
    "second look": Stage(reader, "settled_by", _enough),
    "steadied": Stage(reader, "steadied", _given(1)),
    "indexed": Stage(reader, "indexed", _given(1)),
    "indexed: without_edges": Stage(cards, "without_edges", _none),
    "oblong": Stage(reader, "oblong", _given(0)),
    "without_bare": Stage(reader, "without_bare", _given(0)),
    "evident": Stage(reader, "evident", _given(0)),
    "of_one_paper": Stage(reader, "of_one_paper", _given(1)),
    "without_plain": Stage(reader, "without_plain", _given(1)),
    "hidden": Stage(reader, "hidden", _none),
    "frames": Stage(refinement, "inset", lambda *_: 0),
    "usual": Stage(reader, "usual", lambda pieces, _: [True] * len(pieces)),
    "unlettered": Stage(reader, "unlettered", lambda *given: Unlettered(given[1], given[3])),
    "without_dwarfed": Stage(reader, "without_dwarfed", _given(0)),
    "ways": Stage(reader, "ways", lambda *_: {}),
    "figures": Stage(reader, "witnessed", lambda _, __, seen, ___, before: Witnessed(seen, before)),
}  # fmt: skip
"""The stages in the order in which they first run."""

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "all looks again": (
        "closer", "_strangers_again", "second look", "steadied",
    ),
    "all sifting": (
        "without_bare", "evident", "of_one_paper", "without_plain", "usual", "without_dwarfed",
    ),
}  # fmt: skip
"""The groups of stages that are left out together."""


@dataclass(slots=True)
class Seen:
    """The effect of a stage on one photograph.

    It tells whether the stage `changed` anything, its processor time in milliseconds, and the numbers shown
    to networks meanwhile; stages within it are included.
    """

    changed: bool = False
    milliseconds: float = 0.0
    shown: int = 0


@contextmanager
def without(names: tuple[str, ...]) -> Iterator[None]:
    """Read without these stages while the context is open."""
    with ExitStack() as put:
        for stage in (STAGES[name] for name in names):
            put.enter_context(instead(stage.owner, stage.name, stage.neutral))
        yield


def watched(
    stage: Stage, seen: Seen, clock: Callable[[], float], shown: Callable[[], int]
) -> Callable[..., Any]:
    """Return the stage's function, which also records its effect in `seen`."""
    own = getattr(stage.owner, stage.name)

    @wraps(own)
    def run(*given: Any) -> Any:
        began, before = clock(), shown()
        result = own(*given)
        seen.milliseconds += clock() - began
        seen.shown += shown() - before
        seen.changed = seen.changed or not alike(result, stage.neutral(*given))
        return result

    return run


@contextmanager
def instead(owner: Any, name: str, function: Callable[..., Any]) -> Iterator[None]:
    """Put `function` in the place of the owner's own while the context is open."""
    own = vars(owner)[name]
    setattr(owner, name, function)
    try:
        yield
    finally:
        setattr(owner, name, own)


def alike(one: Any, other: Any) -> bool:
    """Tell whether two values of a stage are the same to all that follows."""
    if one is other:
        return True
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if is_dataclass(one) and type(one) is type(other):
        return all(alike(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    return bool(one == other)
