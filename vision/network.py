"""Running an exported network with ONNX Runtime."""

import os
import platform
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.codes import Floats

WEIGHTS = Path(__file__).parent / "weights"

THREADS: Final = min(4, os.cpu_count() or 1)
"""Every core of a Pi: a photograph is read only when the table has come to rest, and then somebody waits."""


@cache
def session(name: str, threads: int = THREADS) -> onnxruntime.InferenceSession:
    """The network `name` of the weights folder, loaded once a process.

    Raises FileNotFoundError naming the file when the installation lacks it.
    """
    path = WEIGHTS / f"{name}.onnx"
    if not path.exists():
        raise FileNotFoundError(f"{path}: the network is missing from this installation")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Spinning threads would eat a Pi's other cores between two pictures.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The arena keeps the largest batch ever read in memory, tens of megabytes, and saves no time that shows.
    options.enable_cpu_mem_arena = False
    if _overflows():
        # Exact and slower: elsewhere it would only be slower, by a factor of three.
        options.add_session_config_entry("session.x64quantprecision", "1")
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _overflows() -> bool:
    """Whether sums of eight-bit products overflow on this processor: on x86 before VNNI, and never on ARM."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    told = Path("/proc/cpuinfo")
    return not told.exists() or "vnni" not in told.read_text()


def run(name: str, batch: NDArray[np.uint8]) -> list[Floats]:
    """(N, H, W, 3) pictures -> the network's outputs."""
    net = session(name)
    return [np.asarray(out, np.float32) for out in net.run(None, {"pictures": batch})]
