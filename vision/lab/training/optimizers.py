"""Update weights by their gradients: Muon for the matrices and convolutions inside a network, AdamW for all
other weights.

Muon (Jordan et al., "Muon: an optimizer for hidden layers in neural networks", 2024) makes the step of a
matrix equally long in all directions. With Muon, further training of the finder took 13 minutes, with AdamW
alone 27 (docs/model-card.md).
"""

from typing import Final

import torch
from torch import Tensor, nn

from vision.lab.training.bfloat16 import suit_muon

WEIGHT_DECAY: Final = 1e-2
"""The weight decay: in each step every weight shrinks by `WEIGHT_DECAY` times the learning rate, as a share
of the weight. 0.01 is usual. Over a whole training, a weight shrinks by 10 to 20 percent."""

WARM_UP_SHARE: Final = 0.06
"""The share of a training's steps in which the learning rate rises, by judgement. In the other steps it
falls to 0. The optimizers' moving averages settle during the few hundred steps of the rise."""

MAX_GRADIENT_NORM: Final = 5.0
"""The greatest norm of the gradient of all weights together. A longer gradient is shortened to it,
because otherwise one unusual batch could undo an hour of training."""

OUTPUT_LAYERS: Final = ("head.", "letters.", "corners.", "places.")
"""The beginnings of the names of layers that give a network's outputs. AdamW trains these layers and the
first layer, Muon the layers between them."""


class Descent:
    """The optimizers of a network for a training of `steps` steps.

    The learning rate of Muon rises to `rate`, and the learning rate of AdamW to `adamw_rate_ratio` times
    `rate`. Then both rates fall. Raise ValueError if the network's convolutions are not stored with
    channels last.
    """

    def __init__(self, net: nn.Module, rate: float, steps: int, adamw_rate_ratio: float) -> None:
        self._net = net
        self._inner = inner_weights(net)
        # PyTorch's Muon takes only matrices. These matrices share the memory of their convolutions.
        self._matrices = [nn.Parameter(matrix(weight.data)) for weight in self._inner]
        if any(m.data_ptr() != w.data_ptr() for m, w in zip(self._matrices, self._inner, strict=True)):
            raise ValueError("the network's convolutions do not lie in memory with channels last")
        suit_muon()
        taken = {id(weight) for weight in self._inner}
        rest = [weight for weight in net.parameters() if id(weight) not in taken]
        self._both: tuple[torch.optim.Optimizer, ...] = (
            torch.optim.Muon(self._matrices, rate, weight_decay=WEIGHT_DECAY, adjust_lr_fn="match_rms_adamw"),
            torch.optim.AdamW(rest, rate * adamw_rate_ratio, weight_decay=WEIGHT_DECAY),
        )
        self._rates = [
            torch.optim.lr_scheduler.OneCycleLR(
                one,
                one.param_groups[0]["lr"],
                total_steps=steps,
                pct_start=WARM_UP_SHARE,
                cycle_momentum=False,
            )
            for one in self._both
        ]

    def step(self) -> None:
        """Take one step by the gradients of the weights, and delete the gradients."""
        nn.utils.clip_grad_norm_(self._net.parameters(), MAX_GRADIENT_NORM)
        for view, weight in zip(self._matrices, self._inner, strict=True):
            view.grad = None if weight.grad is None else matrix(weight.grad)
        for optimizer, rate in zip(self._both, self._rates, strict=True):
            optimizer.step()
            rate.step()
        self._net.zero_grad(set_to_none=True)


def inner_weights(net: nn.Module) -> list[nn.Parameter]:
    """Return the weights that Muon trains: all matrices and convolutions except those of the first layer
    and of the output layers."""
    weights = [(name, weight) for name, weight in net.named_parameters() if weight.ndim > 1]
    return [weight for name, weight in weights[1:] if not name.startswith(OUTPUT_LAYERS)]


def matrix(weight: Tensor) -> Tensor:
    """Return the weights of a convolution (outputs, channels, h, w) as a matrix (outputs, h * w *
    channels). Return weights that are a matrix unchanged. If a convolution is stored with channels last, the
    matrix shares its memory."""
    return weight if weight.ndim == 2 else weight.permute(0, 2, 3, 1).flatten(1)
