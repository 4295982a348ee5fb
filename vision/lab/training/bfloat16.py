"""Choose the floats of the training: short floats (bfloat16) on processors that multiply them directly,
ordinary floats on processors that would have to emulate them."""

from typing import Final

import torch
from torch import Tensor
from torch.optim import _muon

HAS_BFLOAT16: Final = any(torch.cpu.get_capabilities().get(name) for name in ("amx_bf16", "avx512_bf16"))
"""True if the processor multiplies bfloat16 directly. On a processor that emulates it, one training step
of the speller took 2.8 seconds in bfloat16 and 0.26 seconds in ordinary floats."""


def short_float_context(pictures: Tensor) -> torch.autocast:
    """Return the PyTorch context in which a network processes `pictures`. It uses bfloat16 on graphics
    cards, and on processors that multiply it directly."""
    kind = pictures.device.type
    return torch.autocast(kind, torch.bfloat16, enabled=HAS_BFLOAT16 or kind != "cpu")


def orthogonalise(grad: Tensor, by: tuple[float, float, float], turns: int, least: float) -> Tensor:
    """Return the gradient (n, m) with its singular values brought near 1, so that a step is about equally
    long in all directions.

    This is the step of PyTorch's Muon (Jordan et al., 2024) in the gradient's own floats: `turns` iterations
    of Newton-Schulz with the three coefficients `by`. The gradient is first divided by its norm, or by
    `least` if the norm is smaller.
    """
    wide = grad if grad.shape[0] <= grad.shape[1] else grad.T
    x = wide / wide.norm().clamp(min=least)
    one, three, five = by
    for _ in range(turns):
        square = x @ x.T
        x = one * x + (three * square + five * square @ square) @ x
    return x if wide is grad else x.T


def suit_muon() -> None:
    """Make PyTorch's Muon compute in ordinary floats on processors that emulate bfloat16. There, Muon
    took seven tenths of the training time."""
    if not HAS_BFLOAT16:
        _muon._zeropower_via_newtonschulz = orthogonalise
