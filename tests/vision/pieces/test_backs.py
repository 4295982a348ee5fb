"""Cards on their faces, looked at as their neighbours lie."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.reads import read
from vision.pieces.backs import backs_alike
from vision.pieces.letters import overlap


@pytest.mark.parametrize("name", ["face-down"])
def test_a_back_taken_to_lie_across_lies_as_its_edges_do(name: str) -> None:
    pyramid, pieces = read(name)
    n = next(n for n, piece in enumerate(pieces) if piece.back > 0.9)
    back, outline = pieces[n], pieces[n].outline
    middle = back.corners.mean(0)
    across = np.asarray(middle + (back.corners - middle)[:, ::-1] * [1, -1], np.float32)
    askew = replace(back, corners=across, outline=replace(outline, angle=outline.angle + np.pi / 2))
    put_right = backs_alike(pyramid, (*pieces[:n], askew, *pieces[n + 1 :]))
    assert overlap(put_right[n].corners, back.corners) > 0.8
    assert put_right[n].back > 0.9
