"""Write trained networks as ONNX, ready for `vision/weights`.

`python -m vision.lab.training.quantisation.export OUT/weights.pt vision/weights --pictures PICTURES`

With rendered PICTURES, the exported networks compute in eight bits. Without them, they compute in floats,
with weights stored in half precision. Then they are two to three times slower, and serve to show how much
eight bits lose.

The exported networks take bytes (N, H, W, 3), blue, green, red, and scale them themselves. The finder and the
spotter give their heat as a probability.
"""

from pathlib import Path
from typing import Any

import click
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision import weight_checksums
from vision.crops import Picture
from vision.figures.rectified import FLAT_HEIGHT_PIXELS, FLAT_WIDTH_PIXELS
from vision.lab.training.nets import FigureReader, Finder, GlyphReader, Speller, Spotter
from vision.lab.training.quantisation.quantise import CALIBRATION_INPUTS, quantise
from vision.tensor_format import CROP_HEIGHT, CROP_WIDTH, GLYPH_SIDE, SPOT_CORNER

SPELLER_OUTPUTS = ["scores", "fixes", "features"]
"""The names of the exported speller's outputs: class scores, corner corrections and features."""


def _unit(pictures: Tensor) -> Tensor:
    return pictures.permute(0, 3, 1, 2).float() * (1 / 255)


class ByteFinder(nn.Module):
    """The finder as it is exported: its input is pictures as bytes, and the first of its maps, the heat, is
    a probability instead of a logit."""

    def __init__(self, net: Finder) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor:
        """Map bytes (N, H, W, 3) to maps (N, FIELDS, H/4, W/4)."""
        maps: Tensor = self.net(_unit(pictures))
        return torch.cat([maps[:, :1].sigmoid(), maps[:, 1:]], 1)


class ByteSpotter(nn.Module):
    """The spotter with bytes as its input. Its first map, the heat, is a probability. The maps of letters
    are left out, because they only helped the training."""

    def __init__(self, net: Spotter) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor:
        """Map bytes (N, H, W, 3) to maps (N, 5, H/4, W/4)."""
        maps: Tensor = self.net(_unit(pictures))
        return torch.cat([maps[:, :1].sigmoid(), maps[:, 1 : SPOT_CORNER.stop]], 1)


class ByteGlyphs(nn.Module):
    """The classifier of corner letters with bytes as its input."""

    def __init__(self, net: GlyphReader) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """Map (N, 80, 80, 3) bytes to class scores and places."""
        scores, places = self.net(_unit(pictures))
        return scores, places


class ByteFigures(nn.Module):
    """The classifier of figures with bytes as its input."""

    def __init__(self, net: FigureReader) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor:
        """Map bytes (N, 240, 152, 3) to log odds (N, 2 * FIGURE_COUNT, 30, 19)."""
        maps: Tensor = self.net(_unit(pictures))
        return maps


class ByteSpeller(nn.Module):
    """The speller with bytes as its input. It also gives its features of a crop, which the reader
    compares with those of an enrolled deck."""

    def __init__(self, net: Speller) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Map (N, 208, 160, 3) bytes to class scores, corner corrections and features."""
        net = self.net
        deep = net.body(_unit(pictures))
        flat = net.flat(net.neck(deep))
        features = torch.cat([flat, deep.amax((2, 3))], 1)
        return net.letters(features), net.corners(flat), features


def halve(model: Any) -> Any:
    """Return the model with each weight array of 256 floats or more stored in half precision. The network
    widens these weights to floats when it runs."""
    graph = model.graph
    widened = []
    for weight in list(graph.initializer):
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size < 256:
            continue
        graph.initializer.remove(weight)
        graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), weight.name + "_half"))
        widened.append(onnx.helper.make_node("Cast", [weight.name + "_half"], [weight.name], to=1))
    for node in reversed(widened):
        graph.node.insert(0, node)
    return model


def _write(
    net: nn.Module,
    example: Tensor,
    target: Path,
    free: dict[int, str],
    outputs: list[str],
    batches: list[Picture],
) -> None:
    """Export `net` to the ONNX file `target`. If `batches` (typical pictures as bytes) are given, quantise
    the network to eight bits; the ranges of its values are measured on these pictures."""
    net.eval()
    torch.onnx.export(
        net, (example,), str(target), input_names=["pictures"], output_names=outputs, opset_version=17,
        dynamic_axes={"pictures": free, **{name: {0: "n"} for name in outputs}}, dynamo=False,
    )  # fmt: skip
    if batches:
        quantise(target, target, batches)
    model = halve(onnx.load(target))
    onnx.checker.check_model(model)
    onnx.save(model, target)
    click.echo(f"{target}: {target.stat().st_size / 1e6:.2f} MB", err=True)


@click.command()
@click.argument("weights", type=click.Path(exists=True, path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--pictures", type=click.Path(exists=True, path_type=Path), help="Rendered pictures.")
@click.option("--first", default=0, show_default=True, help="The first of them to take ranges from.")
@click.option("--count", default=64, show_default=True, help="How many of them.")
def main(weights: Path, folder: Path, pictures: Path | None, first: int, count: int) -> None:
    """Export the networks in WEIGHTS into FOLDER: finder.onnx, speller.onnx, spotter.onnx, glyphs.onnx,
    figures.onnx."""
    saved = torch.load(weights, weights_only=True)
    folder.mkdir(parents=True, exist_ok=True)
    bytes_, free = torch.zeros(1, 480, 640, 3, dtype=torch.uint8), {0: "n", 1: "h", 2: "w"}
    if "finder" in saved:
        finder = Finder()
        finder.load_state_dict(saved["finder"])
        shown = _shown("finder", pictures, first, count)
        _write(ByteFinder(finder), bytes_, folder / "finder.onnx", free, ["maps"], shown)
    if "speller" in saved:
        speller = Speller()
        speller.load_state_dict(saved["speller"])
        some = torch.zeros(2, CROP_HEIGHT, CROP_WIDTH, 3, dtype=torch.uint8)
        classified = _shown("speller", pictures, first, count)
        _write(ByteSpeller(speller), some, folder / "speller.onnx", {0: "n"}, SPELLER_OUTPUTS, classified)
    if "spotter" in saved:
        spotter = Spotter()
        spotter.load_state_dict(saved["spotter"])
        near = _shown("spotter", pictures, first, count)
        _write(ByteSpotter(spotter), bytes_, folder / "spotter.onnx", free, ["maps"], near)
    if "glyphs" in saved:
        glyphs = GlyphReader()
        glyphs.load_state_dict(saved["glyphs"])
        some = torch.zeros(2, GLYPH_SIDE, GLYPH_SIDE, 3, dtype=torch.uint8)
        read = _shown("glyphs", pictures, first, count)
        _write(ByteGlyphs(glyphs), some, folder / "glyphs.onnx", {0: "n"}, ["scores", "places"], read)
    if "figures" in saved:
        _write_figures(saved["figures"], folder, _shown("figures", pictures, first, count))
    weight_checksums.write(folder)


def _shown(name: str, pictures: Path | None, first: int, count: int) -> list[Picture]:
    return list(CALIBRATION_INPUTS[name](pictures, first, count)) if pictures else []


def _write_figures(weights: dict[str, Tensor], folder: Path, shown: list[Picture]) -> None:
    figures = FigureReader()
    figures.load_state_dict(weights)
    some = torch.zeros(2, FLAT_HEIGHT_PIXELS, FLAT_WIDTH_PIXELS, 3, dtype=torch.uint8)
    _write(ByteFigures(figures), some, folder / "figures.onnx", {0: "n"}, ["maps"], shown)


if __name__ == "__main__":
    main()
