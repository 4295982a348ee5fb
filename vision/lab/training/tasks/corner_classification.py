"""The training task of the classifier of corner letters: crops round the corner letters of rendered
pictures. The pictures should show overlapping cards (`training_set --overlapping`)."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as nnf

from vision.corner_letters.classify import glyph_crop, letter_centre
from vision.crops import Picture, Pyramid
from vision.lab.training.bfloat16 import short_float_context
from vision.lab.training.nets import GlyphReader
from vision.lab.training.tasks.corner_detection import MIN_FOUND_VISIBLE_SHARE
from vision.lab.training.tasks.task import Batch, DrawnItems, Losses, Task, jolted, to_unit_range
from vision.lab.training.training_set import load
from vision.render.optics.sensor import quick_post
from vision.render.sample import CornerLetterTruth, PieceTruth
from vision.tensor_format import (
    GLYPH_NOTHING,
    GLYPH_REACH,
    GLYPH_SIDE,
    LETTERS,
    MIN_SPOT_CARD_PIXELS,
    Floats,
    axes,
    glyph_matrix,
)

CROPS_PER_PICTURE = 16
"""The number of crops of each picture in a step, by judgement. A picture of overlapping cards has about
as many corner letters. Fewer crops would mean decoding more pictures."""

PLACE_LOSS_WEIGHT = 0.5
"""The weight of a letter's place in the loss, relative to its class. It was lowered from 4, because the
reader needs the class most. By judgement."""

STRAY_CROP_SHARE = 0.15
"""The share of crops that are cut beside a corner letter, where nothing must be read. It is low, because
most places that the spotter finds are letters."""

COVERED_CROP_SHARE = 0.15
"""The share of crops of corner letters that lie partly under other cards. It was doubled from 0.07 when
the network had to learn not to read such letters (`MIN_VISIBLE_SHARE`)."""

MIN_VISIBLE_SHARE = 0.85
"""The visible share of a corner letter below which it must not be read: half an O is no C. It is a little
below `MIN_FOUND_VISIBLE_SHARE`. Letters with a visible share between the two limits are not used."""

SMALL_CARD_CROP_SHARE: Final = 0.3
"""The share of training crops that look as if they came from a picture with small cards, slightly out of
focus. Most legible letters that were misread on new tables came from such pictures."""

SMALL_CARD_PIXELS_RANGE: Final = (MIN_SPOT_CARD_PIXELS, 180.0)
"""The range of the length of a card's long side, pixels, for those training crops that look as if their
cards were small. Cards are as small when a small picture shows a whole table."""

CENTRED_CROP_SHARE: Final = 0.85
"""The share of training crops that are centred on the middle of the corner letter, as in the reader. The
other crops are centred on the place that the spotter gave, as in the reader where it finds no middle."""

MIN_STRAY_DISTANCE_HEIGHTS: Final = 0.5
"""The least distance, in letter heights, of the middle of any letter from the middle of a crop that was cut
beside a letter. If centring the crop would bring it nearer to a letter, the crop is not centred."""

SPOTTER_ERROR_HEIGHTS: Final = 0.14
"""The standard error, in letter heights, with which training crops are cut round a corner letter. It
imitates the error of the spotter's places."""

Item = tuple[NDArray[np.uint8], NDArray[np.int64], Floats]


class Glyphs(DrawnItems):
    """The training items of the classifier of corner letters. An item has crops (CROPS_PER_PICTURE, 80, 80,
    3) of one picture, the class of each crop, and the place (CROPS_PER_PICTURE, 4) of each letter.

    The class is -1 for every crop if the picture has no clear corner letter.
    """

    def __getitem__(self, index: int) -> Item:
        rng = self.generator(index)
        image, labels = load(self.folder, index)
        pyramid = Pyramid.of(image)
        crops = np.zeros((CROPS_PER_PICTURE, GLYPH_SIDE, GLYPH_SIDE, 3), np.uint8)
        classes, places = (
            np.full(CROPS_PER_PICTURE, -1, np.int64),
            np.zeros((CROPS_PER_PICTURE, 4), np.float32),
        )
        marks = [(label, i) for label in labels for i in label.corner_letters if _is_readable(label)]
        clear = [(label, i) for label, i in marks if i.visible_share >= MIN_FOUND_VISIBLE_SHARE]
        hidden = [(label, i) for label, i in marks if 0 < i.visible_share < MIN_VISIBLE_SHARE] or clear
        for n in range(CROPS_PER_PICTURE if clear else 0):
            among = hidden if rng.random() < COVERED_CROP_SHARE else clear
            label, mark = among[int(rng.integers(len(among)))]
            stray = rng.random() < STRAY_CROP_SHARE
            others = np.array([i.quad.mean(0) for _, i in marks] if stray else np.zeros((0, 2)))
            crop, classes[n], places[n] = _crop(rng, pyramid, label, mark, stray, others)
            long = float(np.hypot(*axes(label.quad)[0]))
            crops[n] = (
                _reduce_resolution(rng, crop, long)
                if rng.random() < SMALL_CARD_CROP_SHARE
                else jolted(rng, crop, 0.5)
            )
        return crops, classes, places


def _is_readable(label: PieceTruth) -> bool:
    return label.letter is not None and float(np.hypot(*axes(label.quad)[0])) > MIN_SPOT_CARD_PIXELS


def _reduce_resolution(rng: np.random.Generator, crop: Picture, long: float) -> Picture:
    """Return the crop of a corner letter at a lower resolution, as if its card were small in the photograph
    (`SMALL_CARD_PIXELS_RANGE`). `long` is the length of the card's long side in the picture from which the
    crop was cut, pixels."""
    side = round(GLYPH_REACH * min(long, float(rng.uniform(*SMALL_CARD_PIXELS_RANGE))))
    small = crop if side >= GLYPH_SIDE else cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    seen = quick_post(rng, np.asarray(small, np.uint8))
    return np.asarray(cv2.resize(seen, crop.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _crop(
    rng: np.random.Generator,
    pyramid: Pyramid,
    label: PieceTruth,
    mark: CornerLetterTruth,
    stray: bool,
    others: Floats,
) -> tuple[Picture, int, Floats]:
    """Return a training crop: its pixels as the reader would cut them round the corner letter `mark`, its
    class, and the letter's direction and card corner as `GlyphReader` gives them.

    If `stray`, the crop is cut beside the letter, and its class is `GLYPH_NOTHING`. Such a crop must not show
    another letter in its middle; `others` (n, 2) are the middles of all letters.
    """
    up = axes(mark.quad)[0]
    tall, long = float(np.hypot(*up)), float(np.hypot(*axes(label.quad)[0]))
    middle = mark.quad.mean(0) + rng.normal(0, SPOTTER_ERROR_HEIGHTS, 2) * tall
    if stray:  # beside the letter: another letter's part, the figure, the frame, the table
        angle, distance = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.9, 3.0)) * tall
        middle = middle + np.array([np.cos(angle), np.sin(angle)]) * distance
    turn = float(rng.normal(0, np.radians(13)))
    ahead = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ (up / max(tall, 1e-6))
    long *= float(np.exp(rng.normal(0, 0.1)))
    at, way_up = middle.astype(np.float32), ahead.astype(np.float32)
    if rng.random() < CENTRED_CROP_SHARE:
        found = letter_centre(pyramid, at, way_up, long)
        off = np.hypot(*(others - found).T).min(initial=np.inf) if len(others) else np.inf
        at = found if off > MIN_STRAY_DISTANCE_HEIGHTS * tall else at
    onto = glyph_matrix(at, way_up, long)
    nothing = stray or mark.visible_share < MIN_VISIBLE_SHARE
    kind = GLYPH_NOTHING if nothing else LETTERS.index(label.letter or "?")
    corner = (onto[:, :2] @ mark.corner + onto[:, 2]) / GLYPH_SIDE - 0.5
    direction = onto[:, :2] @ up
    return (
        glyph_crop(pyramid, onto),
        kind,
        np.array([*(direction / np.hypot(*direction)), *corner], np.float32),
    )


def place_loss(output: Tensor, truth: Tensor, classes: Tensor) -> Tensor:
    """Return the loss of the corner letters' places, which are the letter's direction and the nearest
    corner of the card. Crops without a letter do not count."""
    letters = ((classes >= 0) & (classes != GLYPH_NOTHING)).float()
    error = nnf.smooth_l1_loss(output * 8, truth * 8, beta=0.2, reduction="none").mean(1)
    return (error * letters).sum() / letters.sum().clamp(min=1)


def _losses(net: nn.Module, batch: Batch) -> Losses:
    crops, classes, true_places = (part.flatten(0, 1) for part in batch)
    with short_float_context(crops):
        logits, places = net(to_unit_range(crops))
    # If no picture of the batch shows a corner letter, the mean of the empty list would be NaN.
    total = nnf.cross_entropy(logits.float(), classes, ignore_index=-1, reduction="sum")
    letters = total / (classes >= 0).sum().clamp(min=1)
    return {
        "letters": letters,
        "places": PLACE_LOSS_WEIGHT * place_loss(places.float(), true_places, classes),
    }


TASK = Task(GlyphReader, Glyphs, _losses, batch=3, rate=2e-3, steps=4800)
"""The training task of the classifier of corner letters. A step has three pictures with 48 crops together.
All steps take some six minutes (docs/model-card.md)."""
