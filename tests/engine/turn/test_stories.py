"""Test whole turns as they happen on a table: cards are laid one at a time, pushed, turned round, hidden,
taken back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.catalogue import configured
from engine.explain import ExplanationContext, SettledPosition, explanations
from engine.notation import format_move, format_position, parse_position
from engine.observation import Observation
from engine.ruling import Illegal, Legal, Unclear
from engine.turn.proposal import (
    advance_turn,
    state_after_change,
    state_without_play,
)
from engine.turn.turn_state import (
    CardsTakenBack,
    EndRequested,
    FinishedTurn,
    HandOverTable,
    HoldCountdown,
    PlayContinues,
    Proposed,
    ResumeCountdown,
    StillPicture,
    Tick,
    TurnContext,
    TurnOutput,
    TurnState,
    Withdrawn,
)
from engine.words import WordList

Table = Callable[..., Any]


@dataclass
class Watch:
    """A table of which only the turn in progress is followed, without a referee. The test shows pictures at
    chosen times, and gets what the turn reports."""

    turn_context: TurnContext
    state: TurnState
    now: float = 0.0

    def sees(self, table: Any, after: float = 1.0) -> list[TurnOutput]:
        """Show a still picture `after` seconds after the last. Return the outputs."""
        return self.saw(table.seen(), after)

    def saw(self, seen: Observation, after: float = 1.0) -> list[TurnOutput]:
        self.now += after
        context = self.turn_context.explanation_context
        found = tuple(explanations(self.state.settled, seen, context))
        again: tuple[Any, ...] = ()
        if self.state.proposal is not None:
            anew = SettledPosition(self.state.proposal.after, self.state.proposal.play.explanation.places)
            again = tuple(explanations(anew, seen, context))
        return self._stepped(StillPicture(found, self.now, again))

    def waits(self, seconds: float) -> list[TurnOutput]:
        self.now += seconds
        return self._stepped(Tick(self.now))

    def told(self) -> list[TurnOutput]:
        return self._stepped(EndRequested(self.now))

    def given(self, kind: type[HoldCountdown | ResumeCountdown | PlayContinues]) -> None:
        assert self._stepped(kind(self.now)) == []

    @property
    def asked(self) -> str:
        """What the table has asked about the end of the turn: `unasked`, `asked` (is the play finished?) or
        `goes on` (it is not). Empty if there is no proposal."""
        return self.state.proposal.end_question if self.state.proposal is not None else ""

    def disturbed(self) -> None:
        self._stepped(HandOverTable(self.now))

    def _stepped(self, given: Any) -> list[TurnOutput]:
        self.state, outputs = advance_turn(self.state, given, self.turn_context)
        return list(outputs)


def watch(position: str, words: WordList, game: str = "lexicon", **options: Any) -> Watch:
    context = ExplanationContext(configured(game, options), words)
    return Watch(TurnContext(context), state_without_play(SettledPosition(parse_position(position))))


def moves(outputs: Iterable[TurnOutput], kind: type[Any] = FinishedTurn) -> list[str]:
    """Return the moves of finished turns, in notation, with their rulings."""
    told = []
    for output in outputs:
        if isinstance(output, kind):
            ruling = output.play.ruling
            told.append(f"{type(ruling).__name__.lower()} {format_move(ruling.move) if ruling.move else '-'}")
    return told


def test_mother_laid_card_by_card_is_one_turn(empty_table: Table, words: WordList) -> None:
    """M, MO, MOT, MOTH, MOTHE, MOTHER are six still pictures of one play."""
    w, heard = watch("/K", words), []
    for count in range(1, 7):
        table = empty_table(count).piles("K")
        for i, letter in enumerate("MOTHER"[:count]):
            table = table.card(letter, 300 + 59 * i, 400, 2)
        heard += w.sees(table, 1.7)
    assert moves(heard) == []
    assert moves(heard, Proposed)[-1] == "legal +MOTHER"
    assert moves(w.waits(3.9)) == []
    assert moves(w.waits(0.2)) == ["legal +MOTHER"]
    assert format_position(w.state.settled.position) == "MOTHER /K"


def test_inserting_shifts_cards_and_pushes_neighbours(empty_table: Table, words: WordList) -> None:
    """S and ED are laid round MOTHER, which moves all cards of MOTHER and CAT. It is one insertion."""
    w = watch("MOTHER CAT /K", words)
    w.sees(empty_table(1).word("MOTHER", 400, 300, 1).word("CAT", 400, 420).piles("K"))
    heard = []
    for n, (text, x, low) in enumerate(
        (("SMOTHER", 415, 431), ("SMOTHERE", 430, 444), ("SMOTHERED", 447, 455))
    ):
        heard += w.sees(
            empty_table(n).word(text, x, 301, -2, jitter=0.01).word("CAT", 420, low, 3).piles("K")
        )
    assert moves(heard + w.waits(4.5)) == ["legal 1:MOTHER<SMOTHERED"]


@pytest.mark.parametrize("angle", [4, 90, 180])
def test_straightening_turning_and_bumping_are_no_plays(
    empty_table: Table, words: WordList, angle: int
) -> None:
    w = watch("MOTHER CAT TEA /K", words)
    first = empty_table(1).word("MOTHER", 400, 300, jitter=0.04).word("CAT", 300, 430).word("TEA", 600, 430)
    assert w.sees(first.piles("K")) == []
    moved = empty_table(2).word("MOTHER", 410, 310, angle).word("CAT", 300, 620, -angle).word("TEA", 610, 640)
    assert w.sees(moved.piles("K")) == []
    assert w.waits(60) == []
    assert w.state.settled.places[0] is not None


def test_an_exchange_passes_through_a_gap(empty_table: Table, words: WordList) -> None:
    """The A of LARCH is taken up, and a picture shows the gap. Then U is laid. The turn is the exchange
    alone."""
    w = watch("LARCH MEN /K", words)
    heard = w.sees(empty_table(1).word("LARCH", 400, 300).word("MEN", 400, 450).piles("K"))
    gap = empty_table(2).word("L", 282, 300).word("RCH", 459, 300).word("MEN", 400, 450).piles("K")
    heard += w.sees(gap)
    heard += w.sees(empty_table(3).word("LURCH", 400, 300).word("MEN", 400, 450).piles("K"))
    assert moves(heard) == []
    assert moves(w.waits(5)) == ["legal 1:LARCH=LURCH"]


def test_what_is_taken_back_before_it_is_settled_leaves_no_trace(empty_table: Table, words: WordList) -> None:
    w = watch("CAT /K", words)
    bare = empty_table(1).word("CAT", 400, 300).piles("K")
    w.sees(bare)
    w.sees(bare.word("TEA", 400, 450))
    assert [type(e) for e in w.sees(bare)] == [Withdrawn]
    assert w.waits(60) == []
    assert format_position(w.state.settled.position) == "CAT /K"


def test_a_card_hidden_for_one_picture_changes_nothing(empty_table: Table, words: WordList) -> None:
    w = watch("CAT /K", words)
    bare = empty_table(1).word("CAT", 400, 300).piles("K")
    w.sees(bare.word("MOTHER", 400, 450))
    assert w.sees(empty_table(2).word("MOTHER", 400, 450).piles("K")) == []
    assert w.sees(bare.word("MOTHER", 400, 450)) == []
    assert moves(w.waits(5)) == ["legal +MOTHER"]


def test_a_hand_over_the_table_holds_the_clock(empty_table: Table, words: WordList) -> None:
    """AT lies on the table, and a hand comes back over it. The time of waiting starts anew when the hand
    has left."""
    w = watch("/K", words)
    w.sees(empty_table(1).word("AT", 400, 300).piles("K"))
    w.waits(3)
    w.disturbed()
    assert w.waits(2) == []
    assert moves(w.waits(2.5)) == ["legal +AT"]


def test_a_second_action_at_once_is_the_same_players(empty_table: Table, words: WordList) -> None:
    """A hand comes back before the first play is accepted, and a second word is laid. Both are one player's
    actions, even if the hand stays long."""
    w = watch("CAT /K", words)
    w.sees(empty_table(1).word("CUT", 400, 300).piles("K"))
    w.now += 1
    w.disturbed()
    heard = w.sees(empty_table(2).word("CUT", 400, 300).word("MEN", 400, 500).piles("K"), 4)
    assert moves(heard) == []
    assert moves(w.waits(60)) == []
    assert moves(w.told()) == ["illegal 1:CAT=CUT & +MEN"]


def test_a_button_ends_a_turn_at_once(empty_table: Table, words: WordList) -> None:
    w = watch("/K", words)
    w.sees(empty_table(1).word("CAT", 400, 300).piles("K"))
    assert moves(w.told()) == ["legal +CAT"]
    assert moves(w.told()) == [
        "unclear pass"
    ]  # or its card was overlooked, and the player who passed will say so


def test_the_button_waits_for_a_picture_that_makes_sense(empty_table: Table, words: WordList) -> None:
    """When the player presses the button a sleeve hides CAT, so the table does not rule yet. The next
    picture shows CAT again, and the new word MEN is ruled on."""
    w = watch("CAT /K", words)
    w.sees(empty_table(1).word("CAT", 400, 300).piles("K"))
    w.sees(empty_table(1).word("CAT", 400, 300).word("ME", 370, 650).piles("K"))
    assert moves(w.sees(empty_table(2).word("MEN", 400, 650).piles("K"))) == []
    assert w.told() == []
    assert moves(w.sees(empty_table(3).word("CAT", 400, 300).word("MEN", 400, 650).piles("K"))) == [
        "legal +MEN"
    ]


def test_what_stays_out_of_sight_is_asked_about(empty_table: Table, words: WordList) -> None:
    """CAT is hidden when the button is pressed. The table asks for CAT instead of ruling. When CAT is seen
    again, the players press the button once more."""
    w = watch("CAT /K", words)
    w.sees(empty_table(1).word("CAT", 400, 300).piles("K"))
    w.sees(empty_table(1).word("CAT", 400, 300).word("ME", 370, 650).piles("K"))
    w.sees(empty_table(2).word("ME", 370, 650).piles("K"))
    assert w.told() == []
    assert moves(w.sees(empty_table(3).word("ME", 370, 650).piles("K"), 5.0)) == []
    assert w.state.unmatched is not None
    assert w.state.unmatched.asked
    assert (w.state.unmatched.why.missing, w.state.proposal) == (("CAT",), None)
    assert w.told() + w.waits(60) == []
    assert moves(w.sees(empty_table(3).word("CAT", 400, 300).word("ME", 370, 650).piles("K"))) == []
    assert w.state.unmatched is None


def test_a_button_while_all_is_dark_accuses_nobody(empty_table: Table, words: WordList) -> None:
    w = watch("CAT /K", words)
    w.sees(empty_table(1).piles("K"))
    assert w.told() == []
    assert w.sees(empty_table(2).piles("K"), 5.0) + w.told() == []


def test_a_discard_is_seen_on_the_exposed_pile(empty_table: Table, words: WordList) -> None:
    w = watch("CAT /K", words)
    w.sees(empty_table(1).word("CAT", 400, 300).piles("K"))
    w.sees(empty_table(2).word("CAT", 400, 300).piles("E"))
    assert moves(w.waits(5)) == ["legal -E"]


def test_a_question_about_an_unseen_discard_stands_until_it_is_answered(
    empty_table: Table, words: WordList
) -> None:
    """A player ends a turn in which the table saw no change, and the table asks whether a K was discarded
    on the K. A further picture of the unchanged table does not answer the question."""
    w = watch("CAT /K", words)
    table = empty_table(1).word("CAT", 400, 300).piles("K")
    w.sees(table)
    assert moves(w.told()) == ["unclear pass"]
    w.state = state_after_change(
        w.state, parse_position("CAT /K"), rejected_position=parse_position("CAT /K")
    )
    assert w.sees(table) == []


def test_two_touched_words_are_mended_one_after_the_other_and_the_half_of_it_is_no_play(
    empty_table: Table, words: WordList
) -> None:
    """One player has made THATCHED of HAT and MANY of MAN in one turn, which is illegal. The player takes
    back the cards of THATCHED first. MANY, which still lies there, is not taken for the next player's
    turn."""
    w = watch("HAT MAN /K", words)
    both = empty_table(1).word("THATCHED", 500, 300).word("MANY", 400, 500).piles("K")
    w.sees(empty_table(1).word("HAT", 400, 300).word("MAN", 400, 500).piles("K"))
    w.sees(both)
    assert moves(w.told()) == ["illegal 1:HAT<THATCHED & 2:MAN<MANY"]
    half = empty_table(2).word("HAT", 400, 300).word("MANY", 400, 500).piles("K")
    assert w.sees(half) == []
    assert moves(w.waits(20)) == []
    whole = empty_table(3).word("HAT", 400, 300).word("MAN", 400, 500).piles("K")
    assert [type(output) for output in w.sees(whole)] == [CardsTakenBack]


def test_the_next_players_play_ends_the_formers(empty_table: Table, words: WordList) -> None:
    w = watch("/K", words)
    one = empty_table(1).word("CAT", 400, 300).piles("K")
    w.sees(one)
    heard = w.sees(one.card("M", 300, 500), 3.5)
    assert moves(heard) == ["legal +CAT"]
    heard = w.sees(one.word("MEN", 360, 500))
    assert moves(heard + w.waits(5)) == ["legal +MEN"]


def test_a_slow_hand_that_never_leaves_the_table_alone_is_one_players(
    empty_table: Table, words: WordList
) -> None:
    """Nine seconds pass between the first changed word and the second. The hand is never away for two
    seconds, so one player has changed both."""
    w, lies = watch("CAT MAN /K", words), [("CAT", "MAN"), *[("CUT", "MAN")] * 4, ("CUT", "MEN")]
    for n, (first, second) in enumerate(lies):
        w.sees(empty_table(n).word(first, 400, 300 + n).word(second, 400, 450 - n).piles("K"), 0.9)
        w.now += 0.5
        w.disturbed()
    assert moves(w.told()) == ["illegal 1:CAT=CUT & 2:MAN=MEN"]


def test_a_hand_that_comes_later_is_the_next_players(empty_table: Table, words: WordList) -> None:
    w = watch("CAT MAN /K", words)
    w.sees(empty_table(1).word("CAT", 400, 300).word("MAN", 400, 450).piles("K"))
    w.disturbed()
    w.sees(empty_table(2).word("CUT", 400, 300).word("MAN", 400, 450).piles("K"))
    w.now += 2.0
    w.disturbed()
    heard = w.sees(empty_table(3).word("CUT", 400, 300).word("MEN", 400, 450).piles("K"))
    assert moves(heard + w.waits(5)) == ["legal 1:CAT=CUT", "legal 2:MAN=MEN"]


def test_two_words_at_once_are_two_actions(empty_table: Table, words: WordList) -> None:
    """LEX-1: a turn is one action. A picture shows that CAT has become CUT, the next one that MAN has
    become MEN. One player has changed both words, which is illegal."""
    w = watch("CAT MAN /K", words)
    w.sees(empty_table(1).word("CAT", 400, 300).word("MAN", 400, 450).piles("K"))
    w.sees(empty_table(2).word("CUT", 400, 300).word("MAN", 400, 450).piles("K"))
    w.sees(empty_table(3).word("CUT", 400, 300).word("MEN", 400, 450).piles("K"))
    assert moves(w.told()) == ["illegal 1:CAT=CUT & 2:MAN=MEN"]


UNFINISHED = {
    "one card": ("/K", "C /K", "illegal +C"),
    "a word that is not listed": ("/K", "CTA /K", "illegal +CTA"),
    "a word begun beside another": ("MEN /K", "MEN TH /K", "illegal +TH"),
    "two actions": ("CAT MAN /K", "CUT MEN /K", "illegal 1:CAT=CUT & 2:MAN=MEN"),
    "letters in another order": ("MOTHER /K", "MOHTER /K", "illegal 1:MOTHER=MOHTER"),
}


@pytest.mark.parametrize(("before", "after", "ruling"), UNFINISHED.values(), ids=UNFINISHED)
def test_time_alone_rules_on_no_unfinished_play(
    empty_table: Table, words: WordList, before: str, after: str, ruling: str
) -> None:
    """A play that is unfinished or faulty is never ruled on by time alone. After a while the table asks the
    player. It rules when somebody ends the turn."""
    w = watch(before, words)
    lay(w, empty_table(1), before)
    lay(w, empty_table(2), after)
    assert (w.waits(11), w.asked) == ([], "unasked")
    assert (w.waits(2), w.asked) == ([], "asked")
    assert (w.waits(600), w.asked) == ([], "asked")
    assert moves(w.told()) == [ruling]


def test_who_goes_on_is_not_asked_again_before_something_changes(empty_table: Table, words: WordList) -> None:
    w = watch("/K", words)
    lay(w, empty_table(1), "MO /K")
    lay(w, empty_table(2), "MOTH /K")
    w.waits(13)
    w.given(PlayContinues)
    assert (w.waits(600), w.asked) == ([], "goes on")
    lay(w, empty_table(3), "MOTHE /K")
    assert (w.waits(13), w.asked) == ([], "asked")
    lay(w, empty_table(4), "MOTHER /K")
    assert moves(w.waits(4.5)) == ["legal +MOTHER"]


def test_a_doubtful_play_is_asked_about_when_it_is_said_to_be_over_and_not_before(
    empty_table: Table, words: WordList, eye: Any
) -> None:
    w = watch("/K", words)
    found = explanations(
        w.state.settled,
        empty_table(3).word("CET", 400, 300).piles("K").seen(eye(certainty=0.6)),
        w.turn_context.explanation_context,
    )
    w._stepped(StillPicture(tuple(found), 1.0))
    assert (w.waits(60), w.asked) == ([], "asked")
    (output,) = w.told()
    assert isinstance(output, FinishedTurn)
    assert isinstance(output.play.ruling, Unclear)


def test_a_countdown_can_be_held_and_let_go(empty_table: Table, words: WordList) -> None:
    """A player holds the countdown of a proposal, and lays the same play again. The countdown is still
    held. When the player lets it go, it begins anew with its whole time."""
    w = watch("/K", words)
    lay(w, empty_table(1), "MEN /K")
    w.waits(3)
    w.given(HoldCountdown)
    assert (w.waits(600), w.asked) == ([], "unasked")
    lay(w, empty_table(2), "MEN /K")
    assert w.waits(60) == []
    w.given(ResumeCountdown)
    assert w.waits(3.9) == []
    assert moves(w.waits(0.2)) == ["legal +MEN"]
    assert not w.state.countdown_held


def test_a_play_that_is_held_is_not_ended_by_another_hand(empty_table: Table, words: WordList) -> None:
    w = watch("/K", words)
    lay(w, empty_table(1), "CAT /K")
    w.given(HoldCountdown)
    w.now += 10
    w.disturbed()
    assert moves(lay(w, empty_table(1), "CAT M /K")) == []


def test_who_says_that_a_held_play_is_over_ends_it(empty_table: Table, words: WordList) -> None:
    w = watch("/K", words)
    lay(w, empty_table(1), "CAT /K")
    w.given(HoldCountdown)
    assert moves(w.told()) == ["legal +CAT"]


def test_a_doubtful_play_is_ended_by_the_next_players_as_a_sound_one_is(
    empty_table: Table, words: WordList, eye: Any
) -> None:
    """A player lays CET, of which a card is doubtful, and the next player lays MEN. CET is ruled on as a
    turn of its own, and asked about. If both words counted as one turn a player would be accused."""
    w, pile = watch("/K", words), empty_table(1).piles("K").seen().cards
    cet = empty_table(3).word("CET", 400, 300).seen(eye(certainty=0.6)).cards
    w.saw(Observation(1200, 900, (*cet, *pile)))
    w.now += 3
    men = empty_table(2).word("MEN", 400, 500).seen(eye(certainty=0.99)).cards
    assert moves(w.saw(Observation(1200, 900, (*cet, *pile, *men)))) == ["unclear +CET"]
    assert moves(w.waits(5)) == ["legal +MEN"]


def test_patience_ends_no_hand_that_the_bell_ends(empty_table: Table, words: WordList) -> None:
    """In a timed round of Lexicon Party time alone ends no turn, however long CAT lies still. The player
    who has finished a word says so, since this decides who goes out (PTY-2)."""
    w = watch("/K", words, game="lexicon-party", mode="strict")
    lay(w, empty_table(1), "CAT /K")
    assert (w.waits(60), w.asked) == ([], "asked")
    assert moves(w.told()) == ["legal +CAT"]


def lay(w: Watch, table: Any, position: str) -> list[TurnOutput]:
    """Show the camera a position of words, one below the other, with its stock and exposed card. Return the
    outputs."""
    at = parse_position(position)
    for i, word in enumerate(at.lines):
        table = table.word(word, 400, 150 + 120 * i)
    return w.sees(table.piles(at.exposed))


def test_what_was_ruled_against_lies_there_until_it_is_cleared(empty_table: Table, words: WordList) -> None:
    w = watch("/K", words)
    bad = empty_table(1).word("CTA", 400, 300).piles("K")
    w.sees(bad)
    assert moves(w.told()) == ["illegal +CTA"]
    assert w.sees(bad) == []
    assert moves(w.waits(60)) == []
    assert [type(e) for e in w.sees(empty_table(2).piles("K"))] == [CardsTakenBack]


def test_the_next_player_is_not_blamed_for_what_still_lies_there(empty_table: Table, words: WordList) -> None:
    w = watch("/K", words)
    bad = empty_table(1).word("CTA", 400, 300).piles("K")
    w.sees(bad)
    w.told()
    w.sees(bad.word("MEN", 400, 500))
    assert moves(w.waits(60)) == []


def test_nobody_is_ruled_on_over_a_crossword_in_which_anothers_cards_still_lie(
    empty_table: Table, words: WordList
) -> None:
    """XZ below the C of CAT was illegal, but its cards still lie there. The next player lays HAT. HAT is
    ruled on only when the cards of XZ have been taken up."""
    w = watch("...;CAT;... /K", words, "crossword")
    w.sees(empty_table(1).grid(("CAT",), 500, 450).piles("K", 1000, 300))
    wrong = ("CAT", "X..", "Z..")
    w.sees(empty_table(2).grid(wrong, 500, 540).piles("K", 1000, 300))
    assert moves(w.told()) == ["illegal A2|XZ"]
    beside = ("..H", "..A", "CAT", "X..", "Z..")
    assert w.sees(empty_table(3).grid(beside, 500, 450).piles("K", 1000, 300)) + w.waits(30) == []
    gone = ("..H", "..A", "CAT")
    assert moves(w.sees(empty_table(4).grid(gone, 500, 360).piles("K", 1000, 300)) + w.waits(5)) == [
        "legal C1|HA",
    ]


def test_cards_that_have_to_go_back_are_known_when_the_crossword_grows_to_the_left(
    empty_table: Table, words: WordList
) -> None:
    """XZ below the A of CAT was illegal, but still lies there. Then CAT grows to SCAT, which moves all
    columns by one. The cards of XZ are recognised, and the new play is not ruled on before they are taken
    back."""
    w = watch("...;CAT;... /K", words, "crossword")
    w.sees(empty_table(1).grid(("CAT",), 500, 450).piles("K", 1000, 300))
    wrong = ("CAT", ".X.", ".Z.")
    w.sees(empty_table(2).grid(wrong, 500, 540).piles("K", 1000, 300))
    assert moves(w.told()) == ["illegal B2|XZ"]
    before = ("SCAT", "..X.", "..Z.")
    assert w.sees(empty_table(3).grid(before, 470, 540).piles("K", 1000, 300)) + w.waits(30) == []
    gone = empty_table(4).grid(("SCAT",), 470, 450).piles("K", 1000, 300)
    assert moves(w.sees(gone) + w.waits(5) + w.told()) == ["illegal A1>S"]


def test_a_bluff_is_let_through_in_challenge_mode(empty_table: Table, words: WordList) -> None:
    """A word that is not listed may be a bluff, so it is let through. Two actions in a turn are still a
    fault."""
    w = watch("/K", words, mode="challenge")
    w.sees(empty_table(1).word("CTA", 400, 300).piles("K"))
    assert moves(w.told()) == ["illegal +CTA"]
    assert format_position(w.state.settled.position) == "CTA /K"
    w.sees(empty_table(2).word("CTA", 400, 300).word("MEN", 300, 500).piles("E"))
    assert moves(w.waits(60)) == []
    assert moves(w.told()) == ["illegal +MEN & -E"]


@pytest.mark.parametrize("word", ["CAT", "CTA"])
def test_a_countdown_does_not_tell_a_bluff_from_a_good_word(
    empty_table: Table, words: WordList, word: str
) -> None:
    """In a game of bluff no word is counted down; the table asks about good words and bluffs alike. A
    discard can't be a bluff, so it is counted down."""
    w = watch("/K", words, mode="challenge")
    w.sees(empty_table(1).word(word, 400, 300).piles("K"))
    assert (w.waits(60), w.asked) == ([], "asked")
    discard = watch("CAT /K", words, mode="challenge")
    discard.sees(empty_table(1).word("CAT", 400, 300).piles("K"))
    discard.sees(empty_table(2).word("CAT", 400, 300).piles("E"))
    assert moves(discard.waits(5)) == ["legal -E"]


def test_a_bluff_is_ended_by_the_next_players_play_as_a_good_word_is(
    empty_table: Table, words: WordList
) -> None:
    w = watch("/K", words, mode="challenge")
    one = empty_table(1).word("CTA", 400, 300).piles("K")
    w.sees(one)
    assert moves(w.sees(one.card("M", 300, 500), 3.5)) == ["illegal +CTA"]


def test_a_doubtful_card_is_never_an_accusation(empty_table: Table, words: WordList, eye: Any) -> None:
    """CET is no word. If its cards are seen clearly the ruling is illegal, and if they are doubtful it is
    unclear."""
    for certainty, expected in ((0.99, Illegal), (0.7, Unclear), (0.5, Unclear)):
        context = ExplanationContext(configured("lexicon"), words)
        seen = empty_table(3).word("CET", 400, 300).piles("K").seen(eye(certainty=certainty))
        w = Watch(TurnContext(context), state_without_play(SettledPosition(parse_position("/K"))))
        found = tuple(explanations(w.state.settled, seen, context))
        w.state, _ = advance_turn(w.state, StillPicture(found, 1.0), w.turn_context)
        assert w.state.proposal is not None
        assert isinstance(w.state.proposal.play.ruling, expected)


def test_words_seen_the_other_way_round_keep_their_reading(empty_table: Table, words: WordList) -> None:
    """TAR lies the other way round for the camera. It is not taken for RAT."""
    w = watch("TAR MOW /K", words)
    assert w.sees(empty_table(1).word("TAR", 400, 300, 180).word("MOW", 400, 500, 181).piles("K")) == []


@pytest.mark.parametrize("word", ["SOS", "SIS", "OX", "HI"])
def test_words_of_letters_alike_upside_down_need_no_question(empty_table: Table, word: str) -> None:
    """The letters of these words look alike upside down. SOS reads the same from both ends, and of OX and
    XO only OX is listed. So the table does not ask which word was laid."""
    w = watch("/K", WordList.of([word, "CAT"]))
    w.sees(empty_table(1).word(word, 400, 300, 180).piles("K"))
    assert moves(w.waits(5)) == [f"legal +{word}"]


def test_what_was_settled_keeps_its_direction(empty_table: Table) -> None:
    """OH upside down reads as HO, and both are words. The settled word remains OH wherever it is pushed
    (ALL-6)."""
    w = watch("/K", WordList.of(["OH", "HO", "CAT"]))
    w.state = state_without_play(SettledPosition(parse_position("OH /K")))
    w.sees(empty_table(1).word("OH", 400, 300).piles("K"))
    for n in range(8):
        assert w.sees(empty_table(n).word("OH", 410 + 5 * n, 300, 9 * n).piles("K")) == []
    w.sees(empty_table(3).word("OH", 400, 300).word("CAT", 400, 500).piles("K"))
    assert moves(w.waits(5)) == ["legal +CAT"]


def test_order_disturbed_is_a_slip(empty_table: Table, words: WordList) -> None:
    """MOTHER has become MOHTER, which is illegal: the letters of a word must keep their order (LEX-C1)."""
    w = watch("MOTHER /K", words)
    w.sees(empty_table(1).word("MOTHER", 400, 300).piles("K"))
    w.sees(empty_table(2).word("MOHTER", 400, 300).piles("K"))
    (output,) = w.told()
    assert isinstance(output, FinishedTurn)
    assert isinstance(output.play.ruling, Illegal)
    assert "LEX-C1" in [b.clause for b in output.play.ruling.breaches]


def test_a_disturbed_word_is_known_again_far_away(empty_table: Table, words: WordList) -> None:
    """MOTHER has no room for an S. The player lays it far away as OMTHERS. The table knows that this was
    MOTHER, and calls the play illegal, since its letters have changed order (LEX-C1)."""
    w = watch("FIBS MOTHER /K", words)
    w.sees(empty_table(1).word("FIBS", 300, 120).word("MOTHER", 300, 240).piles("K"))
    w.sees(empty_table(2).word("FIBS", 300, 120).word("OMTHERS", 500, 740).piles("K"))
    (output,) = w.told()
    assert isinstance(output, FinishedTurn)
    assert isinstance(output.play.ruling, Illegal)
    assert "LEX-C1" in [b.clause for b in output.play.ruling.breaches]


def test_a_master_keeps_its_name(empty_table: Table, words: WordList) -> None:
    w = watch("CaT /K", words)
    w.sees(empty_table(1).word("C?T", 400, 300).piles("K"))
    w.sees(empty_table(2).word("C?T", 400, 300).word("TEA", 400, 500).piles("K"))
    assert moves(w.waits(5)) == ["legal +TEA"]
    assert format_position(w.state.settled.position) == "CaT TEA /K"


def test_more_than_the_pack_is_a_misreading(empty_table: Table, words: WordList) -> None:
    """The pack has one B, and BAT is the second word with a B. A B was misread, so the ruling is unclear."""
    w = watch("BOY /K", words)
    w.sees(empty_table(1).word("BOY", 400, 300).piles("K"))
    w.sees(empty_table(2).word("BOY", 400, 300).word("BAT", 400, 500).piles("K"))
    (output,) = w.told()
    assert isinstance(output, FinishedTurn)
    assert isinstance(output.play.ruling, Unclear)


def test_the_books_and_the_table_go_on_together(empty_table: Table, words: WordList) -> None:
    w = watch("/K", words)
    w.sees(empty_table(1).word("CAT", 400, 300).piles("K"))
    w.waits(5)
    w.state = state_after_change(w.state, parse_position("CAT /K"))
    assert w.sees(empty_table(2).word("CAT", 410, 305).piles("K")) == []


def test_a_crossword_grows_in_every_direction(empty_table: Table, words: WordList) -> None:
    """GAME lies there. SALT grows down through its A, while the whole crossword is pushed and turned a
    little."""
    w = watch("", words, game="crossword")
    w.state = state_without_play(SettledPosition(parse_position("GAME;")))
    w.sees(empty_table(1).grid(("GAME",), 500, 400, 3).piles("K"))
    grown = (".S..", "GAME", ".L..", ".T..")
    w.sees(empty_table(2).grid(grown, 530, 450, 9, jitter=0.02).piles("K", 1100, 700))
    (output,) = w.waits(5)
    assert isinstance(output, FinishedTurn)
    assert isinstance(output.play.ruling, Legal)
    assert format_move(output.play.ruling.move) == "B1|S.LT"


def test_a_crossword_from_its_first_card(empty_table: Table, words: WordList) -> None:
    w, heard = watch("", words, game="crossword"), []
    w.turn_context = replace(w.turn_context, first_turn=True)
    for count in range(1, 5):
        heard += w.sees(empty_table(count).grid(("GAME"[:count],), 400, 400).piles("K"), 1.5)
    assert moves(heard + w.waits(5)) == ["legal A1>GAME"]


def test_a_crossword_turned_round_is_no_play(empty_table: Table, words: WordList) -> None:
    w = watch(".S..;GAME;.L..;.T..", words, game="crossword")
    grid = (".S..", "GAME", ".L..", ".T..")
    for angle in (0, 90, 180, 3):
        assert w.sees(empty_table(angle).grid(grid, 500, 450, angle).piles("K", 1100, 700)) == []
    assert w.waits(60) == []
