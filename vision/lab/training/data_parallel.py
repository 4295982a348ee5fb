"""Train one network in several processes. Each process computes gradients from its own pictures, and all take
steps by the mean of the gradients.

On two cores, a network learns from nearly twice as many pictures in the same time. Two threads of one process
would mostly wait for each other.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

import torch
from torch import distributed, multiprocessing, nn


def train_in_parallel(processes: int, train: Callable[[int], None]) -> None:
    """Call `train(rank)` in `processes` processes at once, or in this process if `processes` is 1. `train`
    must call `average_gradients` before each step, so that the networks in all processes stay equal.

    `train` must be picklable. If it raises an error in one process, the others end, and this function
    raises an error.
    """
    if processes == 1:
        train(0)
        return
    with tempfile.TemporaryDirectory() as folder:
        meeting = f"file://{Path(folder) / 'meeting'}"
        multiprocessing.spawn(_join_and_train, (processes, meeting, train), processes)  # type: ignore[no-untyped-call]


def _join_and_train(rank: int, processes: int, meeting: str, train: Callable[[int], None]) -> None:
    distributed.init_process_group("gloo", init_method=meeting, rank=rank, world_size=processes)
    try:
        train(rank)
    finally:
        distributed.destroy_process_group()


def average_gradients(net: nn.Module) -> None:
    """Replace every gradient of `net` by its mean over all processes. Do nothing if there is only one
    process."""
    if not distributed.is_initialized():
        return
    grads = [weight.grad for weight in net.parameters() if weight.grad is not None]
    every = torch.cat([grad.reshape(-1) for grad in grads])
    distributed.all_reduce(every)
    every /= distributed.get_world_size()
    with torch.no_grad():
        for grad, mean in zip(grads, every.split([grad.numel() for grad in grads]), strict=True):
            grad.copy_(mean.view_as(grad))
