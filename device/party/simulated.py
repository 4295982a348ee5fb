"""Simulate the people at the tables of a party, and its stewards. The players play each hand as soon as
the bell has rung."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from device.party.link import SimulatedPlace, State
from device.party.party_messages import OpenChallenge, StewardState, TableState
from engine.catalogue import configured
from engine.events import ChallengeVerdict
from engine.party import (
    NOBODY,
    CallRuled,
    Fact,
    RoundCounted,
    SeatInitialled,
    StewardCalled,
    TableReady,
    left_of,
)
from engine.rules.party import stewards_verdict
from engine.ruling import NotListed
from engine.words import WordList

Judge = Callable[[str], ChallengeVerdict]
"""A function that takes a word and returns a steward's ruling on the word."""
_GOES_OUT_SHARE: Final = 0.8
"""Share of hands in which a player goes out before the bell."""
_CALL_SHARE: Final = 0.2
"""Share of rounds in which a table calls the steward."""


class CountedCards:
    """The cards of a game, from which random scores for a simulated party are drawn."""

    def __init__(self, game: str) -> None:
        found = configured(game)
        self._low = found.board_scoring is None
        pack = found.pack
        self._values = [pack.figures[card] for card, count in pack.counts.items() for _ in range(count)]

    def random_scores(self, rng: Random, seats: Sequence[str]) -> tuple[int | None, ...]:
        """Return a random score for each seat in a round: in Lexicon the value of the cards left in hand,
        in Keyword the value of the cards laid. A free seat has None."""
        sitting = [seat for seat, player in enumerate(seats) if player != NOBODY]
        counts: list[int | None] = [None] * len(seats)
        for seat in sitting:
            cards = rng.randint(1, 7) if self._low else rng.randint(8, 20)
            counts[seat] = sum(rng.sample(self._values, cards))
        if self._low and rng.random() < _GOES_OUT_SHARE:
            counts[rng.choice(sitting)] = 0
        return tuple(counts)


def simulated_table(table: int, seed: int, cards: CountedCards, words: Sequence[str]) -> SimulatedPlace:
    """Return a function that answers as the simulated players of table `table`. They report that they are
    ready, sometimes call the steward about one of `words` (possibly misspelt), and then send scores and
    initials. The same `seed` gives the same answers."""

    def answer(state: State, stated: Sequence[Fact]) -> Sequence[Fact]:
        if not isinstance(state, TableState) or not any(state.seats) or state.left_out or state.over:
            return ()
        if not state.rung:
            ready = TableReady(state.round, seats=tuple(state.seats))
            return () if ready in stated else (ready,)
        if any(isinstance(fact, RoundCounted) and fact.round == state.round for fact in stated):
            return ()
        rng = Random(f"{seed} {table} {state.round}")
        calls = sum(isinstance(fact, StewardCalled) for fact in stated)
        call = _steward_calls(rng, state, calls + 1, words)
        seats = tuple(state.seats)
        initials = [
            SeatInitialled(state.round, seat, left_of(seats, seat))
            for seat, player in enumerate(seats)
            if player != NOBODY
        ]
        return *call, RoundCounted(state.round, cards.random_scores(rng, seats)), *initials

    return answer


def _steward_calls(rng: Random, state: TableState, number: int, words: Sequence[str]) -> list[StewardCalled]:
    if not words or rng.random() >= _CALL_SHARE:
        return []
    sitting = [seat for seat, player in enumerate(state.seats) if player != NOBODY]
    by, against = rng.sample(sitting, 2)
    word = rng.choice(words)
    if rng.random() < 0.5:
        word = "".join(rng.sample(word, len(word)))
    return [StewardCalled(state.round, number, word, by, against)]


def simulated_steward(judge: Judge) -> SimulatedPlace:
    """Return a function that answers as a simulated steward and rules on the tables' calls with `judge`."""

    def answer(state: State, stated: Sequence[Fact]) -> Sequence[Fact]:
        calls: Sequence[OpenChallenge] = state.calls if isinstance(state, StewardState) else ()
        ruled = {(fact.table, fact.call) for fact in stated if isinstance(fact, CallRuled)}
        return [
            CallRuled(call.table, call.call, judge(call.word))
            for call in calls
            if (call.table, call.call) not in ruled
        ]

    return answer


def judge_by_list(words: WordList) -> Judge:
    """Return a function that rules on a word by the word list `words` (PTY-6)."""

    def judge(word: str) -> ChallengeVerdict:
        return stewards_verdict([] if word in words else [NotListed(word, words.refusal(word))])

    return judge
