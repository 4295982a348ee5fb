"""The state of a table's referee at one moment: the match, the turn in progress, and its memory of
pictures. `engine.table.referee` derives the next state."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Self

from engine.events import AnyEvent, HandDealt, MatchSetUp
from engine.explain import SettledPosition, WordPlace
from engine.match import FoldedJournal, Match
from engine.observation import Observation
from engine.position import Rows
from engine.table.contexts import (
    explanation_context_of,
    turn_context_of,
)
from engine.table.picture_memory import (
    PictureMemory,
)
from engine.turn.card_tracking import letter_at, sightings_by_spot
from engine.turn.counting import UnmovedHand
from engine.turn.lost_patience import patience_end_events
from engine.turn.proposal import (
    advance_turn,
    state_after_change,
    state_without_play,
)
from engine.turn.turn_state import (
    STILL_SECONDS,
    HandOverTable,
    Proposal,
    TurnState,
    UnmatchedPictures,
)
from engine.words import WordList

Library = Callable[[str], WordList]
"""A function that returns the word list of a given name."""


@dataclass(frozen=True, slots=True)
class RefereeState:
    """The knowledge of a table's referee at one moment: the journal with its match, the turn in progress, and
    pictures."""

    words: WordList
    journal: FoldedJournal = FoldedJournal()  # noqa: RUF009 - a frozen value
    """The whole journal of the table, with its match."""
    state: TurnState = TurnState(SettledPosition(Rows()))  # noqa: RUF009 - a frozen value
    """The state of the turn in progress."""
    still_seconds: float = STILL_SECONDS
    """The seconds for which a legal play must lie unchanged to become a turn."""
    memory: PictureMemory = PictureMemory()  # noqa: RUF009 - a frozen value
    """The referee's memory of pictures."""
    library: Library | None = None
    """A function that returns the word list of a given name, since the next match may use another list.
    It raises ValueError for an unknown name."""
    by_photograph: bool = False
    """True if people photograph the table. False if a camera watches it."""

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """All events of the table's journal."""
        return self.journal.events

    @property
    def match(self) -> Match | None:
        """The last match of the journal; None if none is set up."""
        return self.journal.match

    @property
    def proposal(self) -> Proposal | None:
        """The proposal: the cards on the table that are not yet a turn. None if there is none."""
        return self.state.proposal

    @property
    def asks_if_finished(self) -> bool:
        """True if the table now asks the player on turn whether the play is finished."""
        return self.proposal is not None and self.proposal.end_question == "asked"

    @property
    def picture_in_doubt(self) -> bool:
        """True if it is unknown what lies on the table: the newest pictures hide settled cards, or no play
        from the settled position explains them. An earlier proposal may then be gone."""
        since, proposal = self.state.obscured_since, self.state.proposal
        if self.state.unmatched is not None:
            return not self.state.unmatched.laying_back
        return since is not None and (proposal is None or proposal.since < since)

    @property
    def unmatched(self) -> UnmatchedPictures | None:
        """The pictures that no play from the settled position explains, while the table asks about them;
        otherwise None."""
        pictures = self.state.unmatched
        return pictures if pictures is not None and pictures.asked and not pictures.laying_back else None

    def lain_since(self, one: UnmovedHand) -> float:
        """Return the moment, in seconds, since which a face-up hand of cards has lain still: nobody moved it,
        reached over the table or held the countdown."""
        return max(one.since, self.state.hand_seen_at, self.state.countdown_resumed_at)

    def disturbed(self, at: float) -> Self:
        """Return the state after something moved over the table at `at` seconds, such as an arm. The table
        counts as touched, and a play must lie still anew."""
        match, memory = self.match, replace(self.memory, touched=True)
        if match is None or (match.turn is None and not match.hand.over):
            return replace(self, memory=memory)
        state, _ = advance_turn(
            self.state, HandOverTable(at), turn_context_of(match, self.words, self.still_seconds)
        )
        return replace(self, state=state, memory=memory)

    def after_camera_moved(self) -> Self:
        """Return the state after the camera was moved. The words are still on the table, but their places in
        the picture are unknown. The table counts as touched."""
        match, memory = self.match, replace(self.memory, touched=True)
        if match is None or match.turn is None:
            return replace(self, memory=memory)
        fresh = state_without_play(SettledPosition(match.position), match.rejected_position)
        state = replace(fresh, unmatched=self.state.unmatched, reported_hidden=self.state.reported_hidden)
        return replace(self, state=state, memory=memory)

    def with_lost_patience(self, new: tuple[AnyEvent, ...]) -> tuple[Self, tuple[AnyEvent, ...]]:
        """Return the state and the events `new`, with one more event added if a patience is lost or no longer
        lost.

        If no play is left, the added event ends the match. If a correction made a play possible again, it
        undoes that end (S1-5).
        """
        end_events = patience_end_events(self.journal, self.words) if new else ()
        return self.applied(end_events), (*new, *end_events)

    def applied(self, events: Iterable[AnyEvent]) -> Self:
        """Return the referee's state with `events` added to its journal.

        A new match or a deal also clears the turn in progress and the memory of pictures. After other
        events the caller must call `caught_up`, which brings the turn in progress up to date.
        """
        journal, state, memory, words = self.journal, self.state, self.memory, self.words
        for event in events:
            journal = journal.plus(event)
            match = journal.match
            if isinstance(event, MatchSetUp | HandDealt) and match is not None:
                state, memory = state_without_play(SettledPosition(match.position)), PictureMemory()
            if isinstance(event, MatchSetUp) and match is not None and self.library is not None:
                words = self.library(match.game.word_list)
        return replace(self, journal=journal, state=state, memory=memory, words=words)

    def caught_up(self, *, keep_proposal: bool = False, places: tuple[WordPlace | None, ...] = ()) -> Self:
        """Return the state with the turn in progress begun anew from the match.

        If `keep_proposal` is true, a proposal on the table is kept. `places` are the places of the words
        in the picture, after the turn that has just finished.
        """
        match, state = self.match, self.state
        if match is None:
            return self
        if keep_proposal and state.proposal is not None:
            settled = replace(state.settled, position=match.position)
            return replace(self, state=replace(state, settled=settled))
        if match.rejected_position is None and places:
            state = replace(
                state, settled=SettledPosition(match.position, places, state.settled.exposed_place)
            )
        return replace(self, state=state_after_change(state, match.position, match.rejected_position))


def masters_named(standing: RefereeState, seen: Observation) -> dict[int, str]:
    """Return the letters for which the Masters of the settled position stand. A key is the index of the
    Master's card in `seen`."""
    match, settled = standing.match, standing.state.settled
    if match is None or not any(map(str.islower, "".join(settled.position.lines))):
        return {}
    sightings = sightings_by_spot(settled, seen, explanation_context_of(match, standing.words))
    letters = {card: letter_at(settled.position, spot) for spot, card in sightings.items()}
    return {card: letter.upper() for card, letter in letters.items() if letter.islower()}
