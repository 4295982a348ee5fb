"""Quantise networks to eight bits. Every convolution then works on bytes, two to three times as fast as on
floats.

This is static quantisation (Jacob et al., 2018, by ONNX Runtime): each channel's weights and each layer's
activations have a scale of their own. The range of activations is measured on rendered pictures. Then the
weights are rounded once more (`narrow`). The last layers, which give a letter or a place, stay in floats:
they cost little time, and rounding would harm the result.

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
"""The kinds of layer, in ONNX's names, that work on bytes. Layers of other kinds cost little time, or
their result is a final answer."""

WINDOW_PIXELS: Final = 640
"""The side of the square pictures on which the ranges of the finder's values are measured, pixels. The
reader mostly gives the finder pictures of this size."""

CROPS_PER_PICTURE: Final = 8
"""The number of crops of each picture on which the ranges of the speller's values are measured. The
recipe's 64 pictures give some 500 crops, which is enough by judgement."""

OUTLINE_ERROR_FACTOR: Final = 1.0
"""The random error of the outlines by which crops are cut to measure the ranges of the speller's values.
The unit is the error of a trained finder: with 1 the crops are as inexact as those that the reader cuts."""


class _Batches(CalibrationDataReader):  # type: ignore[misc]
    """A source that gives ONNX Runtime's calibration one batch of pictures at a time."""

    def __init__(self, batches: Sequence[Picture]) -> None:
        self._left = iter(batches)

    def get_next(self) -> dict[str, Picture] | None:
        """Return the next batch, or None if there is none left."""
        batch = next(self._left, None)
        return None if batch is None else {"pictures": batch}


def quantise(source: Path, target: Path, batches: Sequence[Picture]) -> None:
    """Write the network in `source`, which takes bytes and computes in floats, as an eight-bit network to
    `target`.

    `batches` are typical pictures as bytes (n, h, w, 3), all of one shape.
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
    """Yield the pictures as the finder gets them: scaled, with grey beside them, (1, WINDOW_PIXELS,
    WINDOW_PIXELS, 3) each."""
    for index in range(first, first + count):
        image, _ = load(folder, index)
        scale = WINDOW_PIXELS / max(image.shape[:2])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        window = np.full((1, WINDOW_PIXELS, WINDOW_PIXELS, 3), 114, np.uint8)
        window[0, : small.shape[0], : small.shape[1]] = small[:WINDOW_PIXELS, :WINDOW_PIXELS]
        yield window


def close_windows(folder: Path, first: int, count: int, seed: int = 0) -> Iterator[Picture]:
    """Yield a part of each picture as the spotter gets it, mostly round a corner letter: (1, 320, 320, 3)
    each."""
    rng = np.random.default_rng(seed)
    for index in range(first, first + count):
        yield window_of(rng, *load(folder, index))[0][None]


def glyph_crops(folder: Path, first: int, count: int) -> Iterator[Picture]:
    """Yield crops of each picture as the classifier of corner letters gets them: (16, 80, 80, 3) each.
    Pictures without readable corner letters are left out."""
    glyphs = Glyphs(folder, first + count, seed=0)
    for index in range(first, first + count):
        batch, classes, _ = glyphs[index]
        if (classes >= 0).all():
            yield batch


def figure_sheets(folder: Path, count: int) -> Iterator[Picture]:
    """Yield `count` batches of cards as the classifier of figures gets them: (6, 240, 152, 3) each. The
    cards are drawn for this purpose; the folder's pictures are not used."""
    figures = Figures(folder, count, seed=0)
    yield from (figures[index][0] for index in range(count))


def crops(folder: Path, first: int, count: int, seed: int = 0) -> Iterator[Picture]:
    """Yield crops of each picture as the speller gets them: (CROPS_PER_PICTURE, 208, 160, 3) each. A
    picture is left out if none of its pieces is large and visible enough."""
    rng = np.random.default_rng(seed)
    for index in range(first, first + count):
        image, labels = load(folder, index)
        good = [label for label in labels if label.visible_share > 0.3 and outline_of(label).height > 34]
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
    """Return the names of the last layers, which compute the network's outputs. Layers after them that
    only join, cut or squash outputs (Concat, Slice, Sigmoid) are included."""
    wanted, names = {out.name for out in model.graph.output}, []
    for node in reversed(model.graph.node):
        if wanted & set(node.output):
            names.append(node.name)
            if node.op_type in ("Concat", "Slice", "Sigmoid"):
                wanted |= set(node.input)
    return names


def _remove_entrance(model: Any) -> Any:
    """Return the model without its first three steps, which convert a byte to a float, divide it by 255,
    and convert it back to the same byte."""
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
    """Return True if the node `quantiser` converts the network's input from floats to bytes. The network
    has converted the same bytes to floats just before. `node` has the nodes of the ONNX graph by the names of
    their outputs."""
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
"""For each network, the function that yields the pictures on which the ranges of its values are measured.
Its arguments are a folder, the number of the first picture and the number of pictures."""


@click.command()
@click.argument("name", type=click.Choice(list(CALIBRATION_INPUTS)))
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--pictures", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--first", default=0, show_default=True, help="The first of them to show it.")
@click.option("--count", default=320, show_default=True, help="How many of them.")
def main(name: str, source: Path, target: Path, pictures: Path, first: int, count: int) -> None:
    """Read the eight-bit network NAME in the file SOURCE. Round its weights again so that the sum of two
    products fits into sixteen bits, and write it to TARGET."""
    lost = narrow(source, target, list(CALIBRATION_INPUTS[name](pictures, first, count)))
    for layer, share in lost.items():
        click.echo(f"{layer}: {share:.2%} of its results' deviation lost", err=True)


if __name__ == "__main__":
    main()
