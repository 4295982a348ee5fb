"""Test the clauses that every game shares: the cut, the order of turns, reading, and the exhausted pack."""

import pytest

from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.events import (
    AnyEvent,
    CardsCut,
    ChallengeSettled,
    HandDealt,
    HandScored,
    MatchSetUp,
    PackExhausted,
    TurnFinished,
    TurnGiven,
)
from engine.match import Match, fold
from engine.notation import parse_position
from engine.position import Grid, Rows
from engine.rules.party import highest_cut
from engine.ruling import Illegal, Legal, NotInLine, WordReversed
from tests.engine.clauses.grids import WORDS, all_clauses, picture, ruled

NAMES = ("Ann", "Ben", "Cy")
DEALT = HandDealt(exposed="K")


def match_of(game: str, *events: AnyEvent, players: int = 3) -> Match:
    match = fold([MatchSetUp(game, NAMES[:players]), *events])
    assert match is not None
    return match


def test_all_3_the_highest_letter_drawn_deals_a_is_highest() -> None:
    assert highest_cut(("M", "C", "Z")) == (1,)
    match = match_of("lexicon", CardsCut(("M", "C", "Z")), DEALT)
    assert (match.dealer, match.turn) == (1, 2)


def test_all_3_those_who_tie_draw_again() -> None:
    tied = match_of("lexicon", CardsCut(("B", "Q", "B")))
    assert tied.cutting == (0, 2)
    with pytest.raises(ValueError, match="Only Ann and Cy must cut"):
        match_of("lexicon", CardsCut(("B", "Q", "B")), CardsCut(("A", "B", "C")))
    assert match_of("lexicon", CardsCut(("B", "Q", "B")), CardsCut(("X", "", "D"))).dealer == 2


def test_all_3_at_keyword_the_highest_letter_plays_first() -> None:
    """The players cut M, C and Z. C is the highest letter, since it is the nearest to A, so the second
    player begins. The clause makes this player keep the score, too, which the program does itself."""
    match = match_of("keyword", CardsCut(("M", "C", "Z")), HandDealt())
    assert match.turn == 1


@pytest.mark.parametrize("cards", [("", "", ""), ("AB", "C", "D"), ("?", "C", "D"), ("A", "B")])
def test_all_3_a_cut_is_a_letter_of_each(cards: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="cut"):
        match_of("lexicon", CardsCut(cards))


@pytest.mark.parametrize("game", ["lexicon", "crossword", "lexigram"])
def test_all_4_turns_go_to_the_left_and_the_left_of_the_dealer_begins(game: str) -> None:
    played: list[int | None] = []
    events: list[AnyEvent] = [DEALT]
    for _ in range(5):
        match = match_of(game, *events)
        played.append(match.turn)
        lies = ";" if game != "lexicon" else ""
        move = TurnFinished(match.turn or 0, f"{lies} /K", f"{lies} /Q", "-Q", "legal", True)
        events.append(move)
    assert played == [1, 2, 0, 1, 2]


def test_all_4_the_deal_passes_left_after_each_hand() -> None:
    """The next dealer sits left of the last dealer. The article says the same in other words: the player
    who began the last hand deals next."""
    scored = HandScored(("A", "", "E"))
    first = match_of("lexicon", DEALT)
    then = match_of("lexicon", DEALT, scored, DEALT)
    assert (first.dealer, first.turn) == (0, 1)
    assert (then.dealer, then.turn) == (1, 2)
    assert match_of("lexicon", DEALT, scored, DEALT, scored, DEALT).turn == 0


def test_all_6_words_of_a_crossword_read_right_and_down_never_back() -> None:
    """EMAG is GAME from right to left, and illegal. TLAS through the A of GAME is SALT from below, and
    illegal. SALT downwards is legal."""
    back = ruled("crossword", ".... .... ....", ".... EMAG ....", first=True)
    assert "ALL-6" in all_clauses(back)
    tlas = ruled("crossword", ".... .... GAME ....", ".T.. .L.. GAME .S..")
    assert "ALL-6" in all_clauses(tlas)
    assert isinstance(ruled("crossword", ".... GAME .... ....", ".S.. GAME .L.. .T.."), Legal)


def test_all_6_nothing_is_laid_diagonally() -> None:
    ruling = ruled("crossword", "...... .GAME. ......", "S..... .GAME. ..L...")
    assert isinstance(ruling, Illegal)
    assert any(isinstance(breach, NotInLine) for breach in ruling.breaches)
    diagonal = ruled("crossword", ".... .... .... ....", "S... .E.. ..T. ....", first=True)
    assert "ALL-6" in all_clauses(diagonal)


def test_all_6_words_of_lexicon_lie_apart_and_none_is_turned_round() -> None:
    """TIP lies there. PIT is a word too, but turning TIP round is no play."""
    lexicon = configured("lexicon")
    ruling = adjudicate(lexicon, WORDS, Rows(("TIP",), "K"), Rows(("PITS",), "K"))
    assert isinstance(ruling, Illegal)
    assert any(isinstance(breach, WordReversed) for breach in ruling.breaches)


@pytest.mark.parametrize("game", ["lexicon", "crossword", "lexigram"])
def test_all_8_the_exposed_pile_becomes_the_new_stock_and_its_top_card_is_turned_up(game: str) -> None:
    """When the stock is exhausted the exposed pile becomes the stock. Its top card is turned up beside it
    as the exposed card. The words on the table stay."""
    lies, word = ("CAT", "CAT") if game == "lexicon" else ("CAT;", "CAT")
    before = match_of(game, DEALT)
    laid = TurnFinished(1, before_text(game), f"{lies} /K", f"+{word}", "legal", True)
    match = match_of(game, DEALT, laid)
    loose = match.table.stock + match.table.pile
    after = match_of(game, DEALT, laid, PackExhausted(stock=loose - 1, exposed="E"))
    assert (after.table.stock, after.table.pile) == (loose - 1, 1)
    assert after.position == parse_position(f"{lies} /E")
    assert after.table.cards == before.table.cards == match.table.cards
    assert after.turn == match.turn


def before_text(game: str) -> str:
    return "/K" if game == "lexicon" else "; /K"


def test_xw_ch_a_good_word_costs_the_challenger_and_a_bad_one_the_turn() -> None:
    """As in Lexicon: ten points count against the challenger of a good word, and the challenger of a bad
    word loses ten points, which is an advantage. The letters of the bad word go back to the hand of its
    player, who has lost the turn."""
    laid = TurnFinished(1, "; /K", "MIO; /K", "A1>MIO", "legal", True)
    good = match_of("crossword", DEALT, laid, ChallengeSettled(2, ("MIO",), "word good"))
    assert (good.scores.totals, good.turn) == ((0, 0, 10), 2)
    bad = match_of("crossword", DEALT, laid, ChallengeSettled(2, ("MIO",), "word bad"))
    assert (bad.scores.totals, bad.turn) == ((0, 0, -10), 2)
    assert bad.table.hands[1].count == 10
    assert bad.position == Grid((), "K")
    assert bad.rejected_position == picture_with("MIO", "K")


def test_xw_ch_the_edition_may_charge_the_offender() -> None:
    setup = MatchSetUp("crossword", NAMES, {"challenge_credit": "offender"})
    laid = TurnFinished(1, "; /K", "MIO; /K", "A1>MIO", "legal", True)
    match = fold([setup, DEALT, laid, ChallengeSettled(2, ("MIO",), "word bad")])
    assert match is not None
    assert match.scores.totals == (0, 10, 0)


def test_xw_ch_until_the_next_player_has_acted() -> None:
    laid = TurnFinished(1, "; /K", "MIO; /K", "A1>MIO", "legal", True)
    assert match_of("crossword", DEALT, laid).challengeable
    assert match_of("crossword", DEALT, laid, TurnGiven(2)).challengeable
    drop = TurnFinished(2, "MIO; /K", "MIO; /Q", "-Q", "legal", True)
    after = match_of("crossword", DEALT, laid, drop)
    assert after.last is not None
    assert after.last.player == 2


def picture_with(text: str, exposed: str) -> Grid:
    return Grid(picture(text).rows, exposed)
