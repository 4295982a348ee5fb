"""Prepare a card for Tesseract: upright, large enough, and in grey or with all print dark on white."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import pytesseract
from PIL import Image

from vision.crops import Grey, Picture, Pyramid
from vision.tensor_format import Floats, axes

READ_SIDE_PIXELS: Final = 800
"""The long side of a card at which its print is read, pixels. Tesseract reads capitals of some twenty
pixels best, and those of a text on a card are a fortieth of the side."""

CUT_RIM_SHARE: Final = 0.02
"""The width of the rim that is cut off a card before Tesseract reads it, as a share of the card's long side.
Tesseract would read a sliver of table as strokes."""

BAND_MARGIN_PIXELS: Final = 56
"""The margin added around the card when print on coloured bands is searched, pixels. If a card begins with a
dark band, the outline lies within the band and cuts the band's line of text."""

STRIPPED_CHARACTERS: Final = " .,:;!?'\"()-|_=~*"
"""The characters that are removed around words: punctuation, and the characters that Tesseract reads from
lines."""

SPARSE, BLOCK, WORD = 11, 6, 8
"""Tesseract's page segmentation modes: print wherever it stands, one block of lines, one word. On pictures
the first reads more, on coloured bands the second."""

GROUND_WINDOW_PIXELS: Final = 25
"""The side of the median filter that finds the colour of the ground under print, pixels of a copy of the card
at a quarter of its size. It is twice the thickest stroke of a headline, and less than the height of the
headline's coloured band."""

MIN_CONTRAST_LEVELS: Final = 24.0
"""The least contrast between the darkest print and its ground, of 255 levels. Without it, a blank card's
noise would be enhanced to print."""

CONNECTED_DARKNESS_SHARE: Final = 0.4
"""The least darkness of a pixel, as a share of the darkest print's, to belong to a stroke when strokes are
joined to find a frame."""

FRAME_SHARES: Final = (0.6, 0.85)
"""The shares of the card from which connected strokes are a frame or the edge of a band: the first share
in both width and height, or the second share in one of them. Tesseract takes a page with a frame for a
picture, and reads nothing."""

FRAME_EDGE_PIXELS: Final = 7
"""The side, pixels, of the square by which a printed frame is widened before it is removed: by three pixels
on every side. The edges of a frame are soft."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word that Tesseract read on an upright card."""

    text: str
    """The letters or figures of the word."""
    confidence: float
    """Tesseract's confidence in the word, from 0 to 100."""
    left: int
    """The distance of the word's left edge from the card's, pixels."""
    top: int
    """The distance of the word's top edge from the card's, pixels."""
    width: int
    """The width of the word, pixels."""
    height: int
    """The height of the word, pixels."""

    @property
    def middle(self) -> float:
        """Return the distance of the word's middle from the top of the card, pixels."""
        return self.top + self.height / 2


def cut_upright_card(pyramid: Pyramid, corners: Floats, margin: int = 0) -> Picture:
    """Return the picture of one card, flattened, without the card's rim, and turned so that its first corner
    is at the top left. `margin` more pixels are kept on every side."""
    up, right = axes(np.asarray(corners, np.float32))
    tall, wide = float(np.hypot(*up)), float(np.hypot(*right))
    scale = READ_SIDE_PIXELS / max(tall, wide, 1.0)
    size = max(1, round(wide * scale)), max(1, round(tall * scale))
    rim = CUT_RIM_SHARE * READ_SIDE_PIXELS
    east, south = size[0] + rim, size[1] + rim
    onto = np.array([[-rim, -rim], [east, -rim], [east, south], [-rim, south]], np.float32) + margin
    flat = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), onto.astype(np.float32))
    page = (size[0] + 2 * margin, size[1] + 2 * margin)
    return np.asarray(cv2.warpPerspective(pyramid.levels[0], flat, page, flags=cv2.INTER_CUBIC), np.uint8)


def to_grey(card: Picture) -> Grey:
    """Return the card in grey, otherwise unchanged."""
    return np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), np.uint8)


def to_dark_on_white(card: Picture) -> Grey:
    """Return the card without its frame and with all print dark on white, even print on a coloured band."""
    size = (max(1, card.shape[1] // 4), max(1, card.shape[0] // 4))
    small = cv2.resize(card, size, interpolation=cv2.INTER_AREA)
    around = cv2.copyMakeBorder(
        small,
        GROUND_WINDOW_PIXELS,
        GROUND_WINDOW_PIXELS,
        GROUND_WINDOW_PIXELS,
        GROUND_WINDOW_PIXELS,
        cv2.BORDER_REFLECT_101,
    )
    ground = cv2.medianBlur(around, GROUND_WINDOW_PIXELS)[
        GROUND_WINDOW_PIXELS:-GROUND_WINDOW_PIXELS, GROUND_WINDOW_PIXELS:-GROUND_WINDOW_PIXELS
    ]
    under = cv2.resize(ground, card.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    ink = cv2.absdiff(card, under).max(2).astype(np.float32)
    ink = np.minimum(ink / max(float(np.percentile(ink, 99)), MIN_CONTRAST_LEVELS), 1.0)
    ink[_framing(ink) > 0] = 0
    return np.asarray(255 - np.rint(255 * ink), np.uint8)


def _framing(ink: Floats) -> Grey:
    """Return a mask of the card's frame: 255 on connected strokes that are as large as the card, else 0.
    `ink` is the darkness (h, w), 0 to 1."""
    high, wide = ink.shape
    _, labels, stats, _ = cv2.connectedComponentsWithStats((ink > CONNECTED_DARKNESS_SHARE).astype(np.uint8))
    across, down = stats[1:, cv2.CC_STAT_WIDTH] / wide, stats[1:, cv2.CC_STAT_HEIGHT] / high
    both, one = FRAME_SHARES
    large = ((across > both) & (down > both)) | (across > one) | (down > one)
    frames = np.isin(labels, 1 + np.flatnonzero(large)).astype(np.uint8)
    return np.asarray(
        cv2.dilate(frames, np.ones((FRAME_EDGE_PIXELS, FRAME_EDGE_PIXELS), np.uint8)) * 255, np.uint8
    )


def read_words(page: Grey, segmentation: int, config: str = "") -> list[Word]:
    """Return everything that Tesseract takes for a word on the page. `segmentation` is the page
    segmentation mode."""
    picture = Image.fromarray(page)
    picture.format = "PPM"  # the kind of file that Tesseract gets: to pack a PNG takes a fifth of a reading
    data = pytesseract.image_to_data(
        picture, config=f"--psm {segmentation} {config}", output_type=pytesseract.Output.DICT
    )
    rows = zip(*(data[key] for key in ("text", "conf", "left", "top", "width", "height")), strict=True)
    all_words = (
        Word(word.strip(STRIPPED_CHARACTERS), float(confidence), *box) for word, confidence, *box in rows
    )
    return [word for word in all_words if word.text and word.confidence >= 0]
