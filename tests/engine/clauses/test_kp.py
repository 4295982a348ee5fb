"""Test the clauses of Keyword Patience. Boards are 19 by 19 squares: A1 is the first corner, S19 the last."""

from engine.catalogue import configured
from engine.rules.patience import PatienceOutcome, keyword_patience_praise, patience_outcome
from engine.ruling import Illegal, Legal, NotInHand, NotJoined, NotListed, OffTheStart, PluralOnly
from engine.wording import say_breach
from tests.engine.clauses.grids import board, clauses, move, ruled

KP = configured("keyword-patience")
BARE = board()
EASY = ("EASY", 0, 0, ">")
YOUNG = ("YOUNG", 0, 3, "|")


def test_kp_1_the_first_word_begins_on_the_top_left_square_across_or_down() -> None:
    assert move(ruled(KP, BARE, board(EASY), hand="EASYOUNGTT")) == "A1>EASY"
    assert move(ruled(KP, BARE, board(("EASY", 0, 0, "|")))) == "A1|EASY"
    assert move(ruled(KP, BARE, board(("IS", 0, 0, ">")))) == "A1>IS"


def test_kp_1_it_lies_nowhere_else() -> None:
    for astray in (("EASY", 0, 1, ">"), ("EASY", 9, 8, ">"), ("EASY", 1, 0, "|")):
        ruling = ruled(KP, BARE, board(astray))
        assert isinstance(ruling, Illegal)
        assert [type(breach) for breach in ruling.breaches] == [OffTheStart]
        assert clauses(ruling) == {"KP-1"}
        assert "top left corner" in say_breach(ruling.breaches[0])


def test_kp_1_on_a_part_of_the_board_nobody_can_tell() -> None:
    assert move(ruled(KP, "....", ".SEE")) == "B1>SEE"


def test_kp_2_each_word_has_a_letter_of_a_word_already_played() -> None:
    assert move(ruled(KP, board(EASY), board(EASY, YOUNG))) == "D2|OUNG"
    assert move(ruled(KP, board(EASY, YOUNG), board(EASY, YOUNG, ("OUT", 1, 3, ">")))) == "E2>UT"


def test_kp_2_a_word_beside_another_takes_no_letter_of_it() -> None:
    """ON lies below the D of SEED and makes DO with it, but shares no letter with SEED. In Keyword Patience
    this is illegal, in Keyword it is legal."""
    before, after = board(("SEED", 0, 0, ">")), board(("SEED", 0, 0, ">"), ("ON", 1, 3, ">"))
    ruling = ruled(KP, before, after)
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (NotJoined(("D2", "E2"), "KP-2"),)
    assert "share a letter with a word that lies there" in say_breach(ruling.breaches[0])
    assert isinstance(ruled("keyword", before, after), Legal)


def test_kp_2_a_word_apart_is_not_joined() -> None:
    assert clauses(ruled(KP, board(EASY), board(EASY, ("SEE", 6, 6, ">")))) == {"KP-2"}


def test_kp_2_a_word_may_be_made_longer() -> None:
    assert move(ruled(KP, board(("SEE", 0, 0, ">")), board(("SEED", 0, 0, ">")))) == "D1>D"


def test_kp_2_words_and_letters_are_keywords() -> None:
    unlisted = ruled(KP, board(EASY), board(EASY, ("YUNOG", 0, 3, "|")))
    assert isinstance(unlisted, Illegal)
    assert [type(breach) for breach in unlisted.breaches] == [NotListed]
    plural = ruled(KP, BARE, board(("CATS", 0, 0, ">")))
    assert isinstance(plural, Illegal)
    assert plural.breaches == (PluralOnly("CATS", "KW-3"),)
    foreign = ruled(KP, BARE, board(EASY), hand="EAYOUNGTTT")
    assert isinstance(foreign, Illegal)
    assert foreign.breaches == (NotInHand("S", "KP-1"),)


def test_kp_2_waiting_is_no_fault() -> None:
    assert move(ruled(KP, board(EASY), board(EASY))) == "pass"


def test_kp_3_it_ends_when_a_word_fills_the_bottom_right_square() -> None:
    assert patience_outcome(KP, board(("SEE", 15, 18, "|"))) is None
    assert patience_outcome(KP, board(("SEE", 16, 18, "|"))) is not None
    on_the_way = ruled(KP, board(("SEE", 15, 14, "|")), board(("SEE", 15, 14, "|"), ("EASY", 17, 14, ">")))
    last = ruled(KP, board(("SEED", 15, 14, "|")), board(("SEED", 15, 14, "|"), ("DO", 18, 14, ">")))
    there = ruled(KP, board(("SAY", 16, 14, "|")), board(("SAY", 16, 14, "|"), ("YOUNG", 18, 14, ">")))
    assert [isinstance(one, Legal) and one.goes_out for one in (on_the_way, last, there)] == [
        False,
        False,
        True,
    ]


def test_kp_3_the_fewer_words_the_better() -> None:
    assert [keyword_patience_praise(words) for words in (9, 10, 12, 13)] == [
        "exceedingly good", "exceedingly good", "very good", "",
    ]  # fmt: skip


def test_kp_3_the_corner_reached_is_won_without_points() -> None:
    there = board(EASY, YOUNG, ("S", 18, 18, ">"))
    assert patience_outcome(KP, there) == PatienceOutcome(won=True, score=0)
    assert patience_outcome(KP, board(EASY, YOUNG)) is None
