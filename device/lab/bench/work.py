"""Measure the work of a reading in units that do not depend on how busy the machine is: the multiply-adds of
the networks, and the calls of Python functions."""

import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path
from types import FrameType
from typing import Any, Final

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from device.commands._doctor.stages import NETWORKS, replaced_function
from vision.network import WEIGHTS

MULTIPLYING: Final = ("Conv", "Gemm", "MatMul")
"""Parts of the names of those ONNX operators that multiply numbers with weights. The multiply-adds of their
layers are counted."""


@dataclass(frozen=True, slots=True)
class Work:
    """The work of one reading: the multiply-adds of all networks, and the number of calls of Python
    functions."""

    multiply_adds: int
    calls: int


def counted(work: Callable[[], object]) -> Work:
    """Return how much work the function `work` causes. It is called twice: once to count multiply-adds, and
    once to count calls."""
    shown = list[tuple[str, tuple[int, ...]]]()

    def noted(own: Callable[..., Any]) -> Callable[..., Any]:
        def run(name: str, batch: NDArray[np.uint8]) -> Any:
            shown.append((name, batch.shape))
            return own(name, batch)

        return run

    with ExitStack() as put:
        for owner, name in (place for places in NETWORKS.values() for place in places):
            put.enter_context(replaced_function(owner, name, noted(getattr(owner, name))))
        work()
    return Work(sum(shape[0] * multiply_adds(name, shape[1:]) for name, shape in shown), _calls(work))


def _calls(work: Callable[[], object]) -> int:
    count = 0

    def noted(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(noted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@cache
def multiply_adds(name: str, shape: tuple[int, ...]) -> int:
    """Return the multiply-adds of the network `name` for one picture of `shape`. They are computed from the
    layers that ONNX Runtime reports."""
    with tempfile.TemporaryDirectory() as folder:
        options = onnxruntime.SessionOptions()
        options.enable_profiling = True
        options.profile_file_prefix = str(Path(folder) / name)
        options.log_severity_level = 3
        # Packed weights could not be distinguished from the other inputs of a layer.
        options.add_session_config_entry("session.disable_prepacking", "1")
        file = WEIGHTS / f"{name}.onnx"
        session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
        session.run(None, {"pictures": np.zeros((1, *shape), np.uint8)})
        events = json.loads(Path(session.end_profiling()).read_text())
    return sum(_of_layers(event.get("args", {}) for event in events))


def _of_layers(layers: Iterable[dict[str, Any]]) -> Iterable[int]:
    """Yield the multiply-adds of each layer that multiplies. They are the number of outputs of the layer,
    times the number of weights for one output."""
    for layer in layers:
        if not any(name in layer.get("op_name", "") for name in MULTIPLYING):
            continue
        shapes = [shape for given in layer["input_type_shape"] for shape in given.values()]
        _, weights = (shape for shape in shapes if len(shape) > 1)
        (out,) = layer["output_type_shape"][0].values()
        # (out, in, rows, columns) of a convolution, (out, in) or (in, out) of a full layer.
        row = prod(weights) // (weights[0] if len(weights) > 2 else out[-1])
        yield prod(out) * row
