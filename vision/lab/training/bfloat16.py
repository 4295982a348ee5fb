"""Choose short floats (bfloat16) on processors that multiply them directly, and ordinary floats on
processors that would have to emulate them."""

from typing import Final

import torch
from torch import Tensor
from torch.optim import _muon

HAS_BFLOAT16: Final = any(torch.cpu.get_capabilities().get(name) for name in ("amx_bf16", "avx512_bf16"))
"""True if the processor computes with bfloat16. On a processor without it a step of the speller took 2.8
seconds in short floats, and 0.26 in ordinary ones."""


def short_float_context(pictures: Tensor) -> torch.autocast:
    """Return the context in which networks process `pictures`: in short floats if these are faster, as on
    all recent graphics cards."""
    kind = pictures.device.type
    return torch.autocast(kind, torch.bfloat16, enabled=HAS_BFLOAT16 or kind != "cpu")


def orthogonalise(grad: Tensor, by: tuple[float, float, float], turns: int, least: float) -> Tensor:
    """Return the (n, m) gradient changed so that its lengths in all directions are about equal.

    This is the step of PyTorch's Muon (Jordan et al., 2024) in the floats of the gradient: `turns`
    iterations of Newton-Schulz with the three coefficients `by`. `least` is the least norm by which the
    gradient is divided.
    """
    wide = grad if grad.shape[0] <= grad.shape[1] else grad.T
    x = wide / wide.norm().clamp(min=least)
    one, three, five = by
    for _ in range(turns):
        square = x @ x.T
        x = one * x + (three * square + five * square @ square) @ x
    return x if wide is grad else x.T


def suit_muon() -> None:
    """Make Muon compute in ordinary floats if short ones are slow. On a processor without short floats Muon
    took seven tenths of the training time."""
    if not HAS_BFLOAT16:
        _muon._zeropower_via_newtonschulz = orthogonalise
