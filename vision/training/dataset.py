"""One training item: a window of a rendered picture for the finder and a handful of crops for the speller."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from torch.utils.data import Dataset

from vision.codes import CLASSES, CROP_HEIGHT, CROP_WIDTH, NOTHING, Floats
from vision.crops import Outline, Pyramid, cut
from vision.render.post import quick_post
from vision.render.sample import Label
from vision.training.pictures import labels_of, load
from vision.training.targets import finder_targets, jittered, outline_of, speller_targets, turned

WINDOW = 448
CROPS = 12

Item = tuple[NDArray[np.uint8], Floats, Floats, Floats, NDArray[np.uint8], Floats, Floats, Floats]


Shown = tuple[NDArray[np.uint8], Floats, Floats, Floats]
"""A finder's window and its targets."""

_NOTHING: Shown = (
    np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0, 0), np.float32), np.zeros((0, 0), np.float32),
    np.zeros((0, 0), np.float32),
)  # fmt: skip


class Pictures(Dataset[Item]):
    """Items from the pictures in a folder; the draw depends on `seed`, the epoch and the index. `crops`: how
    many a picture; `windows`: whether the finder learns too."""

    def __init__(
        self, folder: Path, count: int, seed: int, epoch: int = 0, crops: int = CROPS, windows: bool = True
    ) -> None:
        self.folder, self.count, self.seed, self.epoch = folder, count, seed, epoch
        self.crops, self.windows = crops, windows

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> Item:
        cv2.setNumThreads(0)
        rng = np.random.default_rng((self.seed, self.epoch, index))
        image, labels = load(self.folder, index)
        window, maps, near, care = _shown(rng, image, labels) if self.windows else _NOTHING
        crops, classes, corners, shaped = _crops(rng, image, labels, self.crops)
        return window, maps, near, care, crops, classes, corners, shaped


def crowding(folder: Path, count: int) -> Floats:
    """(count,) share of each picture's pieces that are mostly covered and yet to be read."""
    shares = np.zeros(count, np.float32)
    for index in range(count):
        labels = labels_of(folder, index)
        lapped = [label.readable and 0.08 < label.visible < 0.6 for label in labels]
        shares[index] = np.mean(lapped) if lapped else 0.0
    return shares


def _shown(rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[Label, ...]) -> Shown:
    window, shown = _window(rng, image, labels)
    return _jolt(rng, window, 0.5), *finder_targets(shown, WINDOW, WINDOW)


def _window(
    rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[Label, ...]
) -> tuple[NDArray[np.uint8], tuple[Label, ...]]:
    """A scaled, turned, perhaps mirrored square window, and the labels in its pixels."""
    height, width = image.shape[:2]
    # 640 pixels is what the finder is shown of a photograph, and twice that where it looks closer.
    scale = min(1.2, 640 / max(height, width) * float(np.exp(rng.uniform(np.log(0.7), np.log(2.2)))))
    quarter = int(rng.integers(4)) * np.pi / 2
    flip = -1.0 if rng.random() < 0.5 else 1.0
    turn = scale * np.array([[np.cos(quarter), -np.sin(quarter)], [np.sin(quarter), np.cos(quarter)]])
    turn = turn @ np.diag([flip, 1.0])
    focus = _focus(rng, image, labels)
    onto = np.column_stack([turn, WINDOW / 2 - turn @ focus])
    if scale < 0.6:  # linear sampling alone would skip pixels
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.35 / scale), np.uint8)
    window = cv2.warpAffine(image, onto, (WINDOW, WINDOW), borderValue=(114, 114, 114))
    moved = tuple(m for label in labels if (m := _moved(label, onto)) is not None)
    return np.asarray(window, np.uint8), moved


def _focus(rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[Label, ...]) -> Floats:
    """Where to look: usually near some piece, sometimes anywhere."""
    height, width = image.shape[:2]
    if labels and rng.random() < 0.8:
        near = labels[int(rng.integers(len(labels)))].anchor
        return (near + rng.normal(0, 60, 2)).astype(np.float32)
    return (rng.random(2) * [width, height]).astype(np.float32)


def _moved(label: Label, onto: NDArray[np.float64]) -> Label | None:
    quad = (label.quad @ onto[:, :2].T + onto[:, 2]).astype(np.float32)
    anchor = (onto[:, :2] @ label.anchor + onto[:, 2]).astype(np.float32)
    if not ((anchor > 2) & (anchor < WINDOW - 2)).all():
        return None
    sheet = np.array([[0, 0], [WINDOW, 0], [WINDOW, WINDOW], [0, WINDOW]], np.float32)
    area = abs(cv2.contourArea(quad)) or 1.0
    inside = float(cv2.intersectConvexConvex(quad, sheet)[0]) / area
    return replace(label, quad=quad, anchor=anchor, visible=label.visible * min(1.0, inside))


def _crops(
    rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[Label, ...], count: int
) -> tuple[NDArray[np.uint8], Floats, Floats, Floats]:
    """`count` crops with soft classes, corner corrections and whether the corrections count."""
    crops = np.zeros((count, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    classes = np.zeros((count, CLASSES), np.float32)
    corners = np.zeros((count, 8), np.float32)
    shaped = np.zeros(count, np.float32)
    pyramid = Pyramid.of(image)
    good = [label for label in labels if label.visible > 0.12 and outline_of(label).height > 34]
    for n in range(count):
        if good and rng.random() < 0.88:
            label = good[int(rng.integers(len(good)))]
            step = int(rng.integers(4)) if label.kind == "tile" else 2 * int(rng.integers(2))
            # Mostly as good as a trained finder, sometimes as rough as one that met something new.
            rough = float(np.exp(rng.uniform(np.log(0.4), np.log(3.0))))
            outline = jittered(turned(outline_of(label), step), rng, min(rough, _crowded(label, labels)))
            classes[n], corners[n] = speller_targets(label, outline)
            shaped[n] = float(label.visible > 0.3)
        else:
            outline = _nowhere(rng, image, labels)
            classes[n, NOTHING] = 1
        crops[n] = _jolt(rng, cut(pyramid, outline), 0.6)
    return crops, classes, corners, shaped


def _crowded(label: Label, labels: tuple[Label, ...]) -> float:
    """The roughest outline that still means this piece: in a fan the next card's is only millimetres away."""
    middle = label.quad.mean(0)
    gaps = [float(np.hypot(*(other.quad.mean(0) - middle))) for other in labels if other is not label]
    outline = outline_of(label)
    # jittered() moves an outline by 0.035 of its size a unit; two steps must stay in a third of the gap.
    return max(0.25, min(gaps, default=np.inf) / (6 * 0.035 * np.sqrt(outline.height * outline.width)))


def _nowhere(rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[Label, ...]) -> Outline:
    """An oblong that holds no one piece: background, clutter, or the seam between two cards."""
    for _ in range(20):
        height = float(np.exp(rng.uniform(np.log(40), np.log(260))))
        centre = _focus(rng, image, labels)
        if all(
            float(np.hypot(*(label.quad.mean(0) - centre))) > 0.38 * float(np.sqrt(o.height * o.width))
            for label in labels
            for o in (outline_of(label),)
        ):
            break
    width = height * float(rng.choice([0.64, 0.64, 1.0]))
    x, y = centre.tolist()
    return Outline(x, y, height, width, float(rng.uniform(-np.pi, np.pi)))


def _jolt(rng: np.random.Generator, image: NDArray[np.uint8], chance: float) -> NDArray[np.uint8]:
    """Another light, focus and noise, so that a cached picture never looks the same twice."""
    return quick_post(rng, image) if rng.random() < chance else image
