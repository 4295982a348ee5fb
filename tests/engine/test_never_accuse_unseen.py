"""Test that a legal play is never called illegal because one of its cards is not seen, lies covered, or is
misread. Masters are tried first.

A card that is misread with confidence looks exactly like a bluff. So a misread card gets the confidence
with which readers are right about such cards, less than a sure one
(`engine.evidence.MIN_SURE_LETTER_PROBABILITY`).
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.best import Play
from engine.cards import LETTERS, MASTER
from engine.catalogue import configured
from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.explain import ExplanationContext, SettledPosition, explanations
from engine.game import Game
from engine.notation import format_move, format_position
from engine.observation import Observation, Reading, Sighting
from engine.position import Grid, Position, RacePosition, with_exposed
from engine.ruling import Ruling, is_flagged
from engine.turn.proposal import advance_turn, state_without_play
from engine.turn.turn_state import (
    EndRequested,
    FinishedTurn,
    StillPicture,
    TurnContext,
    TurnState,
)
from tests.engine.clauses.grids import WORDS
from tests.engine.conftest import Eye, Laid
from tests.engine.test_never_accuse import begun as bare
from tests.engine.test_never_accuse import walked

GAMES = ("lexicon", "lexicon-party", "crossword", "lexigram", "keyword", "partnership-keyword")
FAULTS = ("not seen", "face down", "covered", "misread")
POSITIONS = 80
"""The number of positions for each game. In each position one card of one play is spoiled in every way of
`FAULTS`."""
WIDE = Observation(2400, 3400)
PILE = (1900.0, 200.0)
EYE = Eye(error=0.6, tilt=0.6)


@dataclass(frozen=True)
class Case:
    """A play and the observation after it, at a table whose position before the play was settled from a
    picture."""

    context: ExplanationContext
    before: Position
    play: Play
    state: TurnState
    after: Observation


def laid(at: Position, rng: random.Random) -> Laid:
    """Lay a position on a table: each word of rows in its usual place, or a crossword; then the stock and
    the exposed card."""
    table = Laid(rng)
    if isinstance(at, Grid):
        table = table.grid(tuple(map(_faces, at.rows)), 600, 500, 4, jitter=0.02)
    else:
        for i, word in enumerate(at.lines):
            table = (
                table.word(_faces(word), 550, 90 + 110 * i, rng.gauss(0, 2), jitter=0.02) if word else table
            )
    return table.piles(at.exposed or "K", *PILE)


def _faces(line: str) -> str:
    return "".join(MASTER if card.islower() else card for card in line)


def cases(name: str, seed: int) -> Iterator[Case]:
    """Yield plays of simulated hands of the game `name`. The plays never end."""
    game, rng = configured(name), random.Random(seed)
    while True:
        for at, _, found in walked(game, rng):
            if found and not isinstance(at, RacePosition):
                yield case(game, with_exposed(at, "K"), rng.choice(found), rng)


def case(game: Game, before: Position, play: Play, rng: random.Random) -> Case:
    context, state = ExplanationContext(game, WORDS, packs=2), state_without_play(SettledPosition(before))
    seen = tuple(explanations(state.settled, laid(before, rng).seen(EYE), context))
    state, _ = advance_turn(state, StillPicture(seen, 0.0), TurnContext(context))
    after = laid(with_exposed(play.result, "K"), rng).seen(EYE)
    return Case(context, before, play, state, replace(WIDE, cards=after.cards))


def spoilt(card: Sighting, fault: str, rng: random.Random) -> tuple[Sighting, ...]:
    match fault:
        case "not seen":
            return ()
        case "face down":
            return (replace(card, face="down", readings=()),)
        case "covered":
            return (replace(card, readings=()),)
        case _:
            best, sure = card.readings[0], rng.uniform(0.4, MIN_SURE_LETTER_PROBABILITY - 0.02)
            other = rng.choice([letter for letter in LETTERS + MASTER if letter != best.letter])
            wrong = Reading(other, best.turns, sure)
            return (replace(card, readings=(wrong, replace(best, probability=0.9 * (1 - sure)))),)


def ruled(one: Case, seen: Observation) -> Ruling | None:
    """Return the ruling after the player has ended the turn. Return None if the table asks whether `seen`
    shows another table."""
    first = one.before == with_exposed(bare(one.context.game), "K")
    found = tuple(explanations(one.state.settled, seen, one.context))
    state, turn_context = one.state, TurnContext(one.context, first)
    for told in (StillPicture(found, 1.0), StillPicture(found, 9.0), EndRequested(9.0)):
        state, outputs = advance_turn(state, told, turn_context)
        for output in outputs:
            if isinstance(output, FinishedTurn):
                return output.play.ruling
    return None


def never_accused(one: Case, card: int, fault: str, rng: random.Random) -> str:
    """Spoil card number `card` of the observation after the play. Check that the table reports no breach.
    Return the kind of its ruling."""
    cards = one.after.cards
    seen = replace(one.after, cards=(*cards[:card], *spoilt(cards[card], fault, rng), *cards[card + 1 :]))
    ruling = ruled(one, seen)
    told = f"{format_position(one.before)} {format_move(one.play.move)}, {cards[card].best} {fault}: {ruling}"
    assert ruling is None or not is_flagged(ruling, one.context.game.challenges.mode), told
    return type(ruling).__name__


def of_the_words(one: Case) -> list[int]:
    """Return the indices of the cards that lie in words. Masters come first."""
    cards = one.after.cards
    found = [i for i, card in enumerate(cards) if card.face == "up" and card.centre[0] < PILE[0] - 100]
    return sorted(found, key=lambda i: cards[i].readings[0].letter != MASTER)


@pytest.mark.parametrize("name", GAMES)
def test_no_one_card_unseen_or_misread_makes_a_lawful_play_a_fault(name: str) -> None:
    rng, counted = random.Random(name), Counter[str]()
    walk, on_board = cases(name, 7), configured(name).board is not None
    for _ in range(POSITIONS // 5 if on_board else POSITIONS):  # a board's plays take long to find
        one = next(walk)
        every = of_the_words(one)
        card = every[0] if rng.random() < 0.5 else rng.choice(every)
        for fault in FAULTS:
            counted[never_accused(one, card, fault, rng)] += 1
    assert counted["Unclear"] > counted.total() / 4
    assert on_board or counted["Legal"] > 0


@given(seed=st.integers(0, 10_000), name=st.sampled_from(GAMES[:4]), data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nor_does_any_card_of_any_position(seed: int, name: str, data: st.DataObject) -> None:
    walk = cases(name, seed)
    one = next(walk)
    for _ in range(data.draw(st.integers(0, 6))):
        one = next(walk)
    card = data.draw(st.sampled_from(of_the_words(one)))
    never_accused(one, card, data.draw(st.sampled_from(FAULTS)), random.Random(seed))
