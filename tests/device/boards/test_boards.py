"""Test board profiles: the shipped profile equals the board of the engine, and a faulty profile is refused
with its key and the allowed values."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from device import boards
from device.cli import main
from device.errors import UsageFault
from engine.catalogue import configured
from engine.games.keyword import BOARD

GOOD = boards.SHIPPED.read_text("utf-8")


def test_the_shipped_profile_is_the_board_the_engine_plays_on() -> None:
    shipped = boards.load(boards.SHIPPED)
    assert (shipped.name, shipped.rows) == (BOARD.name, BOARD.rows)
    assert shipped.note.strip() == BOARD.note


def test_a_profile_of_ones_own_is_an_option_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('squares = ["rr.gg", "r.#.g", ".###.", "y.#.b", "yY.Bb"]')
    board = configured("keyword", boards.board_option(file)).board
    assert board is not None
    assert (board.size, board.colour((4, 1)), board.is_key((4, 1))) == (5, "yellow", True)
    assert boards.board_option(None) == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("squares = [", "ours.toml: not TOML: it ends too soon"),
        (GOOD + 'nme = "x"', "nme: there is no such key; did you mean 'name'? Known: squares, name, note"),
        ("", "squares"),
        ("squares = 7", "ours.toml: squares: 7, but it must be a list of"),
        ("squares = [1]", "ours.toml: squares[0]: 1, but it must be text"),
        ('squares = ["rrr"]', "ours.toml: squares: This board has 1 rows. A board has 5 to 40."),
        (GOOD.replace('"rrrrrrrrr.', '"rrxrrrrrr.', 1), "Square 3 in row 1 of the board is “x”."),
        (
            GOOD.replace('"rrrrrrrrr.', '"rrrrrrrr.', 1),
            "Row 1 of the board has 18 squares. A row has as many squares as there are rows: 19.",
        ),
        (GOOD.replace("r#g", "r.g"), "The dark squares (#) of a board are three across and three down"),
    ],
)
def test_a_fault_names_the_file_the_key_and_what_may_be(text: str, said: str) -> None:
    with pytest.raises(UsageFault) as fault:
        boards.parse(text, "ours.toml")
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="No such file"):
        boards.load(tmp_path / "none.toml")
    odd = tmp_path / "odd.toml"
    odd.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageFault, match="not UTF-8"):
        boards.load(odd)


def test_settings_that_name_a_board_or_too_few_people_are_told_so_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    table = f'[table]\npins = "none"\ndata = "{tmp_path}/data"\n[web]\nport = 0'
    for more, said in (
        (f'board = "{tmp_path}/none.toml"', "none.toml: No such file"),
        ('players = ["Ada"]', "game.players: Keyword is for 2 to 4, and 1 are named"),
    ):
        file.write_text(f'[game]\nname = "keyword"\n{more}\n{table}')
        answer = CliRunner().invoke(main, ["play", "--settings", str(file)])
        assert answer.exit_code == 2
        assert said in answer.output
        assert "Traceback" not in answer.output
