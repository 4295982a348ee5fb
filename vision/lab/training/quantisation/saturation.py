"""Choose eight-bit weights so that the sums of two products in a layer fit into sixteen bits. A layer is then
exact and fast also on x86 processors without VNNI.

With larger sums these processors would saturate, or would have to compute the sums in another way at two
thirds of the speed. The choice considers how much each weight changes its layer's result on rendered pictures
(`fit_weights`). If the mean of a layer's result still changes, its bias makes up for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import onnxruntime
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from onnx import numpy_helper

from vision.crops import Picture
from vision.lab.training.quantisation.weight_pairs import Doubles, fit_weights

SAMPLED_PLACES: Final = 24_000
"""The number of random places at which the inputs of a layer are sampled, to see how much a change of its
weights matters. This is a dozen places for each weight of an output channel of the widest layer."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """A convolution or matrix of the network that works on bytes. The fields of type `str` are names of
    arrays in the graph."""

    shown: str
    """The name of the array that holds the layer's input."""
    zero: int
    """The byte of the input that stands for 0."""
    step: float
    """The difference between two neighbouring bytes of the input, as a float."""
    weights: str
    """The name of the array of the layer's weights."""
    steps: str
    """The name of the array with the steps of the weights: for each output channel, the float for which the
    whole number 1 stands."""
    bias: str
    """The name of the array of the layer's biases."""
    bias_steps: str
    """The name of the array with the steps of the bias: for each output channel, the float for which the
    whole number 1 stands."""
    strides: tuple[int, int] | None
    """The strides of a convolution, down and across, or None for a matrix."""
    pads: tuple[int, int]
    """The padding of a convolution, at the top and at the left."""


def narrow(
    source: Path, target: Path, batches: Sequence[Picture], floats: Any = None, seed: int = 0
) -> dict[str, float]:
    """Write the eight-bit network `source` to `target`, with weights changed so that the sum of two
    products fits into sixteen bits. Return what each layer loses, by the name of its weights: the root mean
    square of the change of its results, in standard deviations of the results.

    `batches` are typical pictures as bytes (n, h, w, 3). `floats` is the network in floats from which
    `source` was quantised, or None if there is none. It gives weights that are not yet rounded.
    """
    model = onnx.load(source)
    tensors = {weight.name: weight for weight in model.graph.initializer}
    wanted = {} if floats is None else {each.name: each for each in floats.graph.initializer}
    layers = list(_layers(model.graph, tensors))
    shown = _inputs(source, layers, {layer.weights: _value(tensors, layer.weights).shape for layer in layers},
                    batches, np.random.default_rng(seed))  # fmt: skip
    lost = {}
    for layer in layers:
        lost[layer.weights] = _refit(tensors, wanted, layer, shown[layer.weights])
    onnx.checker.check_model(model)
    onnx.save(model, target)
    return lost


def _layers(graph: Any, tensors: dict[str, Any]) -> Iterator[_Layer]:
    """Yield every convolution and matrix of the graph that works on bytes."""
    makes = {name: node for node in graph.node for name in node.output}
    for node in graph.node:
        read = [makes[name] for name in node.input if name in makes]
        bytes_ = [each.op_type == "DequantizeLinear" for each in read]
        if node.op_type not in ("Conv", "Gemm") or len(bytes_) < 3 or not all(bytes_):
            continue
        shown, weights, bias = (tuple(each.input) for each in read)
        attributes = {each.name: tuple(each.ints) or each.i for each in node.attribute}
        yield _Layer(
            shown=shown[0], zero=int(_value(tensors, shown[2])), step=float(_value(tensors, shown[1])),
            weights=weights[0], steps=weights[1], bias=bias[0], bias_steps=bias[1],
            strides=attributes.get("strides"), pads=tuple(attributes.get("pads", (0, 0)))[:2],
        )  # fmt: skip


def _inputs(
    source: Path,
    layers: Sequence[_Layer],
    shapes: dict[str, tuple[int, ...]],
    batches: Sequence[Picture],
    rng: np.random.Generator,
) -> dict[str, Doubles]:
    """Return sampled inputs (N, K) of each of `layers`, by the name of the layer's weights. K is the number
    of weights of one output channel. The inputs are bytes minus the byte that stands for 0; they are measured
    while the network `source` works on `batches`."""
    model = onnx.load(source)
    names = sorted({layer.shown for layer in layers})
    outputs = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.UINT8, None) for name in names]
    del model.graph.output[:]
    model.graph.output.extend(outputs)
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.x64quantprecision", "1")
    ran = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    count, taken = SAMPLED_PLACES // len(batches), {layer.weights: [] for layer in layers}  # type: ignore[var-annotated]
    for batch in batches:
        maps = dict(zip(names, ran.run(names, {"pictures": batch}), strict=True))
        for layer in layers:
            taken[layer.weights].append(
                _sampled_places(maps[layer.shown], layer, shapes[layer.weights], count, rng)
            )
    return {name: np.concatenate(parts).astype(np.float64) for name, parts in taken.items()}


def _sampled_places(
    shown: Picture, layer: _Layer, shape: tuple[int, ...], count: int, rng: np.random.Generator
) -> NDArray[np.int16]:
    """Return the inputs (count, K) of a layer at `count` random places of its input `shown`, bytes (N, C,
    H, W), minus the byte that stands for 0. The values of a place come in the order rows, columns, channels.

    If the layer is a matrix and no convolution, return all of its inputs (N, K).
    """
    if layer.strides is None:
        return shown.astype(np.int16) - layer.zero
    (down, across), (top, left) = layer.strides, layer.pads
    edge = ((0, 0), (0, 0), (top, top), (left, left))
    padded = np.pad(shown, edge, constant_values=layer.zero)
    seen = sliding_window_view(padded, shape[2:], axis=(2, 3))[:, :, ::down, ::across]
    at = (rng.integers(0, seen.shape[axis], count) for axis in (0, 2, 3))
    n, y, x = at
    patches = seen[n, :, y, x].transpose(0, 2, 3, 1).reshape(count, -1)
    return patches.astype(np.int16) - layer.zero


def _refit(tensors: dict[str, Any], wanted: dict[str, Any], layer: _Layer, inputs: Doubles) -> float:
    """Replace the weights of a layer by weights whose sums of two products fit into sixteen bits, and adapt
    the layer's steps and bias. Return what the layer loses: the root mean square of the change of its
    results, in standard deviations of the results."""
    steps = _value(tensors, layer.steps).astype(np.float64)
    flat, bias = _exact_weights(tensors, wanted, layer, steps)
    whole, width = fit_weights(flat, inputs)
    off = flat - whole * width[:, None]
    shape = _value(tensors, layer.weights).shape
    if len(shape) == 4:
        whole = whole.reshape(shape[0], *shape[2:], shape[1]).transpose(0, 3, 1, 2)
    _put(tensors, layer.weights, whole.astype(np.int8))
    _put(tensors, layer.bias, np.round((bias + off @ inputs.mean(0)) / width).astype(np.int32))
    for name in (layer.steps, layer.bias_steps):
        _put(tensors, name, (_value(tensors, name) * width).astype(np.float32))
    change, scale = (inputs @ off.T).std(0) * steps, (inputs @ flat.T).std(0) * steps
    return float(np.sqrt((change**2).mean() / (scale**2).mean()))


def _exact_weights(
    tensors: dict[str, Any], wanted: dict[str, Any], layer: _Layer, steps: Doubles
) -> tuple[Doubles, Doubles]:
    """Return the weights (M, K) of a layer of the eight-bit network, with K in the order rows, columns,
    channels, and its bias (M,). Both are in units of the layer's steps. They are not rounded if `wanted`, the
    arrays of the network in floats, has this layer; otherwise they are the rounded ones."""
    weights, bias = _value(tensors, layer.weights), _value(tensors, layer.bias)
    source = wanted.get(layer.weights.removesuffix("_quantized"))
    if source is not None:
        scale = steps.reshape(-1, *[1] * (weights.ndim - 1))
        weights = numpy_helper.to_array(source) / scale
        bias = numpy_helper.to_array(wanted[layer.bias.removesuffix("_quantized")]) / (steps * layer.step)
    ordered = weights.transpose(0, 2, 3, 1) if weights.ndim == 4 else weights
    return ordered.reshape(len(weights), -1).astype(np.float64), bias.astype(np.float64)


def _value(tensors: dict[str, Any], name: str) -> NDArray[Any]:
    return np.asarray(numpy_helper.to_array(tensors[name]))


def _put(tensors: dict[str, Any], name: str, value: NDArray[Any]) -> None:
    tensors[name].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(value), name))
