"""The networks of the reader, in PyTorch. They detect pieces, classify pieces, detect corner letters where
cards overlap, classify corner letters, and classify figures.

All are plain convolutions, each with a batch normalisation that export merges into it. The widths keep the
exported weights of all five below four megabytes.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from vision.figures.rectified import FIGURE_COUNT
from vision.tensor_format import CLASSES, FIELDS, GLYPH_CLASSES, SPOT_FIELDS


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


def _up(x: Tensor, like: Tensor) -> Tensor:
    return nnf.interpolate(x, size=like.shape[-2:], mode="nearest")


class Finder(nn.Module):
    """The detector of pieces. It maps a picture (N, 3, H, W) in 0..1 to maps (N, FIELDS, H/4, W/4). H and W
    are multiples of 32.

    It is a small U-shaped network. Its coarse layers see a whole card at once; its fine layers keep the place
    exact.
    """

    def __init__(self, widths: tuple[int, ...] = (16, 32, 56, 88, 120)) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.stem = _conv(3, a, 2)
        self.down1 = nn.Sequential(_conv(a, b, 2), _conv(b, b))
        self.down2 = nn.Sequential(_conv(b, c, 2), _conv(c, c), _conv(c, c))
        self.down3 = nn.Sequential(_conv(c, d, 2), _conv(d, d), _conv(d, d))
        self.down4 = nn.Sequential(_conv(d, e, 2), _conv(e, e), _conv(e, e))
        self.up3 = _conv(e + d, d)
        self.up2 = _conv(d + c, c)
        self.up1 = nn.Sequential(_conv(c + b, 48), _conv(48, 48))
        self.head = nn.Conv2d(48, FIELDS, 1)
        # The heat begins near 0, since nearly no cell holds the middle of a piece. Otherwise the first steps
        # would only lower it.
        nn.init.constant_(self.head.bias, 0.0)  # type: ignore[arg-type]
        with torch.no_grad():
            self.head.bias[0] = -4.0  # type: ignore[index]

    def forward(self, x: Tensor) -> Tensor:
        """Return the finder's maps (N, FIELDS, H/4, W/4) for the pictures `x` (N, 3, H, W), 0-1."""
        one = self.down1(self.stem(x))
        two = self.down2(one)
        three = self.down3(two)
        four = self.down4(three)
        y = self.up3(torch.cat([_up(four, three), three], 1))
        y = self.up2(torch.cat([_up(y, two), two], 1))
        y = self.up1(torch.cat([_up(y, one), one], 1))
        return self.head(y)


class Speller(nn.Module):
    """The classifier of pieces. It maps crops (N, 3, 208, 160) in 0..1 to logits (N, CLASSES) and corner
    corrections (N, 8).

    A corner correction is the difference between a corner of the piece and the same corner of the outline
    that was cut out, in shares of the crop's width and height. The four corners come clockwise from the
    crop's top left.
    """

    def __init__(self, widths: tuple[int, ...] = (16, 36, 80, 128)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            _conv(3, a, 2), _conv(a, b, 2), _conv(b, b), _conv(b, c, 2), _conv(c, c),
            _conv(c, d, 2), _conv(d, d),
        )  # fmt: skip
        self.neck = nn.Sequential(nn.Conv2d(d, 24, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True))
        self.flat = nn.Sequential(nn.Flatten(), nn.Linear(24 * 13 * 10, 160), nn.ReLU(inplace=True))
        self.letters = nn.Linear(160 + d, CLASSES)
        self.corners = nn.Linear(160, 8)
        nn.init.zeros_(self.corners.weight)
        nn.init.zeros_(self.corners.bias)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits (N, CLASSES) and the corner corrections (N, 8) of the crops `x` (N, 3, 208,
        160), 0-1."""
        deep = self.body(x)
        flat = self.flat(self.neck(deep))
        pooled = deep.amax((2, 3))
        return self.letters(torch.cat([flat, pooled], 1)), self.corners(flat)


class Spotter(nn.Module):
    """The detector of corner letters. It maps a picture (N, 3, H, W) in 0..1 to maps (N, SPOT_FIELDS, H/4,
    W/4). H and W are multiples of 16.

    It is like the finder, but has fewer layers, because a corner letter and the corner of its card are enough
    to see.
    """

    def __init__(self, widths: tuple[int, ...] = (16, 32, 64, 112)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.stem = _conv(3, a, 2)
        self.down1 = nn.Sequential(_conv(a, b, 2), _conv(b, b))
        self.down2 = nn.Sequential(_conv(b, c, 2), _conv(c, c), _conv(c, c))
        self.down3 = nn.Sequential(_conv(c, d, 2), _conv(d, d), _conv(d, d))
        self.up2 = _conv(d + c, c)
        self.up1 = nn.Sequential(_conv(c + b, 56), _conv(56, 56))
        self.head = nn.Conv2d(56, SPOT_FIELDS, 1)
        nn.init.constant_(self.head.bias, 0.0)  # type: ignore[arg-type]
        with torch.no_grad():
            self.head.bias[0] = -4.0  # type: ignore[index]

    def forward(self, x: Tensor) -> Tensor:
        """Return the spotter's maps (N, SPOT_FIELDS, H/4, W/4) for the pictures `x` (N, 3, H, W), 0-1."""
        one = self.down1(self.stem(x))
        two = self.down2(one)
        y = self.up2(torch.cat([_up(self.down3(two), two), two], 1))
        return self.head(self.up1(torch.cat([_up(y, one), one], 1)))


class GlyphReader(nn.Module):
    """The classifier of corner letters. It maps crops (N, 3, 80, 80) in 0..1 round corner letters to logits
    (N, GLYPH_CLASSES) and places (N, 4).

    A place has two parts: the letter's up direction in the crop, as a vector of length 1, and the nearest
    corner of the card, measured from the crop's middle in sides of the crop.
    """

    def __init__(self, widths: tuple[int, ...] = (16, 32, 64, 96)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            _conv(3, a, 2), _conv(a, b, 2), _conv(b, b), _conv(b, c, 2), _conv(c, c), _conv(c, d, 2),
            _conv(d, d), nn.Flatten(), nn.Linear(25 * d, 96), nn.ReLU(inplace=True),
        )  # fmt: skip
        self.letters = nn.Linear(96, GLYPH_CLASSES)
        self.places = nn.Linear(96, 4)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits (N, GLYPH_CLASSES) of the corner letters in the crops `x` (N, 3, 80, 80), 0-1,
        and their places (N, 4)."""
        deep = self.body(x)
        return self.letters(deep), self.places(deep)


class FigureReader(nn.Module):
    """The classifier of figures. It maps cards (N, 3, 240, 152) in 0..1 to log odds (N, 2 * FIGURE_COUNT, 30,
    19): in every cell of the card, the log odds of each upright figure and then of each upside-down figure
    against no figure.

    The reader needs only the figure of a whole card. The network learns places as well, because the figure
    alone would teach it too little. Its layers are the same as the spotter's lower ones, so that training can
    begin with the spotter's weights.
    """

    def __init__(self, widths: tuple[int, ...] = (16, 32, 64)) -> None:
        super().__init__()
        a, b, c = widths
        self.stem = _conv(3, a, 2)
        self.down1 = nn.Sequential(_conv(a, b, 2), _conv(b, b))
        self.down2 = nn.Sequential(_conv(b, c, 2), _conv(c, c), _conv(c, c))
        self.head = nn.Conv2d(c, 2 * FIGURE_COUNT, 1)
        # The log odds begin low, since nearly no cell holds a figure. Otherwise the first steps would only
        # lower them.
        nn.init.constant_(self.head.bias, -8.0)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> Tensor:
        """Return the log odds (N, 2 * FIGURE_COUNT, 30, 19) of the figures in every cell of the cards `x` (N,
        3, 240, 152), 0-1."""
        return self.head(self.down2(self.down1(self.stem(x))))
