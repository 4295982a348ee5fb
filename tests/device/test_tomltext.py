"""Test untrusted TOML: it is within bounds, or refused in one line and at once."""

import pytest

from device import boards, settings, tomltext
from device.errors import UsageFault

BROKEN = {
    "large": ("x = 1\n" * 20_000, "120,000 characters; at most 65,536"),
    "dotted": (".".join("a" * 16_000) + " = 1", "line 1: a key of more than 60 parts"),
    "dotted header": ("\n[" + " . ".join(["a"] * 9_000) + "]", "line 2: a key of more than 60 parts"),
    "dotted in quotes": (".".join(['"a b"'] * 9_000) + " = 1", "a key of more than 60 parts"),
    "dotted in a table": ("x = {" + ".".join("b" * 9_000) + " = 1}", "a key of more than 60 parts"),
    "brackets": ("x = " + "[" * 30_000, "brackets are nested too deeply"),
    "tables": ("x = " + "{a=" * 20_000, "brackets are nested too deeply"),
    "digits": ("x = " + "9" * 9_000, "a number is too large"),
    "one long word": ("a" * 60_000, "not TOML"),
    "quotes": ('"' * 60_000, "not TOML"),
}


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("read", [tomltext.decode, boards.parse, settings.parse])
def test_what_is_made_to_break_a_reader_is_one_line(broken: str, read: object) -> None:
    text, said = BROKEN[broken]
    with pytest.raises(UsageFault, match=f"^the file: .*{said}") as caught:
        read(text, "the file")  # type: ignore[operator]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("depth", [5, 60, 300])
@pytest.mark.parametrize("read", [boards.parse, settings.parse])
def test_what_can_be_read_but_is_no_file_of_ours_is_one_line(depth: int, read: object) -> None:
    with pytest.raises(UsageFault, match=r"^the file: "):
        read(f"squares = {'[' * depth}1{']' * depth}\n", "the file")  # type: ignore[operator]


def test_a_board_may_have_as_many_dots_as_it_likes() -> None:
    text = boards.SHIPPED.read_text("utf-8")
    assert boards.parse(text, "shipped").text
