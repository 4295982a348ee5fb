"""What the referee of a table goes by at one moment: the books, the turn in the making, and what is
remembered of pictures. `engine.table.referee` makes one moment of the other."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from engine.events import AnyEvent, HandDealt, MatchSetUp
from engine.explain import Place, Settled
from engine.match import Ledger, Match
from engine.observation import Observation
from engine.position import Rows
from engine.table.knowledge import Knowledge, Library, ground_of, rules_of
from engine.turn.card_tracking import letter_at, spots
from engine.turn.counting import Lying
from engine.turn.lost_patience import lost
from engine.turn.proposal import PATIENCE, Apart, Busy, Proposal, State, begun, resumed, step
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class RefereeState:
    """`ledger` is the whole journal and what it comes to; `state` is the turn in the making. `patience`:
    seconds a lawful play must stand to be a turn. `library` gives the word list of a name, ValueError when
    there is none: the next match may be played with another. `posed`: its pictures are photographs that
    people take."""

    words: WordList
    ledger: Ledger = Ledger()  # noqa: RUF009 - a frozen value
    state: State = State(Settled(Rows()))  # noqa: RUF009 - a frozen value
    patience: float = PATIENCE
    recall: Knowledge = Knowledge()  # noqa: RUF009 - a frozen value
    library: Library | None = None
    posed: bool = False

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """The whole journal."""
        return self.ledger.events

    @property
    def match(self) -> Match | None:
        """The match that the journal comes to, None before one is set up."""
        return self.ledger.match

    @property
    def proposal(self) -> Proposal | None:
        """What lies there now and is not yet a turn."""
        return self.state.proposal

    @property
    def asking(self) -> bool:
        """Whether the player is asked if what lies there is finished."""
        return self.proposal is not None and self.proposal.going == "asked"

    @property
    def unsure(self) -> bool:
        """Whether the last picture made no sense, so that another is wanted before time counts again: a play
        proposed before may be no more what lies there."""
        murky, proposal = self.state.murky, self.state.proposal
        if self.state.apart is not None:
            return not self.state.apart.laying
        return murky is not None and (proposal is None or proposal.since < murky)

    @property
    def unmatched(self) -> Apart | None:
        """The picture that can't follow from what is settled, while people are asked about it."""
        found = self.state.apart
        return found if found is not None and found.asked and not found.laying else None

    def lain_since(self, one: Lying) -> float:
        """Since when a hand has lain there undisturbed, and nobody has held its countdown: seconds."""
        return max(one.since, self.state.touched, self.state.let_go)

    def disturbed(self, at: float) -> Self:
        """A hand is over the table, or something moves there: nothing stands unchanged meanwhile."""
        match, recall = self.match, replace(self.recall, touched=True)
        if match is None or (match.turn is None and not match.counting):
            return replace(self, recall=recall)
        state, _ = step(self.state, Busy(at), rules_of(match, self.words, self.patience))
        return replace(self, state=state, recall=recall)

    def anew(self) -> Self:
        """The camera was moved: the words still lie there, but none of the places they had counts, and a hand
        was over the table."""
        match, recall = self.match, replace(self.recall, touched=True)
        if match is None or match.turn is None:
            return replace(self, recall=recall)
        fresh = begun(Settled(match.position), match.restore)
        state = replace(fresh, apart=self.state.apart, hidden=self.state.hidden)
        return replace(self, state=state, recall=recall)

    def ended(self, new: tuple[AnyEvent, ...]) -> tuple[Self, tuple[AnyEvent, ...]]:
        """After the events `new` a patience may be lost, and is said to be (S1-5)."""
        told = lost(self.ledger, self.words) if new else ()
        return self.applied(told), (*new, *told)

    def applied(self, events: Iterable[AnyEvent]) -> Self:
        """After more events, before what is being made of the table agrees with them."""
        ledger, state, recall, words = self.ledger, self.state, self.recall, self.words
        for event in events:
            ledger = ledger.plus(event)
            match = ledger.match
            if isinstance(event, MatchSetUp | HandDealt) and match is not None:
                state, recall = begun(Settled(match.position)), Knowledge()
            if isinstance(event, MatchSetUp) and match is not None and self.library is not None:
                words = self.library(match.game.word_list)
        return replace(self, ledger=ledger, state=state, recall=recall, words=words)

    def caught_up(self, *, keep_proposal: bool = False, places: tuple[Place | None, ...] = ()) -> Self:
        """The turn in the making agrees with the books. `places`: where the words of the turn that has just
        finished lie."""
        match, state = self.match, self.state
        if match is None:
            return self
        if keep_proposal and state.proposal is not None:
            settled = replace(state.settled, position=match.position)
            return replace(self, state=replace(state, settled=settled))
        if match.restore is None and places:
            state = replace(state, settled=Settled(match.position, places, state.settled.pile))
        return replace(self, state=resumed(state, match.position, match.restore))


def masters_named(standing: RefereeState, seen: Observation) -> dict[int, str]:
    """The letters that Masters of the settled position stand for, by the number of their card in `seen`."""
    match, settled = standing.match, standing.state.settled
    if match is None or not any(map(str.islower, "".join(settled.position.lines))):
        return {}
    found = spots(settled, seen, ground_of(match, standing.words))
    letters = {card: letter_at(settled.position, spot) for spot, card in found.items()}
    return {card: letter.upper() for card, letter in letters.items() if letter.islower()}
