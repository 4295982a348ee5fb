"""Test the optimisers that train the networks. These tests need PyTorch."""

import pytest

torch = pytest.importorskip("torch")

from torch import Tensor, nn  # noqa: E402

from vision.lab.training.bfloat16 import orthogonalise  # noqa: E402
from vision.lab.training.nets import GlyphReader, Speller  # noqa: E402
from vision.lab.training.optimizers import Descent, inner_weights, matrix  # noqa: E402


class Small(nn.Module):
    """A network of a first layer, two hidden layers, and an output layer."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Conv2d(8, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(128, 16)
        )
        self.head = nn.Linear(16, 2)

    def forward(self, x: Tensor) -> Tensor:
        """Map inputs (N, 3, 8, 8) to outputs (N, 2)."""
        return self.head(self.body(x))  # type: ignore[no-any-return]


def test_the_first_layer_and_the_answers_are_none_of_muons() -> None:
    net = Small()
    assert [weight.shape for weight in inner_weights(net)] == [(8, 8, 3, 3), (16, 128)]
    for made in (Speller(), GlyphReader()):
        within = {id(weight) for weight in inner_weights(made)}
        outer = [made.letters, made.corners if isinstance(made, Speller) else made.places]
        assert within
        assert not any(id(layer.weight) in within for layer in outer)


def test_a_matrix_is_the_convolution_itself() -> None:
    weight = torch.randn(8, 4, 3, 3).contiguous(memory_format=torch.channels_last)
    matrix(weight)[2, 5] = 7.0
    assert matrix(weight).shape == (8, 36)
    assert int((weight == 7.0).sum()) == 1


def test_steps_lead_down_and_every_weight_takes_part() -> None:
    torch.manual_seed(1)
    net = Small().to(memory_format=torch.channels_last)
    before = [weight.detach().clone() for weight in net.parameters()]
    pictures, wanted = torch.randn(16, 3, 8, 8), torch.randn(16, 2)
    descent, losses = Descent(net, 1e-2, 60, adamw_rate_ratio=0.5), []
    for _ in range(60):
        loss = (net(pictures) - wanted).square().mean()
        loss.backward()
        descent.step()
        losses.append(loss.item())
    assert losses[-1] < 0.1 * losses[0]
    assert all((now != was).any() for now, was in zip(net.parameters(), before, strict=True))
    assert all(weight.grad is None for weight in net.parameters())


def test_convolutions_laid_out_otherwise_are_refused() -> None:
    with pytest.raises(ValueError, match="channels last"):
        Descent(Small(), 1e-2, 10, adamw_rate_ratio=0.5)


@pytest.mark.parametrize("shape", [(6, 20), (20, 6)])
def test_a_levelled_gradient_is_as_long_in_all_directions(shape: tuple[int, int]) -> None:
    torch.manual_seed(1)
    grad = torch.randn(*shape) @ torch.diag(torch.logspace(0, -2, shape[1]))
    lengths = torch.linalg.svdvals(orthogonalise(grad, (3.4445, -4.775, 2.0315), 5, 1e-7))
    assert (
        lengths.max() / lengths.min()
        < 3
        < torch.linalg.svdvals(grad).max() / torch.linalg.svdvals(grad).min()
    )
