"""Test conditions that spoil the camera's view, end to end: pictures are spoiled on purpose, and really
read."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from device import eyes
from device.cli import main
from device.hardware.camera import Frame
from device.records.troubles import Trouble
from device.running.loop import CameraInterface, Loop
from device.running.view import TableView
from engine.events import AnyEvent
from engine.shared.condition import describe, forbids_rulings
from engine.shared.scene import Arm, LyingCard, Scene
from engine.table.referee import Referee
from engine.words import WordList
from vision.crops import Picture
from vision.lab.render.degradations import (
    dimmed,
    knocked,
    mirrored,
    overexposed,
    shaken,
    smeared,
    unfocused,
    veiled,
)
from vision.picture import save
from vision.render.table import project, virtual_table
from vision.tensor_format import Floats

SIZE: Final = (1280, 720)
WORDS: Final = (("GAMES", 90.0), ("TABLE", 215.0), ("CARD", 335.0))
LONG: Final = 135
"""The long side of a card in these pictures, pixels."""
GREASE: Final = (0.4, 0.5), 0.1
"""The centre and the radius of a greasy fingerprint on the lens, shares of the picture."""


def laid(across: float = 0.0, down: float = 0.0) -> Scene:
    cards = [
        LyingCard(c, 110 + across + 62 * n, y + down, 3.0 * n)
        for word, y in WORDS
        for n, c in enumerate(word)
    ]
    return Scene(800, 450, tuple(cards))


def table(scene: Scene | None = None) -> Picture:
    return virtual_table(SIZE, 1)(scene or laid(), 0)


def rng() -> np.random.Generator:
    return np.random.default_rng(5)


def card(number: int, scene: Scene | None = None) -> Floats:
    """Return the corners of a card in the picture, pixels."""
    return np.asarray(list(project(scene or laid(), SIZE, 1))[number], np.float32)


def greased() -> Floats:
    """Return the corners of a box round the greasy smear, with room for its length and its soft edge."""
    (x, y), reach = GREASE
    out = 1.5 * 1.5 * reach * SIZE[0]
    middle = np.array([x, y]) * SIZE
    return np.asarray(middle + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * out, np.float32)


def wiped() -> Picture:
    """Return a picture of a dark table. A thumb's print blurs the last card of a word, which
    can't be read."""
    picture, quad = virtual_table(SIZE, 1, "club")(laid(), 0), last()
    around = np.round(quad.mean(0) + 1.5 * (quad - quad.mean(0))).astype(np.int32)
    print_ = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.float32), around, 1.0)
    share = cv2.GaussianBlur(print_, (0, 0), 0.06 * LONG)[..., None]
    return np.asarray(
        picture * (1 - share) + cv2.GaussianBlur(picture, (0, 0), 0.12 * LONG) * share, np.uint8
    )


def last() -> Floats:
    """Return the corners of the last card of the word on the table, in pixels. A thumb's print on the lens
    blurs this card in the picture `wiped`."""
    return np.asarray(list(project(laid(), SIZE, 1, "club"))[4], np.float32)


def hidden() -> Floats:
    """Return the corners of the card that a hand from below covers, pixels."""
    return np.asarray(list(project(laid(), SIZE, 1, "club"))[11], np.float32)


ALL: Final = np.array([[0, 0], [SIZE[0], 0], SIZE, [0, SIZE[1]]], np.float32)


@dataclass(frozen=True)
class Spoilt:
    """A spoiled picture and its expected condition. `at` is the affected polygon, pixels. None stands for
    the whole picture."""

    picture: Callable[[], Picture]
    kind: str
    severity: str
    said: str
    at: Callable[[], Floats] | None = None


OUT_LEFT, OUT_BELOW = laid(-100), laid(0, 95)
SPOILT: Final = {
    "too dark": Spoilt(
        lambda: dimmed(rng(), table(), 0.16), "too dark", "minor",
        "It is too dark to read the cards for certain.",
    ),
    "far too dark": Spoilt(
        lambda: dimmed(rng(), table(), 0.07), "too dark", "serious", "It is too dark to read the cards."
    ),
    "glare": Spoilt(
        lambda: mirrored(rng(), dimmed(rng(), table(), 0.85), card(6), 0.5), "glare", "minor",
        "A card reflects the light.", lambda: card(6),
    ),
    "glare on white paper": Spoilt(
        lambda: mirrored(rng(), overexposed(table(), 1.12), card(6), 0.5), "glare", "minor",
        "A card reflects the light.", lambda: card(6),
    ),
    "burnt out": Spoilt(
        lambda: overexposed(table(), 4, 240), "too bright", "serious", "It is too bright to read the cards."
    ),
    "shaken": Spoilt(
        lambda: shaken(rng(), table(), 0.12 * LONG, 0.9), "shaken", "minor",
        "The picture is a little blurred. The camera or the table moved.",
    ),
    "shaken so that few letters are sure": Spoilt(
        lambda: shaken(rng(), table(), 0.25 * LONG, 0.0), "shaken", "serious",
        "The picture is blurred. The camera or the table moved.",
    ),
    "out of focus": Spoilt(
        lambda: unfocused(rng(), table(), 0.035 * LONG), "out of focus", "minor",
        "The picture is a little out of focus.",
    ),
    "so far that few cards are found": Spoilt(
        lambda: unfocused(rng(), table(), 0.06 * LONG), "out of focus", "serious",
        "The picture is out of focus.",
    ),
    "so far that none is": Spoilt(
        lambda: unfocused(rng(), table(), 0.09 * LONG), "out of focus", "serious",
        "The picture is out of focus.",
    ),
    "dirty lens": Spoilt(
        lambda: smeared(rng(), table(), *GREASE, 0.06 * LONG), "dirty lens", "minor",
        "Part of the picture is blurred. The lens may be dirty.", greased,
    ),
    "fogged lens": Spoilt(
        lambda: veiled(rng(), table(), 0.75), "veiled", "minor",
        "The whole picture is pale. The lens may be fogged or greasy.",
    ),
    "unread": Spoilt(
        wiped, "unread", "minor", "something like another card beside a row", last
    ),
    "covered": Spoilt(
        lambda: virtual_table(SIZE, 1, "club")(replace(laid(), arms=(Arm(172.0, 295.0),)), 0), "covered",
        "minor", "Something lies between two cards of a row", hidden,
    ),
    "cut off at the left": Spoilt(
        lambda: table(OUT_LEFT), "cut off", "minor", "is cut off by the picture's edge",
        lambda: card(0, OUT_LEFT),
    ),
    "cut off below": Spoilt(
        lambda: table(OUT_BELOW), "cut off", "minor", "cut off at the bottom",
        lambda: card(11, OUT_BELOW),
    ),
}  # fmt: skip


def read(path: Path, picture: Picture) -> dict[str, Any]:
    """Save the picture as `path`, and return what `lexicon-table read --json` prints about it."""
    save(path, picture, 95)
    (line,) = CliRunner().invoke(main, ["read", str(path), "--json"]).stdout.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def within(where: list[list[float]], place: Floats) -> float:
    """Return the share of the area of the polygon `where` that lies in `place`."""
    hull = cv2.convexHull(np.array(where, np.float32))
    return float(cv2.intersectConvexConvex(hull, cv2.convexHull(place))[0]) / cv2.contourArea(hull)


def test_all_cards_that_reach_beyond_an_edge_are_told_of(tmp_path: Path) -> None:
    """Four cards reach a seventh of their length beyond the lower edge. The picture's edge looks like a
    card's edge, yet each of the four is reported."""
    line = read(tmp_path / "a.jpg", table(OUT_BELOW))
    assert [c["side"] for c in line["conditions"]] == ["bottom"] * 4


def test_a_good_picture_is_said_nothing_of(tmp_path: Path) -> None:
    line = read(tmp_path / "a.jpg", table())
    assert (line["conditions"], len(line["cards"])) == ([], 14)


@pytest.mark.parametrize("spoilt", SPOILT.values(), ids=SPOILT)
def test_each_is_found_worded_and_shown_where_it_is(tmp_path: Path, spoilt: Spoilt) -> None:
    line = read(tmp_path / "a.jpg", spoilt.picture())
    found = [c for c in line["conditions"] if c["kind"] == spoilt.kind]
    assert {(c["kind"], c["severity"]) for c in line["conditions"]} == {(spoilt.kind, spoilt.severity)}
    assert any(spoilt.said in doubt for doubt in line["doubts"])
    if spoilt.at is None:
        assert [c["where"] for c in found] == [[]]
    else:
        place = spoilt.at()
        assert max(within(c["where"], place) for c in found) > 0.7
        assert all(within(c["where"], ALL) > 0.99 for c in found)


class Watched:
    """A running table with its real reader. The test shows it one still picture after another."""

    def __init__(self) -> None:
        self.now = 0.0
        self.shown: list[TableView] = []
        self.loop = Loop(
            Referee(WordList.of(["GAMES", "TABLE", "CARD"])),
            camera=CameraInterface(lambda *_: "still", eyes.reader(), lambda: self.now),
            journal=self,
            bell=self,
            publish=self.shown.append,
        )

    def sees(self, picture: Picture) -> list[str]:
        """Show the picture to the table. Return the sentences on phones about the conditions of the view."""
        self.now += 1.0
        self.loop.handle(Frame(picture, self.now))
        return [describe(c) for c in self.shown[-1].conditions if c.kind != "cut off"]

    troubles: tuple[Trouble, ...] = ()

    def append(self, *events: AnyEvent) -> None:
        """Record nothing."""

    def retry_writes(self, now: float) -> tuple[Trouble, ...]:
        return ()

    def ring(self, signal: object) -> None:
        raise AssertionError("nothing is ruled on here")

    def close(self) -> None:
        """Close nothing."""


def test_a_knocked_camera_is_told_and_nothing_ruled_on_until_it_rests() -> None:
    watched = Watched()
    assert watched.sees(table()) == []
    first, second = knocked(table(), 60, 30)[0], knocked(table(), -50, 20)[0]
    for picture in (first, second):
        assert watched.sees(picture) == ["The camera or the table was moved."]
        (moved,) = (c for c in watched.shown[-1].conditions if c.kind == "moved")
        assert forbids_rulings([moved])
        assert moved.where == ()  # all of the picture
    assert watched.sees(second) == []


def test_a_camera_pushed_a_little_is_told_once() -> None:
    watched = Watched()
    assert watched.sees(table()) == []
    pushed = knocked(table(), 12, 6)[0]
    assert watched.sees(pushed) == ["The camera or the table was moved a little."]
    assert not forbids_rulings(watched.shown[-1].conditions)
    assert watched.sees(pushed) == []


def test_a_smear_that_hides_cards_is_told_by_the_table_behind_them() -> None:
    watched = Watched()
    assert watched.sees(table()) == []
    said = watched.sees(smeared(rng(), table(), GREASE[0], 0.12, 0.1 * LONG))
    assert said == ["Part of the picture is blurred. The lens may be dirty."]
    (lens,) = (c for c in watched.shown[-1].conditions if c.kind == "dirty lens")
    where: NDArray[np.float64] = np.array(lens.where) * SIZE
    assert within(where.tolist(), greased()) > 0.7
