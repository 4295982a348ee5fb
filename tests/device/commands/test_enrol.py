"""Test `enrol` end to end, on a rendered deck in blackletter."""

import json
import re
import subprocess
import sys
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result

from device.cli import main
from device.eyes import enrolled_appearance, limits
from device.records import decks
from engine.cards import PACKS, WADDINGTONS
from vision.lab.render.household import laid_out
from vision.render.prints.deck import plain_deck
from vision.render.prints.typefaces import Faces, odd, vendored

pytestmark = pytest.mark.usefixtures("networks_once")

CARDS = "QUARTZBLOCKS"


ROWS = "QUART\nZBLOC\nKS\n"
"""The letters of CARDS as rows, as the cards lie on the table."""

FIGURES = {letter: 1 + (7 * n + 3) % 15 for n, letter in enumerate(WADDINGTONS.figures)}
"""Invented figures of the cards. No known pack has them."""

PLAIN = Faces(vendored().faces[:1])
"""The typeface for the print on objects around the cards."""


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a photograph of a few cards."""
    deck = plain_deck(odd().faces[0], figure_style="none", figure_places=frozenset())
    picture = laid_out(np.random.default_rng(3), deck, CARDS, (960, 720), PLAIN)
    path = tmp_path_factory.mktemp("enrol") / "deck.png"
    cv2.imwrite(str(path), picture.image)
    return path


@pytest.fixture(scope="module")
def answers(photo: Path) -> Path:
    """Return a file with the letters of the cards in the photograph."""
    path = photo.with_name("answers.txt")
    path.write_text(ROWS)
    return path


def _run(*arguments: object, given: str = "") -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments], input=given)


def _enrolled(photo: Path, data: Path, *more: object, given: str = "") -> Result:
    return _run("enrol", photo, "--name", "attic", "--data", data, "--json", *more, given=given)


def _listed(data: Path) -> list[str]:
    return [deck["name"] for deck in json.loads(_run("enrol", "--list", "--data", data, "--json").stdout)]


def test_a_deck_is_enrolled_listed_read_with_and_undone(photo: Path, answers: Path, tmp_path: Path) -> None:
    line = json.loads(_enrolled(photo, tmp_path, "--yes", "--as-is", "--answers", answers).stdout)
    assert line["counts"] == dict.fromkeys(sorted(CARDS), 1)
    assert line["rows"] == [ROWS.split()]
    assert line["adds_up"] is False
    assert line["summary"].startswith("12 cards; the nearest pack, ")
    assert (tmp_path / "decks" / "attic.json").stat().st_size < 8_000 * len(CARDS)
    assert _listed(tmp_path) == ["attic"]
    assert (
        "attic: 12 cards, like waddingtons, its back not seen"
        in _run("enrol", "--list", "--data", tmp_path).output
    )
    read = _run("read", photo, "--json", "--pack", "attic", "--data", tmp_path)
    letters = [card["letter"] for card in json.loads(read.stdout)["cards"]]
    # A letter may still lose to one that makes a word of its neighbours.
    assert len(letters) == len(CARDS)
    assert len(set(letters) & set(CARDS)) >= len(CARDS) - 1
    assert "forgotten" in _run("enrol", "--undo", "attic", "--data", tmp_path).output
    assert _listed(tmp_path) == []


def test_figures_and_their_places_are_learnt_and_known_in_play(tmp_path: Path) -> None:
    deck = plain_deck(vendored().faces[1], figure_values=FIGURES, figure_places=frozenset({"tr", "bl"}))
    picture = laid_out(np.random.default_rng(3), deck, CARDS, (1600, 1200), PLAIN)
    path = tmp_path / "deck.png"
    cv2.imwrite(str(path), picture.image)
    line = json.loads(_enrolled(path, tmp_path, "--yes", "--as-is").stdout)
    assert "".join("".join(rows) for rows in line["rows"]) == CARDS
    assert len(line["figures"]) >= len(CARDS) / 2
    assert all(FIGURES[letter] == figure for letter, figure in line["figures"].items())
    assert sorted(place["turned"] for place in line["places"]) == [False, True]
    read = enrolled_appearance(decks.deck(tmp_path, "attic")).figure_layout
    assert read.figures == line["figures"]
    assert [place.across for place in read.places] == [place["across"] for place in line["places"]]


def test_a_deck_is_forgotten_however_often_it_was_enrolled(
    photo: Path, answers: Path, tmp_path: Path
) -> None:
    for _ in range(2):
        _enrolled(photo, tmp_path, "--yes", "--as-is", "--answers", answers)
    assert _run("enrol", "--forget", "attic", "--data", tmp_path).output == "attic: forgotten\n"
    assert _listed(tmp_path) == []


def test_after_an_update_of_the_network_the_kept_pictures_are_looked_at_again(
    photo: Path, answers: Path, tmp_path: Path
) -> None:
    _enrolled(photo, tmp_path, "--yes", "--as-is", "--answers", answers)
    deck = decks.deck(tmp_path, "attic")
    now, later = (
        enrolled_appearance(deck),
        enrolled_appearance(msgspec.structs.replace(deck, network="another", features=b"")),
    )
    np.testing.assert_allclose(now.features, later.features, atol=2e-3)
    assert now.classes.tolist() == later.classes.tolist()


def test_answers_that_do_not_fit_are_named_by_line(photo: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.txt"
    file.write_text("QUART\nZ\n")
    result = _enrolled(photo, tmp_path, "--yes", "--answers", file)
    assert result.exit_code == 2
    assert "line 2: 1 cards, but row 2 of deck.png has 5: " in result.stderr
    file.write_text(ROWS + "AB\n")
    result = _enrolled(photo, tmp_path, "--yes", "--answers", file)
    assert "line 4: 2 cards, but deck.png has no row 4: found were " in result.stderr
    file.write_text(ROWS + "\n\nAB\n\nC")
    result = _enrolled(photo, tmp_path, "--yes", "--answers", file)
    assert "has lines for 3 photographs" in result.stderr
    assert "1 was given" in result.stderr
    assert result.stderr.count("\n") == 1


def test_answers_may_begin_with_a_byte_order_mark(photo: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.txt"
    file.write_bytes(b"\xef\xbb\xbf" + ROWS.encode())
    line = json.loads(_enrolled(photo, tmp_path, "--yes", "--as-is", "--answers", file).stdout)
    assert line["rows"] == [ROWS.split()]


def test_who_is_asked_sees_first_what_was_found_and_then_which_card_is_meant(
    photo: Path, tmp_path: Path
) -> None:
    result = _enrolled(photo, tmp_path, "--overlay", tmp_path / "drawn", given=".\n<\n.\n")
    said = result.stderr.splitlines()
    assert said[0] == "deck.png: 12 cards found, in 3 rows"
    assert [len(line.removeprefix(f"  row {n}: ")) for n, line in enumerate(said[1:4], 1)] == [5, 5, 2]
    assert "Rows and places count only the cards found" in said[4]
    assert "takes back the last answer" in said[5]
    first, other, again = said[7:10]
    assert re.match(r"deck\.png, row \d: \w*\[\w\]\w*, card \d of \d found, \d+% from the left, \d+% ", first)
    assert [line.rpartition("]: ")[2] for line in (first, other, again)] == [".", "<", "."]
    assert other.removesuffix("<") != first.removesuffix(".")
    assert first == again
    drawn = cv2.imread(str(tmp_path / "drawn" / "deck.png"))
    assert drawn is not None
    assert (drawn != cv2.imread(str(photo))).any()


def test_what_nobody_knows_is_said_and_limits_nothing(photo: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.txt"
    file.write_text("QUART\nZBL..\n")
    known = ("--yes", "--as-is", "--answers", file)
    plain = _run("enrol", photo, "--name", "attic", "--data", tmp_path, *known)
    line = json.loads(_enrolled(photo, tmp_path, *known).stdout)
    guessed = sorted(card["likeliest"] for card in line["doubtful"])
    assert guessed
    assert plain.stdout.endswith(f" of them and is not sure of {len(guessed)}: {', '.join(guessed)}\n")
    assert line["cards"] == len(CARDS) == line["learnt"] + len(guessed)
    assert sum(line["counts"].values()) == line["learnt"]
    held = limits(decks.deck(tmp_path, "attic"), 2)
    usual = PACKS[line["like"]].counts
    assert held == {letter: 2 * max(n, line["counts"].get(letter, 0)) for letter, n in usual.items()}


def test_a_deck_hardly_learnt_is_stored_only_if_somebody_says_so_and_called_that(
    photo: Path, tmp_path: Path
) -> None:
    line = json.loads(_enrolled(photo, tmp_path, "--yes").stdout)
    assert line["little"]
    assert line["learnt"] < len(CARDS) / 2
    plain = _run("enrol", photo, "--name", "attic", "--data", tmp_path, "--yes", "--as-is").stdout
    few = f"{line['learnt']} of its 12 cards ({', '.join(line['counts'])})"
    assert f"attic is stored, but the table has learnt only {few}. Answer for the others, too" in plain
    assert "attic is enrolled" not in plain
    listed = _run("enrol", "--list", "--data", tmp_path).stdout
    assert listed.startswith(f"attic: 12 cards, {line['learnt']} of them learnt, like ")
    assert not decks.deck(tmp_path, "attic").legible


def test_undo_goes_back_one_enrolment_at_a_time(photo: Path, answers: Path, tmp_path: Path) -> None:
    for _ in range(3):
        _enrolled(photo, tmp_path, "--yes", "--as-is", "--answers", answers)
    said = [_run("enrol", "--undo", "attic", "--data", tmp_path).stdout for _ in range(3)]
    assert said == [
        "attic: the enrolment before it counts again; 1 earlier one is kept\n",
        "attic: the enrolment before it counts again\n",
        "attic: forgotten\n",
    ]


def test_the_same_picture_twice_is_refused(photo: Path, tmp_path: Path) -> None:
    other = tmp_path / "copy.bmp"
    cv2.imwrite(str(other), np.asarray(cv2.imread(str(photo))))
    result = _enrolled(photo, tmp_path, other, "--yes")
    assert result.exit_code == 2
    assert "copy.bmp: the same picture as " in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_damaged_deck_hides_no_other_in_the_list(photo: Path, answers: Path, tmp_path: Path) -> None:
    _enrolled(photo, tmp_path, "--yes", "--as-is", "--answers", answers)
    (tmp_path / "decks" / "barn.json").write_text("{}")
    listed = _run("enrol", "--list", "--data", tmp_path)
    assert listed.exit_code == 2
    assert listed.stdout.startswith("attic: 12 cards")
    assert listed.stdout.count("\n") == listed.stderr.count("\n") == 1
    assert "barn.json: can't be understood" in listed.stderr
    assert "`enrol --forget barn` removes it" in listed.stderr
    assert _listed(tmp_path) == ["attic", "barn"]
    assert _run("enrol", "--forget", "barn", "--data", tmp_path).exit_code == 0
    assert _run("enrol", "--list", "--data", tmp_path).exit_code == 0


def test_a_folder_that_is_none_is_said_before_anything_is_asked(photo: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    for arguments in (
        ("enrol", "--list"),
        ("enrol", photo, "--name", "attic"),
        ("read", photo, "--pack", "attic"),
    ):
        result = _run(*arguments, "--data", file)
        assert result.exit_code == 2
        assert result.stderr == f"lexicon-table: --data {file}: not a folder\n"


@pytest.mark.parametrize("text", ["", "\n  \n"])
def test_an_empty_file_is_no_answers(photo: Path, tmp_path: Path, text: str) -> None:
    file = tmp_path / "answers.txt"
    file.write_text(text)
    result = _enrolled(photo, tmp_path, "--yes", "--as-is", "--answers", file)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert f"--answers {file}: the file is empty" in result.stderr
    assert _listed(tmp_path) == []


def test_a_file_of_something_else_is_no_answers(photo: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.json"
    file.write_text('{"rows": [["QUART"]]}')
    result = _enrolled(photo, tmp_path, "--yes", "--answers", file)
    assert result.exit_code == 2
    assert "answers.json, line 1: '{' is no card; A-Z, ? for a Master" in result.stderr


def test_whoever_is_asked_may_leave_cards_out_and_say_no(photo: Path, tmp_path: Path) -> None:
    result = _enrolled(photo, tmp_path, given=".\n" * len(CARDS) + "n\n")
    assert "Which letter is it?" in result.stderr
    assert result.exit_code != 0
    assert not (tmp_path / "decks" / "attic.json").exists()


def test_a_deck_that_does_not_add_up_is_told_and_not_stored_unless_somebody_says_so(
    photo: Path, answers: Path, tmp_path: Path
) -> None:
    refused = _enrolled(photo, tmp_path, "--yes", "--answers", answers)
    assert refused.exit_code == 2
    assert (json.loads(refused.stdout)["stored"], json.loads(refused.stdout)["rows"]) == (
        False,
        [ROWS.split()],
    )
    assert "attic: 12 cards; the nearest pack, " in refused.stderr
    assert "missing. It is not stored. --as-is stores it anyway" in refused.stderr
    assert refused.stderr.count("\n") == 1
    asked = _enrolled(photo, tmp_path, "--answers", answers, given="\n")
    assert "Store it anyway? [y/N]" in asked.stderr
    assert asked.exit_code != 0
    assert _listed(tmp_path) == []


def test_with_nobody_to_answer_one_line_names_the_options_that_do(
    photo: Path, answers: Path, tmp_path: Path
) -> None:
    doubtful = _enrolled(photo, tmp_path)
    unsettled = _enrolled(photo, tmp_path, "--answers", answers)
    given_up = _enrolled(photo, tmp_path, given=".\n")
    assert [r.exit_code for r in (doubtful, unsettled, given_up)] == [2, 2, 2]
    assert [r.stdout for r in (doubtful, unsettled, given_up)] == ["", "", ""]
    assert [r.stderr.count("\n") for r in (doubtful, unsettled)] == [1, 1]
    assert "--answers FILE" in doubtful.stderr
    assert "--yes" in doubtful.stderr
    assert "--as-is" in unsettled.stderr
    assert "--yes" in given_up.stderr.splitlines()[-1]
    assert _listed(tmp_path) == []


def test_a_closed_input_is_nobody_to_answer(photo: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "device.cli", "enrol", photo, "--name", "attic", "--data", tmp_path]
    run = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *map(str, command)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert "no terminal to ask on" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "needs --name"),
        (("a.jpg",), "enrol needs --name, too"),
        (("--name", "attic"), "enrol --name attic needs one to 3 photographs"),
        (("a.jpg", "b.jpg", "c.jpg", "d.jpg", "--name", "attic"), "4 photographs: enrol takes at most 3"),
        (("a.jpg", "--name", "parker"), "a known pack has this name"),
        (("a.jpg", "--name", "A b"), "a deck's name"),
        (("a.jpg", "--name", "attic"), "a.jpg"),
        (("--undo", "attic"), "no such deck is enrolled"),
        (("--forget", "attic"), "no such deck is enrolled"),
        (("--undo", "attic", "--forget", "attic"), "--undo and --forget: give one at a time"),
        (("--list", "--forget", "attic"), "--list and --forget: give one at a time"),
        (("a.jpg", "--list"), "photographs are for learning a deck and not for --list"),
        (("--name", "attic", "--undo", "b"), "--name is for learning a deck and not for --undo"),
        (("--yes", "--forget", "b"), "--yes is for learning a deck and not for --forget"),
    ],
)
def test_what_can_not_be_done_is_one_line(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = _run("enrol", *arguments, "--data", tmp_path)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_table_without_cards_is_no_deck(tmp_path: Path) -> None:
    path = tmp_path / "bare.png"
    cv2.imwrite(str(path), np.full((300, 400, 3), 90, np.uint8))
    result = _enrolled(path, tmp_path, "--yes")
    assert result.exit_code == 2
    assert "no letter cards lie there" in result.stderr
