"""Test the drawings of camera stands: their measures are those that `lenses` computes."""

import re
from xml.etree import ElementTree

import pytest

from device.lenses import LENSES
from device.printing.stand import KINDS, ROOM_HEIGHT_CM, TABLE_HEIGHT_CM, Kind, stand_svg


def texts(drawn: str) -> list[str]:
    return [
        "".join(text.itertext()) for text in ElementTree.fromstring(drawn).iter() if text.tag.endswith("text")
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("camera", "table"), [("module-3", (90.0, 60.0)), ("module-3-wide", (120.0, 80.0))])
def test_the_height_and_the_table_are_told(kind: Kind, camera: str, table: tuple[float, float]) -> None:
    told = texts(stand_svg(kind, LENSES[camera], table))
    height = LENSES[camera].height_for((table[0] * 10, table[1] * 10)) / 10
    assert f"{height:.0f} cm" in told
    assert f"depth {table[1]:.0f} cm" in told


def test_from_the_ceiling_all_measures_add_up() -> None:
    told = texts(stand_svg("ceiling", LENSES["module-3"], (90.0, 60.0)))
    lens, tube, room = 82, 90, round(ROOM_HEIGHT_CM - TABLE_HEIGHT_CM)
    assert {f"{lens} cm", f"{tube} cm", f"{room} cm"} <= set(told)
    assert lens + tube + 4 == room  # and the camera itself


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("table", [(60.0, 45.0), (90.0, 60.0), (150.0, 110.0)])
def test_nothing_is_drawn_outside_the_sheet_and_no_text_over_another(
    kind: Kind, table: tuple[float, float]
) -> None:
    """The SVG drawing does not say how wide its texts are. The test takes 8.5 pixels for each letter, the
    most that a letter of 13-pixel type needs."""
    root = ElementTree.fromstring(stand_svg(kind, LENSES["module-3"], table))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    boxes = []
    for text in (one for one in root.iter() if one.tag.endswith("text")):
        x, y, long = float(text.attrib["x"]), float(text.attrib["y"]), 8.5 * len(text.text or "")
        left = x - {"start": 0.0, "middle": long / 2, "end": long}[text.attrib["text-anchor"]]
        assert left >= 0
        assert left + long <= width
        assert 12 <= y <= height - 3
        boxes.append((left, y - 11, left + long, y + 3))
    for n, one in enumerate(boxes):
        for two in boxes[n + 1 :]:
            apart = one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
            assert apart, (one, two)
    for path in re.findall(r" d='M([^']+)'", stand_svg(kind, LENSES["module-3"], table)):
        for place in path.split("L"):
            x, y = map(float, place.split(" "))
            assert 0 <= x <= width
            assert 0 <= y <= height
