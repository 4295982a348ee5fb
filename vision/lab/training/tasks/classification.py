"""The speller's training task: crops of rendered pictures as the finder would cut them, with their
answers."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as nnf

from vision.crops import Outline, Pyramid, matrices, quarter_turned, warped
from vision.lab.training.bfloat16 import short_float_context
from vision.lab.training.nets import Speller
from vision.lab.training.tasks.targets import jittered, outline_of, speller_targets
from vision.lab.training.tasks.task import (
    Batch,
    DrawnItems,
    Losses,
    Task,
    foreshortened,
    jolted,
    place_to_look,
    to_unit_range,
)
from vision.lab.training.training_set import labels_of, load
from vision.render.letters import letter_share
from vision.render.sample import PieceTruth
from vision.tensor_format import CLASSES, CROP_HEIGHT, CROP_WIDTH, NOTHING, Floats, axes

CROPS_PER_PICTURE = 12
"""The number of crops taken from a picture. With eight crops, and the same number of steps, the speller
learnt less (a loss of 1.29 instead of 1.26, docs/model-card.md)."""

BACK_WEIGHT: Final = 4.0
"""The frequency of a back, relative to a whole piece with a letter, because backs are few. It was raised
from 3 together with the other frequencies here, by judgement."""

UNLETTERED_WEIGHT: Final = 8.0
"""The frequency of a card without a letter, which may show anything. With a back's weight, words and
numbers were distinguished from letters, but seldom from nothing at all."""

MASTER_WEIGHT: Final = 2.0
"""The frequency of a Master, whose picture may be anything. It is that of the rarest letters
(`draw_weight`)."""

COVERED_LETTER_WEIGHT: Final = 0.4
"""The frequency of a piece whose letter is covered. It is low, because a third of the pictures consist of
these pieces."""

FULL_PICTURE_WEIGHT: Final = 3.0
"""The total weight of a picture's pieces from which the picture is drawn as often as any other: that of
three whole pieces. A picture with less weight is drawn less often, because its dozen crops would show the
same piece again and again."""

LETTER_BALANCE_EXPONENT: Final = 0.75
"""The degree to which rare letters are drawn as often as common ones. At 0.5 a Q was read as O in 27 of
134 held-back crops, at 0.75 in 19."""

TILE_PICTURE_WEIGHT: Final = 1.5
"""The frequency of pictures of tiles, relative to those of cards. It is higher, because a tile may lie in
four directions, not two. With this weight, and whole and rare pieces drawn more often, 97.2 of 100
held-back tiles were right instead of 96.5."""

SLANTED_SHARE: Final = 0.5
"""The share of crops that are stretched or slanted: a half. Each typeface then stands for many, and is
still seen as it is printed."""

MAX_SQUARE_LOOKING_RATIO: Final = 1.25
"""The greatest ratio of the sides of a foreshortened card that looks square. The reader uses the same limit:
it takes a piece for oblong from this ratio (`suppression.MIN_CARD_SIDE_RATIO`)."""

WRONG_UPPER_SIDE_SHARE: Final = 0.5
"""The share of foreshortened cards that look square for which the finder takes the wrong side for the
upper one. The finder can only guess at the direction of a square shape."""

MIN_PICTURE_WEIGHT: Final = 0.5
"""The least weight of a picture, as a share of the weight of a picture with enough pieces. Every picture
has places without a piece to learn from."""

PIECE_CROP_SHARE: Final = 0.83
"""The share of crops that show a piece. The others are cut beside the pieces, where nothing must be read.
The share was lowered from 0.88: with more crops beside the pieces, and corners weighed twice, the reader
saw half as many false pieces (6 instead of 12 golden ones)."""

CORNER_LOSS_WEIGHT: Final = 2.0
"""The weight of a crop's corners against its letter. It is high, because corners a few hundredths off cost
a second look."""

Item = tuple[NDArray[np.uint8], Floats, Floats, Floats]


class Crops(DrawnItems):
    """Crops (CROPS_PER_PICTURE, 208, 160, 3) of one picture, with soft classes, corner corrections, and 1
    for each crop whose corrections count.

    The draw depends on `seed`, the epoch and the index.
    """

    def __getitem__(self, index: int) -> Item:
        rng = self.generator(index)
        return _crops(rng, *load(self.folder, index))


def _crops(rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[PieceTruth, ...]) -> Item:
    crops = np.zeros((CROPS_PER_PICTURE, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    classes = np.zeros((CROPS_PER_PICTURE, CLASSES), np.float32)
    corners = np.zeros((CROPS_PER_PICTURE, 8), np.float32)
    shaped = np.zeros(CROPS_PER_PICTURE, np.float32)
    pyramid, aslant = Pyramid.of(image), np.eye(3)
    aslant[:2, :2] = foreshortened(rng)
    seen = tuple(replace(label, quad=_moved(aslant, label.quad)) for label in labels)
    good = _legible(seen)
    often = np.array([draw_weight(label) for label in good])
    for n in range(CROPS_PER_PICTURE):
        if good and rng.random() < PIECE_CROP_SHARE:
            label = good[int(rng.choice(len(good), p=often / often.sum()))]
            # The outline is mostly as good as a trained finder's, sometimes as rough as a finder's at
            # something new.
            rough = float(np.exp(rng.uniform(np.log(0.4), np.log(3.0))))
            outline = jittered(
                quarter_turned(outline_of(label), _quarter_turns(rng, label)),
                rng,
                min(rough, _max_jitter(label, seen)),
            )
            onto = _random_slant(rng) @ np.vstack([*matrices([outline]), [0, 0, 1]])
            classes[n], corners[n] = speller_targets(label, outline, onto)
            onto = onto @ aslant
            shaped[n] = float(label.visible > 0.3)
        else:
            (onto,) = matrices([_empty_rectangle(rng, image, labels)])
            classes[n, NOTHING] = 1
        crops[n] = jolted(rng, warped(pyramid, onto, CROP_WIDTH, CROP_HEIGHT), 0.6)
    return crops, classes, corners, shaped


def _moved(onto: NDArray[np.float64], points: Floats) -> Floats:
    return (points @ onto[:2, :2].T).astype(np.float32)


def _quarter_turns(rng: np.random.Generator, label: PieceTruth) -> int:
    """Return a random number of quarter turns from the letter's own up direction to the outline's. Any
    number that the shape leaves open is possible."""
    up, right = axes(label.quad)
    short, long = sorted((float(np.hypot(*up)), float(np.hypot(*right))))
    unclear = label.kind == "tile" or (
        long < MAX_SQUARE_LOOKING_RATIO * short and rng.random() < WRONG_UPPER_SIDE_SHARE
    )
    return int(rng.integers(4)) if unclear else 2 * int(rng.integers(2))


def _random_slant(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return an affine map (2, 3) of a crop onto itself. In half of the cases it makes the crop slanted,
    narrower or wider, so that one typeface stands for many."""
    lean, stretch = rng.normal(0, [0.07, 0.06]) if rng.random() < SLANTED_SHARE else (0.0, 0.0)
    turn = np.array([[np.exp(stretch), lean], [0, np.exp(-stretch)]])
    middle = np.array([CROP_WIDTH, CROP_HEIGHT]) / 2
    return np.column_stack([turn, middle - turn @ middle])


def _legible(labels: tuple[PieceTruth, ...]) -> list[PieceTruth]:
    return [label for label in labels if label.visible > 0.12 and outline_of(label).height > 34]


def draw_weight(label: PieceTruth) -> float:
    """Return the weight with which this piece is drawn.

    Whole pieces are drawn most. A third of the pictures are of overlapping cards, from which other networks
    learn; drawn evenly, half of all crops would show a sliver. Rare letters are drawn more often than common
    ones, so that the network guesses none for being common.
    """
    if label.kind == "other":
        return UNLETTERED_WEIGHT
    if label.kind == "back":
        return BACK_WEIGHT
    if label.letter is None or not label.readable:
        return COVERED_LETTER_WEIGHT
    scarce = (
        MASTER_WEIGHT
        if label.letter == "?"
        else (letter_share("E") / letter_share(label.letter)) ** LETTER_BALANCE_EXPONENT
    )
    return scarce * label.visible**1.5


def picture_weights(folder: Path, count: int) -> Floats:
    """Return the weight (count,) of each picture. Pictures with legible pieces are shown more often, those
    of tiles most."""
    return np.array(
        [_picture_weight(_legible(labels_of(folder, index))) for index in range(count)], np.float32
    )


def _picture_weight(labels: list[PieceTruth]) -> float:
    shown = max(MIN_PICTURE_WEIGHT, min(1.0, sum(map(draw_weight, labels)) / FULL_PICTURE_WEIGHT))
    return shown * (TILE_PICTURE_WEIGHT if any(label.kind == "tile" for label in labels) else 1.0)


def _max_jitter(label: PieceTruth, labels: tuple[PieceTruth, ...]) -> float:
    """Return the greatest strength of `jittered` with which the outline of `label` is still nearer to its
    own piece than to another. In a fan the next card's outline is only millimetres away."""
    middle = label.quad.mean(0)
    gaps = [float(np.hypot(*(other.quad.mean(0) - middle))) for other in labels if other is not label]
    outline = outline_of(label)
    # jittered() moves an outline by 0.035 of its size a unit; two steps must stay in a third of the gap.
    return max(0.25, min(gaps, default=np.inf) / (6 * 0.035 * np.sqrt(outline.height * outline.width)))


def _empty_rectangle(
    rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[PieceTruth, ...]
) -> Outline:
    """Return a rectangle without a single piece: background, clutter, or the seam between two cards."""
    for _ in range(20):
        height = float(np.exp(rng.uniform(np.log(40), np.log(260))))
        centre = place_to_look(rng, image, [label.anchor for label in labels])
        if all(
            float(np.hypot(*(label.quad.mean(0) - centre))) > 0.38 * float(np.sqrt(o.height * o.width))
            for label in labels
            for o in (outline_of(label),)
        ):
            break
    width = height * float(rng.choice([0.64, 0.64, 1.0]))
    x, y = centre.tolist()
    return Outline(x, y, height, width, float(rng.uniform(-np.pi, np.pi)))


def speller_loss(logits: Tensor, fixes: Tensor, classes: Tensor, corners: Tensor, shaped: Tensor) -> Losses:
    """Return the cross entropy against soft classes, and `CORNER_LOSS_WEIGHT` times that of the corner
    corrections in twentieths of the crop."""
    spelling = -(classes * logits.log_softmax(1)).sum(1).mean()
    error = nnf.smooth_l1_loss(fixes * 20, corners * 20, beta=0.2, reduction="none").mean(1)
    return {
        "letters": spelling,
        "corners": CORNER_LOSS_WEIGHT * (error * shaped).sum() / shaped.sum().clamp(min=1),
    }


def _losses(net: nn.Module, batch: Batch) -> Losses:
    crops, classes, corners, shaped = (part.flatten(0, 1) for part in batch)
    with short_float_context(crops):
        logits, fixes = net(to_unit_range(crops))
    return speller_loss(logits.float(), fixes.float(), classes, corners, shaped)


TASK = Task(Speller, Crops, _losses, batch=2, rate=2e-3, steps=13_000, beside=0.12, favour=picture_weights)
"""The training task. A step has two pictures; with three the speller learnt less. Twice, half and a quarter
of Muon's rate were worse. So was AdamW at half of Muon's rate instead of an eighth. The steps take 45
minutes of two cores (docs/model-card.md)."""
