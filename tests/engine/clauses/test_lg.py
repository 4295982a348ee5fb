"""Test the clauses of Lexigram, and replay the booklet's crossword move by move."""

import pytest

from engine.catalogue import configured
from engine.game import Seats
from engine.moves import EMPTY, Discard, Pass, Place
from engine.notation import parse_move
from engine.position import Grid
from engine.rules.clauses import reported_faults
from engine.rules.grid_lines import cards_of, runs_through, text_of, with_cards
from engine.rules.scoring import after_hand, challenge_points
from engine.ruling import (
    Illegal,
    Legal,
    NotListed,
    PluralOnly,
    ProperNoun,
    SeveralExplanations,
    TooManyLetters,
    Unclear,
)
from engine.words import WordRefusal
from tests.engine.clauses.grids import all_clauses, clauses, move, picture, ruled

LG = configured("lexigram")
EMPTY_TABLE = "....... ....... ......."

# Move by move: the squares and cards added, and the word that each play is there for. The scan of the booklet
# lost the columns of its drawing; its fifteen words fit together in this way only. TIP and APT are not laid:
# they come with IMP, for whatever of the two were there before would leave AP or IM.
BUILT = (
    ("D4>THE", "THE"),
    ("C4>O...R", "OTHER"),
    ("F1|HOL", "HOLE"),
    ("G5|EST", "REST"),
    ("C3|Y.UNG", "YOUNG"),
    ("A3>WH", "WHY"),
    ("A4|ILL", "WILL"),
    ("B6>E.D", "LEND"),
    ("G2>ASIS", "OASIS"),
    ("J3|TEAM", "STEAM"),
    ("H6>EA", "SEAM"),
    ("K4>MIT", "EMIT"),
    ("L3|P.T", "PIT"),
    ("K3|I.P", "IMP"),
)
DRAWING = """
    .....H.......
    .....OASIS...
    WHY..L...TIP.
    I.OTHER..EMIT
    L.U...E..APT.
    LEND..SEAM...
    ..G...T......
"""
WORDS_OF_THE_BOOKLET = """
OASIS WHY TIP OTHER EMIT APT LEND SEAM HOLE REST WILL YOUNG STEAM IMP PIT
"""


def played(before: Grid, text: str) -> Grid:
    """Return the grid after the move `text`, in notation."""
    place = parse_move(text)
    assert isinstance(place, Place)
    line = [
        (place.row + i * (not place.across), place.column + i * place.across) for i in range(len(place.cards))
    ]
    laid = {cell: card for cell, card in zip(line, place.cards, strict=True) if card != EMPTY}
    return with_cards(before, laid)


def words_on(grid: Grid) -> list[str]:
    cards = cards_of(grid)
    return sorted(text_of(cards, run) for run in runs_through(cards, cards))


def test_lg_the_booklets_crossword_move_by_move() -> None:
    grid = Grid((EMPTY * 13,) * 7)
    for text, word in BUILT:
        after = played(grid, text)
        assert move(ruled(LG, grid, after, first=grid == Grid((EMPTY * 13,) * 7))) == text
        assert word in words_on(after)
        grid = after
    assert grid == picture(DRAWING)
    assert words_on(grid) == sorted(WORDS_OF_THE_BOOKLET.split())


def test_lg_deal_by_the_number_of_players() -> None:
    assert [LG.seated(players).deal.cards for players in range(2, 8)] == [11, 11, 11, 9, 9, 7]
    assert LG.seats == Seats(2, 7)


def test_lg_picture_and_number_cards_are_out_and_one_pack_is_enough() -> None:
    assert LG.pack.size == 69
    assert {LG.deal.packs(players) for players in range(2, 8)} == {1}


def test_lg_1_the_first_word_has_two_to_four_letters() -> None:
    assert move(ruled(LG, EMPTY_TABLE, "....... ..THE.. .......")) == "C2>THE"
    long = ruled(LG, EMPTY_TABLE, "....... .OTHER. .......")
    assert isinstance(long, Illegal)
    assert long.breaches == (TooManyLetters("OTHER", 4, "LG-1"),)
    assert clauses(ruled(LG, EMPTY_TABLE, "....... ..T.... .......")) == {"LG-1"}


def test_lg_1_then_one_to_four_letters() -> None:
    assert move(ruled(LG, "..THE... ........", ".OTHER.. ........")) == "B1>O...R"
    four = ruled(LG, "W........ .........", "WILLING.. .........")
    assert clauses(four) == {"LG-1"}


@pytest.mark.parametrize(("players", "lawful"), [(5, True), (6, False), (7, False)])
def test_lg_1_at_most_three_when_six_or_seven_play(players: int, lawful: bool) -> None:
    ruling = ruled(LG, "Y.... .....", "YOUNG .....", players=players)
    assert isinstance(ruling, Legal) is lawful
    if not lawful:
        assert clauses(ruling) == {"LG-1"}


def test_lg_2_a_discard_goes_beneath_the_upturned_card_and_shows_when_that_is_taken() -> None:
    before, after = Grid(("THE",), "Q"), Grid(("THE",), "Z")
    assert ruled(LG, before, after, hand="ZAE") == Legal(Discard("Z", "exposed"), (), False)
    assert clauses(ruled(LG, before, after, hand="ABE")) == {"LG-2"}
    assert clauses(ruled(LG, before, Grid(("THE",), ""))) == {"LG-2"}


def test_lg_2_a_discard_with_the_blind_card_taken_is_seen_by_no_camera_so_the_table_asks() -> None:
    still = Grid(("THE",), "Q")
    ruling = ruled(LG, still, still, hand="ZAE")
    assert isinstance(ruling, Unclear)
    assert isinstance(ruling.move, Pass)
    doubt = ruling.doubts[0]
    assert isinstance(doubt, SeveralExplanations)
    assert doubt.move == Discard("#", "blind")
    assert {breach.clause for breach in doubt.otherwise} == {"LG-2"}


def test_lg_2_laying_and_discarding_are_two_actions() -> None:
    both = ruled(LG, Grid((".THE.",), "Q"), Grid(("OTHER",), "Z"))
    assert clauses(both) == {"LG-2"}


def test_lg_3_no_plural_but_where_the_s_is_part_of_another_word() -> None:
    """The booklet's example: SAT downwards makes TIPS of TIP. TIPS by itself is illegal."""
    bare = ruled(LG, "TIP. .... ....", "TIPS .... ....")
    assert isinstance(bare, Illegal)
    assert bare.breaches == (PluralOnly("TIPS", "LG-3"),)
    assert move(ruled(LG, "TIP. .... ....", "TIPS ...A ...T")) == "D1|SAT"


def test_lg_4_whoever_was_wrong_in_a_challenge_gets_five() -> None:
    assert challenge_points(LG, good=True, challenger=2, offender=0) == (2, 5)
    assert challenge_points(LG, good=False, challenger=2, offender=0) == (0, 5)
    ten = configured("lexigram", {"challenge_points": 10})
    assert challenge_points(ten, good=False, challenger=2, offender=0) == (0, 10)


def test_lg_5_the_numbers_in_hand_are_added_and_at_100_the_lowest_wins() -> None:
    standing = after_hand(LG, [95, 40, 20], ["A", "EI", ""])
    assert (standing.points, standing.totals, standing.winners) == ((10, 20, 0), (105, 60, 20), (2,))
    assert after_hand(LG, [80, 40, 20], ["A", "EI", ""]).winners == ()


def test_lg_5_the_first_out_ends_the_hand() -> None:
    ruling = ruled(LG, ".THE.", "OTHER", hand="OR")
    assert isinstance(ruling, Legal)
    assert ruling.goes_out


def test_lg_a_joker_is_any_letter() -> None:
    ruling = ruled(LG, ".THE.", "?THER")
    assert isinstance(ruling, Legal)
    assert ruling.namings == (Grid(("oTHER",)),)


def test_lg_slang_does_not_count() -> None:
    ruling = ruled(LG, "J....", "JOBBO")
    assert clauses(ruling) == {"LG-7"}
    assert all_clauses(ruling) >= {"LG-7", "XW-3"}


def test_lg_7_no_proper_names_slang_or_abbreviations_and_one_reason_is_said() -> None:
    """A proper noun breaks two clauses, LG-7 and XW-3. The table reports it once."""
    name = ruled(LG, "....", "ROME", first=True)
    assert clauses(name) == {"LG-7", "XW-3"}
    assert isinstance(name, Illegal)
    assert [told for told, _ in reported_faults(name)] == [ProperNoun("ROME", "LG-7")]
    assert clauses(ruled(LG, "....", "MR..", first=True)) == {"LG-7"}
    assert clauses(ruled(LG, "....", "RM..", first=True)) == {"XW-3"}


def test_lg_6_one_word_is_made_on_purpose_and_those_in_passing_are_its_cross_words() -> None:
    """A play makes one word and its cross-words. YOU, laid down from the Y behind THE, also makes THEY, and
    is legal. WHY through the H of THEY makes a second word on purpose, and is illegal."""
    lying = ".....\n.THE.\n.....\n....."
    crossing = ".....\n.THEY\n....O\n....U"
    assert move(ruled(LG, lying, crossing)) == "E2|YOU"
    two = ruled(LG, lying, "..W..\n.THEY\n..Y..\n.....")
    assert clauses(two) == {"LG-6"}


@pytest.mark.parametrize(("before", "after"), [("TIP.", "TIPS"), ("SMILE.", "SMILES"), ("SEE.", "SEES")])
def test_lg_3_no_verb_is_exempt(before: str, after: str) -> None:
    """In Lexigram TIPS is illegal even as a form of the verb TIP. The booklet allows it only with a word
    that crosses at its S."""
    assert clauses(ruled(LG, before, after)) == {"LG-3"}
    assert isinstance(ruled("crossword", "SEE.", "SEES"), Legal)


def test_lg_3_a_verb_whose_s_is_part_of_another_word_counts() -> None:
    lying, laid = "SEE.\n....\n....", "SEES\n...A\n...T"
    assert move(ruled(LG, lying, laid)) == "D1|SAT"


def test_lg_xw_3_imp_leaves_ap_across_and_is_illegal() -> None:
    """The booklet's drawing: M and P are laid below the I of TIP. They complete IMP and SEEM. But AP stands
    across, and is no word."""
    lying = """
        ...TIP
        .SEE..
        .U.A..
        .N....
    """
    laid = """
        ...TIP
        .SEEM.
        .U.AP.
        .N....
    """
    ruling = ruled(LG, lying, laid)
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (NotListed("AP", WordRefusal.NOT_LISTED, "XW-3"),)
