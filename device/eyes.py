"""Connect the camera with the loop: a picture becomes an observation, a frame becomes still or moving."""

import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from device.errors import UsageFault
from device.hardware.camera import Image
from device.records.decks import Deck
from device.records.value_files import DamagedFault
from device.running.loop import FrameReading, MotionState
from engine import inventory
from engine.cards import PACKS, Pieces
from engine.observation import Quad
from engine.shared.condition import Condition
from vision import motion_detection
from vision.conditions.monitor import MonitorState, monitor_picture
from vision.enrol import learning
from vision.enrol.prototypes import Prototypes
from vision.field_of_view import observation_to_arrange, view_of
from vision.figures.classify import PrintedPlace
from vision.figures.deck_layout import FigureLayout
from vision.network import check, session
from vision.picture import PictureError, load_bounded
from vision.pieces.detect import LOOK_SIDE_PIXELS
from vision.reader import PhotoReading, Reader

Read = Callable[[Image], FrameReading]
NETWORKS: Final = ("finder", "speller")


def reader(
    examples: Callable[[], Prototypes | None] = lambda: None,
    pieces: Callable[[], Pieces] = lambda: "cards",
    side_pixels: int = LOOK_SIDE_PIXELS,
) -> Read:
    """Return the function that reads a picture. `examples` returns the examples of the enrolled deck in
    use, and `pieces` the kind of pieces. Both are called for every picture, because the next match
    may change them. Cards are detected in a copy of the picture whose longer side has `side_pixels`
    pixels. Raise UsageFault if a network is missing or damaged."""
    _load_networks()
    eyes, watch = Reader.load(side_pixels, deck=examples()), MonitorState()
    last: PhotoReading | None = None
    # The picture before has a weak reference, so that it does not stay in memory beside the next.
    before: Callable[[], Image | None] = _nothing
    # Asked over and over about a table that lies still, or twice about one picture, the reader begins anew:
    # all of the picture is read again.
    again = False

    def read(image: Image) -> FrameReading:
        nonlocal eyes, watch, last, before, again
        if (deck := examples()) is not eyes.deck:
            eyes, last = replace(eyes, deck=deck), None
        seen = eyes.read(image, pieces(), None if image is before() else last)
        still = last is not None and seen.observation is last.observation
        if still and again:
            seen = eyes.read(image, pieces())
        last, before, again = seen, weakref.ref(image), still
        watch, watched = monitor_picture(watch, image, seen)
        return _frame_reading(seen, watched.conditions, camera_moved=watched.moved)

    return read


def photographs(
    examples: Callable[[], Prototypes | None] = lambda: None,
    pieces: Callable[[], Pieces] = lambda: "cards",
    side_pixels: int = LOOK_SIDE_PIXELS,
) -> Read:
    """Return the reader for photographs from phones. Each photograph is taken from another place, so
    no picture is compared with the picture before. Raise UsageFault if a network is missing or
    damaged."""
    _load_networks()
    eyes = Reader.load(side_pixels)

    def read(image: Image) -> FrameReading:
        seen = replace(eyes, deck=examples()).read(image, pieces())
        _, watched = monitor_picture(MonitorState(), image, seen)
        return _frame_reading(seen, watched.conditions, camera_moved=True)

    return read


def photograph(path: Path) -> Image:
    """Return the photograph in a file, shrunk if it has very many pixels. Raise UsageFault if the file
    is damaged or can't be read."""
    try:
        return load_bounded(path)
    except PictureError as fault:
        raise UsageFault(str(fault)) from fault


def _nothing() -> None:
    """Return None, because no reading exists before the first picture."""


def _frame_reading(
    seen: PhotoReading, conditions: tuple[Condition, ...], *, camera_moved: bool
) -> FrameReading:
    """Return a photo reading in plain numbers for the loop: the observation, the cards' corners in the
    picture, and the matrix that maps pixels to the table."""
    plane = tuple(tuple(map(float, row)) for row in seen.plane.matrix)
    observation = observation_to_arrange(seen, view_of(seen, conditions)).observation
    corners = np.array([card.corners for card in observation.cards]).reshape(-1, 4, 2)
    quads = tuple(tuple((x, y) for x, y in quad) for quad in seen.plane.to_picture(corners).tolist())
    return FrameReading(observation, quads, conditions, camera_moved, plane)  # type: ignore[arg-type]  # four corners, three rows


def stillness() -> Callable[[Image, float], MotionState]:
    """Return a function that tells moving frames from still ones. It takes each frame's picture and
    its time, in seconds, in the order in which they were taken."""
    state = motion_detection.Stillness()

    def judge(image: Image, at: float) -> MotionState:
        nonlocal state
        state, motion = motion_detection.track_motion(state, image, at)
        return motion

    return judge


def enrolled_appearance(deck: Deck) -> Prototypes:
    """Return the examples of an enrolled deck's cards, by which the reader tells their letters. Raise
    DamagedFault if the deck's pictures are damaged."""
    letters = "".join(card.letter for card in deck.cards)
    places = tuple(PrintedPlace(place.across, place.down, place.turned) for place in deck.places)
    printed = FigureLayout(places, deck.figures or None)
    if deck.network == learning.fingerprint():
        numbers = np.frombuffer(deck.features, np.float16).astype(np.float32)
        if len(numbers) and len(numbers) % (2 * len(letters)) == 0:
            return learning.make_prototypes(
                letters, numbers.reshape(2 * len(letters), -1), printed, deck.legible
            )
    try:
        crops = [learning.decode_crop(card.crop) for card in deck.cards]
    except ValueError as fault:
        raise DamagedFault(f"deck {deck.name}: {fault}; enrol it again") from fault
    return learning.make_prototypes(letters, learning.compute_features(crops), printed, deck.legible)


def with_masters(examples: Prototypes | None, crops: Sequence[bytes]) -> Prototypes | None:
    """Return `examples` with the small pictures `crops` added as examples of Masters. `examples` may be None.
    Leave out damaged pictures."""
    shown = []
    for crop in crops:
        with suppress(ValueError):
            shown.append(learning.decode_crop(crop))
    return learning.with_masters(examples, shown)


def crop(image: Image, corners: Quad) -> bytes:
    """Return the card with these `corners` in a picture as a small upright JPEG."""
    return learning.encode_crop(learning.cut_upright_crop(image, np.array(corners, np.float32)))


def limits(deck: Deck, packs: int = 1) -> dict[str, int]:
    """Return the number of cards of each letter that can lie on the table: the number enrolled, or the
    number in the similar pack if that is higher, because a card missed at enrolment may turn up. Cards in
    doubt do not change the number."""
    held = inventory.limits(deck.counts, PACKS.get(deck.like), deck.unlearnt)
    return {letter: packs * n for letter, n in held.items()}


def _load_networks() -> None:
    """Load the networks that a table uses, and compare all networks with their checksums. A missing or
    damaged network is thus found before the table opens. Raise UsageFault for it."""
    try:
        check()
        for name in NETWORKS:
            session(name)
    except OSError as fault:
        raise UsageFault(f"{fault.filename}: {fault.strerror}") from fault
