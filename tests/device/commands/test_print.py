"""Test `lexicon-table print`: its files, its output, and one line for each fault."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli import main
from device.printing.deck import deck_pdf
from device.printing.mat import mat_pdf
from device.printing.paper import CARD_SIZES, PAPERS
from engine.cards import PACKS
from engine.shared.mat import LARGE_MAT, SMALL_MAT


def _print(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["print", *arguments])


def test_a_deck_of_the_first_pack_on_a4_unless_asked_otherwise(tmp_path: Path) -> None:
    out = tmp_path / "deck.pdf"
    result = _print("--out", str(out))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "52 cards of 57 x 89 mm on 6 sheets of A4" in result.stderr
    assert out.read_bytes() == deck_pdf(PACKS["waddingtons"], PAPERS["A4"], CARD_SIZES["57x89"])


def test_every_choice_reaches_the_page(tmp_path: Path) -> None:
    out = tmp_path / "deck.pdf"
    choices = ["--pack", "parker", "--paper", "letter", "--card", "44x63", "--no-backs", "--copies", "2"]
    result = _print(*choices, "--out", str(out))
    assert result.exit_code == 0
    cards = 2 * PACKS["parker"].size
    assert (
        f"{cards} cards of 44 x 63 mm on 7 sheets of Letter, at 100 %, printed on one side" in result.stderr
    )
    wanted = deck_pdf(PACKS["parker"], PAPERS["Letter"], CARD_SIZES["44x63"], backs=False, copies=2)
    assert out.read_bytes() == wanted


def test_a_mat_is_large_unless_small_is_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "mat.pdf"
    assert "800 x 550 mm on 4 sheets of A3" in _print("--mat", "--paper", "a3", "--out", str(out)).stderr
    assert out.read_bytes() == mat_pdf(LARGE_MAT, PAPERS["A3"])
    assert (
        "one page of 400 x 275 mm" in _print("--mat", "small", "--paper", "whole", "--out", str(out)).stderr
    )
    assert out.read_bytes() == mat_pdf(SMALL_MAT, None)


def test_a_full_disk_leaves_the_pdf_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    out = tmp_path / "deck.pdf"
    out.write_bytes(b"good")
    result = _print("--out", str(out))
    assert (result.exit_code, result.stderr) == (
        2, f"lexicon-table: --out {out}: No space left on device\n",
    )  # fmt: skip
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"good"]


def test_a_hyphen_is_standard_output() -> None:
    result = _print("--mat", "small", "--paper", "whole", "--out", "-")
    assert result.stdout_bytes == mat_pdf(SMALL_MAT, None)
    assert (result.exit_code, result.stderr) == (0, "standard output: one page of 400 x 275 mm\n")


def test_no_pdf_is_written_to_a_terminal() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "device.cli", "print", "--mat", "--out", "-"]
    result = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False)
    os.close(theirs)
    os.close(ours)
    assert (result.returncode, result.stderr) == (
        2, "lexicon-table: --out -: a terminal can't show a PDF. Send it on, as in | lp, or name a file\n",
    )  # fmt: skip


def test_a_full_standard_output_is_one_line() -> None:
    command = [sys.executable, "-m", "device.cli", "print", "--out", "-"]
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (result.returncode, result.stderr) == (
        2, "lexicon-table: --out -: No space left on device\n",
    )  # fmt: skip


@pytest.mark.parametrize("name", ["deck", "deck.v2", "DECK.PDF"])
def test_a_name_that_says_no_other_format_is_left_alone(name: str, tmp_path: Path) -> None:
    assert _print("--mat", "small", "--out", str(tmp_path / name)).exit_code == 0
    assert (tmp_path / name).read_bytes().startswith(b"%PDF")


def test_a_name_is_shown_and_controls_no_terminal(tmp_path: Path) -> None:
    said = _print("--mat", "small", "--out", str(tmp_path / "a\x1b[31m.pdf")).stderr
    assert said.startswith(f"{tmp_path}/a\\x1b[31m.pdf: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pack", "nonesuch"], "known are waddingtons"),
        (["--paper", "a9"], "a9"),
        (["--paper", "whole"], "only a mat is printed in one piece; a deck takes a4, a3, letter"),
        (["--out", "a.png"], "--out a.png: the file is a PDF. Call it a.pdf"),
        (["--mat", "--out", "no-such/"], "--out no-such/: this is a folder. Name a file in it"),
        (["--out", "."], "--out .: this is a folder"),
        (["--card", "1x1"], "1x1"),
        (["--copies", "0"], "copies"),
        (["--mat", "--copies", "2"], "--copies is for a deck"),
        (["--mat", "huge"], "huge"),
        (["--out", "/no/such/folder/deck.pdf"], "/no/such/folder"),
    ],
)
def test_bad_usage_is_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    result = _print("--out", str(tmp_path / "x.pdf"), *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
