"""Test the referee's events for a finished turn, an answer and a challenge: in strict games, where the
table rules on words, and in games of bluff, where players challenge."""

from dataclasses import replace
from typing import Any

import pytest

from engine.breach_codec import written_breach
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    ChallengeVerdict,
    HandCorrected,
    HandDealt,
    HandScored,
    MatchSetUp,
    PositionCorrected,
    QuestionAnswered,
    QuestionAsked,
    TurnAmended,
    TurnFinished,
    TurnTakenBack,
)
from engine.explain import Explanation, ExplanationContext, RuledPlay, rule_on
from engine.i18n import Sentence
from engine.match import Match, fold
from engine.moves import Pass
from engine.notation import NotationError, format_position, parse_position
from engine.position import Rows
from engine.ruling import Doubt, DoubtfulCard, NotListed, OtherDoubt, Unclear
from engine.turn.outcome import (
    challenge_event,
    challengeable_words,
    confirmed_positions,
    touches_turn_in_question,
    turn_answer_events,
    turn_events,
)
from engine.words import WordList, WordRefusal


def match_of(*events: AnyEvent, **options: Any) -> Match:
    setup = MatchSetUp("lexicon", ("Ann", "Bob", "Cy"), options)
    match = fold([setup, HandDealt(("10", "SEDXQZCATB", "10"), "K"), *events])
    assert match is not None
    return match


def turn(match: Match, words: WordList, after: str, *doubts: Doubt, before: str = "/K") -> RuledPlay:
    now = Explanation(parse_position(before), parse_position(after), 1.0, doubts)
    return rule_on([now], ExplanationContext(match.game, words, match.packs))


@pytest.mark.parametrize(("mode", "stands"), [("strict", False), ("challenge", True)])
def test_an_unlisted_word_stands_only_in_a_game_of_bluff(words: WordList, mode: str, stands: bool) -> None:
    match = match_of(mode=mode)
    (event,) = turn_events(match, turn(match, words, "CTA /K"), 2)
    assert isinstance(event, TurnFinished)
    assert (event.ruling, event.stands, event.move) == ("illegal", stands, "+CTA")
    assert [f.clause for f in event.breaches] == ["ALL-1"]


@pytest.mark.parametrize("mode", ["strict", "challenge"])
def test_a_slip_is_flagged_in_both_modes(words: WordList, mode: str) -> None:
    match = match_of(mode=mode)
    (event,) = turn_events(match, turn(match, words, "C /K"), 2)
    assert isinstance(event, TurnFinished)
    assert not event.stands


@pytest.mark.parametrize("mode", ["strict", "challenge"])
def test_a_slip_is_flagged_in_both_modes_when_the_word_is_unlisted_too(words: WordList, mode: str) -> None:
    """Bob laid CTA and discarded an S: two actions in a turn. A bluff may be unlisted, but it may not be
    two actions."""
    match = match_of(mode=mode)
    (event,) = turn_events(match, turn(match, words, "CTA /S"), 2)
    assert isinstance(event, TurnFinished)
    assert {fault.clause for fault in event.breaches} == {"ALL-1", "LEX-1"}
    assert (event.ruling, event.stands) == ("illegal", False)


def test_a_doubt_becomes_a_question_and_the_game_goes_on(words: WordList) -> None:
    match = match_of()
    turned, asked = turn_events(match, turn(match, words, "CTA /K", DoubtfulCard("CTA", "T", 0.5)), 2)
    assert isinstance(turned, TurnFinished)
    assert isinstance(asked, QuestionAsked)
    assert (turned.ruling, turned.stands, asked.player, asked.turn) == ("unclear", True, 1, 2)
    later = match_of(turned, asked)
    assert (later.turn, later.position) == (2, Rows(("CTA",), "K"))
    said, really = turn_answer_events(later, words, "CAT /K")
    assert said == QuestionAnswered("CAT /K", 3)
    assert isinstance(really, TurnAmended)
    assert (really.event, really.ruling, really.stands, really.cause) == (2, "legal", True, "answered")


def test_an_answer_amends_the_turn_however_much_has_been_played_since(words: WordList) -> None:
    """CTA was in doubt when Cy laid MEN. Then Bob says that it is CAT. His turn is amended, and MEN stays."""
    match = match_of()
    unsure = turn_events(match, turn(match, words, "CTA /K", DoubtfulCard("CTA", "T", 0.5)), 2)
    men = TurnFinished(2, "CTA /K", "CTA MEN /K", "+MEN", "legal", stands=True)
    later = match_of(*unsure, men)
    told = match_of(*unsure, men, *turn_answer_events(later, words, "CAT /K", 3))
    assert told.position == Rows(("CAT", "MEN"), "K")
    assert (told.turn, told.questions) == (0, ())
    assert [holding.count for holding in told.table.hands] == [10, 7, 7]


def test_an_empty_answer_takes_the_turn_back(words: WordList) -> None:
    match = match_of()
    unsure = turn_events(match, turn(match, words, "CTA /K", DoubtfulCard("CTA", "T", 0.5)), 2)
    later = match_of(*unsure)
    assert turn_answer_events(later, words, "") == (QuestionAnswered("", 3), TurnTakenBack())
    back = match_of(*unsure, *turn_answer_events(later, words, ""))
    assert (back.turn, back.table, back.questions) == (1, match.table, ())
    assert turn_answer_events(match, words, "CAT /K") == ()


def test_a_discard_on_its_like_is_one_of_the_answers(words: WordList) -> None:
    """LEX-B: a K on a K leaves no mark. The player who laid it says so with one tap."""
    match = match_of()
    nothing = Explanation(match.position, match.position, 1.0, (OtherDoubt(Sentence("I see nothing new.")),))
    unsure = turn_events(match, RuledPlay(nothing, Unclear(Pass(), nothing.doubts)), 2)
    asked = unsure[-1]
    assert isinstance(asked, QuestionAsked)
    assert asked.choices == ("-K",)
    later = match_of(*unsure)
    told = match_of(*unsure, *turn_answer_events(later, words, "-K"))
    assert (told.turn, told.table.pile, told.table.stock) == (2, 2, match.table.stock - 1)
    waits = match_of(*unsure, *turn_answer_events(later, words, ""))
    assert (waits.turn, waits.last) == (1, None), "no answer costs a turn"


def test_of_two_stories_that_fit_what_a_person_says_the_kinder_counts(words: WordList) -> None:
    """Bob says that he laid no card. Then he has passed, which is not allowed, or has laid an E on the E
    (LEX-B). The table assumes the second."""
    match = match_of(PositionCorrected("/E"))
    unsure = turn_events(match, turn(match, words, "CTA /E", DoubtfulCard("CTA", "T", 0.5), before="/E"), 3)
    later = match_of(PositionCorrected("/E"), *unsure)
    (said, really) = turn_answer_events(later, words, "/E")
    assert isinstance(really, TurnAmended)
    assert (said, really.move, really.ruling) == (QuestionAnswered("/E", 4), "-E", "legal")


def test_a_patience_is_dealt_when_its_table_is_laid_out_and_not_before(words: WordList) -> None:
    match = fold([MatchSetUp("solitaire-2", ("Ada",)), HandDealt()])
    assert match is not None
    empty = format_position(match.position)
    whole = "R|#A|##Z|###O|####R|#####B|######E /- *24 +2"
    assert turn_events(match, turn(match, words, whole, before=empty), 2) == (HandDealt(position=whole),)
    assert (
        turn_events(match, turn(match, words, "R|#A|##Z|###O|####R|#####B|- /- *24 +2", before=empty), 2)
        == ()
    )


def test_what_is_asked_about_a_crossword_that_was_seen_in_a_smaller_frame_is_all_of_it() -> None:
    asked = QuestionAsked(1, "CAT;...", "....;.CAT;....;...O", "Which is it?", about="turn")
    lies = parse_position("....;.CAT;....;...O")
    above, aside = parse_position("..S.;.CAT;....;...O"), parse_position("S...;.CAT;....;...O")
    assert touches_turn_in_question(asked, lies, above)
    assert not touches_turn_in_question(asked, lies, aside)


def test_a_discard_beneath_the_exposed_card_is_no_answer_for_what_was_seen() -> None:
    """LG-2: a discard goes beneath the exposed card, so nobody can see it. The only answer offered is the
    unchanged position."""
    match = fold([MatchSetUp("lexigram", ("Ann", "Bob")), HandDealt((), "K")])
    assert match is not None
    nothing = Explanation(
        match.position, match.position, 1.0, (OtherDoubt(Sentence("nothing new is to be seen")),)
    )
    asked = turn_events(match, RuledPlay(nothing, Unclear(Pass(), nothing.doubts)), 2)[-1]
    assert isinstance(asked, QuestionAsked)
    assert asked.choices == (format_position(match.position),)


def test_nobody_is_accused_over_a_word_that_is_still_asked_about(words: WordList) -> None:
    match = match_of()
    unsure = turn_events(match, turn(match, words, "CTA /K", DoubtfulCard("CTA", "T", 0.5)), 2)
    later = match_of(*unsure)
    events = turn_events(later, turn(later, words, "CTAS /K", before="CTA /K"), 4)
    assert [event.ruling for event in events if isinstance(event, TurnFinished)] == ["unclear"]
    elsewhere = turn_events(later, turn(later, words, "CTA XQ /K", before="CTA /K"), 4)
    assert [event.ruling for event in elsewhere if isinstance(event, TurnFinished)] == ["illegal"]


def test_nobody_is_accused_over_an_exposed_card_that_is_still_asked_about(words: WordList) -> None:
    """The table has asked whether X was discarded on the exposed K. When Cy lays MEN the exposed card is
    the K again. So X may never have been discarded, and Cy is not accused of a second action."""
    match = match_of()
    unsure = turn_events(match, turn(match, words, "/X", DoubtfulCard("X", "X", 0.2)), 2)
    later = match_of(*unsure)
    (event, _) = turn_events(later, turn(later, words, "MEN /K", before="/X"), 4)
    assert isinstance(event, TurnFinished)
    assert (event.ruling, event.stands) == ("unclear", True)
    (beyond,) = turn_events(later, turn(later, words, "MNE /K", before="/X"), 4)
    assert isinstance(beyond, TurnFinished)
    assert beyond.ruling == "illegal"
    clear = TurnFinished(1, "/K", "/X", "-X", "legal", stands=True)
    settled = match_of(clear)
    (two,) = turn_events(settled, turn(settled, words, "MEN /K", before="/X"), 3)
    assert isinstance(two, TurnFinished)
    assert [fault.clause for fault in two.breaches] == ["LEX-1"]


def test_a_crossword_is_ruled_on_away_from_what_is_asked_about(words: WordList) -> None:
    setup = MatchSetUp("crossword", ("Ann", "Bob"))
    doubtful = DoubtfulCard("CTA", "T", 0.5)
    first = fold([setup, HandDealt()])
    assert first is not None
    unsure = turn_events(
        first, turn(first, words, ".....;.CTA.;.....;.....", doubtful, before=".....;.....;.....;....."), 2
    )
    later = fold([setup, HandDealt(), *unsure])
    assert later is not None
    assert later.questions

    def ruled(after: str) -> list[str]:
        events = turn_events(later, turn(later, words, after, before=".....;.CTA.;.....;....."), 4)
        return [event.ruling for event in events if isinstance(event, TurnFinished)]

    assert ruled(".....;.CTAX;.....;.....") == ["unclear"]
    assert ruled("X....;.CTA.;.....;.....") == ["illegal"]


def test_a_master_of_several_names_is_asked_about_once(words: WordList) -> None:
    """C?T may be CAT, CUT or COT. The table asks its player once for the Master's letter (ALL-2)."""
    match = match_of(HandCorrected(1, "10"))
    turned, asked = turn_events(match, turn(match, words, "C?T /K"), 3)
    assert isinstance(asked, QuestionAsked)
    assert (asked.about, set(asked.choices)) == ("Master", {"CaT /K", "CoT /K", "CuT /K"})
    later = match_of(HandCorrected(1, "10"), turned, asked)
    said, named = turn_answer_events(later, words, "CoT /K")
    told = match_of(HandCorrected(1, "10"), turned, asked, said, named)
    assert told.position == Rows(("CoT",), "K")
    assert told.turn == 2


def test_a_challenge_is_settled_by_the_dictionary(words: WordList) -> None:
    """LEX-CH: a challenge of CTA succeeds, and a challenge of CAT fails."""
    match = match_of(mode="challenge")
    (bluff,) = turn_events(match, turn(match, words, "CTA /K"), 2)
    (honest,) = turn_events(match, turn(match, words, "CAT /K"), 2)
    wrong, good = (challenge_event(match_of(e, mode="challenge"), 2) for e in (bluff, honest))
    assert wrong is not None
    assert good is not None
    assert (wrong.verdict, wrong.words) == ("word bad", ("CTA",))
    assert (good.verdict, good.words) == ("word good", ("CAT",))


def test_what_cannot_be_challenged(words: WordList) -> None:
    match = match_of()
    (event,) = turn_events(match, turn(match, words, "CAT /K"), 2)
    (drop,) = turn_events(match, turn(match, words, "/S"), 2)
    assert challenge_event(match, 2) is None
    assert challenge_event(match_of(event), 2) is None, "the table has ruled on the word"
    assert challenge_event(match_of(event, mode="challenge"), 1) is None
    assert challenge_event(match_of(drop, mode="challenge"), 2) is None
    assert isinstance(event, TurnFinished)
    bad = replace(
        event, ruling="illegal", breaches=(written_breach(NotListed("CAT", WordRefusal.NOT_LISTED)),)
    )
    assert challenge_event(match_of(bad), 2) is not None, "it was misread when the table ruled on it"


def test_lex_e_who_is_out_of_the_game_does_not_challenge(words: WordList) -> None:
    dealt = (HandScored(("A" * 10, "", "")), HandDealt(("", "10", "10"), "K"))
    match = match_of(*dealt, mode="challenge", out_at=50)
    assert match.scores.is_out == (True, False, False)
    (event,) = turn_events(match, turn(match, words, "CTA /K"), 4)
    bluffed = match_of(*dealt, event, mode="challenge", out_at=50)
    assert challenge_event(bluffed, 0) is None
    assert challenge_event(bluffed, 1) is not None


def test_xw_ch_a_word_may_be_challenged_that_lay_there_before() -> None:
    """QZ already lies on the table, and nobody challenged it. A second QZ may be challenged."""
    laid = TurnFinished(1, "QZ.;..Z", "QZ.;.QZ", "B2>Q", "illegal", stands=True)
    match = fold([MatchSetUp("crossword", ("Ann", "Bob"), {"mode": "challenge"}), HandDealt(), laid])
    assert match is not None
    assert challengeable_words(match) == ("QZ", "ZQ")


@pytest.mark.parametrize("verdict", ["word good", "word bad"])
def test_a_word_is_challenged_once_and_never_after_it_was_taken_back(
    words: WordList, verdict: ChallengeVerdict
) -> None:
    match = match_of(mode="challenge")
    (event,) = turn_events(match, turn(match, words, "CAT /K"), 2)
    assert challengeable_words(match_of(event, mode="challenge")) == ("CAT",)
    for settled in (ChallengeSettled(2, ("CAT",), verdict), TurnTakenBack()):
        later = match_of(event, settled, mode="challenge")
        assert challengeable_words(later) == ()
        assert challenge_event(later, 2) is None


def test_a_word_in_question_is_not_challenged_before_its_player_has_answered(words: WordList) -> None:
    match = match_of(mode="challenge")
    (event, *_) = turn_events(match, turn(match, words, "CTA /K", DoubtfulCard("CTA", "T", 0.5)), 2)
    assert challengeable_words(match_of(event, mode="challenge")) == ()


def test_a_boards_squares_are_counted_and_a_crosswords_empty_places_are_not() -> None:
    """People type the positions before and after a turn. A crossword may have any number of empty rows and
    columns around it. A board of Keyword is refused unless both positions have the same size."""
    small, large = parse_position(".CAT.;....."), parse_position("......;..CAT.;....O.;......")
    listed = WordList.of(["CAT", "TO"])
    crossword = fold([MatchSetUp("crossword", ("Ann", "Bob")), HandDealt((), "K")])
    keyword = fold([MatchSetUp("keyword", ("Ann", "Bob")), HandDealt()])
    assert crossword is not None
    assert keyword is not None
    before, after, _ = confirmed_positions(crossword, listed, small, large)
    assert [len(row) for row in before.lines] == [len(row) for row in after.lines]
    with pytest.raises(NotationError, match="both need the same size"):
        confirmed_positions(keyword, listed, small, large)


def test_between_hands_nothing_is_a_turn(words: WordList) -> None:
    match = fold([MatchSetUp("lexicon", ("Ann", "Bob"))])
    assert match is not None
    assert turn_events(match, turn(match, words, "CAT /K"), 2) == ()


def test_who_answers_tells_as_much_of_the_empty_table_as_they_like(words: WordList) -> None:
    asked = QuestionAsked(1, "....;.CAT;.... /K", "....;.CAT;...O /K", "Which is it?", about="turn")
    setup = MatchSetUp("crossword", ("Ann", "Bob", "Cy"))
    match = fold([setup, HandDealt(("10", "SEDXQZOATB", "10"), "K"), asked])
    assert match is not None
    done = turn_answer_events(match, words, "CAT;..O /K")[-1]
    assert isinstance(done, TurnFinished)
    assert (done.ruling, done.before, done.after) == ("legal", "....;.CAT;.... /K", "....;.CAT;...O /K")
