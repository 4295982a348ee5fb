"""The referee at this table: it takes pictures, people's commands and the passing of time, and returns
events.

The referee is a value. Every method returns the next referee and the events that led to it. The loop writes
the events to the journal before it uses the next referee.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self, assert_never

from engine.events import (
    AnyEvent,
    TimeUp,
    TurnTakenBack,
    Undone,
    WoundBack,
)
from engine.explain import SettledPosition, explanations
from engine.i18n import UserError
from engine.match import Match, folded_journal
from engine.match.racing import race_pass
from engine.match.stages import next_events
from engine.observation import Observation
from engine.ruling import is_flagged
from engine.table.commands import (
    Amend,
    AnswerQuestion,
    ChallengeTurn,
    Command,
    CorrectCard,
    EndTurn,
    ExplainPicture,
    GoOn,
    Hold,
    RecordEvent,
    ResumeTurn,
    Rewind,
    ScreenWords,
    StillPlaying,
)
from engine.table.contexts import (
    explanation_context_of,
)
from engine.table.observing_referee import ObservingReferee, RefereeOutcome
from engine.table.referee_state import (
    Library,
)
from engine.table.turn_adapter import (
    input_of,
)
from engine.turn import mismatch
from engine.turn.answers import answer_events
from engine.turn.card_tracking import EXPOSED, spot_of
from engine.turn.corrections import (
    card_letter_events,
    checked_event,
    hand_scored_now,
    turn_correction,
    wound_back,
)
from engine.turn.counting import counting_events
from engine.turn.mismatch import PictureAnswer
from engine.turn.misreads import after_confirmation, after_report
from engine.turn.outcome import challenge_event
from engine.turn.proposal import empty_proposal, picture_mismatch
from engine.turn.turn_state import (
    STILL_SECONDS,
    EndRequested,
)
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class Referee(ObservingReferee):
    """The referee of one table. It takes people's commands, pictures and the time, and returns events."""

    def after_command(self, command: Command, at: float) -> "RefereeOutcome[Self]":
        """Return the outcome of a person's command at `at` seconds. Raise ValueError, with a message for
        people, if the command is impossible now."""
        outcome = self._after_command(command, at)
        if any(isinstance(event, Undone | WoundBack | TurnTakenBack) for event in outcome.events):
            return outcome.referee._after_match_taken_back(command, outcome.events, at)
        seen, match = outcome.referee.memory.observation, outcome.referee.match
        if not outcome.events or seen is None or match is None or match.turn is None:
            return outcome
        if isinstance(command, EndTurn | GoOn):
            return outcome
        seen_again = outcome.referee._with_position_confirmed(match, seen).after_picture(seen, at)
        return RefereeOutcome(seen_again.referee, outcome.events + seen_again.events)

    def _after_match_taken_back(
        self, command: Command, events: tuple[AnyEvent, ...], at: float
    ) -> "RefereeOutcome[Self]":
        """Return the outcome of a command that took the match back to an earlier point, and whose events
        are `events`.

        The table then counts as touched. If a player continues a turn, the newest picture shows the play in
        progress. Otherwise a play that lies on the table becomes the rejected position.
        """
        now = replace(self, memory=replace(self.memory, touched=True))
        seen, match = now.memory.observation, now.match
        if seen is None or match is None or match.turn is None:
            return RefereeOutcome(now, events)
        if isinstance(command, ResumeTurn):
            return now._with_turn_resumed(events, seen, at)
        return RefereeOutcome(now._with_old_play_held(match, seen), events)

    def _with_turn_resumed(
        self, undone: tuple[AnyEvent, ...], seen: Observation, at: float
    ) -> "RefereeOutcome[Self]":
        """Return the outcome when a player continues a turn that another player had ended. `undone` are the
        events that undo its end.

        The cards laid in this turn are again a play in progress. It becomes no turn until the player has
        finished.
        """
        seen_again = self.after_picture(seen, at)
        held = (
            seen_again.referee
            if seen_again.referee.proposal is None
            else seen_again.referee._after_wait_command(Hold(), at).referee
        )
        return RefereeOutcome(held, undone + seen_again.events)

    def _with_position_confirmed(self, match: Match, seen: Observation) -> Self:
        """Return the referee after a person has confirmed the settled position. Cards that the picture `seen`
        shows differently then count as misread.

        If no play from the settled position explains the picture, return the referee unchanged.
        """
        context = explanation_context_of(match, self.words)
        candidates = explanations(self.state.settled, seen, context)
        if picture_mismatch(self.state, candidates, (), context) is not None:
            return self
        known = after_confirmation(self.memory.readings, self.state.settled, seen, context)
        return replace(self, memory=replace(self.memory, readings=known))

    def _with_old_play_held(self, match: Match, seen: Observation) -> Self:
        """Return the referee for a match that people took back while the cards of the later play still lie on
        the table.

        These cards become the rejected position. They do not count as a play until they change.
        """
        context = explanation_context_of(match, self.words)
        candidates = explanations(self.state.settled, seen, context)
        if not candidates[0].changed or picture_mismatch(self.state, candidates, (), context) is not None:
            return self
        return replace(self, state=replace(self.state, rejected_position=candidates[0].after))

    def _after_command(self, command: Command, at: float) -> "RefereeOutcome[Self]":
        match command:
            case RecordEvent(TimeUp()):
                return self._after_bell(at)
            case RecordEvent(event):
                return self.with_events((checked_event(event, self.events),))
            case GoOn():
                return self._next_step(at)
            case ScreenWords(words):
                return RefereeOutcome(replace(self, words=self.words.screening(words)))
            case Amend(event, after):
                return self.with_events((turn_correction(self.journal, self.words, event, after),))
            case Rewind(event):
                return self.with_events((wound_back(self.events, event),))
            case CorrectCard(card, letter):
                return self._with_card_corrected(card, letter, at)
            case EndTurn():
                return self._end_turn(at)
            case ResumeTurn(events):
                return self.with_events(map(Undone, events))
            case Hold() | StillPlaying():
                return self._after_wait_command(command, at)
            case AnswerQuestion(after, question):
                follows = answer_events(self.journal, self.words, after, question)
                return self._without_asked_hand(self.journal.required_match, question).with_events(follows)
            case ChallengeTurn(player):
                return self._after_challenge(player)
            case ExplainPicture(answer):
                return self._after_picture_answer(answer, at)

    def _end_turn(self, at: float) -> "RefereeOutcome[Self]":
        match = self.journal.required_match
        if match.turn is None:
            raise UserError("There is no turn to finish now.")
        self._refuse_while_asked()
        if match.game.ends == "race" and self.proposal is None and self.state.obscured_picture is None:
            return self.with_events((race_pass(match),))
        return self.after_input(match, EndRequested(at))

    def _after_wait_command(self, command: Hold | StillPlaying, at: float) -> "RefereeOutcome[Self]":
        match = self.journal.required_match
        if match.hand.over and isinstance(command, Hold):
            resumed_at = self.state.countdown_resumed if command.on else at
            return RefereeOutcome(
                replace(
                    self, state=replace(self.state, countdown_held=command.on, countdown_resumed=resumed_at)
                )
            )
        if match.turn is None or self.proposal is None:
            raise UserError("Nothing has been played yet.")
        return self.after_input(match, input_of(command, at))

    def _after_bell(self, at: float) -> "RefereeOutcome[Self]":
        """Return the outcome of the bell. If a play lies on the table when the time is over, it still
        counts, unless it is flagged as illegal (MW-4, PTY-2)."""
        match, proposal = self.journal.required_match, self.proposal
        formed = proposal is not None and not is_flagged(proposal.play.ruling, match.game.challenges.mode)
        if match.turn is None or not formed:
            return self.with_events((TimeUp(),))
        outcome = self._end_turn(at)
        if match.game.ends == "race" or outcome.referee.journal.required_match.turn is None:
            return outcome
        rung = outcome.referee.with_events((TimeUp(),))
        return RefereeOutcome(rung.referee, outcome.events + rung.events)

    def _next_step(self, at: float) -> "RefereeOutcome[Self]":
        """Return the outcome of a press of the table's only button. It ends the turn, counts the remaining
        cards, or begins the next hand or match."""
        match = self.match
        if match is not None and match.turn is not None:
            return self._end_turn(at)
        if match is not None and match.hand.over:
            events = counting_events(match, [one.hand for one in self.memory.hands], waited=True)
            return self.with_events(events or hand_scored_now(match))
        return self.with_events(next_events(match, self.events))

    def _with_card_corrected(self, card: int, letter: str, at: float) -> "RefereeOutcome[Self]":
        """Return the outcome of a person's report that a card is really `letter`. `card` is the index of its
        sighting in the newest observation.

        The report counts for later pictures, too. If the card is settled, the turn that laid it is
        amended. Otherwise the picture is explained again.
        """
        match, seen = self.journal.required_match, self.memory.observation
        if seen is None or not 0 <= card < len(seen.cards):
            raise UserError("That card is not in the picture any more.")
        spot = spot_of(self.state.settled, seen, explanation_context_of(match, self.words), card)
        known = after_report(self.memory.readings, seen.cards[card], letter, exposed=spot == EXPOSED)
        now = replace(self, memory=replace(self.memory, readings=known))
        if spot is None:
            return now.after_picture(seen, at)
        return now.with_events(card_letter_events(self.journal, self.words, spot, letter, "said"))

    def _refuse_while_asked(self) -> None:
        """Raise UserError while the table asks about a picture that no play from the settled position
        explains. No turn can end while it asks."""
        lost = self.state.unmatched
        if lost is None or not lost.asked:
            return
        if lost.why.missing:
            raise UserError(
                "I can't see {words} in this picture, so no turn has ended.", words=lost.why.missing
            )
        raise UserError("This picture shows another table than the last one, so no turn has ended.")

    def _after_picture_answer(self, answer: PictureAnswer, at: float) -> "RefereeOutcome[Self]":
        """Return the outcome of a person's answer about a picture that no play from the settled position
        explains. The answer ends no turn.

        Raise UserError if the question is no longer open.
        """
        match, seen, unmatched = self.journal.required_match, self.memory.observation, self.unmatched
        if seen is None or unmatched is None or answer not in mismatch.possible_answers(unmatched.why):
            raise UserError("That question is no longer open.")
        unseen = replace(self, memory=replace(self.memory, observation=None))
        match answer:
            case "another table":
                return RefereeOutcome(replace(unseen, state=mismatch.state_without_picture(self.state)))
            case "cleared away":
                return RefereeOutcome(replace(unseen, state=mismatch.state_laying_back(self.state)))
            case "new hand":
                return unseen.with_events(mismatch.new_hand_events(match, self.events))
            case "still there":
                return replace(self, state=mismatch.state_with_hidden_words(self.state)).after_picture(
                    seen, at
                )
            case "go on":
                best = explanations(self.state.settled, seen, explanation_context_of(match, self.words))[0]
                return self.with_events(mismatch.continuation_events(best.after))
            case never:
                assert_never(never)

    def _without_asked_hand(self, match: Match, question: int | None) -> Self:
        """Return the referee without the face-up hand whose owner `question` asked for, so that it does not
        ask again.

        `question` is the number of the event that asked; None means every open question.
        """
        questions = (one.question for one in match.questions if question in (None, one.event))
        lying = {one.cards for one in questions if one.about == "whose"}
        left = tuple(one for one in self.memory.hands if (one.hand.card_numbers,) not in lying)
        return replace(self, memory=replace(self.memory, hands=left))

    def _after_challenge(self, player: int) -> "RefereeOutcome[Self]":
        settled = challenge_event(self.journal.required_match, player)
        if settled is None:
            raise UserError("There is no word to challenge now.")
        return self.with_events((settled,))


def replayed_referee(
    words: WordList,
    events: Iterable[AnyEvent],
    still_seconds: float = STILL_SECONDS,
    library: Library | None = None,
    *,
    by_photograph: bool = False,
) -> Referee:
    """Return the referee of a table in the state to which the events of its journal lead. It learns the
    places of the words on the table from the first picture.

    `words` is the word list, unless `library` returns another for the match's game. `by_photograph` means
    that people's photographs are read, and not a camera's pictures.
    """
    journal = folded_journal(events)
    match = journal.match
    if match is None:
        return Referee(
            words, journal, still_seconds=still_seconds, library=library, by_photograph=by_photograph
        )
    known = library(match.game.word_list) if library is not None else words
    state = empty_proposal(SettledPosition(match.position), match.rejected_position)
    return Referee(known, journal, state, still_seconds, library=library, by_photograph=by_photograph)
