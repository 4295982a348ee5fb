import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.moves import (
    TURNED_SOURCE,
    Change,
    Close,
    CombinedMove,
    Discard,
    Disturb,
    Draw,
    Exchange,
    Insert,
    Lay,
    Pass,
    Place,
    RecycleStock,
    Shift,
    Spell,
    TurnUp,
    played,
    same_card,
    taken,
)
from engine.notation import (
    NotationError,
    format_hand,
    format_move,
    format_position,
    grid_of,
    parse_hand,
    parse_move,
    parse_position,
    rows_of,
)
from engine.position import Grid, Piles, Rows

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CARDS = LETTERS + LETTERS.lower() + "?"
FACES = st.sampled_from(LETTERS + "?")
WORDS = st.text(CARDS, min_size=1, max_size=12)
EXPOSED = st.none() | st.just("") | FACES
ROWS = st.builds(Rows, st.lists(WORDS | st.just(""), max_size=6).map(tuple), EXPOSED)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    width = draw(st.integers(1, 7))
    line = st.text(CARDS + ".", min_size=width, max_size=width)
    return Grid(tuple(draw(st.lists(line, max_size=6))), draw(EXPOSED))


@st.composite
def exchanges(draw: st.DrawFn) -> Exchange:
    before = draw(WORDS)
    after = draw(st.text(CARDS, min_size=len(before), max_size=len(before)))
    return Exchange(draw(st.integers(0, 98)), before, after)


PILES = st.builds(
    Piles,
    st.lists(st.text(CARDS + "#", max_size=7), max_size=18).map(tuple),
    st.none() | st.text(LETTERS + "?#", max_size=9),
    st.none() | st.integers(0, 99),
    st.integers(0, 4),
)
PLACES = st.integers(0, 60)
NUMBERS = st.integers(0, 98)


@st.composite
def spelt(draw: st.DrawFn) -> Spell:
    word = draw(WORDS)
    sources = st.lists(st.integers(-2, 98), min_size=len(word), max_size=len(word))
    return Spell(word, tuple(draw(sources)))


SINGLES = st.one_of(
    WORDS.map(Lay),
    st.builds(lambda n, word, more: Insert(n, word, word + more), st.integers(0, 98), WORDS, WORDS),
    exchanges(),
    st.builds(Change, st.integers(0, 98), WORDS, WORDS | st.just("")),
    st.builds(Discard, FACES, st.sampled_from([None, "exposed", "blind"])),
    st.just(Draw()),
    st.just(Pass()),
    st.builds(Place, PLACES, PLACES, st.booleans(), WORDS),
    st.builds(lambda r, c, a, b: Place(r, c, True, f"{a}..{b}"), PLACES, PLACES, WORDS, WORDS),
    spelt(),
    st.builds(Shift, st.sampled_from(CARDS), st.just(TURNED_SOURCE) | NUMBERS, NUMBERS),
    st.builds(Close, FACES, NUMBERS),
    st.builds(TurnUp, st.text(LETTERS + "?#", min_size=1, max_size=4)),
    st.just(RecycleStock()),
    st.builds(Disturb, PLACES, PLACES, st.sampled_from(CARDS), st.sampled_from(CARDS + ".")),
)
MOVES = SINGLES | st.lists(SINGLES, min_size=2, max_size=4).map(lambda moves: CombinedMove(tuple(moves)))


@given(ROWS | grids() | PILES)
def test_a_position_survives_its_notation(position: Rows | Grid | Piles) -> None:
    assert parse_position(format_position(position)) == position


@given(st.text(LETTERS + "?", max_size=12) | st.integers(0, 999))
def test_a_hand_survives_its_notation(hand: str | int) -> None:
    assert parse_hand(format_hand(hand)) == hand


@given(MOVES)
def test_a_move_survives_its_notation(move: Lay | CombinedMove) -> None:
    assert parse_move(format_move(move)) == move


def documented(heading: str) -> list[str]:
    text = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    section = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| `(.+?)` \|", section, re.MULTILINE)
    assert found
    return [example.replace("\\|", "|") for example in found]


@pytest.mark.parametrize("example", documented("Positions"))
def test_the_documented_positions_are_notation(example: str) -> None:
    assert format_position(parse_position(example)) == example


@pytest.mark.parametrize("example", documented("Hands"))
def test_the_documented_hands_are_notation(example: str) -> None:
    assert format_hand(parse_hand(example)) == example


@pytest.mark.parametrize("example", documented("Moves"))
def test_the_documented_moves_are_notation(example: str) -> None:
    assert format_move(parse_move(example)) == example


def test_a_position_is_what_the_document_says() -> None:
    assert parse_position("- C?T /Q") == Rows(("", "C?T"), "Q")
    assert parse_position("GAME;") == Grid(("GAME",))
    assert parse_position("/-") == Rows((), "")
    assert parse_move("B1|S.LT") == Place(0, 1, False, "S.LT")
    assert parse_move("AA3>X") == Place(2, 26, True, "X")


@pytest.mark.parametrize("text", ["M0THER", "CAT /q", "CAT /QQ", "AB;ABC", "A B;CD", "É"])
def test_what_is_no_position_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(NotationError) as fault:
        parse_position(text)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    "text", ["", "+", "+C4T", "0:A<AB", "1:AB<A", "1:AB=A", "1:A<-", "-QQ", "B0>A", "B1>.A", "pass & "]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(text)


@pytest.mark.parametrize("text", ["a", "A-", "12B", "É", "٣"])
def test_what_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_hand(text)


def test_positions_from_outside_are_checked() -> None:
    with pytest.raises(NotationError, match="row 2 has 2 places, row 1 has 3"):
        grid_of(["ABC", "AB"])
    with pytest.raises(NotationError, match="exposed card"):
        rows_of(["CAT"], "q")


def test_a_move_knows_the_cards_it_cost_and_brought() -> None:
    assert played(parse_move("1:MOTHER<SMOTHeRED")) == "?DS"
    assert (played(parse_move("1:CaT=CAT")), taken(parse_move("1:CaT=CAT"))) == ("A", "?")
    assert (played(parse_move("1:EXPERT=EXPORT")), taken(parse_move("1:EXPERT=EXPORT"))) == ("O", "E")
    assert played(parse_move("B1|S.lT")) == "?ST"
    assert taken(parse_move("1:CAT~-")) == "ACT"
    assert (played(parse_move("-Q")), taken(parse_move("-Q^"))) == ("Q", "")


def test_a_master_is_the_same_card_named_or_not_but_never_renamed() -> None:
    assert same_card("?", "a")
    assert same_card("a", "?")
    assert not same_card("a", "o")
    assert not same_card("A", "a")
