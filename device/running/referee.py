"""The referee at this table: what is seen, said and waited for goes in; events come out.

A value: every method gives the referee afterwards and the events that led there, and the loop keeps them in
the journal before it takes the new one on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from device.running.wishes import Answered, Challenged, Over, Said, Wish
from engine.events import AnyEvent, HandDealt, MatchSetUp, QuestionAnswered, Undone
from engine.explain import Explanation, Ground, Settled, explanations
from engine.match import Match, applied, fold
from engine.notation import parse_position
from engine.observation import Observation
from engine.position import Position, Rows
from engine.proposal import (
    PATIENCE,
    Busy,
    Confirmed,
    Effect,
    Finished,
    Input,
    Proposal,
    Restored,
    Rules,
    Seen,
    State,
    Tick,
    Withdrawn,
    begun,
    resumed,
    step,
)
from engine.referee import answered, challenge, finished, hand_to_play
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class Referee:
    """`events` are the whole journal and `match` their fold, None before one is set up; `state` is the turn
    in the making. `patience`: seconds a lawful play must stand to be a turn."""

    words: WordList
    events: tuple[AnyEvent, ...] = ()
    match: Match | None = None
    state: State = State(Settled(Rows()))  # noqa: RUF009 - a frozen value
    patience: float = PATIENCE

    @property
    def proposal(self) -> Proposal | None:
        """What lies there now and is not yet a turn."""
        return self.state.proposal

    @property
    def unsure(self) -> bool:
        """Whether the last picture made no sense, so that another is wanted before time counts again: a play
        proposed before may be no more what lies there."""
        murky, proposal = self.state.murky, self.state.proposal
        return murky is not None and (proposal is None or proposal.since < murky)

    def seen(self, observation: Observation, at: float) -> "Made":
        """A still picture without a hand over it, taken at `at` seconds."""
        match = self.match
        if match is None or match.turn is None:
            return Made(self)
        ground = _ground(match, self.words)
        found = explanations(self.state.settled, observation, ground)
        again = self._again(observation, ground)
        return self._stepped(match, Seen(tuple(found), at, tuple(again)))

    def passed(self, at: float) -> "Made":
        """It is `at` seconds now."""
        match = self.match
        if match is None or match.turn is None or match.question is not None or self.unsure:
            return Made(self)
        return self._stepped(match, Tick(at))

    def disturbed(self, at: float) -> "Referee":
        """A hand is over the table, or something moves there: nothing stands unchanged meanwhile."""
        match = self.match
        if match is None or match.turn is None:
            return self
        state, _ = step(self.state, Busy(at), _rules(match, self.words, self.patience))
        return replace(self, state=state)

    def anew(self) -> "Referee":
        """The camera was moved: the words still lie there, but none of the places they had counts."""
        match = self.match
        if match is None or match.turn is None:
            return self
        return replace(self, state=begun(Settled(match.position), _held(match)))

    def heard(self, wish: Wish, at: float) -> "Made":
        """Somebody said something. Raises ValueError, for people to read, when it can't be done."""
        match wish:
            case Said(event):
                return self._with_events((event,))
            case Over():
                return self._over(at)
            case Answered(after):
                return self._with_events(answered(self._match(), self.words, after))
            case Challenged(player):
                return self._challenged(player)

    def _match(self) -> Match:
        if self.match is None:
            raise ValueError("No match has begun.")
        return self.match

    def _over(self, at: float) -> "Made":
        match = self._match()
        if match.turn is None or match.question is not None:
            raise ValueError("There is no turn to finish now.")
        return self._stepped(match, Confirmed(at))

    def _challenged(self, player: int) -> "Made":
        settled = challenge(self._match(), player)
        if settled is None:
            raise ValueError("There is no word to challenge now.")
        return self._with_events((settled,))

    def _again(self, observation: Observation, ground: Ground) -> Sequence[Explanation]:
        """The same picture explained against a lawful proposal: is the next player at work already?"""
        proposal = self.state.proposal
        if proposal is None or not proposal.lawful:
            return ()
        since = Settled(proposal.after, proposal.judged.explanation.places)
        return explanations(since, observation, ground)

    def _stepped(self, match: Match, given: Input) -> "Made":
        state, effects = step(self.state, given, _rules(match, self.words, self.patience))
        events = tuple(event for effect in effects for event in _events(match, effect))
        after = replace(self, state=state)
        if not events:
            return Made(after)
        done = after._applied(events)
        return Made(done._caught_up(keep_proposal=True), events)

    def _with_events(self, events: Iterable[AnyEvent]) -> "Made":
        """People moved the books: what was being made of the table begins anew from them."""
        new = tuple(events)
        return Made(self._applied(new)._caught_up(), new)

    def _applied(self, events: Iterable[AnyEvent]) -> "Referee":
        every, match, state = self.events, self.match, self.state
        for event in events:
            every = (*every, event)
            match = fold(every) if isinstance(event, Undone) else applied(match, len(every) - 1, event)
            if isinstance(event, MatchSetUp | HandDealt) and match is not None:
                state = begun(Settled(match.position))
        return replace(self, events=every, match=match, state=state)

    def _caught_up(self, *, keep_proposal: bool = False) -> "Referee":
        """The turn in the making agrees with the books."""
        match, state = self.match, self.state
        if match is None:
            return self
        if keep_proposal and state.proposal is not None:
            settled = Settled(match.position, state.settled.places)
            return replace(self, state=replace(state, settled=settled))
        return replace(self, state=resumed(state, match.position, _held(match)))


@dataclass(frozen=True, slots=True)
class Made:
    """The referee after something happened, and the events that are to be kept before it counts."""

    referee: Referee
    events: tuple[AnyEvent, ...] = ()


def woken(words: WordList, events: Iterable[AnyEvent], patience: float = PATIENCE) -> Referee:
    """The referee as the journal left it; where the words lie is seen again with the first picture."""
    every = tuple(events)
    match = fold(every)
    if match is None:
        return Referee(words, every, None, patience=patience)
    state = begun(Settled(match.position), _held(match))
    return Referee(words, every, match, state, patience)


def _held(match: Match) -> Position | None:
    """What must change before anything new can be a play: cards that go back, or are being asked about."""
    if match.question is not None:
        return parse_position(match.question.after)
    return match.restore


def _ground(match: Match, words: WordList) -> Ground:
    return Ground(match.game, words, match.packs)


def _rules(match: Match, words: WordList, patience: float) -> Rules:
    return Rules(_ground(match, words), hand_to_play(match), match.turns == 0, patience)


def _events(match: Match, effect: Effect) -> Iterable[AnyEvent]:
    """What an effect writes into the journal: a finished turn, or a question that was taken back."""
    if isinstance(effect, Finished):
        return finished(match, effect.judged)
    if isinstance(effect, Restored | Withdrawn) and match.question is not None:
        return (QuestionAnswered(""),)
    return ()
