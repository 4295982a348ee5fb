"""Test that a patience that can't continue is lost, and reported (S1-5, CLK-3)."""

import pytest

from engine.best.piles import has_word_left, pile_plays
from engine.catalogue import configured
from engine.events import (
    AnyEvent,
    HandDealt,
    MatchEnded,
    MatchSetUp,
    PositionCorrected,
    QuestionAsked,
    TurnFinished,
    Undone,
    WoundBack,
)
from engine.match import FoldedJournal, fold, folded_journal
from engine.notation import format_move, parse_move, parse_position
from engine.position import Piles
from engine.table.commands import RecordEvent
from engine.table.referee import replayed_referee
from engine.turn.lost_patience import NO_CARD, NO_PLAY, NO_WORD, EndEvent, patience_end_events
from engine.words import WordList

WORDS = WordList.of(["HOME", "CART", "ACT", "JOT", "AN", "CARE", "BEAR"])


def journal(game: str, dealt: str, *turns: tuple[str, str]) -> list[AnyEvent]:
    """Return the events of a patience from its deal on. Each turn is a move in notation, and the table
    after it."""
    events: list[AnyEvent] = [MatchSetUp(game, ("Ada",)), HandDealt(position=dealt)]
    for move, after in turns:
        before = events[-1].after if isinstance(events[-1], TurnFinished) else dealt
        assert format_move(parse_move(move)) == move
        events.append(TurnFinished(0, before, after, move, "legal", stands=True))
    return events


def told(events: list[AnyEvent]) -> tuple[EndEvent, ...]:
    return patience_end_events(folded_journal(events), WORDS)


@pytest.mark.parametrize("left", ["C", "C|O", "CO|A", "X|Q|Z", "TA|C|X", "ETRAX|CX|-"])
def test_s1_5_one_card_or_cards_that_make_no_word_lose_the_game(left: str) -> None:
    events = journal("solitaire-1", f"EMOH|{left}", ("HOME@1,1,1,1", f"-|{left}"))
    assert told(events) == (MatchEnded(NO_WORD),)


@pytest.mark.parametrize("left", ["TA|C", "N|A", "TRAC|X", "XT|R|A|C", "XE|R|A|C", "X|XTR|CA"])
def test_s1_5_a_word_that_can_still_be_made_goes_on(left: str) -> None:
    """Solitaire 1 is not lost while the cards of `left` can still make a word. The last cards may make a
    word of two or three letters (S1-4), and a word may use cards beneath others (S1-3)."""
    assert told(journal("solitaire-1", f"EMOH|{left}", ("HOME@1,1,1,1", f"-|{left}"))) == ()


@pytest.mark.parametrize("piles", ["CX|AX|TX|RX", "XTR|CA", "C|O", "JOT", "TO|J", "-|-", "BEARS|X"])
def test_s1_5_what_is_left_is_what_can_be_played(piles: str) -> None:
    at = parse_position(piles + "|-")
    assert isinstance(at, Piles)
    game = configured("solitaire-1")
    assert has_word_left(game, WORDS, at) == any(True for _ in pile_plays(game, WORDS, at))


def test_s1_5_nobody_says_so_before_the_cards_are_laid_out_or_while_a_turn_is_in_question() -> None:
    assert told([MatchSetUp("solitaire-1", ("Ada",)), HandDealt()]) == ()
    events = journal("solitaire-1", "EMOH|C", ("HOME@1,1,1,1", "-|C"))
    assert told([*events, QuestionAsked(0, "EMOH|C", "-|C", "?", turn=2)]) == ()
    assert patience_end_events(FoldedJournal(), WORDS) == ()
    assert told([MatchSetUp("lexicon", ("Ada", "Bo")), HandDealt()]) == ()


def test_s1_5_the_table_ends_the_game_and_takes_it_back_when_a_card_is_another() -> None:
    """C and A are left and make no word, so the game is over. Then players say that the C is an N, which
    makes AN, so the game continues."""
    deal: list[AnyEvent] = [MatchSetUp("solitaire-1", ("Ada",)), HandDealt(position="EMOH|C|A")]
    turn = TurnFinished(0, "EMOH|C|A", "-|C|A", "HOME@1,1,1,1", "legal", stands=True)
    over = replayed_referee(WORDS, deal).after_command(RecordEvent(turn), 1.0)
    assert over.events == (turn, MatchEnded(NO_WORD))
    match = over.referee.match
    assert match is not None
    assert (match.over, match.scores.winners, match.scores.ended, match.scores.totals) == (
        True,
        (),
        NO_WORD,
        (2,),
    )
    said = PositionCorrected("-|N|A")
    again = over.referee.after_command(RecordEvent(said), 2.0)
    assert again.events == (said, Undone(3))
    match = again.referee.match
    assert match is not None
    assert (match.over, match.turn, match.scores.ended) == (False, 0, "")


def test_s1_5_play_goes_back_to_before_the_last_word() -> None:
    events = journal("solitaire-1", "EMOH|C", ("HOME@1,1,1,1", "-|C"))
    match = fold([*events, MatchEnded(NO_WORD), WoundBack(1)])
    assert match is not None
    assert (match.over, match.turn, match.scores.ended) == (False, 0, "")


def test_a_game_that_people_stopped_stays_stopped() -> None:
    events = journal("solitaire-1", "EMOH|TRAC")
    assert told([*events, MatchEnded("supper")]) == ()


@pytest.mark.parametrize(
    ("lies", "why"),
    [
        ("X|Z /Q *0", NO_CARD),
        ("X|Z /Q *1", ""),  # a card can be turned up
        ("X|Z|- /Q *0", ""),  # Q can fill the space
        ("X|#E|- /- *0", ""),  # so can the vowel
        ("X|#E|Z /- *0", NO_CARD),
        ("B|E|A|R /- *0", ""),
        ("B|E|A /R *0", ""),
        ("B|#|A /Q *0", ""),  # the top card is unknown
    ],
)
def test_solitaire_2_is_lost_when_no_card_can_be_moved(lies: str, why: str) -> None:
    events = journal("solitaire-2", "C|R|A|T /- *9", ("pass", lies))
    assert told(events) == ((MatchEnded(why),) if why else ())


def test_clk_3_a_whole_pass_that_plays_nothing_loses_the_game() -> None:
    deal, turned, over = "C|A /- *3", "C|A /XYZ *0", "C|A /- *3"
    idle = journal("clock", deal, ("*XYZ", turned), ("over", over))
    assert told(idle) == (MatchEnded(NO_PLAY),)
    assert told(idle[:-1]) == ()
    played = journal("clock", "C|A /- *4", ("*XYA", "C|A /XYA *1"), ("A@^>1", "CA|A /XY *1"))
    assert told([*played, TurnFinished(0, "CA|A /XYQ *0", "CA|A /- *3", "over", "legal", stands=True)]) == ()


def test_clk_3_every_pass_counts_by_itself() -> None:
    first = (
        ("*XYA", "C|A /XYA *1"),
        ("A@^>1", "CA|A /XY *1"),
        ("*Q", "CA|A /XYQ *0"),
        ("over", "CA|A /- *3"),
    )
    second = (("*XYQ", "CA|A /XYQ *0"), ("over", "CA|A /- *3"))
    assert told(journal("clock", "C|A /- *4", *first)) == ()
    assert told(journal("clock", "C|A /- *4", *first, *second)) == (MatchEnded(NO_PLAY),)


def test_clk_3_a_pack_turned_over_too_early_ends_nothing() -> None:
    events = journal("clock", "C|A /- *6", ("*XYZ", "C|A /XYZ *3"))
    early = TurnFinished(0, "C|A /XYZ *3", "C|A /- *6", "over", "illegal", stands=False)
    assert told([*events, early]) == ()
