"""List the stages of reading that can be left out. Each stage has a neutral function, which replaces the
stage and changes nothing."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from typing import Any, Final

import numpy as np

from device.commands._doctor.stages import replaced_function
from vision import reader
from vision.corner_letters import cards
from vision.crops import Outline
from vision.figures.selection import CardsWithFigures
from vision.geometry import mat, refinement
from vision.missed_cards.unlettered import PiecesFound, UnletteredSearch
from vision.pieces.classify import Piece


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of reading that can be left out. It is the function `name` of `owner`. While it is left out,
    the function `neutral`, which has no effect on the reading, replaces it."""

    owner: Any
    name: str
    neutral: Callable[..., Any]


def _argument(at: int) -> Callable[..., Any]:
    """Return a neutral function for a stage of reading. This function returns its positional argument number
    `at` (from 0) unchanged."""
    return lambda *given: given[at]


def _none(*_: Any) -> tuple[Any, ...]:
    return ()


def _enough(rough: tuple[Any, ...], *_: Any) -> Any:
    return np.ones(len(rough), np.bool_)


def _outlines(_: Any, pieces: tuple[Piece, ...], *__: Any) -> tuple[Outline, ...]:
    return tuple(piece.outline for piece in pieces)


def _as_found(_: Any, found: PiecesFound, *__: Any) -> UnletteredSearch:
    return UnletteredSearch(found.settled, tuple(found.unlettered))


STAGES: Final[Mapping[str, Stage]] = {
    "off_marks": Stage(mat, "off_marks", _argument(0)),
    "zoom_in": Stage(reader, "zoom_in", _outlines),
    "_lost_in_closer_look": Stage(reader, "_lost_in_closer_look", _none),
    "_reclassified_unlettered": Stage(reader, "_reclassified_unlettered", _argument(1)),
    "needs_no_second_look": Stage(reader, "needs_no_second_look", _enough),
    "average_views": Stage(reader, "average_views", _argument(1)),
    "add_corner_cards": Stage(reader, "add_corner_cards", _argument(1)),
    "corner cards: small_edgeless_pieces": Stage(cards, "small_edgeless_pieces", _none),
    "stand_upright": Stage(reader, "stand_upright", _argument(0)),
    "drop_bare_table": Stage(reader, "drop_bare_table", _argument(0)),
    "drop_implausible": Stage(reader, "drop_implausible", _argument(0)),
    "drop_other_paper": Stage(reader, "drop_other_paper", _argument(1)),
    "drop_plain_backs": Stage(reader, "drop_plain_backs", _argument(1)),
    "find_occluded": Stage(reader, "find_occluded", _none),
    "frame_inset": Stage(refinement, "frame_inset", lambda *_: 0),
    "have_usual_size": Stage(reader, "have_usual_size", lambda pieces, _: [True] * len(pieces)),
    "find_unlettered": Stage(reader, "find_unlettered", _as_found),
    "drop_dwarfed": Stage(reader, "drop_dwarfed", _argument(0)),
    "orientations": Stage(reader, "find_orientations", lambda *_: {}),
    "read_needed_figures": Stage(
        reader, "read_needed_figures", lambda _, __, seen, ___, before: CardsWithFigures(seen, before)
    ),
}  # fmt: skip
"""The stages that can be left out, by name, in the order in which reading first runs them."""

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "all looks again": (
        "zoom_in", "_reclassified_unlettered", "needs_no_second_look", "average_views",
    ),
    "all filtering": (
        "drop_bare_table", "drop_implausible", "drop_other_paper", "drop_plain_backs", "have_usual_size",
        "drop_dwarfed",
    ),
}  # fmt: skip
"""Groups of stages that are left out together, by the group's name."""


@dataclass(slots=True)
class StageEffect:
    """The effect and the cost of a stage on one photograph. The effect and cost of the stages that it calls
    are included."""

    changed: bool = False
    """True if the stage had an effect: its result differed from that of the neutral function, which replaces
    the stage when it is left out."""
    milliseconds: float = 0.0
    """The processor time that the stage took, milliseconds."""
    network_values: int = 0
    """The number of values (pixels times colours) that the networks got as input because of the stage."""


@contextmanager
def without(names: tuple[str, ...]) -> Iterator[None]:
    """Leave out the stages called `names` while the context is open. Neutral functions, which have no effect
    on the reading, replace the stages."""
    with ExitStack() as put:
        for stage in (STAGES[name] for name in names):
            put.enter_context(replaced_function(stage.owner, stage.name, stage.neutral))
        yield


def recording(
    stage: Stage, effect: StageEffect, clock: Callable[[], float], network_values: Callable[[], int]
) -> Callable[..., Any]:
    """Return the stage's function, extended so that each call adds its effect and cost to `effect`.

    `clock` returns the processor time in milliseconds, and `network_values` the number of values that
    networks got so far.
    """
    own = getattr(stage.owner, stage.name)

    @wraps(own)
    def run(*given: Any) -> Any:
        began, before = clock(), network_values()
        result = own(*given)
        effect.milliseconds += clock() - began
        effect.network_values += network_values() - before
        effect.changed = effect.changed or not same_result(result, stage.neutral(*given))
        return result

    return run


def same_result(one: Any, other: Any) -> bool:
    """Return True if two results of a stage are equal, so that later stages cannot tell them apart."""
    if one is other:
        return True
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same_result, one, other))
    if is_dataclass(one) and type(one) is type(other):
        return all(same_result(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    return bool(one == other)
