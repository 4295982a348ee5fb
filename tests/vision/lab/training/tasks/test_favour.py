"""Test how often each kind of picture or letter is drawn for training: rare and difficult ones more often.
Only training needs PyTorch."""

import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from vision.lab.training.tasks import classification, detection
from vision.render.letters import letter_share, random_letter
from vision.render.pieces import Kind
from vision.render.sample import PieceTruth

OBLONG = np.array([[100, 100], [160, 100], [160, 190], [100, 190]], np.float32)


def piece(
    letter: str | None = "E", kind: Kind = "card", visible: float = 1.0, *, readable: bool = True
) -> PieceTruth:
    return PieceTruth(
        letter, kind, OBLONG, OBLONG.mean(0), visible, readable, is_symmetric=False, silhouette=OBLONG
    )


def test_letters_are_as_common_as_they_are_drawn() -> None:
    rng = np.random.default_rng(1933)
    drawn = Counter(random_letter(rng, masters=0) for _ in range(20_000))
    for letter, count in drawn.items():
        assert count / 20_000 == pytest.approx(letter_share(letter), abs=0.006)
    assert sum(map(letter_share, drawn)) == pytest.approx(1)


def test_whole_pieces_and_rare_letters_are_drawn_more_often() -> None:
    assert classification.draw_weight(piece("E")) == pytest.approx(1)
    assert (
        classification.draw_weight(piece("J"))
        > classification.draw_weight(piece("O"))
        > classification.draw_weight(piece("E"))
    )
    assert classification.draw_weight(piece("J")) / classification.draw_weight(piece("E")) < letter_share(
        "E"
    ) / letter_share("J")
    assert classification.draw_weight(piece("E", visible=0.3)) < 0.2
    assert classification.draw_weight(piece("E", readable=False)) == classification.COVERED_LETTER_WEIGHT
    assert classification.draw_weight(piece(None, "back")) == classification.BACK_WEIGHT


def written(folder: Path, *pictures: list[PieceTruth]) -> int:
    for index, labels in enumerate(pictures):
        (folder / f"{index:06d}.labels").write_bytes(pickle.dumps(tuple(labels)))
    return len(pictures)


def test_the_speller_sees_empty_tables_and_slivers_seldom_and_tiles_often(tmp_path: Path) -> None:
    slivers = [piece(visible=0.2) for _ in range(8)]
    cards, tiles = [piece() for _ in range(4)], [piece(kind="tile") for _ in range(4)]
    shown = classification.picture_weights(tmp_path, written(tmp_path, [], slivers, cards, tiles))
    assert shown.tolist() == pytest.approx(
        [
            classification.MIN_PICTURE_WEIGHT,
            classification.MIN_PICTURE_WEIGHT,
            1,
            classification.TILE_PICTURE_WEIGHT,
        ]
    )


def test_the_finder_sees_what_is_rare_or_slow_more_often(tmp_path: Path) -> None:
    slivers = [piece(visible=0.2) for _ in range(8)]
    cards, tiles, back = [piece()], [piece(kind="tile")], [piece(None, "back")]
    shown = detection.picture_weights(tmp_path, written(tmp_path, cards, slivers, [], tiles, back))
    assert shown.tolist() == pytest.approx(
        [1, 1 + detection.OVERLAPPING_WEIGHT, 2, 1 + detection.SQUARE_WEIGHT, 2]
    )
    crowded = detection.picture_weights(tmp_path, 5, overlapping=3, rare=2)
    assert crowded.tolist() == pytest.approx([1, 4, 3, 1 + detection.SQUARE_WEIGHT, 3])
