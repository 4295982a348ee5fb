"""Test Crossword Lexicon with one example for each sentence of the rules."""

import pytest

from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.game import Game
from engine.moves import Place
from engine.notation import Hand, NotationError, format_move, format_position, grid_of
from engine.position import Grid
from engine.rules.clauses import clauses_broken
from engine.ruling import Illegal, Incomplete, Legal, Ruling, Unclear
from engine.words import WordList
from engine.words.kinds import Contents, Flag, Kind

PLAIN = Kind(10, Flag.US | Flag.GB)
PLURAL = Kind(10, Flag.US | Flag.GB | Flag.PLURAL_ONLY)
TEXT = """
ART CAT DOG EVEN GAME GOD HAT LIVE LOVE ME MEN MOO ON SALT SMILE
SMILES SO TAR TART TEN TOE MOTHER
"""
LISTED = TEXT.split()
PLURALS = ["BOXES", "CATS", "GAMES", "TENS"]
KINDS = dict.fromkeys([*LISTED, "BOX"], PLAIN) | dict.fromkeys(PLURALS, PLURAL)
WORDS = WordList(Contents(dict(sorted(KINDS.items())), proper=" ROME "))
CROSSWORD = configured("crossword")


def grid(text: str, exposed: str | None = None) -> Grid:
    return grid_of(text.split(), exposed)


def ruled(before: Grid, after: Grid, hand: Hand | None = None, game: Game = CROSSWORD) -> Ruling:
    return adjudicate(game, WORDS, before, after, hand=hand)


def clauses(ruling: Ruling) -> set[str]:
    assert isinstance(ruling, Illegal)
    return {breach.clause for breach in ruling.breaches}


EMPTY = grid("....... ....... ....... ....... .......")
GAME = grid("....... GAME... ....... ....... .......")
SALT = grid(".S..... GAME... .L..... .T..... .......")
EVEN = grid(".S..... GAME... .L.V... .T.E... ...N...")
TOE = grid(".S..... GAME... .L.V... .TOE... ...N...")
LOVE = grid(".S..... GAME... .LOVE.. .TOE... ...N...")


@pytest.mark.parametrize(
    ("before", "after", "move"),
    [
        (EMPTY, GAME, "A2>GAME"),
        (GAME, SALT, "B1|S.LT"),
        (SALT, EVEN, "D3|VEN"),
        (EVEN, TOE, "C4>O"),
    ],
)
def test_the_booklets_first_diagram_is_legal_play_by_play(before: Grid, after: Grid, move: str) -> None:
    ruling = ruled(before, after)
    assert isinstance(ruling, Legal)
    assert format_move(ruling.move) == move


def test_xw_3_two_way_words() -> None:
    love, moo = grid(".M.. L.VE .O.."), grid(".M.. LOVE .O..")
    assert isinstance(ruled(love, moo), Legal)
    live = ruled(love, grid(".M.. LIVE .O.."))
    assert clauses(live) == {"XW-3"}


def test_xw_1_the_first_word_has_two_to_four_letters() -> None:
    assert clauses(ruled(grid("......"), grid("MOTHER"))) == {"XW-1"}
    assert clauses(ruled(grid("..."), grid("A.."))) == {"XW-1"}
    for form in ("any_length", "wide_open"):
        game = configured("crossword", {form: True})
        assert isinstance(ruled(grid("......"), grid("MOTHER"), game=game), Legal)


def test_xw_1_the_first_word_lies_in_one_line_without_a_gap() -> None:
    assert "XW-1" in clauses(ruled(grid("... ..."), grid("ME. .N.")))
    gap = ruled(grid("...."), grid("ME.N"))
    assert isinstance(gap, Illegal)
    assert clauses(gap) == {"XW-1"}
    assert any(isinstance(breach, Incomplete) for breach in gap.breaches)


def test_xw_1_whoever_cannot_lay_discards() -> None:
    ruling = ruled(grid("GAME", "Q"), grid("GAME", "E"), hand="EX")
    assert isinstance(ruling, Legal)
    assert format_move(ruling.move) == "-E"
    assert clauses(ruled(grid("GAME", "Q"), grid("GAME", "E"), hand="AX")) == {"LEX-B2"}
    assert clauses(ruled(grid("GAME"), grid("GAME"))) == {"XW-1"}
    assert isinstance(ruled(grid("GAME", "E"), grid("GAME", "E")), Unclear)
    assert "XW-1" in clauses(ruled(grid("TAR.", "Q"), grid("TART", "E")))


def test_xw_2_one_to_four_letters_in_one_line() -> None:
    assert "XW-2" in clauses(ruled(grid("O...... ......."), grid("O...... NMOTHER")))
    five = grid("......T"), grid("SMILEST")
    assert "XW-2" in clauses(ruled(*five))
    two_lines = ruled(GAME, grid(".S..... GAME... .L.V... .T.E... ...N..."))
    assert "XW-2" in clauses(two_lines)


def test_xw_2_joined_to_what_lies_there() -> None:
    assert clauses(ruled(GAME, grid("....... GAME... ....... CAT.... ......."))) == {"XW-2"}
    touching_at_a_corner = ruled(grid("ME... ..... ....."), grid("ME... ..CAT ....."))
    assert clauses(touching_at_a_corner) == {"XW-2"}


def test_all_5_a_gap_leaves_a_word_incomplete() -> None:
    ruling = ruled(grid("TA..."), grid("TAR.T"))
    assert isinstance(ruling, Illegal)
    assert "ALL-5" in dict(clauses_broken(ruling))


def test_xw_4_a_plural_needs_a_joint() -> None:
    assert clauses(ruled(GAME, grid("....... GAMES.. ....... ....... ......."))) == {"XW-4"}
    joint = ruled(GAME, grid("....... GAMES.. ....O.. ....... ......."))
    assert isinstance(joint, Legal)
    assert clauses(ruled(grid("...."), grid("CATS"))) == {"XW-4"}
    assert clauses(ruled(grid("BOX.."), grid("BOXES"))) == {"XW-4"}
    wide = configured("crossword", {"wide_open": True})
    assert isinstance(ruled(grid("BOX.."), grid("BOXES"), game=wide), Legal)


def test_xw_4_a_plural_on_an_s_that_lay_there_is_legal() -> None:
    assert isinstance(ruled(grid("...S ...O"), grid("CATS ...O")), Legal)


def test_xw_4_the_third_person_of_a_verb_is_legal() -> None:
    assert isinstance(ruled(grid("SMILE."), grid("SMILES")), Legal)


def test_xw_5_no_proper_nouns() -> None:
    assert "XW-5" in clauses(ruled(grid("...."), grid("ROME")))
    wide = configured("crossword", {"wide_open": True})
    assert isinstance(ruled(grid("...."), grid("ROME"), game=wide), Legal)


def test_xw_6_a_word_grows_at_either_end() -> None:
    assert isinstance(ruled(grid("TAR."), grid("TART")), Legal)
    assert isinstance(ruled(grid(".ART"), grid("TART")), Legal)
    assert isinstance(ruled(grid(". A R T"), grid("T A R T")), Legal)


def test_xw_7_a_master_keeps_its_letter_both_ways() -> None:
    men = grid("MeN ...")
    assert clauses(ruled(men, grid("MaN ..."))) == {"XW-7"}
    assert "XW-3" in clauses(ruled(grid(".H. MeN ..."), grid(".H. MeN .T.")))
    unnamed = ruled(grid("... M.N"), grid(".H. M?N"))
    assert isinstance(unnamed, Illegal)


def test_an_unnamed_master_is_one_letter_in_both_directions() -> None:
    both = ruled(grid("... ..N ..."), grid(".T. M?N .N."))
    assert isinstance(both, Illegal)  # two lines
    legal = ruled(grid(".T. ... .N."), grid(".T. M?N .N."))
    assert isinstance(legal, Legal)
    assert [format_position(position) for position in legal.namings] == [".T.;MeN;.N."]
    none = ruled(grid(".H. ... .T."), grid(".H. M?N .T."))
    assert clauses(none) == {"XW-7"}  # MEN one way, HAT the other


def test_xw_8_cards_on_the_table_are_never_moved() -> None:
    assert clauses(ruled(grid("TAR."), grid(".TAR"))) >= {"XW-8"}
    assert clauses(ruled(grid("TART"), grid("TAR."))) == {"XW-8"}
    assert "XW-8" in clauses(ruled(grid("CAT"), grid("HAT")))


def test_cards_not_in_the_hand_cannot_be_played() -> None:
    assert clauses(ruled(GAME, SALT, hand="SLX")) == {"XW-2"}
    assert clauses(ruled(EMPTY, GAME, hand="GAM")) == {"XW-1"}
    assert clauses(ruled(GAME, SALT, hand=2)) == {"XW-2"}


def test_xw_9_going_out() -> None:
    out = ruled(GAME, SALT, hand="STL")
    assert out == Legal(Place(0, 1, False, "S.LT"), (), True)


def test_grids_of_different_size_are_refused() -> None:
    with pytest.raises(NotationError, match="before is 1 row of 4, after"):
        ruled(grid("GAME"), grid("GAME ...."))


def test_a_grid_full_of_unnamed_masters_is_ruled_on_without_delay() -> None:
    assert isinstance(ruled(grid("\n".join(["." * 9] * 9)), grid("\n".join(["?" * 9] * 9))), Illegal)


def test_xw_4_a_master_is_not_taken_for_the_s_of_a_barred_plural_while_it_may_be_another_letter() -> None:
    """GAMES is barred, since it is a plural made by S alone. GAME? is legal if the word list has GAMER or
    GAMEY, and otherwise illegal."""
    for listed in (["GAMER"], ["GAMEY"], []):
        words = WordList(Contents(dict(sorted((KINDS | dict.fromkeys(listed, PLAIN)).items()))))
        before, after = GAME, grid("....... GAME?.. ....... ....... .......")
        ruling = adjudicate(CROSSWORD, words, before, after)
        assert isinstance(ruling, Legal if listed else Illegal)


def test_a_word_that_lay_there_and_never_counted_does_not_bind_the_master_in_it() -> None:
    """The accepted bluff Q?X lies on the table. ?AT through its Master is legal as CAT or HAT, although
    neither C nor H makes a word of Q?X. T?AT is illegal, since no listed word fits it."""
    assert isinstance(ruled(grid("... Q?X ... ..."), grid(".T. Q?X .A. .T.")), Illegal)
    assert isinstance(ruled(grid("... Q?X ... ..."), grid("... Q?X .A. .T.")), Legal)


def test_a_lone_card_is_told_across() -> None:
    ruling = ruled(grid("... ..."), grid("... .A."))
    assert isinstance(ruling, Illegal)
    assert format_move(ruling.move) == "B2>A"
