"""Run the exported networks by ONNX Runtime."""

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
"""The number of threads: every core of a Pi. A photograph is read only when the table has come to rest,
and then somebody waits."""

RECEPTIVE_FIELDS: Final = {
    "finder": ReceptiveField(192, 160, 32, 640_000),
    "spotter": ReceptiveField(96, 80, 16, 400_000),
}
"""How far around a place of the picture each network looks, for the networks that take pictures of any size
and run tile by tile. The layers of the finder reach 179 pixels before a cell and 148 beyond it, those of the
spotter 83 and 68. Each reach is rounded up to the network's grid."""

ARENA_BYTES: Final = 1 << 26
"""The bytes of address space reserved for values between the networks' layers. At most forty megabytes of
this space are ever filled. An arena that grows piece by piece would take twice as much memory."""


def check() -> None:
    """Check that every network is there and undamaged. Raise OSError naming one that is not."""
    weight_checksums.check(WEIGHTS)


@cache
def session(name: str, threads: int = THREADS) -> onnxruntime.InferenceSession:
    """Return the ONNX Runtime session that runs the network `name` of the weights folder. Each network is
    loaded once in a process.

    Raise OSError naming the file if it is missing or damaged.
    """
    network = weight_checksums.read_checked(WEIGHTS / f"{name}.onnx")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Spinning threads would eat a Pi's other cores between two pictures.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The networks run one after another, so they share one memory, which is neither allocated anew nor
    # fragmented. Memory planned ahead for each size of picture would be a third more.
    _share_memory()
    _forget_identifier()
    options.add_session_config_entry("session.use_env_allocators", "1")
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])


@cache
def _share_memory() -> None:
    """Reserve one piece of memory, `ARENA_BYTES` long, that all networks share. It is called once in a
    process."""
    kind = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR
    memory = onnxruntime.OrtMemoryInfo("Cpu", kind, 0, onnxruntime.OrtMemType.DEFAULT)
    unlimited, power_of_two, spare = 0, 0, 1 << 16
    onnxruntime.create_and_register_allocator(
        memory, onnxruntime.OrtArenaCfg(unlimited, power_of_two, ARENA_BYTES, spare)
    )


@cache
def _forget_identifier() -> None:
    """Delete the folder in which an earlier version of ONNX Runtime stored an identifier of the device to
    report its use. It is done once in a process."""
    home = Path.home() / ".cache"
    for folder in {home, Path(os.environ.get("XDG_CACHE_HOME") or home)}:
        shutil.rmtree(folder / "Microsoft" / "DeveloperTools" / ".onnxruntime", ignore_errors=True)


def run(name: str, batch: NDArray[np.uint8]) -> list[Floats]:
    """Return the outputs of the network `name` for the pictures (N, H, W, 3), computed in a bounded amount
    of memory."""
    field, shown = RECEPTIVE_FIELDS.get(name), partial(run_at_once, name)
    return shown(batch) if field is None else run_tiled(shown, batch, field)


def run_at_once(name: str, batch: NDArray[np.uint8]) -> list[Floats]:
    """Return the outputs of the network `name` for all pictures together, in a single run of any size."""
    return [np.asarray(out, np.float32) for out in session(name).run(None, {"pictures": batch})]
