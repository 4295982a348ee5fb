"""The part of the referee that takes pictures and the passing of time, and returns events.
`engine.table.referee` adds people's commands."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from engine.events import (
    AnyEvent,
)
from engine.explain import SettledPosition, explanations
from engine.match import Match
from engine.match.turn_effects import empty_table
from engine.observation import Observation
from engine.table.contexts import (
    explanation_context_of,
    turn_context_of,
)
from engine.table.referee_state import RefereeState
from engine.table.self_correction import self_corrections, take_back_events
from engine.table.turn_adapter import (
    explained_from_proposal,
    journal_events,
    places_after,
    settled_after,
)
from engine.turn import master_answers
from engine.turn.board_questions import board_questions
from engine.turn.counting import (
    counting_events,
    face_up_hands,
    score_if_counted,
    superseded_questions,
    tracked_hands,
    uncontested_hands,
)
from engine.turn.cutouts import with_pictured_cards
from engine.turn.ending import ASK_FACTOR
from engine.turn.misreads import (
    ExplainedChange,
    after_correction,
    after_look,
    remembered_readings,
    with_card_reports,
)
from engine.turn.picture_check import PictureView, view_between_hands, view_in_counting, view_in_play
from engine.turn.proposal import advance_turn, picture_mismatch
from engine.turn.repeated_looks import with_earlier_readings
from engine.turn.turn_state import (
    StillPicture,
    Tick,
    TurnInput,
)

R = TypeVar("R", bound="ObservingReferee")


@dataclass(frozen=True, slots=True)
class RefereeOutcome(Generic[R]):
    """The referee after an input, such as a picture or a command, and the events that followed from the
    input.

    The caller writes the events to the journal before it uses this referee.
    """

    referee: R
    events: tuple[AnyEvent, ...] = ()

    def with_readings_remembered(self) -> "RefereeOutcome[R]":
        """Return the outcome when the newest picture shows the settled position. The table then counts as
        untouched.

        The referee remembers which settled cards were read with doubt, because later pictures may decide
        their letters.
        """
        referee = self.referee
        match, seen, known = referee.match, referee.memory.observation, referee.memory.readings
        if match is not None and seen is not None and (self.events or known.doubts):
            known = remembered_readings(
                known, referee.state.settled, seen, explanation_context_of(match, referee.words)
            )
        memory = replace(referee.memory, readings=known, touched=False)
        return replace(self, referee=replace(referee, memory=memory))


@dataclass(frozen=True, slots=True)
class ObservingReferee(RefereeState):
    """The part of a referee that takes pictures and the passing of time, and returns events."""

    def after_picture(self, observation: Observation, at: float) -> "RefereeOutcome[Self]":
        """Return the outcome of a still picture that was taken at `at` seconds with no player's hand above
        the table."""
        last = None if self.state.unmatched is not None else self.memory.observation
        known, observation = with_card_reports(self.memory.readings, with_earlier_readings(last, observation))
        looked = replace(self.memory, readings=known, observation=observation)
        now, match = replace(self, memory=looked), self.match
        if match is None:
            return RefereeOutcome(now._with_view(view_between_hands(observation)))
        if match.turn is None or match.hand.over:
            bare = SettledPosition(empty_table(match.game, len(match.players)))
            best = explanations(bare, observation, explanation_context_of(match, self.words))[0]
            if not match.hand.over:
                return RefereeOutcome(now._with_view(view_between_hands(observation, best)))
            view = view_in_counting(observation, best, match.position)
            return now._with_view(view)._after_hands_seen(match, observation, at)
        return now._after_explained_changes(match, observation, at)

    def _with_view(self, view: PictureView) -> Self:
        return replace(self, memory=replace(self.memory, view=view))

    def _after_explained_changes(self, match: Match, seen: Observation, at: float) -> "RefereeOutcome[Self]":
        """Return the outcome of the picture `seen` during a hand of play: its changes since the last turn are
        explained as a play.

        If the picture shows that earlier turns were misread, they are corrected first, and the picture is
        explained again.
        """
        context = explanation_context_of(match, self.words)
        settled, memory = self.state.settled, self.memory
        candidates, seen = memory.explained(settled, seen, context)
        from_proposal = explained_from_proposal(self.state, candidates, seen, context)
        is_unmatched = picture_mismatch(self.state, candidates, from_proposal, context) is not None
        if is_unmatched:
            past = take_back_events(match, settled, seen, context)
        else:
            past = self_corrections(
                self.journal, memory, ExplainedChange(settled, seen, candidates[0], context)
            )
        if past:
            before = self.with_events(past)
            known = after_correction(
                self.memory.readings, past, match.position, before.referee.journal.required_match.position
            )
            done = replace(
                before.referee, memory=replace(before.referee.memory, readings=known)
            ).after_picture(seen, at)
            return RefereeOutcome(done.referee, before.events + done.events)
        known = memory.readings if is_unmatched else after_look(memory.readings, settled, candidates[0])
        now = replace(self, memory=replace(memory, readings=known))
        outcome = now.after_input(
            match, StillPicture(tuple(candidates), at, tuple(from_proposal), self.by_photograph)
        )
        outcome = replace(
            outcome,
            referee=outcome.referee._with_view(
                view_in_play(seen, candidates[0], outcome.referee.state, match.game.layout)
            ),
        )
        return (
            outcome
            if is_unmatched or candidates[0].changed or outcome.events
            else outcome.with_readings_remembered()
        )

    def _after_hands_seen(self, match: Match, observation: Observation, at: float) -> "RefereeOutcome[Self]":
        """Return the outcome of a picture after a hand of play, when the players' remaining cards lie face up
        to be counted.

        In a photograph, ask at once about hands that are doubtful, because all cards are laid down when it
        is taken.
        """
        hands_seen = face_up_hands(match, self.state.settled, observation, by_photograph=self.by_photograph)
        hands = tracked_hands(self.memory.hands, hands_seen, at)
        now = replace(self, memory=replace(self.memory, hands=hands))
        past = superseded_questions(match, hands_seen) if self.by_photograph else ()
        if past:
            before = now.with_events(past)
            assert before.referee.match is not None
            done = before.referee._after_hands_seen(before.referee.match, observation, at)
            return RefereeOutcome(done.referee, before.events + done.events)
        clear = uncontested_hands(match, hands)
        doubtful = [one.hand for one in hands if one not in clear] if self.by_photograph else []
        events = counting_events(match, doubtful, waited=True)
        return now.with_events(events) if events else RefereeOutcome(now)

    def after_time(self, at: float) -> "RefereeOutcome[Self]":
        """Return the outcome of the time `at`, in seconds: a play that has rested long enough becomes a turn,
        and hands that lay still are counted."""
        match = self.match
        if match is not None and match.hand.over:
            return self._hands_counted(match, at)
        if match is None or match.turn is None or self.picture_in_doubt:
            return RefereeOutcome(self)
        return self.after_input(match, Tick(at))

    def _hands_counted(self, match: Match, at: float) -> "RefereeOutcome[Self]":
        """Return the outcome after a hand of play, when face-up hands have lain still until `at` seconds:
        they are counted. While somebody holds the countdown, none is.

        A hand that has lain still for `still_seconds` is counted, or asked about if a card is doubtful. If
        its number of cards differs from the match's count, it is asked about only after `ASK_FACTOR` times
        as long: part of a word may look like a hand while somebody is moving cards.
        """
        if self.state.countdown_held:
            return RefereeOutcome(self)
        still = [one for one in self.memory.hands if at - self.lain_since(one) >= self.still_seconds]
        long = [one for one in still if at - self.lain_since(one) >= ASK_FACTOR * self.still_seconds]
        events = counting_events(match, [one.hand for one in still if one not in long], waited=False)
        events += counting_events(match, [one.hand for one in long], waited=True)
        return self.with_events(events) if events else RefereeOutcome(self)

    def after_input(self, match: Match, turn_input: TurnInput) -> "RefereeOutcome[Self]":
        """Return the outcome of giving `turn_input` to the turn in progress: a picture, a moment, or a
        person's command."""
        state, outputs = advance_turn(
            self.state, turn_input, turn_context_of(match, self.words, self.still_seconds)
        )
        settled_tables = [settled for output in outputs if (settled := settled_after(output))]
        events = self._with_pictured_questions(
            journal_events(match, outputs, len(self.events), by_photograph=self.by_photograph),
            settled_tables[-1] if settled_tables else None,
            match,
        )
        after = replace(self, state=state)
        if not events:
            return RefereeOutcome(after)
        places = tuple(place for output in outputs for place in places_after(output))
        done = after.applied(events)
        new_questions = (
            *master_answers.consequent_events(done.journal, self.words, events),
            *board_questions(match, done.match),
        )
        done, events = done.applied(new_questions).with_lost_patience((*events, *new_questions))
        return RefereeOutcome(
            done.caught_up(keep_proposal=True, places=places), events
        ).with_readings_remembered()

    def _with_pictured_questions(
        self, events: Iterable[AnyEvent], settled: SettledPosition | None, match: Match | None
    ) -> tuple[AnyEvent, ...]:
        """Return the events, with the cards to be pictured added to each question. They are found in the
        newest observation by the places of their words in `settled`."""
        seen = self.memory.observation
        if seen is None or settled is None or match is None:
            return tuple(events)
        context = explanation_context_of(match, self.words)
        return tuple(with_pictured_cards(event, settled, seen, context) for event in events)

    def with_events(self, events: Iterable[AnyEvent]) -> "RefereeOutcome[Self]":
        """Return the outcome of adding `events` and the events that follow from them to the journal. The turn
        in progress is adapted to the changed match."""
        new = self._with_pictured_questions(events, self.state.settled, self.match)
        done = self.applied(new)
        more: tuple[AnyEvent, ...] = score_if_counted(done.match) if done.match is not None else ()
        more += master_answers.consequent_events(done.journal, self.words, new)
        more += board_questions(self.match, done.match)
        done, every = done.applied(more).with_lost_patience((*new, *more))
        return RefereeOutcome(done.caught_up(), every)
