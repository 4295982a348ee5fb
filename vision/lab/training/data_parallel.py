"""Train one network in several processes. Each process learns from its own pictures, and all follow the
mean of their gradients.

On two cores a network learns from nearly twice as many pictures in the same time. Two threads of one process
would mostly wait for one another.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

import torch
from torch import distributed, multiprocessing, nn


def teach_in_parallel(processes: int, teach: Callable[[int], None]) -> None:
    """Call `teach(rank)` in `processes` processes at once, or in this process if there is only one. `teach`
    calls `average_gradients`, so that all processes take the same steps.

    `teach` must be picklable. Raise the error that a process raised.
    """
    if processes == 1:
        teach(0)
        return
    with tempfile.TemporaryDirectory() as folder:
        meeting = f"file://{Path(folder) / 'meeting'}"
        multiprocessing.spawn(_join_and_teach, (processes, meeting, teach), processes)  # type: ignore[no-untyped-call]


def _join_and_teach(rank: int, processes: int, meeting: str, teach: Callable[[int], None]) -> None:
    distributed.init_process_group("gloo", init_method=meeting, rank=rank, world_size=processes)
    try:
        teach(rank)
    finally:
        distributed.destroy_process_group()


def average_gradients(net: nn.Module) -> None:
    """Give every gradient of `net` its mean over all processes."""
    if not distributed.is_initialized():
        return
    grads = [weight.grad for weight in net.parameters() if weight.grad is not None]
    every = torch.cat([grad.reshape(-1) for grad in grads])
    distributed.all_reduce(every)
    every /= distributed.get_world_size()
    with torch.no_grad():
        for grad, mean in zip(grads, every.split([grad.numel() for grad in grads]), strict=True):
            grad.copy_(mean.view_as(grad))
