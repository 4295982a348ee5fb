from dataclasses import replace

import pytest

from web.requests import (
    Answer,
    Challenge,
    Correct,
    MalformedError,
    OutOfDateError,
    PhoneRequest,
    TurnOver,
    check,
    from_form,
    from_json,
)
from web.snapshot import Choice, Question, Snapshot

QUESTION = Question(
    "q1", "Which pile?", (Choice("exposed", "The exposed card"), Choice("stock", "The stock"))
)


def test_json_and_forms_say_the_same() -> None:
    assert from_json(b'{"by": 2}', Challenge) == from_form({"by": "2"}, Challenge) == Challenge(2)


def test_no_body_is_an_empty_object() -> None:
    assert from_json(b"", TurnOver) == TurnOver()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "truncated"),
        (b'{"by": -1}', "by"),
        (b"[]", "object"),
        (b"{}", "by"),
        (b"\xff", "malformed"),
    ],
)
def test_a_malformed_body_is_refused_with_the_place(body: bytes, said: str) -> None:
    with pytest.raises(MalformedError, match=said):
        from_json(body, Challenge)


def test_a_correction_names_a_printed_letter() -> None:
    with pytest.raises(MalformedError, match="letter"):
        from_json(b'{"picture": 7, "card": "c1", "letter": "e"}', Correct)


@pytest.mark.parametrize(
    "request_",
    [TurnOver(), Challenge(1), Answer("q1", "stock"), Correct(7, "c3", "E")],
)
def test_what_fits_the_table_passes(table: Snapshot, request_: PhoneRequest) -> None:
    check(request_, replace(table, question=QUESTION))


@pytest.mark.parametrize(
    "request_",
    [
        TurnOver(),
        Challenge(1),
        Answer("q1", "stock"),
        Correct(7, "c3", "E"),
    ],
)
def test_what_came_too_late_is_refused(table: Snapshot, request_: PhoneRequest) -> None:
    later = replace(
        table,
        question=None,
        picture=None,
        buttons=replace(table.buttons, may_confirm=False, may_challenge=False),
    )
    with pytest.raises(OutOfDateError):
        check(request_, later)


@pytest.mark.parametrize(
    "request_",
    [
        Challenge(3),
        Answer("q1", "pocket"),
        Answer("q0", "stock"),
        Correct(6, "c3", "E"),
        Correct(7, "x", "E"),
    ],
)
def test_what_the_table_does_not_have_is_refused(table: Snapshot, request_: PhoneRequest) -> None:
    with pytest.raises(OutOfDateError):
        check(request_, replace(table, question=QUESTION))
