"""Test that JSON lines are read and answered, whatever they hold."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from device.errors import UsageFault
from device.json_input import MAX_LINE_BYTES, GameQuestion, answer_all, converted, crossed_rows, decode_object


def game(line: bytes) -> Mapping[str, object]:
    return {"game": converted(decode_object(line), GameQuestion).game}


def answers(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> tuple[list[str], str]:
    """Let the questions in a file be answered line by line. Return the printed answers, and the text of the
    fault at which the answering stopped. The text is empty if there was no fault."""
    path = tmp_path / "asked.jsonl"
    path.write_bytes(content)
    said = ""
    try:
        answer_all(str(path), game)
    except UsageFault as fault:
        said = str(fault).replace(str(path), "FILE")
    return capsys.readouterr().out.splitlines(), said


def test_every_line_has_its_answer_and_the_first_fault_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, said = answers(tmp_path, capsys, b'{"game": "a"}\n\n[]\n{"game": "b"}\n\x00\n')
    assert lines[0] == '{"game":"a"}'
    assert lines[2] == '{"game":"b"}'
    assert ["error" in line for line in lines] == [False, True, False, True]
    assert (
        said == 'FILE, line 3: not a question, which is an object: {"game": "lexicon", …} (and 1 line more)'
    )


def test_a_line_too_long_is_passed_over_without_being_held(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = b'"' + b"x" * 3 * MAX_LINE_BYTES + b'"\n{"game": "b"}'
    lines, said = answers(tmp_path, capsys, long)
    assert lines[1:] == ['{"game":"b"}']
    assert said == "FILE, line 1: longer than a question can be (1,000,000 bytes)"


def test_the_mark_some_editors_begin_a_file_with_is_no_part_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answers(tmp_path, capsys, b'\xef\xbb\xbf{"game": "a"}\r\n') == (['{"game":"a"}'], "")


def test_where_nothing_is_asked_it_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = "FILE: nothing is asked; give one JSON object a line"
    assert answers(tmp_path, capsys, b"\n \n") == ([], said)


def test_a_closed_standard_input_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(UsageFault, match="standard input is closed"):
        answer_all(None, game)


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (["FOR"], ("FOR", "...")),
        (["OR", "OF"], ("OR", "F.")),
        (["FOR", "TO"], (".T.", "FOR")),
        (["CaT", "BaN"], (".B.", "CaT", ".N.")),
        (["CaT", "BAN"], ("CaT", "...", "BAN", "...")),
        (["AB", "C", "D"], ("AB", "..", "C.", "..", "D.", "..")),
        ([], ()),
    ],
)
def test_a_races_words_cross_at_a_card_they_share(words: list[str], rows: tuple[str, ...]) -> None:
    assert crossed_rows(words) == rows
