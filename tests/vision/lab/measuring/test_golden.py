"""Test the golden scenes: the text that says what lies there, the score of a reading against this text, and
that the lowest permitted scores (floors) only rise."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.layout import VisibleTable, arrange
from engine.notation import NotationError
from engine.observation import Observation, Quad, Reading, Sighting
from vision.lab.measuring.golden import (
    Floor,
    GoldenTruth,
    PictureScore,
    floors_text,
    parse,
    parse_floors,
    raised_floors,
    score,
)

NOTHING = PictureScore(*[0] * 10)
_figures = st.integers(0, 60)
_scores = st.builds(PictureScore, *[_figures] * 10)
_floors = st.dictionaries(
    st.text("abc-", min_size=1), st.builds(Floor, st.sampled_from(["aa", "bb"]), _scores), max_size=5
)


def _seen(*cards: tuple[str, float], pitch: float = 60.0) -> Observation:
    """Return an observation of cards in one line, `pitch` mm apart. Each card is a letter, or `-` for a
    back, and its probability."""
    return Observation(
        900, 300,
        tuple(
            Sighting(
                ((x, 100.0), (x + 57, 100.0), (x + 57, 189.0), (x, 189.0)), "down" if letter == "-" else "up",
                () if letter == "-" else (Reading(letter, 0, p),),
            )
            for n, (letter, p) in enumerate(cards)
            for x in (50 + n * pitch,)
        ),
    )  # fmt: skip


def _score(truth: str, seen: Observation) -> PictureScore:
    return score(parse(truth), seen, arrange(seen))


def test_a_text_says_what_lies_there() -> None:
    truth = parse(
        "MOTHER CaT /Q\nhand: AB?\nunread: R\ncut: C\nbroken: MOTHER CaT\nbacks: 1\neither: MW NZ\n"
        "shows: all sorts"
    )
    assert truth.words == ()
    assert "".join(sorted(truth.letters.elements())) == "??ABEHMOQTT"
    assert "".join(sorted(truth.excused.elements())) == "CR"
    assert (truth.backs, truth.either, truth.shows) == (1, ("MW", "NZ"), "all sorts")


def test_a_crosswords_words_run_across_and_down() -> None:
    assert sorted(parse("..S..;GAMe.;..D..").words) == ["GAMe", "SMD"]


@pytest.mark.parametrize(
    "text", ["CAT\ncolour: red", "CAT\nhand", "CAT\nhand: A\nhand: B", "CAT\nbacks: many"]
)
def test_a_bad_line_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"line 2|line 3|many"):
        parse(text)


def test_a_bad_position_is_a_fault_of_notation() -> None:
    with pytest.raises(NotationError):
        parse("C4T")


def test_everything_right() -> None:
    seen = _seen(("C", 0.99), ("?", 0.97), ("T", 0.95))
    assert _score("CaT", seen) == replace(NOTHING, found=3, right=3, words=1)


def test_a_misread_card_is_found_and_not_right() -> None:
    got = _score("CAT", _seen(("C", 0.99), ("H", 0.6), ("T", 0.95)))
    assert (got.found, got.right, got.words, got.false, got.sure_wrong) == (3, 2, 0, 0, 0)


def test_a_card_misread_for_sure_is_counted() -> None:
    assert _score("CAT", _seen(("C", 0.99), ("H", 0.93), ("T", 0.95))).sure_wrong == 1


def test_a_piece_that_is_not_there_is_false() -> None:
    got = _score("CAT", _seen(("C", 1.0), ("A", 1.0), ("T", 1.0), ("S", 0.7), ("-", 1.0)))
    assert (got.found, got.right, got.false) == (3, 3, 2)


def test_a_letter_that_cannot_be_read_may_be_read_or_not() -> None:
    text = "CAT\ncut: T\nbroken: CAT"
    assert _score(text, _seen(("C", 1.0), ("A", 1.0))) == _score(
        text, _seen(("C", 1.0), ("A", 1.0), ("T", 0.5))
    )


RIM: Quad = ((0, 0), (900, 0), (900, 300), (0, 300))
CLOSE: Quad = ((0, 0), (230, 0), (230, 300), (0, 300))


@pytest.mark.parametrize(("rim", "edge"), [(RIM, 0), (CLOSE, 1)])
@pytest.mark.parametrize(("cut", "counts"), [("\ncut: S", 1), ("", 0)])
def test_a_word_cut_off_is_to_be_told(rim: Quad, edge: int, cut: str, counts: int) -> None:
    seen = _seen(("C", 1.0), ("A", 1.0), ("T", 1.0))
    got = score(parse(f"CATS{cut}\nbroken: CATS"), seen, arrange(seen), VisibleTable(rim))
    assert got.edge == edge * counts


def test_cards_without_a_letter_count_as_far_as_they_lie_there() -> None:
    seen, card = _seen(("C", 1.0), ("A", 1.0)), ((0, 0), (57, 0), (57, 89), (0, 89))
    for known in range(4):
        got = score(parse("CA\nstrangers: 2"), seen, arrange(seen), VisibleTable(RIM, (card,) * known))
        assert got.strangers == min(2, known)


@pytest.mark.parametrize("offered", [True, False])
@pytest.mark.parametrize(("best", "other"), ["MW", "WM"])
def test_a_card_that_may_be_either_is_to_offer_both(best: str, other: str, offered: bool) -> None:
    """The label says that the card may be an M or a W. Either reading is right, and the reader should offer
    the other one, too."""
    readings = (Reading(best, 0, 0.95), *[Reading(other, 2, 0.04)] * offered)
    quad = ((600.0, 100.0), (657.0, 100.0), (657.0, 189.0), (600.0, 189.0))
    seen = _seen(("C", 1.0), ("A", 1.0), ("T", 1.0))
    got = _score("CAT\neither: MW", replace(seen, cards=(*seen.cards, Sighting(quad, "up", readings))))
    assert got == replace(NOTHING, found=3, right=3, words=1, either=int(offered))


@settings(deadline=None)
@given(_floors, _floors)
def test_no_floor_of_an_unchanged_scene_ever_falls(old: dict[str, Floor], new: dict[str, Floor]) -> None:
    after = raised_floors(old, new)
    assert set(after) == set(new)
    for name, floor in after.items():
        assert new[name].score.better(floor.score) == floor.score
        if name in old and old[name].fingerprint == new[name].fingerprint:
            assert floor.score.worse_than(old[name].score) == ()
        else:
            assert floor == new[name]


@settings(deadline=None)
@given(_floors)
def test_the_table_reads_back(floors: dict[str, Floor]) -> None:
    assert parse_floors(floors_text(floors)) == floors


def test_a_bad_table_names_its_line() -> None:
    with pytest.raises(ValueError, match="line 2"):
        parse_floors("# head\nscene abc 1 2 three\n")


def test_an_empty_table_is_a_truth_too() -> None:
    assert _score("\nshows: nothing", _seen()) == NOTHING
    assert parse("").position == GoldenTruth(parse("").position).position
