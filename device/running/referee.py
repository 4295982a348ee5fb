"""The referee at this table: what is seen, said and waited for goes in; events come out.

A value: every method gives the referee afterwards and the events that led there, and the loop keeps them in
the journal before it takes the new one on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from device.running.wishes import Answered, Challenged, Over, Said, Wish
from engine.events import AnyEvent, HandDealt, MatchSetUp, QuestionAnswered, TurnTakenBack
from engine.explain import Explanation, Ground, Place, Settled, explanations, judged
from engine.explain.verdict import SURE
from engine.match import REWRITING, Match, applied, fold
from engine.observation import Observation
from engine.position import Rows
from engine.proposal import (
    PATIENCE,
    Busy,
    Confirmed,
    Effect,
    Finished,
    Input,
    Proposal,
    Rules,
    Seen,
    State,
    Tick,
    begun,
    resumed,
    step,
)
from engine.referee import answered, challenge, finished, hand_to_play
from engine.ruling import Legal
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
        if self._never_played(match, found[0], observation, ground):
            events = (QuestionAnswered("", match.questions[-1].event), TurnTakenBack())
            again = self._with_events(events)
            done = again.referee.seen(observation, at)
            return Made(done.referee, again.events + done.events)
        anew = self._again(observation, ground)
        return self._stepped(match, Seen(tuple(found), at, tuple(anew)))

    def _never_played(
        self, match: Match, best: Explanation, observation: Observation, ground: Ground
    ) -> bool:
        """Whether the table answers its own question: the turn it could not make out has been taken back, or
        never was, for without it everything lies as it should."""
        last, asked = match.last, match.questions[-1].asked if match.questions else None
        if asked is None or last is None or asked.about != "turn" or asked.turn != last.event:
            return False
        if last.after == last.before.position or _plain(best, ground):
            return False
        before = Settled(last.before.position, self.state.settled.places)
        return _plain(explanations(before, observation, ground)[0], ground)

    def passed(self, at: float) -> "Made":
        """It is `at` seconds now."""
        match = self.match
        if match is None or match.turn is None or self.unsure:
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
        return replace(self, state=begun(Settled(match.position), match.restore))

    def heard(self, wish: Wish, at: float) -> "Made":
        """Somebody said something. Raises ValueError, for people to read, when it can't be done."""
        match wish:
            case Said(event):
                return self._with_events((event,))
            case Over():
                return self._over(at)
            case Answered(after, question):
                return self._with_events(answered(self._match(), self.words, after, question))
            case Challenged(player):
                return self._challenged(player)

    def _match(self) -> Match:
        if self.match is None:
            raise ValueError("No match has begun.")
        return self.match

    def _over(self, at: float) -> "Made":
        match = self._match()
        if match.turn is None:
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
        events = self._events(match, effects)
        after = replace(self, state=state)
        if not events:
            return Made(after)
        places = tuple(place for effect in effects for place in _places(effect))
        done = after._applied(events)
        return Made(done._caught_up(keep_proposal=True, places=places), events)

    def _events(self, match: Match, effects: Iterable[Effect]) -> tuple[AnyEvent, ...]:
        """What the effects write into the journal."""
        events: tuple[AnyEvent, ...] = ()
        for effect in effects:
            if isinstance(effect, Finished):
                events += finished(match, effect.judged, len(self.events) + len(events))
        return events

    def _with_events(self, events: Iterable[AnyEvent]) -> "Made":
        """People moved the books: what was being made of the table begins anew from them."""
        new = tuple(events)
        return Made(self._applied(new)._caught_up(), new)

    def _applied(self, events: Iterable[AnyEvent]) -> "Referee":
        every, match, state = self.events, self.match, self.state
        for event in events:
            every = (*every, event)
            rewritten = isinstance(event, REWRITING)
            match = fold(every) if rewritten else applied(match, len(every) - 1, event)
            if isinstance(event, MatchSetUp | HandDealt) and match is not None:
                state = begun(Settled(match.position))
        return replace(self, events=every, match=match, state=state)

    def _caught_up(self, *, keep_proposal: bool = False, places: tuple[Place | None, ...] = ()) -> "Referee":
        """The turn in the making agrees with the books. `places`: where the words of the turn that has just
        finished lie."""
        match, state = self.match, self.state
        if match is None:
            return self
        if keep_proposal and state.proposal is not None:
            settled = Settled(match.position, state.settled.places)
            return replace(self, state=replace(state, settled=settled))
        if match.restore is None and places:
            state = replace(state, settled=Settled(match.position, places))
        return replace(self, state=resumed(state, match.position, match.restore))


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
    state = begun(Settled(match.position), match.restore)
    return Referee(words, every, match, state, patience)


def _plain(best: Explanation, ground: Ground) -> bool:
    """Whether an explanation needs no excuse: nothing has changed, or there is a lawful play."""
    if best.doubts or best.share < SURE:
        return False
    return not best.changed or isinstance(judged((best,), ground).ruling, Legal)


def _ground(match: Match, words: WordList) -> Ground:
    return Ground(match.game, words, match.packs)


def _rules(match: Match, words: WordList, patience: float) -> Rules:
    return Rules(_ground(match, words), hand_to_play(match), match.turns == 0, patience)


def _places(effect: Effect) -> tuple[Place | None, ...]:
    """Where the words lie that a finished turn left."""
    return effect.judged.explanation.places if isinstance(effect, Finished) else ()
