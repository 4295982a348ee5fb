"""Test the clauses of Lexicon Clock Patience: twelve words around the clock, then the word in the centre."""

from engine.notation import format_move
from engine.ruling import Illegal, Legal
from engine.ruling.piles import CentreMoved, HasSecondLetter, MovedToSpace, NoBeginning, NotTurnedUp
from tests.engine.clauses.patience import clauses, move, ruled

CLOCK = "H|C|B|R|A|T|L|S|E|Z|B|J"


def clock(words: str, rest: str = "T", beside: str = "") -> str:
    return f"{words}|{rest}{beside}"


def test_clk_what_stands_begins_a_four_letter_word() -> None:
    before, after = clock(CLOCK, beside=" /##O *33"), clock("HO" + CLOCK[1:], beside=" /## *33")
    assert move(ruled("clock", before, after)) == "O@^>1"
    wrong = ruled("clock", clock(CLOCK), clock("HX" + CLOCK[1:]))
    assert isinstance(wrong, Illegal)
    assert wrong.breaches == (NoBeginning("HX"),)


def test_clk_only_the_third_card_may_be_played() -> None:
    ruling = ruled("clock", clock(CLOCK, beside=" /##A *33"), clock("HO" + CLOCK[1:], beside=" /## *33"))
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (NotTurnedUp("O"),)


def test_clk_a_third_card_is_played_once() -> None:
    twice = ruled("clock", clock(CLOCK, "T", " /##O *33"), clock("HO|CO" + CLOCK[3:], "T", " /## *33"))
    assert isinstance(twice, Illegal)
    assert twice.breaches == (NotTurnedUp("O"),)


def test_clk_1_letters_that_are_begun_stay_where_they_lie() -> None:
    moved = ruled("clock", clock(CLOCK, "HO"), clock(CLOCK.replace("C", "CHO"), "-"))
    assert clauses(moved) >= {"CLK-1", "CLK-2"}


def test_clk_2_a_changed_letter_is_written_once() -> None:
    changed = ruled("clock", clock(CLOCK, beside=" /##X *33"), clock("E" + CLOCK[1:], beside=" /##X *33"))
    assert isinstance(changed, Illegal)
    assert format_move(changed.move) == "1:H~E"


def test_clk_the_centre_is_a_word_like_the_others() -> None:
    assert move(ruled("clock", clock(CLOCK, "CA"), clock(CLOCK, "CAR"))) == "R@^>13"


def test_clk_words_have_four_letters() -> None:
    assert clauses(ruled("clock", clock(CLOCK, "HOME"), clock(CLOCK, "HOMES"))) == {"CLK-3"}


def test_clk_a_master_is_any_letter() -> None:
    assert move(ruled("clock", clock(CLOCK, "HO"), clock(CLOCK, "HOm"))) == "m@^>13"
    unnamed = ruled("clock", clock(CLOCK, "HOM"), clock(CLOCK, "HOM?"))
    assert isinstance(unnamed, Legal)
    assert [position.lines[-1] for position in unnamed.namings] == ["HOMe"]


def test_clk_1_a_circle_card_without_a_second_letter_may_be_moved_to_another_word() -> None:
    assert move(ruled("clock", clock(CLOCK), clock("H|CA|B|R|-" + CLOCK[9:]))) == "A@5>2"
    filled = ruled(
        "clock", clock(CLOCK, beside=" /##T *33"), clock("H|CA|B|R|T" + CLOCK[9:], beside=" /## *33")
    )
    assert move(filled) == "A@5>2 & T@^>5"


def test_clk_1_not_one_with_a_second_letter_nor_into_a_vacancy() -> None:
    begun = ruled("clock", clock(CLOCK, "AC"), clock("H|CA" + CLOCK[3:], "C"))
    assert isinstance(begun, Illegal)
    assert HasSecondLetter("A", "AC") in begun.breaches
    vacant = ruled("clock", clock("-|C" + CLOCK[3:]), clock("C|-" + CLOCK[3:]))
    assert isinstance(vacant, Illegal)
    assert vacant.breaches == (MovedToSpace("C"),)


def test_clk_1_the_card_in_the_centre_is_never_moved() -> None:
    ruling = ruled("clock", clock(CLOCK, "A"), clock(CLOCK.replace("C", "CA"), "-"))
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (CentreMoved("A"),)
    assert clauses(ruling) == {"CLK-1"}
    filled = ruled("clock", clock(CLOCK, "A", " /##T *33"), clock(CLOCK.replace("C", "CA"), "T", " /## *33"))
    assert clauses(filled) == {"CLK-1"}


def test_clk_1_a_card_of_the_circle_may_be_moved_to_the_word_in_the_centre() -> None:
    assert move(ruled("clock", clock(CLOCK, "C"), clock(CLOCK.replace("A", "-"), "CA"))) == "A@5>13"


def test_clk_2_a_letter_once_placed_is_never_changed() -> None:
    assert clauses(ruled("clock", clock(CLOCK, "HO"), clock(CLOCK, "HA"))) == {"CLK-2"}
    assert "CLK-2" in clauses(ruled("clock", clock(CLOCK, "HOM"), clock(CLOCK, "HO")))


def test_clk_3_the_pack_is_turned_by_threes_and_over_when_run_through() -> None:
    assert move(ruled("clock", clock(CLOCK, beside=" /- *39"), clock(CLOCK, beside=" /##Q *36"))) == "*##Q"
    assert clauses(ruled("clock", clock(CLOCK, beside=" /- *39"), clock(CLOCK, beside=" /#Q *37"))) == {
        "CLK-3"
    }
    assert move(ruled("clock", clock(CLOCK, beside=" /##Q##T *0"), clock(CLOCK, beside=" /- *6"))) == "over"
    early = ruled("clock", clock(CLOCK, beside=" /##Q *3"), clock(CLOCK, beside=" /- *6"))
    assert clauses(early) == {"CLK-3"}


def test_clk_3_the_circle_done_is_won() -> None:
    done = "|".join(["HOME"] * 12)
    ruling = ruled("clock", clock(done, "HOM"), clock(done, "HOME"))
    assert isinstance(ruling, Legal)
    assert ruling.goes_out


def test_clk_a_card_turned_up_goes_onto_a_word_or_stays() -> None:
    assert clauses(ruled("clock", "H|C|B /##O *9", "H|C|B /## *9")) == {"CLK-3"}


def test_clk_of_each_three_turned_up_one_card_more_may_be_played() -> None:
    """Clock patience: three cards are turned up at a time. After the turned-up O the player may also use
    the top card of the next three, the A. The card under the A may not be used."""
    before = clock(CLOCK, "T", " /##O *33")
    one_more = ruled("clock", before, clock("HO|CA" + CLOCK[3:], "T", " /#### *30"))
    assert isinstance(one_more, Legal), one_more
    two_more = ruled("clock", before, clock("HO|CA|BE" + CLOCK[5:], "T", " /### *30"))
    assert isinstance(two_more, Illegal)
    assert two_more.breaches == (NotTurnedUp("E"),)
