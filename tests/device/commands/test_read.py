"""Test `lexicon-table read`: its JSON as programs expect it, and one line for each fault."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli import main
from engine.shared.scene import LyingCard, Scene
from vision.crops import Picture
from vision.lab.render.degradations import dimmed, mirrored
from vision.picture import load, save
from vision.render.table import virtual_table

pytestmark = pytest.mark.usefixtures("networks_once")


def _table(path: Path, word: str = "GAME", turned: float = 0.0) -> Path:
    save(path, _drawn(word, turned), 95)
    return path


@cache
def _drawn(word: str, turned: float) -> Picture:
    cards = tuple(LyingCard(letter, 250 + 60 * n, 225.0) for n, letter in enumerate(word))
    if turned:
        cards = tuple(LyingCard(c.letter, 800 - c.x, c.y, turned) for c in cards)
    stock = (LyingCard("Q", 100, 120, 0, face_up=False), LyingCard("T", 170, 120))
    return virtual_table((1280, 720))(Scene(800, 450, cards + stock), 1)


def _read(*arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    result = CliRunner().invoke(main, ["read", *arguments])
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()], result.stderr


def test_one_line_of_json_a_photo(tmp_path: Path) -> None:
    status, lines, _ = _read(
        str(_table(tmp_path / "a.jpg")), str(_table(tmp_path / "b.jpg", "TOE")), "--json"
    )
    assert status == 0
    assert [line["photo"] for line in lines] == [str(tmp_path / "a.jpg"), str(tmp_path / "b.jpg")]
    assert [w["text"] for w in lines[0]["words"]] == ["GAME"]
    assert [w["text"] for w in lines[1]["words"]] == ["TOE"]
    assert (lines[0]["width"], lines[0]["height"]) == (1280, 720)


def test_fewer_pixels_to_look_in_are_enough_for_large_cards(tmp_path: Path) -> None:
    _, (line,), _ = _read(str(_table(tmp_path / "a.jpg")), "--json", "--look", "416")
    assert [word["text"] for word in line["words"]] == ["GAME"]
    status, _, said = _read(str(_table(tmp_path / "a.jpg")), "--look", "40")
    assert status == 2
    assert "--look" in said.splitlines()[-1]


def test_corners_are_those_of_the_photograph_though_fewer_pixels_of_it_are_read(tmp_path: Path) -> None:
    picture = load(_table(tmp_path / "a.jpg"))
    larger = np.asarray(cv2.resize(picture, (5440, 3060), interpolation=cv2.INTER_CUBIC), np.uint8)
    save(tmp_path / "b.jpg", larger, 95)
    _, (small, large), _ = _read(str(tmp_path / "a.jpg"), str(tmp_path / "b.jpg"), "--json")
    assert (large["width"], large["height"]) == (5440, 3060)
    assert [w["text"] for w in large["words"]] == ["GAME"]
    one, other = (
        np.array([line["cards"][i]["corners"] for i in line["words"][0]["cards"]]) for line in (small, large)
    )
    assert np.abs(one * 4.25 - other).max() < 12


def test_a_card_has_everything_the_contract_names(tmp_path: Path) -> None:
    _, (line,), _ = _read(str(_table(tmp_path / "a.jpg")), "--json")
    cards = line["cards"]
    assert [card["id"] for card in cards] == list(range(len(cards)))
    word = [cards[i] for i in line["words"][0]["cards"]]
    assert [card["letter"] for card in word] == list("GAME")
    assert all(card["role"] == "word" and card["face"] == "up" for card in word)
    assert all(card["alternatives"][0] == [card["letter"], card["confidence"]] for card in word)
    lefts = [card["corners"][0][0] for card in word]
    assert lefts == sorted(lefts)
    (stock,) = [card for card in cards if card["face"] == "down"]
    assert (stock["letter"], stock["role"]) == (None, "stock")
    assert [card["letter"] for card in cards if card["role"] == "exposed"] == ["T"]


def test_corners_start_at_the_top_left_of_the_letter_as_it_is_read(tmp_path: Path) -> None:
    _, (line,), _ = _read(str(_table(tmp_path / "a.jpg", "MALTED", turned=180)), "--json")
    assert line["words"][0]["text"] == "MALTED"
    for i in line["words"][0]["cards"]:
        top_left, _, bottom_right, _ = line["cards"][i]["corners"]
        assert top_left[1] > bottom_right[1]
        assert top_left[0] > bottom_right[0]


def test_letters_of_a_word_that_runs_down_stand_upright(tmp_path: Path) -> None:
    """In a crossword the letters of a word that runs down stand upright, one below the other."""
    cards = (("T", 0, 0), ("A", 1, 0), ("R", 2, 0), ("O", 0, 1), ("E", 0, 2))
    lying = tuple(LyingCard(letter, 300 + 58 * x, 110 + 90 * y) for letter, x, y in cards)
    save(tmp_path / "a.png", virtual_table((1280, 720))(Scene(800, 450, lying), 1))
    _, (line,), _ = _read(str(tmp_path / "a.png"), "--json")
    assert sorted(word["text"] for word in line["words"]) == ["TAR", "TOE"]
    for card in line["cards"]:
        top_left, top_right, _, bottom_left = card["corners"]
        assert top_left[0] < top_right[0] - 60
        assert top_left[1] < bottom_left[1] - 100


def test_more_of_a_letter_than_the_packs_hold_is_told(tmp_path: Path) -> None:
    photo = str(_table(tmp_path / "a.jpg", "BABE"))
    _, (one,), _ = _read(photo, "--json", "--pack", "waddingtons")
    assert [w["text"] for w in one["words"]] == ["BABE"]
    assert "B: 2 cards lie there, and the packs hold 1" in one["doubts"]
    _, (two,), _ = _read(photo, "--json", "--pack", "waddingtons", "--packs", "2")
    assert two["doubts"] == []


def test_a_dark_photo_says_so_in_words_and_in_facts(tmp_path: Path) -> None:
    photo = _table(tmp_path / "a.jpg")
    save(photo, dimmed(np.random.default_rng(1), load(photo), 0.16), 95)
    status, (line,), _ = _read(str(photo), "--json", "--overlay", str(tmp_path / "drawn"))
    assert status == 0
    assert "It is too dark to read the cards for certain." in line["doubts"]
    (condition,) = line["conditions"]
    assert (condition["kind"], condition["severity"], condition["where"]) == ("too dark", "minor", [])
    assert 25 < condition["level"] < 60
    assert np.abs(load(tmp_path / "drawn" / "a.jpg").astype(int)).max() > 150


def test_glare_is_told_with_its_card_and_place(tmp_path: Path) -> None:
    photo = _table(tmp_path / "a.jpg")
    _, (line,), _ = _read(str(photo), "--json")
    assert line["conditions"] == []
    card = line["cards"][0]
    quad = np.array(card["corners"], np.float32)
    rng = np.random.default_rng(1)
    save(photo, mirrored(rng, dimmed(rng, load(photo), 0.85), quad, 0.5), 95)
    _, (line,), _ = _read(str(photo), "--json")
    (condition,) = line["conditions"]
    assert condition["kind"] == "glare"
    assert "A card reflects the light." in line["doubts"]
    where = np.array(condition["where"])
    assert (where.min(0) > quad.min(0) - 8).all()
    assert (where.max(0) < quad.max(0) + 8).all()


def test_a_bad_photo_does_not_keep_the_others_from_being_read(tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_text("no photograph")
    good = _table(tmp_path / "a.jpg")
    status, lines, errors = _read(str(tmp_path / "bad.jpg"), str(tmp_path / "none.jpg"), str(good), "--json")
    assert status == 2
    assert ["error" in line for line in lines] == [True, True, False]
    assert "bad.jpg" in lines[0]["error"]
    assert len(errors.strip().splitlines()) == 1


def test_people_are_told_in_rows_and_each_fault_once(tmp_path: Path) -> None:
    good, bad = str(_table(tmp_path / "a.jpg", "TOE")), str(tmp_path / "none.jpg")
    result = CliRunner().invoke(main, ["read", good, bad, f"{bad}.jpg"])
    assert result.stdout.splitlines() == [
        f"{good}: 5 cards", "    TOE", "  besides: T exposed; the stock",
    ]  # fmt: skip
    assert result.stderr.splitlines() == [
        f"lexicon-table: {bad}: no such file", f"lexicon-table: {bad}.jpg: no such file",
    ]  # fmt: skip
    assert result.exit_code == 2
    alone = CliRunner().invoke(main, ["read", bad])
    assert (alone.stdout, alone.stderr) == ("", f"lexicon-table: {bad}: no such file\n")


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_table_without_cards_is_an_answer(tmp_path: Path, form: tuple[str, ...]) -> None:
    empty = tmp_path / "empty.png"
    save(empty, np.full((300, 400, 3), 120, np.uint8))
    result = CliRunner().invoke(main, ["read", str(empty), *form])
    assert (result.exit_code, result.stderr) == (0, "")
    if form:
        line = json.loads(result.stdout)
        assert (line["cards"], line["doubts"]) == ([], ["no cards found"])
    else:
        assert result.stdout == f"{empty}: no cards found\n"


def test_a_file_whose_name_is_no_text_is_read_like_any_other(tmp_path: Path) -> None:
    photo = _table(tmp_path / "a.jpg").rename(tmp_path / os.fsdecode(b"a\xff.jpg"))
    status, (line, missing), said = _read(str(photo), os.fsdecode(b"b\xff.jpg"), "--json")
    assert (status, line["photo"][-6:], len(line["cards"])) == (2, "a\ufffd.jpg", 6)
    assert missing["error"] in said
    assert "b\ufffd.jpg" in said


def test_no_name_controls_the_terminal(tmp_path: Path) -> None:
    photo = _table(tmp_path / "a.jpg", "TOE").rename(tmp_path / f"a\x1b[31m{os.fsdecode(bytes([255]))}.jpg")
    result = CliRunner().invoke(main, ["read", str(photo), "b\x1b[31m\n.jpg"])
    assert result.stdout.startswith(f"{tmp_path}/a\\x1b[31m\ufffd.jpg: 5 cards\n")
    assert result.stderr == "lexicon-table: b\\x1b[31m\\n.jpg: no such file\n"
    _, (line, _), _ = _read(str(photo), "b\x1b.jpg", "--json")
    assert line["photo"] == f"{tmp_path}/a\x1b[31m\ufffd.jpg"


def test_a_photo_nobody_may_read_is_told_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, good = tmp_path / "closed.jpg", _table(tmp_path / "a.jpg")
    closed.touch()
    _refused(monkeypatch, closed)
    status, lines, said = _read(str(closed), str(good), "--json", "--overlay", str(tmp_path / "drawn"))
    assert (status, lines[0]["error"]) == (2, f"{closed}: The file can't be opened: Permission denied.")
    assert (len(lines[1]["cards"]), said) == (
        6,
        f"lexicon-table: {closed}: The file can't be opened: Permission denied.\n",
    )


def _refused(monkeypatch: pytest.MonkeyPatch, closed: Path) -> None:
    """Make the file `closed` unreadable. File permissions would not do: the tests may run as root, who may
    read every file."""
    real_open, real_access = Path.open, os.access

    def opened(path: Path, *how: Any, **more: Any) -> Any:
        if path == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return real_open(path, *how, **more)

    monkeypatch.setattr(Path, "open", opened)
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != str(closed) and real_access(path, mode))


def test_without_tesseract_nothing_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    status, lines, said = _read(str(_table(tmp_path / "a.jpg")), "--json", "--texts")
    assert (status, lines) == (2, [])
    assert said == (
        "lexicon-table: --texts needs Tesseract: not installed: sudo apt-get install tesseract-ocr\n"
    )


def test_the_overlay_is_the_photo_drawn_upon(tmp_path: Path) -> None:
    photo = _table(tmp_path / "a.jpg")
    status, _, _ = _read(str(photo), "--json", "--overlay", str(tmp_path / "drawn"))
    assert status == 0
    before, after = load(photo), load(tmp_path / "drawn" / "a.jpg")
    assert before.shape == after.shape
    assert np.abs(before.astype(int) - after).max() > 100


@pytest.mark.parametrize("how", [[], ["--json"]])
def test_an_overlay_that_cannot_be_written_keeps_no_reading_back(tmp_path: Path, how: list[str]) -> None:
    one, two = _table(tmp_path / "a.jpg"), _table(tmp_path / "b.jpg", "TOE")
    result = CliRunner().invoke(main, ["read", str(one), str(two), *how, "--overlay", "/proc/no-such"])
    assert result.exit_code == 2
    assert "GAME" in result.stdout
    assert "TOE" in result.stdout
    assert result.stderr == (
        "lexicon-table: --overlay /proc/no-such/a.jpg: No such file or directory (and 1 photo more)\n"
    )


def test_a_drawing_on_a_full_disk_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    (tmp_path / "drawn").mkdir()
    (tmp_path / "drawn" / "a.jpg").write_text("before")
    status, (line,), said = _read(
        str(_table(tmp_path / "a.jpg")), "--json", "--overlay", str(tmp_path / "drawn")
    )
    assert (status, len(line["cards"])) == (2, 6)
    assert said.endswith("drawn/a.jpg: No space left on device\n")
    assert [path.read_text() for path in (tmp_path / "drawn").iterdir()] == ["before"]


def test_a_drawing_is_a_picture_whatever_the_photograph_is_called(tmp_path: Path) -> None:
    photo = _table(tmp_path / "a.jpg").rename(tmp_path / "a.psd")
    status, _, _ = _read(str(photo), "--json", "--overlay", str(tmp_path / "drawn"))
    assert (status, load(tmp_path / "drawn" / "a.jpg").shape) == (0, (720, 1280, 3))


def test_photographs_of_one_name_are_drawn_side_by_side(tmp_path: Path) -> None:
    photos = []
    for folder in ("kitchen", "garden"):
        (tmp_path / folder).mkdir()
        photos.append(_table(tmp_path / folder / "a.jpg"))
    status, lines, _ = _read(*map(str, photos), "--json", "--overlay", str(tmp_path / "drawn"))
    assert (status, len(lines)) == (0, 2)
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == ["a-2.jpg", "a.jpg"]


def test_an_overlay_never_takes_the_place_of_its_photograph(tmp_path: Path) -> None:
    photo = _table(tmp_path / "a.jpg")
    before = photo.read_bytes()
    result = CliRunner().invoke(main, ["read", str(photo), "--overlay", str(tmp_path)])
    assert result.exit_code == 2
    assert result.stderr.endswith("the photograph itself lies there; name another folder\n")
    assert photo.read_bytes() == before


def test_an_overlay_never_takes_the_place_of_another_photograph_that_is_to_be_read(tmp_path: Path) -> None:
    for folder in ("kitchen", "garden"):
        (tmp_path / folder).mkdir()
    garden, kitchen = (_table(tmp_path / folder / "a.jpg") for folder in ("garden", "kitchen"))
    before = kitchen.read_bytes()
    result = CliRunner().invoke(main, ["read", str(garden), str(kitchen), "--overlay", str(kitchen.parent)])
    assert result.exit_code == 2
    assert "name another folder" in result.stderr
    assert kitchen.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["x.jpg", "--pack", "nonesuch"], "nonesuch"),
        (["x.jpg", "--pieces", "coins"], "coins"),
        (["x.jpg", "--list", "/no/list"], "/no/list"),
        ([], "PHOTO"),
    ],
)
def test_bad_usage_is_one_line(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["read", *arguments])
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


SCENES = Path(__file__).parents[2] / "vision" / "scenes"


def test_a_word_that_runs_out_of_the_picture_is_told_with_its_side() -> None:
    """ESCAPING runs out of the picture. Only a sliver of its G shows, and the reader takes the sliver for
    no card."""
    photo = str(SCENES / "cut-off-2.jpg")
    said = "ESCAPIN reaches the picture's right edge: cards of it may lie beyond"
    _, (line,), _ = _read(photo, "--json")
    assert line["doubts"] == [said]
    assert CliRunner().invoke(main, ["read", photo]).stdout.splitlines()[1:] == [
        "    ESCAPIN", "    CROW", f"  {said}",
    ]  # fmt: skip


def test_a_card_cut_through_its_letter_is_read_with_a_doubt() -> None:
    _, (line,), _ = _read(str(SCENES / "cut-off.jpg"), "--json")
    cut = [c for c in line["cards"] if f"card {c['id']} is cut off by the picture's edge" in line["doubts"]]
    assert sorted(card["letter"] for card in cut) == list("BDFH")
    assert sorted(card["letter"] for card in cut if card["confidence"] < 0.9) == list("FH")


def test_a_card_alone_that_may_be_either_offers_both_letters() -> None:
    _, (line,), _ = _read(str(SCENES / "either-card.jpg"), "--json")
    (alone,) = [card for card in line["cards"] if card["role"] is None]
    assert {"M", "W"} <= {letter for letter, _ in alone["alternatives"]}
