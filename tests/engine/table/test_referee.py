"""Test the referee with stories of a whole table, told by still pictures and taps: plays, misread cards,
corrections, questions and counted hands."""

from dataclasses import dataclass, field
from typing import Any, Self

import pytest

from engine.events import (
    AnyEvent,
    CardsCut,
    HandCounted,
    HandDealt,
    HandScored,
    MatchSetUp,
    PositionCorrected,
    QuestionAnswered,
    QuestionAsked,
    ScoreCorrected,
    ScoreInitialled,
    TimeUp,
    TurnAmended,
    TurnFinished,
    TurnTakenBack,
    Undone,
)
from engine.match import Match, fold
from engine.match.stages import TRANSITIONS, stage
from engine.notation import format_position
from engine.observation import Observation, Point, Quad, Reading, Sighting
from engine.table.commands import (
    Amend,
    AnswerQuestion,
    ChallengeTurn,
    Command,
    CorrectCard,
    EndTurn,
    GoOn,
    Hold,
    RecordEvent,
    ResumeTurn,
    Rewind,
    StillPlaying,
)
from engine.table.referee import Referee, replayed_referee
from engine.table.referee_state import masters_named
from engine.words import WordList

WORDS = WordList.of(["CAT", "CUT", "COT", "CATS", "CUTS", "MEN", "MAN", "TEA", "OAR", "AT", "HOLD"])
Letter = tuple[str, float]


def card(x: float, y: float, *letters: Letter) -> Sighting:
    def corner(dx: float, dy: float) -> Point:
        return (x + dx, y + dy)

    corners: Quad = (corner(-28, -44), corner(28, -44), corner(28, 44), corner(-28, 44))
    return Sighting(corners, "up", tuple(Reading(letter, 0, p) for letter, p in letters))


def word(text: str, y: float, x: float = 200.0, **doubts: tuple[Letter, ...]) -> list[Sighting]:
    """Return a row of cards that spell `text`. `doubts` maps a letter to the readings of its card."""
    return [card(x + 58 * i, y, *doubts.get(letter, ((letter, 0.98),))) for i, letter in enumerate(text)]


def table(*rows: list[Sighting]) -> Observation:
    return Observation(1100, 900, tuple(card for row in rows for card in row))


@dataclass
class RefereeRig:
    """A referee, its clock, and the events of its pictures and answers."""

    referee: Referee = field(default_factory=lambda: Referee(WORDS))
    now: float = 0.0
    told: list[AnyEvent] = field(default_factory=list)

    def begun(self, *hands: str, game: str = "lexicon", **options: Any) -> Self:
        names = ("Ann", "Ben", "Cy")[: len(hands) or 2]
        self.says(RecordEvent(MatchSetUp(game, names, options)))
        self.says(RecordEvent(HandDealt(hands, "")))
        self.told.clear()
        return self

    def sees(self, *rows: list[Sighting], touched: bool = True) -> Self:
        self.now += 1.0
        if touched:
            self.referee = self.referee.disturbed(self.now)
        self._keep(self.referee.after_picture(table(*rows), self.now + 0.6))
        return self

    def waits(self, seconds: float) -> Self:
        self.now += seconds
        self._keep(self.referee.after_time(self.now))
        return self

    def says(self, *commands: Command) -> Self:
        for command in commands:
            self._keep(self.referee.after_command(command, self.now))
        return self

    def plays(self, *rows: list[Sighting]) -> Self:
        return self.sees(*rows).says(EndTurn())

    def _keep(self, made: Any) -> None:
        before = self.referee.events
        self.referee = made.referee
        self.told += made.events
        assert self.referee.events == (*before, *made.events)
        assert fold(self.referee.events) == self.referee.match

    @property
    def match(self) -> Match:
        assert self.referee.match is not None
        return self.referee.match

    @property
    def lies(self) -> str:
        return format_position(self.match.position)

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.told if isinstance(event, kind)]


def rulings(rig: RefereeRig) -> list[str]:
    return [event.ruling for event in rig.of(TurnFinished)]


CAT, MEN = word("CAT", 200), word("MEN", 400)
FAINT_CUT = word("CUT", 200, U=(("U", 0.7), ("A", 0.28)))


# time


def test_a_play_is_held_let_go_and_said_to_go_on_by_tap() -> None:
    rig = RefereeRig().begun().sees(CAT).says(Hold()).waits(60)
    assert (rulings(rig), rig.referee.state.countdown_held) == ([], True)
    rig.says(Hold(on=False)).waits(3.9)
    assert rulings(rig) == []
    assert rulings(rig.waits(0.2)) == ["legal"]
    rig.sees(CAT, word("TH", 400)).waits(13)
    assert rig.referee.proposal is not None
    assert rig.referee.proposal.end_question == "asked"
    rig.says(StillPlaying()).waits(60)
    assert rulings(rig) == ["legal"]


def test_a_hold_outlasts_an_answer_to_an_earlier_question() -> None:
    rig = RefereeRig().begun().plays(FAINT_CUT).sees(FAINT_CUT, MEN).says(Hold())
    rig.says(AnswerQuestion("CUT")).waits(60)
    assert rulings(rig) == ["unclear"]
    assert rig.referee.state.countdown_held


def test_nothing_can_be_held_where_nothing_lies() -> None:
    rig = RefereeRig().begun()
    for command in (Hold(), StillPlaying()):
        with pytest.raises(ValueError, match=r"Nothing has been played yet\."):
            rig.says(command)


# questions that stay open


def test_unanswered_the_game_goes_on_and_the_question_stays() -> None:
    rig = RefereeRig().begun().plays(FAINT_CUT)
    assert rulings(rig) == ["unclear"]
    (asked,) = rig.of(QuestionAsked)
    assert (asked.player, rig.match.turn) == (1, 0)
    rig.plays(FAINT_CUT, MEN)
    assert rulings(rig) == ["unclear", "legal"]
    assert [one.question for one in rig.match.questions] == [asked]
    rig.says(AnswerQuestion("CAT", rig.match.questions[0].event))
    assert rig.lies == "CAT MEN"
    assert rig.match.questions == ()


def test_a_question_shows_the_cards_it_is_about_and_offers_what_else_they_may_be() -> None:
    rig = RefereeRig().begun().plays(CAT).plays(CAT, word("MEN", 400, E=(("E", 0.7), ("A", 0.28))))
    (asked,) = rig.of(QuestionAsked)
    assert asked.cards == ((3, 4, 5),)
    assert set(asked.choices) == {"CAT MEN", "CAT MAN"}


def test_a_question_answers_itself_when_the_cards_are_taken_back() -> None:
    rig = RefereeRig().begun().plays(CAT).plays(CAT, word("XM", 400, M=(("M", 0.5), ("N", 0.3))))
    assert rulings(rig) == ["legal", "unclear"]
    rig.sees(CAT)
    assert [type(event) for event in rig.told[-2:]] == [QuestionAnswered, TurnTakenBack]
    assert (rig.match.turn, rig.lies) == (0, "CAT")


def test_a_question_about_a_crossword_answers_itself_when_the_cards_are_clear() -> None:
    """X and U were doubtful, so the table asked. Now the cards are clearly C and O. Cards of a crossword
    can't be exchanged, so they were misread, and the question is answered."""
    doubtful = word("XUT", 200, U=(("U", 0.6), ("I", 0.2)), X=(("X", 0.6), ("C", 0.3)))
    rig = RefereeRig().begun(game="crossword").plays(doubtful).sees(word("COT", 200))
    assert rulings(rig) == ["unclear"]
    assert [(event.cause, event.ruling) for event in rig.of(TurnAmended)][-1] == ("seen", "legal")
    assert rig.match.turn == 0
    assert rig.match.questions == ()
    assert "COT" in rig.lies


def test_a_button_over_a_table_on_which_nothing_is_new_asks_and_passes_on() -> None:
    rig = RefereeRig().begun().plays(CAT).says(EndTurn())
    assert rulings(rig) == ["legal", "unclear"]
    assert rig.match.turn == 1
    rig.plays(CAT, MEN)
    assert rulings(rig)[-1] == "legal"
    assert len(rig.match.questions) == 1


# misreadings that come to light


def test_a_doubtful_card_that_is_clear_later_heals_the_turn_that_laid_it() -> None:
    """In an unclear turn a doubtful card is read as the U of CUT. In the picture of the next turn the card
    is clearly an A. The table amends the earlier turn to CAT, without a question."""
    rig = RefereeRig().begun().plays(FAINT_CUT).plays(CAT, MEN)
    (amended,) = rig.of(TurnAmended)
    assert (amended.event, amended.after, amended.cause) == (2, "CAT", "seen")
    assert rulings(rig) == ["unclear", "legal"]
    assert rig.lies == "CAT MEN"
    assert rig.match.questions == ()


def test_cards_do_not_change_by_themselves() -> None:
    """The card is clearly a U, and later clearly an A, without a hand over the table: one reading was
    wrong."""
    rig = RefereeRig().begun().plays(word("CUT", 200)).sees(CAT, touched=False)
    assert [event.cause for event in rig.of(TurnAmended)] == ["seen"]
    assert rig.lies == "CAT"
    assert rulings(rig) == ["legal"]


def test_a_clear_card_that_is_another_after_a_hand_was_there_has_been_exchanged() -> None:
    rig = RefereeRig().begun().plays(word("CUT", 200)).plays(CAT)
    assert rig.of(TurnAmended) == []
    assert [event.move for event in rig.of(TurnFinished)] == ["+CUT", "1:CUT=CAT"]


def test_a_doubtful_card_that_becomes_what_it_hardly_resembled_has_been_exchanged() -> None:
    """A doubtful card looks like a U or an I, and hardly like an A. After a hand was over the table it is
    an A. So the player has exchanged it, and the earlier turn was not misread."""
    doubtful = word("CUT", 200, U=(("U", 0.5), ("I", 0.3), ("A", 0.06)))
    rig = RefereeRig().begun().plays(doubtful).plays(CAT)
    assert rig.of(TurnAmended) == []
    assert rig.of(TurnFinished)[-1].move == "1:CUT=CAT"


def test_a_card_grown_into_a_longer_word_is_healed_where_it_lies_now() -> None:
    rig = RefereeRig().begun().plays(FAINT_CUT).plays(word("CUTS", 200, U=(("U", 0.7), ("A", 0.28))))
    rig.sees(word("CATS", 200), touched=False)
    assert rig.lies == "CATS"
    assert rig.of(TurnAmended)[0].event == 2


def test_what_is_healed_accuses_nobody_afterwards() -> None:
    """CAT was read, and went unchallenged. A later picture shows that it was CXT. It is too late for a
    challenge (PTY-7), so the turn stands."""
    rig = RefereeRig().begun().plays(word("CAT", 200, A=(("A", 0.93), ("X", 0.05))))
    rig.sees(word("CXT", 200, X=(("X", 0.97),)), touched=False)
    (amended,) = rig.of(TurnAmended)
    assert (amended.ruling, amended.stands) == ("illegal", True)
    assert rig.match.turn == 0


def test_one_poorer_look_at_a_card_nobody_has_touched_changes_nothing() -> None:
    """The A was clear, and nobody touched it. One picture takes it rather for a U. Both readings together
    still say A, so nothing changes."""
    rig = RefereeRig().begun().plays(CAT)
    rig.sees(word("CAT", 200, A=(("U", 0.93), ("A", 0.056))), touched=False)
    assert rig.of(TurnAmended) == []
    assert rig.referee.proposal is None
    rig.plays(CAT, MEN)
    assert [event.move for event in rig.of(TurnFinished)] == ["+CAT", "+MEN"]


def test_who_plays_next_has_not_exchanged_the_card_that_one_picture_healed() -> None:
    """One picture shows the A of CAT as a clear U, so the table corrects CAT to CUT. When Ann lays MEN the
    card is an A again. The table takes this for a misreading, and not for an exchange by Ann in the same
    turn."""
    rig = RefereeRig().begun().plays(CAT).sees(word("CUT", 200), touched=False)
    assert rig.lies == "CUT"
    rig.plays(CAT, MEN)
    assert [event.move for event in rig.of(TurnFinished)] == ["+CAT", "+MEN"]
    assert (rig.lies, rulings(rig)) == ("CAT MEN", ["legal", "legal"])


def test_a_card_that_was_healed_and_then_seen_clearly_is_exchanged_like_any_other() -> None:
    rig = RefereeRig().begun().plays(CAT).sees(word("CUT", 200), touched=False)
    rig.sees(word("CUT", 200), touched=False).plays(CAT)
    assert [event.move for event in rig.of(TurnFinished)][1:] == ["1:CUT=CAT"]


# corrections


def test_an_answer_that_comes_late_leaves_the_play_in_the_making_alone() -> None:
    """Ben answers about CUT while Ann's MEN lies on the table, not yet ruled on. The answer leaves MEN
    alone."""
    rig = RefereeRig().begun().plays(FAINT_CUT).sees(FAINT_CUT, MEN)
    rig.says(AnswerQuestion("CUT", 3)).waits(4.5)
    assert [event.move for event in rig.of(TurnFinished)] == ["+CUT", "+MEN"]
    assert rig.lies == "CUT MEN"


def test_going_back_accuses_nobody_of_what_still_lies_there() -> None:
    rig = RefereeRig().begun().plays(CAT).plays(CAT, MEN).says(Rewind(1)).waits(60)
    rig.sees(CAT, MEN).waits(60)
    assert rulings(rig) == ["legal", "legal"]
    rig.sees().plays(CAT)
    assert [event.move for event in rig.of(TurnFinished)][2:] == ["+CAT"]


def test_a_turn_in_question_cannot_be_challenged() -> None:
    rig = RefereeRig().begun().plays(FAINT_CUT)
    with pytest.raises(ValueError, match="no word to challenge"):
        rig.says(ChallengeTurn(0))


def test_a_single_card_is_corrected_in_the_turn_that_laid_it_and_stays_so() -> None:
    rig = RefereeRig().begun().plays(word("CUT", 200)).plays(word("CUT", 200), MEN)
    rig.says(CorrectCard(1, "A"))
    assert rig.lies == "CAT MEN"
    assert [(e.event, e.cause) for e in rig.of(TurnAmended)] == [(2, "said")]
    rig.sees(word("CUT", 203), MEN).waits(60)
    assert rig.lies == "CAT MEN"
    assert rulings(rig) == ["legal", "legal"]


def test_a_card_of_a_turn_in_the_making_is_corrected_before_it_is_ruled_on() -> None:
    rig = RefereeRig().begun().sees(word("CXT", 200)).says(CorrectCard(1, "A"), EndTurn())
    assert [event.move for event in rig.of(TurnFinished)] == ["+CAT"]


def test_a_master_is_named_from_the_phone() -> None:
    rig = RefereeRig().begun().plays(word("C?T", 200))
    (asked,) = rig.of(QuestionAsked)
    assert asked.about == "Master"
    rig.says(AnswerQuestion("CuT"))
    assert rig.lies == "CuT"
    assert rig.match.turn == 0


def test_any_past_turn_is_corrected_and_what_came_after_follows() -> None:
    rig = RefereeRig().begun().plays(word("CUT", 200)).plays(word("CUTS", 200))
    rig.says(Amend(2, "COT")).sees(word("CUTS", 202)).waits(60)
    assert rig.lies == "COTS"
    assert rulings(rig) == ["legal", "legal"]
    assert [holding.count for holding in rig.match.table.hands] == [9, 7]


def test_any_score_is_corrected_and_play_goes_back_to_any_turn() -> None:
    rig = RefereeRig().begun().plays(CAT).plays(CAT, MEN).says(RecordEvent(ScoreCorrected(0, 33)), Rewind(2))
    assert (rig.match.scores.totals, rig.lies, rig.match.turn) == ((0, 0), "CAT", 0)
    rig.says(RecordEvent(Undone(len(rig.referee.events) - 1)))
    assert (rig.match.scores.totals, rig.lies) == ((33, 0), "CAT MEN")


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (Amend(1, "CAT"), "no such turn"),
        (Amend(2, "C4T"), "C4T"),
        (Rewind(99), "can't go back to that turn"),
        (Rewind(2), "Nothing has happened since"),
        (CorrectCard(40, "A"), "not in the picture"),
        (RecordEvent(Undone(99)), "nothing to undo there"),
        (RecordEvent(Undone(0)), "match"),
        (RecordEvent(PositionCorrected("C4T")), "C4T"),
        (RecordEvent(ScoreCorrected(7, 1)), "no such player"),
        (RecordEvent(MatchSetUp("chess", ("Ann", "Ben"))), "chess"),
        (RecordEvent(MatchSetUp("lexicon", ("Ann", " "))), "name"),
        (RecordEvent(MatchSetUp("lexicon", ("Ann", "Ben"), edges=("top",))), "edge"),
        (RecordEvent(HandCounted(0, "AB")), "nothing to count"),
        (ChallengeTurn(1), "no word to challenge"),
    ],
)
def test_what_cannot_be_is_told_in_one_line_and_nothing_is_kept(command: Command, line: str) -> None:
    rig = RefereeRig().begun().plays(CAT)
    before = rig.referee
    with pytest.raises(ValueError, match=line) as told:
        rig.says(command)
    assert "\n" not in str(told.value)
    assert rig.referee is before


# hands laid face up, and one button


def test_going_out_ends_the_hand_and_the_camera_counts_the_others() -> None:
    """LEX-O: Ben lays his last three cards, which ends the hand. Ann has three cards left. When the camera
    sees all three face up at her edge of the table, they are counted as her hand."""
    rig = RefereeRig().begun("3", "3").plays(CAT)
    assert rig.match.hand.gone_out == 1
    rig.sees(CAT, word("AE", 850))
    assert rig.of(HandCounted) == []
    rig.sees(CAT, word("AEQ", 850)).waits(5)
    assert rig.of(HandCounted) == [HandCounted(0, "AEQ")]
    assert rig.of(HandScored) == [HandScored(("AEQ", ""))]
    assert rig.match.scores.totals == (24, 0)
    rig.says(GoOn())
    assert (rig.match.hand.number, rig.match.turn) == (2, 0)


def test_everybody_lays_cards_before_their_own_edge() -> None:
    rig = RefereeRig().begun("2", "3", "2").plays(CAT)
    bottom, right = word("HO", 850, x=500), [card(1040, 300, ("I", 0.98)), card(1040, 360, ("N", 0.98))]
    rig.sees(bottom, right).waits(5)
    assert sorted(rig.of(HandCounted), key=lambda e: e.player) == [
        HandCounted(0, "HO"),
        HandCounted(2, "IN"),
    ]
    assert rig.match.scores.totals == (16, 0, 18)


@pytest.mark.parametrize("gap", [0, 150])
def test_six_share_edges_and_are_counted_though_their_hands_lie_end_to_end(gap: int) -> None:
    rig = RefereeRig()
    rig.says(RecordEvent(MatchSetUp("lexicon", ("Ann", "Ben", "Cy", "Di", "Ed", "Flo"))))
    rig.says(RecordEvent(HandDealt(("2", "3", "1", "2", "3", "1"), ""))).plays(CAT)
    top = [*word("HO", 60, x=400), *word("QVX", 60, x=516 + gap)]
    sides = [card(60, 450, ("E", 0.98)), card(1040, 450, ("Z", 0.98))]
    rig.sees(word("AE", 850, x=700), top, sides).waits(5)
    assert rig.of(HandScored) == [HandScored(("AE", "", "E", "HO", "QVX", "Z"))]


def test_a_hand_laid_where_a_word_of_the_same_length_was_swept_away_is_counted() -> None:
    rig = RefereeRig().begun("3", "3").plays(word("CAT", 800)).sees(word("QVX", 810)).waits(5)
    assert rig.of(HandScored) == [HandScored(("QVX", ""))]


def test_a_word_somebody_is_still_at_work_on_is_no_hand() -> None:
    """A player clears the word CATS card by card. Its rest lies as near to Ann's edge as a hand would, but
    is not counted as hers."""
    rig = RefereeRig().begun("3", "4").plays(word("CATS", 800, x=400))
    assert rig.match.hand.gone_out == 1
    rig.sees(word("ATS", 800, x=458)).waits(60).sees(word("TS", 800, x=516)).waits(1).sees()
    assert rig.of(HandCounted) == []
    assert rig.sees(word("QVX", 850)).waits(5).of(HandCounted) == [HandCounted(0, "QVX")]


def test_a_doubtful_card_in_a_hand_is_asked_about_with_one_tap() -> None:
    rig = RefereeRig().begun("2", "3").plays(CAT).sees(word("QO", 850, O=(("O", 0.6), ("Q", 0.35)))).waits(5)
    (asked,) = rig.of(QuestionAsked)
    assert (asked.player, asked.about, asked.choices) == (0, "hand", ("OQ", "QQ"))
    rig.sees(word("QO", 850, O=(("O", 0.6), ("Q", 0.35))), touched=False).waits(5)
    assert len(rig.of(QuestionAsked)) == 1
    rig.says(AnswerQuestion("OQ"))
    assert rig.match.scores.totals == (12, 0)


def test_a_hand_that_is_not_as_long_as_the_books_have_it_is_asked_about_after_a_while() -> None:
    rig = RefereeRig().begun("3", "3").plays(CAT).sees(word("QO", 850))
    assert rig.waits(5).of(QuestionAsked) == []
    (asked,) = rig.waits(10).of(QuestionAsked)
    assert asked.question == "I see 2 of your cards, Ann, and counted 3 during play. Are these all?"
    rig.says(AnswerQuestion("OQ"))
    assert rig.of(HandScored) == [HandScored(("OQ", ""))]


def test_the_score_waits_for_a_turn_in_question_unless_people_press_on() -> None:
    rig = RefereeRig().begun("2", "3").plays(FAINT_CUT)
    assert rig.match.hand.gone_out == 1
    rig.sees(FAINT_CUT, word("QO", 850)).waits(5)
    assert rig.of(HandCounted) == [HandCounted(0, "OQ")]
    assert rig.of(HandScored) == []
    rig.says(GoOn())
    assert rig.of(HandScored) == [HandScored(("OQ", ""))]


def test_the_button_says_whose_cards_are_missing() -> None:
    rig = RefereeRig().begun("2", "3").plays(CAT)
    with pytest.raises(ValueError, match=r"^The cards of Ann aren't counted yet"):
        rig.says(GoOn())


def test_a_party_at_one_table_takes_one_button() -> None:
    """PTY-2 to PTY-4: the same button leads from the deal through the initials to the next hand."""
    rig = RefereeRig()
    rig.says(RecordEvent(MatchSetUp("lexicon-party", ("Ann", "Ben", "Cy", "Di"))), GoOn()).plays(CAT)
    rig.says(RecordEvent(TimeUp()))
    assert stage(rig.match) == "counting"
    for seat, cards in enumerate(("AAAAEEEEII", "HHHOOOT", "Q" * 10, "STUWRRRSST")):
        rig.says(RecordEvent(HandCounted(seat, cards)))
    assert stage(rig.match) == "initials"
    while stage(rig.match) == "initials":
        rig.says(GoOn())
    assert len(rig.of(ScoreInitialled)) == 4
    rig.says(GoOn())
    assert (rig.match.hand.number, rig.match.dealer) == (2, 2)


def test_the_next_match_is_one_more_press_and_before_the_first_one_must_be_set_up() -> None:
    with pytest.raises(ValueError, match="Set a match up first"):
        RefereeRig().says(GoOn())
    rig = RefereeRig().begun("2", "3").plays(CAT).says(RecordEvent(ScoreCorrected(0, 95)))
    rig.sees(CAT, word("AE", 850)).says(GoOn())
    assert rig.match.scores.winners == (1,)
    again = rig.says(GoOn()).match
    assert (again.players, again.scores.totals, again.over) == (("Ann", "Ben"), (0, 0), False)


# no plays


@pytest.mark.parametrize(
    "rows",
    [
        [word("CAT", 203, x=204), word("MEN", 396)],  # straightened
        [word("CAT", 260, x=300), word("MEN", 470, x=310)],  # the table was bumped
        [word("CAT", 200), word("MEN", 560, x=420)],  # moved to make room
        [[*word("CA", 200), card(322, 214, ("T", 0.98))], MEN],  # one card slid while reaching over
    ],
)
def test_what_people_move_in_passing_is_no_play(rows: list[list[Sighting]]) -> None:
    rig = RefereeRig().begun().plays(CAT).plays(CAT, MEN).sees(*rows).waits(60)
    assert rulings(rig) == ["legal", "legal"]
    assert rig.lies == "CAT MEN"


def test_cards_stacked_in_the_box_at_the_end_are_no_play_and_no_hand() -> None:
    rig = RefereeRig().begun("2", "3").plays(CAT).sees(CAT, word("AE", 850)).waits(5)
    assert rig.match.scores.totals == (20, 0)
    heap = [card(500 + n, 400 - n, ("T", 0.9)) for n in range(3)]
    before = len(rig.told)
    rig.sees(word("AE", 850), heap).sees(heap).sees().waits(60)
    assert len(rig.told) == before


def test_a_table_cleared_in_the_middle_of_a_hand_accuses_nobody() -> None:
    rig = RefereeRig().begun().plays(CAT).plays(CAT, MEN)
    rig.sees([card(500, 400, ("T", 0.9))]).waits(5).sees().waits(5).sees().waits(60)
    assert "illegal" not in rulings(rig)


# the life of a match


def test_every_step_a_match_takes_is_in_the_table() -> None:
    known = {(step.start, step.end) for step in TRANSITIONS}
    by = {name for step in TRANSITIONS for name in step.events}
    rig = RefereeRig().begun("2", "3").plays(CAT).sees(CAT, word("AE", 850)).says(GoOn(), GoOn()).plays(CAT)
    party = RefereeRig().says(RecordEvent(MatchSetUp("lexicon-party", ("Ann", "Ben", "Cy", "Di"))), GoOn())
    party.says(RecordEvent(TimeUp()))
    for seat in range(4):
        party.says(RecordEvent(HandCounted(seat, "AQ")))
    for _ in range(4):
        party.says(GoOn())
    assert stage(party.match) == "cutting"
    with pytest.raises(ValueError, match="cut for the deal first"):
        party.says(GoOn())
    party.says(RecordEvent(CardsCut(("A", "B", "C", "D"))), GoOn())
    for one in (rig, party):
        at = stage(None)
        for number, event in enumerate(one.referee.events):
            now = stage(fold(one.referee.events[: number + 1]))
            if now != at:
                assert (at, now) in known
                assert type(event).__name__ in by
            at = now


def test_the_next_match_may_be_played_with_another_word_list() -> None:
    lists = {"default": WORDS, "tiny": WordList.of(["MEN"])}

    def library(name: str) -> WordList:
        if name not in lists:
            raise ValueError(f"no word list {name!r}")
        return lists[name]

    rig = RefereeRig(Referee(WORDS, library=library)).begun(word_list="tiny").plays(CAT)
    assert rulings(rig) == ["illegal"]
    with pytest.raises(ValueError, match="no word list 'huge'"):
        rig.begun(word_list="huge")
    assert replayed_referee(WORDS, rig.referee.events, library=library).words is lists["tiny"]


def test_woken_from_its_journal_it_is_where_it_was() -> None:
    rig = RefereeRig().begun("2", "3").plays(FAINT_CUT)
    again = replayed_referee(WORDS, rig.referee.events)
    assert again.match == rig.match
    assert again.match is not None
    assert again.match.questions == rig.match.questions


# the exposed card


def pile(*readings: Letter) -> list[Sighting]:
    """Return the stock and the exposed card beside it. `readings` are those of the exposed card."""
    stock = card(850, 700, ("X", 1.0))
    return [Sighting(stock.corners, "down"), card(920, 700, *readings)]


def test_a_discard_that_was_misread_is_not_the_next_players_second_action() -> None:
    rig = RefereeRig().begun().plays(CAT, pile(("E", 0.98)))
    rig.plays(CAT, pile(("J", 0.8), ("Z", 0.18)))
    rig.sees(word("CATS", 200), pile(("Z", 0.98))).waits(60)
    assert rulings(rig) == ["legal", "legal", "legal"]
    (amended,) = rig.of(TurnAmended)
    assert (amended.move, amended.cause) == ("-Z", "seen")
    assert rig.lies == "CATS /Z"


def test_a_card_that_is_known_to_be_in_the_hand_is_discarded_and_not_misread() -> None:
    """Ann has exchanged the A of CAT, so an A is in her hand. The exposed card was read as a J, and is now
    an A. The table takes this for Ann's discard of the A, and not for a better reading of the J."""
    rig = RefereeRig().begun().plays(CAT, pile(("E", 0.98))).plays(word("CUT", 200), pile(("E", 0.98)))
    rig.plays(word("CUT", 200), pile(("J", 0.8), ("A", 0.18)))
    rig.sees(word("CUT", 200), pile(("A", 0.98))).waits(60)
    assert [event.move for event in rig.of(TurnFinished)] == ["+CAT", "1:CAT=CUT", "-J", "-A"]
    assert rig.of(TurnAmended) == []


@pytest.mark.parametrize(("like", "moves"), [(0.18, ["+CAT", "-J", "-Z"]), (0.25, ["+CAT", "-J"])])
def test_what_hardly_resembled_the_next_exposed_card_is_covered_by_it(like: float, moves: list[str]) -> None:
    rig = RefereeRig().begun().plays(CAT, pile(("E", 0.98))).plays(CAT, pile(("J", 0.7), ("Z", like)))
    rig.sees(CAT, pile(("Z", 0.99))).waits(60)
    assert [event.move for event in rig.of(TurnFinished)] == moves
    assert len(rig.of(TurnAmended)) == 3 - len(moves)


def test_one_look_at_a_discard_accuses_nobody_of_a_second_action() -> None:
    """One picture shows a J on the pile, and the next shows a Z and a grown word. The Z replaces the J as
    the reading of the same discard, however sure the J was."""
    rig = RefereeRig().begun().plays(CAT, pile(("E", 0.98))).plays(CAT, pile(("J", 0.99)))
    rig.sees(word("CATS", 200), pile(("Z", 0.99))).waits(60)
    assert rulings(rig) == ["legal", "legal", "legal"]
    assert (rig.of(TurnAmended)[0].move, rig.lies) == ("-Z", "CATS /Z")


def test_a_discard_on_one_seen_once_is_a_discard_though_a_word_seems_to_have_changed() -> None:
    rig = RefereeRig().begun().plays(CAT, pile(("E", 0.98))).plays(CAT, pile(("J", 0.99)))
    rig.sees(word("CXT", 200), pile(("Z", 0.99))).sees(CAT, pile(("Z", 0.99))).waits(60)
    assert [event.move for event in rig.of(TurnFinished)] == ["+CAT", "-J", "-Z"]
    assert rig.of(TurnAmended) == []


def test_two_actions_are_two_when_the_exposed_card_was_seen_again() -> None:
    rig = RefereeRig().begun().plays(CAT, pile(("E", 0.98))).plays(CAT, pile(("J", 0.99)))
    rig.sees(CAT, pile(("J", 0.99))).sees(word("CATS", 200), pile(("Z", 0.99))).says(EndTurn())
    assert rulings(rig) == ["legal", "legal", "illegal"]
    assert rig.of(TurnAmended) == []


def test_what_was_clear_has_been_discarded_on() -> None:
    rig = RefereeRig().begun().plays(CAT, pile(("E", 0.98)))
    rig.plays(CAT, pile(("J", 0.98))).sees(CAT, pile(("Z", 0.98))).waits(60)
    assert [event.move for event in rig.of(TurnFinished)] == ["+CAT", "-J", "-Z"]
    assert rig.of(TurnAmended) == []


def test_the_exposed_card_is_known_again_while_nobody_touches_it() -> None:
    rig = RefereeRig().begun().plays(CAT, pile(("E", 0.98))).plays(CAT, pile(("J", 0.8)))
    rig.sees(CAT, pile(("Z", 0.9)), touched=False).waits(60)
    assert rig.lies == "CAT /Z"
    assert [event.move for event in rig.of(TurnFinished)] == ["+CAT", "-J"]


def test_what_people_say_of_the_exposed_card_counts_until_another_covers_it() -> None:
    rig = RefereeRig().begun().plays(CAT, pile(("E", 0.98))).plays(CAT, pile(("J", 0.9)))
    rig.says(CorrectCard(4, "Z"))
    assert rig.lies == "CAT /Z"
    rig.sees(CAT, pile(("J", 0.98))).waits(60)
    assert rig.lies == "CAT /Z"
    rig.plays(CAT, pile(("R", 0.98))).plays(CAT, pile(("J", 0.98)))
    assert rig.lies == "CAT /J"
    assert rig.of(TurnFinished)[-1].move == "-J"


# a turn that somebody else has ended


def test_a_turn_that_another_ended_is_in_the_making_again_and_waits_for_its_player() -> None:
    rig = RefereeRig().begun().sees(word("CQ", 200)).says(EndTurn(of_another=True))
    assert rulings(rig) == ["illegal"]
    ended = tuple(range(2, len(rig.referee.events)))
    rig.says(ResumeTurn(ended)).waits(60)
    assert rulings(rig) == ["illegal"], "nothing is ruled on before its player has finished"
    assert (rig.match.turn, rig.lies) == (1, "")
    rig.sees(CAT).says(EndTurn())
    assert rulings(rig) == ["illegal", "legal"]
    assert (rig.match.turn, rig.lies) == (0, "CAT")


def test_a_word_that_another_ended_is_finished_by_its_player_as_it_lies() -> None:
    rig = RefereeRig().begun().sees(CAT).says(EndTurn(of_another=True))
    rig.says(ResumeTurn((2,))).waits(60)
    assert (rig.match.turn, rig.lies) == (1, "")
    rig.says(EndTurn())
    assert (rig.match.turn, rig.lies) == (0, "CAT")


def test_the_question_about_a_turn_goes_with_it() -> None:
    rig = RefereeRig().begun().sees(FAINT_CUT).says(EndTurn(of_another=True))
    (one,) = rig.match.questions
    rig.says(ResumeTurn((2, 3)))
    assert one not in rig.match.questions


def test_a_hand_is_counted_unless_somebody_holds_it() -> None:
    rig = RefereeRig().begun("2", "3").plays(CAT).sees(word("HO", 850)).waits(1)
    rig.says(Hold()).waits(600)
    assert rig.of(HandCounted) == []
    rig.says(Hold(on=False)).waits(3)
    assert rig.of(HandCounted) == []
    assert rig.waits(2).of(HandCounted) == [HandCounted(0, "HO")]


def test_a_hand_that_is_held_is_asked_about_no_sooner_than_it_is_counted() -> None:
    rig = RefereeRig().begun("3", "3").plays(CAT).sees(word("QO", 850)).says(Hold()).waits(600)
    assert rig.of(QuestionAsked) == []
    assert len(rig.says(Hold(on=False)).waits(15).of(QuestionAsked)) == 1


def test_the_button_counts_a_hand_that_is_held() -> None:
    rig = RefereeRig().begun("2", "3").plays(CAT).sees(word("HO", 850)).says(Hold()).waits(60).says(GoOn())
    assert rig.of(HandScored) == [HandScored(("HO", ""))]


def test_time_counts_from_the_last_hand_over_the_table() -> None:
    rig = RefereeRig().begun("2", "3").plays(CAT).sees(word("HO", 850)).waits(3)
    rig.referee = rig.referee.disturbed(rig.now)
    assert rig.waits(3).of(HandCounted) == []
    assert rig.waits(1).of(HandCounted) == [HandCounted(0, "HO")]


def test_the_card_of_a_master_shows_the_letter_it_stands_for() -> None:
    rig = RefereeRig().begun().plays(word("C?T", 200))
    seen = table(word("C?T", 200))
    assert masters_named(rig.referee, seen) == {}
    rig.says(AnswerQuestion("CuT"))
    assert masters_named(rig.referee, seen) == {1: "U"}
