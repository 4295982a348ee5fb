"""Quantise networks to eight bits: every convolution on bytes, two to three times as fast as on floats.

This is static quantisation (Jacob et al., 2018, by ONNX Runtime): weights by channel, activations by layer,
with their ranges measured on rendered pictures. Then the weights are rounded again (`narrow`). The last
layers, which give a letter or a place, stay in floats: they cost next to nothing, and rounding would show
there.

`export` calls this module. To round the weights of an eight-bit network again without its floats, run

`python -m vision.lab.training.quantisation.quantise speller OLD.onnx NEW.onnx --pictures PICTURES`
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click
import cv2
import numpy as np
import onnx
from onnx import numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from vision.crops import Outline, Picture, Pyramid, cut_crops
from vision.lab.training.quantisation.saturation import narrow
from vision.lab.training.tasks.corner_classification import Glyphs
from vision.lab.training.tasks.corner_detection import window_of
from vision.lab.training.tasks.figures import Figures
from vision.lab.training.tasks.targets import jittered, outline_of
from vision.lab.training.training_set import load
from vision.tensor_format import CROP_HEIGHT, CROP_WIDTH

BYTE_LAYERS: Final = ("Conv", "Gemm", "Relu", "Concat", "Resize")
"""The kinds of layer that work on bytes. The others are cheap, or their result is a final answer."""

WINDOW_PIXELS: Final = 640
"""The side of the square windows from which the finder's ranges are measured, pixels: its usual look."""

CROPS_PER_PICTURE: Final = 8
"""The number of crops of one picture from which the speller's ranges are measured: some 500 in the
recipe's 64 pictures. By judgement that is enough."""

OUTLINE_ERROR_FACTOR: Final = 1.0
"""The error of the crops' outlines, in units of the error of a trained finder, whose outlines the speller
will read."""


class _Batches(CalibrationDataReader):  # type: ignore[misc]
    """A source that gives the calibration its pictures one batch at a time."""

    def __init__(self, batches: Sequence[Picture]) -> None:
        self._left = iter(batches)

    def get_next(self) -> dict[str, Picture] | None:
        """Return the next batch, or None after the last."""
        batch = next(self._left, None)
        return None if batch is None else {"pictures": batch}


def quantise(source: Path, target: Path, batches: Sequence[Picture]) -> None:
    """Write the byte network `source` (floats inside) as an eight-bit network.

    `batches` of bytes (n, h, w, 3), all of one shape, are typical pictures.
    """
    model = onnx.load(source)
    quantize_static(
        source, target, _Batches(batches), quant_format=QuantFormat.QDQ, per_channel=True,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
        op_types_to_quantize=list(BYTE_LAYERS), nodes_to_exclude=_output_layers(model),
    )  # fmt: skip
    onnx.save(_remove_entrance(onnx.load(target)), target)
    narrow(target, target, batches, model)


def windows(folder: Path, first: int, count: int) -> Iterator[Picture]:
    """Yield the finder's views of the pictures: (1, WINDOW_PIXELS, WINDOW_PIXELS, 3) each, grey beyond the
    edge."""
    for index in range(first, first + count):
        image, _ = load(folder, index)
        scale = WINDOW_PIXELS / max(image.shape[:2])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        window = np.full((1, WINDOW_PIXELS, WINDOW_PIXELS, 3), 114, np.uint8)
        window[0, : small.shape[0], : small.shape[1]] = small[:WINDOW_PIXELS, :WINDOW_PIXELS]
        yield window


def close_windows(folder: Path, first: int, count: int, seed: int = 0) -> Iterator[Picture]:
    """Yield the spotter's views of the pictures, (1, 320, 320, 3) each, round a corner letter."""
    rng = np.random.default_rng(seed)
    for index in range(first, first + count):
        yield window_of(rng, *load(folder, index))[0][None]


def glyph_crops(folder: Path, first: int, count: int) -> Iterator[Picture]:
    """Yield the views of the pictures for the classifier of corner letters, (16, 80, 80, 3) each."""
    glyphs = Glyphs(folder, first + count, seed=0)
    for index in range(first, first + count):
        batch, classes, _ = glyphs[index]
        if (classes >= 0).all():
            yield batch


def figure_sheets(folder: Path, count: int) -> Iterator[Picture]:
    """Yield `count` views for the classifier of figures, drawn for the purpose, (6, 240, 152, 3) each."""
    figures = Figures(folder, count, seed=0)
    yield from (figures[index][0] for index in range(count))


def crops(folder: Path, first: int, count: int, seed: int = 0) -> Iterator[Picture]:
    """Yield the speller's views of the pictures: (CROPS_PER_PICTURE, 208, 160, 3) each, in any direction."""
    rng = np.random.default_rng(seed)
    for index in range(first, first + count):
        image, labels = load(folder, index)
        good = [label for label in labels if label.visible > 0.3 and outline_of(label).height > 34]
        if good:
            pyramid, batch = (
                Pyramid.of(image),
                np.zeros((CROPS_PER_PICTURE, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8),
            )
            for n in range(CROPS_PER_PICTURE):
                rough: Outline = jittered(
                    outline_of(good[int(rng.integers(len(good)))]), rng, OUTLINE_ERROR_FACTOR
                )
                batch[n] = cut_crops(pyramid, [rough])[0]
            yield batch


def _output_layers(model: Any) -> list[str]:
    """Return the names of the layers that give the network's outputs, and of the layers after them. Those
    only join, cut or squash the outputs (Concat, Slice, Sigmoid)."""
    wanted, names = {out.name for out in model.graph.output}, []
    for node in reversed(model.graph.node):
        if wanted & set(node.output):
            names.append(node.name)
            if node.op_type in ("Concat", "Slice", "Sigmoid"):
                wanted |= set(node.input)
    return names


def _remove_entrance(model: Any) -> Any:
    """Remove the detour at the entrance, which divides a byte by 255 and converts it back to the same
    byte."""
    graph = model.graph
    node = {name: node for node in graph.node for name in node.output}
    quantiser = next(n for n in graph.node if n.op_type == "QuantizeLinear" and _is_entrance(node, n))
    scaled = node[quantiser.input[0]]
    cast = node[scaled.input[0]]
    for other in graph.node:
        other.input[:] = [cast.input[0] if name == quantiser.output[0] else name for name in other.input]
    for removed in (quantiser, scaled, cast):
        graph.node.remove(removed)
    exact = {quantiser.input[1]: np.float32(1 / 255), quantiser.input[2]: np.uint8(0)}
    for weight in graph.initializer:
        if weight.name in exact:
            weight.CopyFrom(numpy_helper.from_array(np.array(exact[weight.name]), weight.name))
    onnx.checker.check_model(model)
    return model


def _is_entrance(node: dict[str, Any], quantiser: Any) -> bool:
    """Return True if the node quantises the scaled pictures."""
    scaled = node.get(quantiser.input[0])
    cast = node.get(scaled.input[0]) if scaled is not None and scaled.op_type == "Mul" else None
    return cast is not None and cast.op_type == "Cast"


CALIBRATION_INPUTS: Final[dict[str, Callable[[Path, int, int], Iterator[Picture]]]] = {
    "finder": windows,
    "speller": crops,
    "spotter": close_windows,
    "glyphs": glyph_crops,
    "figures": lambda folder, _, count: figure_sheets(folder, count),
}
"""The function that yields the calibration pictures of each network, from a folder, the number of the
first picture and the number of pictures."""


@click.command()
@click.argument("name", type=click.Choice(list(CALIBRATION_INPUTS)))
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--pictures", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--first", default=0, show_default=True, help="The first of them to show it.")
@click.option("--count", default=320, show_default=True, help="How many of them.")
def main(name: str, source: Path, target: Path, pictures: Path, first: int, count: int) -> None:
    """Round the weights of SOURCE, the eight-bit network NAME, again so that their sums fit, and write
    TARGET."""
    lost = narrow(source, target, list(CALIBRATION_INPUTS[name](pictures, first, count)))
    for layer, share in lost.items():
        click.echo(f"{layer}: {share:.2%} of its results' deviation lost", err=True)


if __name__ == "__main__":
    main()
