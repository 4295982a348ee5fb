"""Running an exported network with ONNX Runtime."""

import os
import shutil
from functools import cache, partial
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision import weight_checksums
from vision.tensor_format import Floats
from vision.tiling import ReceptiveField, run_tiled

WEIGHTS = Path(__file__).parent / "weights"
"""The folder of the committed networks."""

THREADS: Final = min(4, os.cpu_count() or 1)
"""Every core of a Pi: a photograph is read only when the table has come to rest, and then somebody waits."""

RECEPTIVE_FIELDS: Final = {
    "finder": ReceptiveField(192, 160, 32, 640_000),
    "spotter": ReceptiveField(96, 80, 16, 400_000),
}
"""Reach of the networks that see pictures of any size. The kernels and strides of the finder's layers reach
179 pixels before a cell and 148 beyond, those of the spotter's 83 and 68; each is rounded up to its grid.
"""

ARENA_BYTES: Final = 1 << 26
"""Bytes of address space reserved for values between the networks' layers: only its largest part is ever
filled, forty megabytes. Grown by pieces it would be twice as much.
"""


def check() -> None:
    """Look whether every network is there and whole. Raise OSError naming one that is not."""
    weight_checksums.check(WEIGHTS)


@cache
def session(name: str, threads: int = THREADS) -> onnxruntime.InferenceSession:
    """Return the network `name` of the weights folder, loaded once a process.

    Raise OSError naming the file if it is missing or damaged.
    """
    network = weight_checksums.read_checked(WEIGHTS / f"{name}.onnx")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Spinning threads would eat a Pi's other cores between two pictures.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The networks run one after another, so they fill the same memory, and none of it has to be fetched anew
    # or lies about in pieces. Planned ahead for each size of picture it would be a third more.
    _share_room()
    _forget_identifier()
    options.add_session_config_entry("session.use_env_allocators", "1")
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])


@cache
def _share_room() -> None:
    """Make one arena for all networks, once in a process; its strategy 0 takes `ARENA_BYTES` in one piece."""
    kind = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR
    memory = onnxruntime.OrtMemoryInfo("Cpu", kind, 0, onnxruntime.OrtMemType.DEFAULT)
    unlimited, power_of_two, spare = 0, 0, 1 << 16
    onnxruntime.create_and_register_allocator(
        memory, onnxruntime.OrtArenaCfg(unlimited, power_of_two, ARENA_BYTES, spare)
    )


@cache
def _forget_identifier() -> None:
    """Delete the device identifier that ONNX Runtime wrote when it still reported its use, once a process."""
    home = Path.home() / ".cache"
    for folder in {home, Path(os.environ.get("XDG_CACHE_HOME") or home)}:
        shutil.rmtree(folder / "Microsoft" / "DeveloperTools" / ".onnxruntime", ignore_errors=True)


def run(name: str, batch: NDArray[np.uint8]) -> list[Floats]:
    """Map (N, H, W, 3) pictures to the network's outputs, in a bounded amount of memory."""
    sight, shown = RECEPTIVE_FIELDS.get(name), partial(at_once, name)
    return shown(batch) if sight is None else run_tiled(shown, batch, sight)


def at_once(name: str, batch: NDArray[np.uint8]) -> list[Floats]:
    """Run all pictures at once, whatever memory that takes."""
    return [np.asarray(out, np.float32) for out in session(name).run(None, {"pictures": batch})]
