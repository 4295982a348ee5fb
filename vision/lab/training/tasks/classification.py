"""The speller's training task: crops of rendered pictures, cut along outlines such as the finder gives,
with their answers."""

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
"""The number of crops of each picture in a step. With eight crops and as many steps, the speller learnt
less: its loss was 1.29 instead of 1.26 (docs/model-card.md)."""

BACK_WEIGHT: Final = 4.0
"""The frequency with which training draws crops of a back, where a fully visible E has 1, by judgement. It
is above 1, because pictures show few backs."""

UNLETTERED_WEIGHT: Final = 8.0
"""The frequency with which training draws crops of a card without a letter, where a fully visible E has 1.
It is high, because such a card may show anything. At the frequency of a back, printed words and numbers were
distinguished from letters, but were mostly taken for bare table."""

MASTER_WEIGHT: Final = 2.0
"""The frequency with which training draws crops of a Master, where a fully visible E has 1. It is about as
high as for the rarest letters, because a Master's picture may be anything."""

COVERED_LETTER_WEIGHT: Final = 0.4
"""The frequency with which training draws crops of a piece whose letter is covered, where a fully visible E
has 1. It is low, because a third of the pictures consist of such pieces."""

FULL_PICTURE_WEIGHT: Final = 3.0
"""The sum of the weights of a picture's pieces (`draw_weight`) from which on the picture is drawn as often
as any other. Three whole pieces reach this sum. A picture with a smaller sum is drawn less often, because its
dozen crops would show the same piece again and again."""

LETTER_BALANCE_EXPONENT: Final = 0.75
"""The degree to which training balances rare and frequent letters. At 0, letters are drawn as often as they
occur; at 1, all letters are drawn equally often. At 0.5, of 134 held-back crops of a Q 27 were read as O; at
0.75, 19 were."""

TILE_PICTURE_WEIGHT: Final = 1.5
"""How often the speller's training draws pictures of tiles, relative to pictures of cards. It is above 1,
because a tile may lie in four directions and a card in two. With this weight, and with whole and rare pieces
drawn more often, 97.2 of 100 held-back tiles were read right; before, 96.5."""

SLANTED_SHARE: Final = 0.5
"""The share of training crops that are stretched or slanted, so that the speller sees many letter shapes
from each typeface. The other crops show the letters as they are printed."""

MAX_SQUARE_LOOKING_RATIO: Final = 1.25
"""The ratio of the sides of a foreshortened card below which the card looks square. From this ratio on,
the reader takes a piece for oblong (`suppression.MIN_CARD_SIDE_RATIO`)."""

WRONG_UPPER_SIDE_SHARE: Final = 0.5
"""Of the training cards that look square because they are foreshortened, the share whose crop is turned by
a random number of quarter turns. The finder can only guess which side of such a card is the upper one, so the
speller must know the card in all four directions."""

MIN_PICTURE_WEIGHT: Final = 0.5
"""The least weight by which a picture is drawn for training, where a picture with enough pieces has 1. It
is above 0, because the network must also learn from places at which there is nothing to read."""

PIECE_CROP_SHARE: Final = 0.83
"""The share of crops that show a piece. The others are cut where there is nothing to read. The share used
to be 0.88. With 0.83, and with twice the weight of the corners in the loss, the reader saw 6 false pieces
on the golden scenes instead of 12."""

CORNER_LOSS_WEIGHT: Final = 2.0
"""The weight of the corners in the loss, relative to the letter. It is high, because the reader must look
a second time if corners are off by a few hundredths of the crop."""

Item = tuple[NDArray[np.uint8], Floats, Floats, Floats]


class Crops(DrawnItems):
    """The training items of the speller: one item for each rendered picture.

    An item is a tuple of four arrays with one row for each crop of the picture. They are the crops
    (CROPS_PER_PICTURE, 208, 160, 3), their true classes, the corrections of their corners, and 1 for a crop
    whose corrections are learnt, else 0.
    """

    def __getitem__(self, index: int) -> Item:
        rng = self.generator(index)
        return _crops(rng, *load(self.folder, index))


def _crops(rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[PieceTruth, ...]) -> Item:
    crops = np.zeros((CROPS_PER_PICTURE, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    classes = np.zeros((CROPS_PER_PICTURE, CLASSES), np.float32)
    corners = np.zeros((CROPS_PER_PICTURE, 8), np.float32)
    corner_mask = np.zeros(CROPS_PER_PICTURE, np.float32)
    pyramid, aslant = Pyramid.of(image), np.eye(3)
    aslant[:2, :2] = foreshortened(rng)
    seen = tuple(replace(label, quad=_moved(aslant, label.quad)) for label in labels)
    good = _legible(seen)
    often = np.array([draw_weight(label) for label in good])
    for n in range(CROPS_PER_PICTURE):
        if good and rng.random() < PIECE_CROP_SHARE:
            label = good[int(rng.choice(len(good), p=often / often.sum()))]
            # Most outlines are as good as a trained finder's. Some are as rough as those of pieces that the
            # finder does not know.
            rough = float(np.exp(rng.uniform(np.log(0.4), np.log(3.0))))
            outline = jittered(
                quarter_turned(outline_of(label), _quarter_turns(rng, label)),
                rng,
                min(rough, _max_jitter(label, seen)),
            )
            onto = _random_slant(rng) @ np.vstack([*matrices([outline]), [0, 0, 1]])
            classes[n], corners[n] = speller_targets(label, outline, onto)
            onto = onto @ aslant
            corner_mask[n] = float(label.visible_share > 0.3)
        else:
            (onto,) = matrices([_empty_rectangle(rng, image, labels)])
            classes[n, NOTHING] = 1
        crops[n] = jolted(rng, warped(pyramid, onto, CROP_WIDTH, CROP_HEIGHT), 0.6)
    return crops, classes, corners, corner_mask


def _moved(onto: NDArray[np.float64], points: Floats) -> Floats:
    return (points @ onto[:2, :2].T).astype(np.float32)


def _quarter_turns(rng: np.random.Generator, label: PieceTruth) -> int:
    """Return the number of quarter turns by which a crop is turned from the letter's upright position. It
    is random among the numbers that the finder might give for a piece of this shape."""
    up, right = axes(label.quad)
    short, long = sorted((float(np.hypot(*up)), float(np.hypot(*right))))
    unclear = label.kind == "tile" or (
        long < MAX_SQUARE_LOOKING_RATIO * short and rng.random() < WRONG_UPPER_SIDE_SHARE
    )
    return int(rng.integers(4)) if unclear else 2 * int(rng.integers(2))


def _random_slant(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a random affine map (2, 3) of a crop onto itself. For some crops (`SLANTED_SHARE`) it slants
    the crop and makes it narrower or wider, so that the speller sees many letter shapes from each typeface.
    For the others it changes nothing."""
    lean, stretch = rng.normal(0, [0.07, 0.06]) if rng.random() < SLANTED_SHARE else (0.0, 0.0)
    turn = np.array([[np.exp(stretch), lean], [0, np.exp(-stretch)]])
    middle = np.array([CROP_WIDTH, CROP_HEIGHT]) / 2
    return np.column_stack([turn, middle - turn @ middle])


def _legible(labels: tuple[PieceTruth, ...]) -> list[PieceTruth]:
    return [label for label in labels if label.visible_share > 0.12 and outline_of(label).height > 34]


def draw_weight(label: PieceTruth) -> float:
    """Return how often training draws crops of this piece, relative to a fully visible E, which has 1.

    The weight of a readable letter grows with the visible share of its piece. Otherwise half of all crops
    would show slivers, because a third of the pictures show overlapping cards for the sake of other
    networks. The weight is higher for rare letters, because otherwise the network would prefer frequent
    letters in case of doubt.
    """
    if label.kind == "other":
        return UNLETTERED_WEIGHT
    if label.kind == "back":
        return BACK_WEIGHT
    if label.letter is None or not label.is_readable:
        return COVERED_LETTER_WEIGHT
    scarce = (
        MASTER_WEIGHT
        if label.letter == "?"
        else (letter_share("E") / letter_share(label.letter)) ** LETTER_BALANCE_EXPONENT
    )
    return scarce * label.visible_share**1.5


def picture_weights(folder: Path, count: int) -> Floats:
    """Return the relative frequency (count,) with which the speller's training draws each of the first
    `count` pictures of `folder`. It is high for pictures with enough legible pieces, and highest for pictures
    of tiles."""
    return np.array(
        [_picture_weight(_legible(labels_of(folder, index))) for index in range(count)], np.float32
    )


def _picture_weight(labels: list[PieceTruth]) -> float:
    shown = max(MIN_PICTURE_WEIGHT, min(1.0, sum(map(draw_weight, labels)) / FULL_PICTURE_WEIGHT))
    return shown * (TILE_PICTURE_WEIGHT if any(label.kind == "tile" for label in labels) else 1.0)


def _max_jitter(label: PieceTruth, labels: tuple[PieceTruth, ...]) -> float:
    """Return the greatest strength with which `jittered` may move the outline of the piece `label`, so that
    the outline still lies nearer to this piece than to the next one. In a fan the next piece is only
    millimetres away."""
    middle = label.quad.mean(0)
    gaps = [float(np.hypot(*(other.quad.mean(0) - middle))) for other in labels if other is not label]
    outline = outline_of(label)
    # `jittered` moves an outline by 0.035 of its size (standard deviation) at strength 1. Twice this distance
    # must be at most a third of the gap.
    return max(0.25, min(gaps, default=np.inf) / (6 * 0.035 * np.sqrt(outline.height * outline.width)))


def _empty_rectangle(
    rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[PieceTruth, ...]
) -> Outline:
    """Return a random rectangle that shows no single piece: background, an object, or the seam between
    two cards."""
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


def speller_loss(
    logits: Tensor, fixes: Tensor, classes: Tensor, corners: Tensor, corner_mask: Tensor
) -> Losses:
    """Return the two parts of the speller's loss. `letters` is the cross entropy of the true `classes`.
    `corners` is `CORNER_LOSS_WEIGHT` times the error of the corner corrections `fixes`, in twentieths of the
    crop's side.

    `corner_mask` (N,) is 1 for crops whose corners count, and 0 for the others.
    """
    spelling = -(classes * logits.log_softmax(1)).sum(1).mean()
    error = nnf.smooth_l1_loss(fixes * 20, corners * 20, beta=0.2, reduction="none").mean(1)
    return {
        "letters": spelling,
        "corners": CORNER_LOSS_WEIGHT * (error * corner_mask).sum() / corner_mask.sum().clamp(min=1),
    }


def _losses(net: nn.Module, batch: Batch) -> Losses:
    crops, classes, corners, corner_mask = (part.flatten(0, 1) for part in batch)
    with short_float_context(crops):
        logits, fixes = net(to_unit_range(crops))
    return speller_loss(logits.float(), fixes.float(), classes, corners, corner_mask)


TASK = Task(
    Speller, Crops, _losses, batch=2, rate=2e-3, steps=13_000, adamw_rate_ratio=0.12, favour=picture_weights
)
"""The speller's training task. A step has two pictures; with three the speller learnt less. Twice, half
and a quarter of this learning rate of Muon were worse, and so was a ratio of AdamW's rate to Muon's of
0.5 instead of 0.12. The steps take 45 minutes of two cores (docs/model-card.md)."""
