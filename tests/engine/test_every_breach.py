"""Test every kind of breach: the fault it reports was seen, and the clause it cites forbids it.

The pairs below were read off the clauses of the rules one by one. A kind of breach may cite a clause only
if the clause's own words forbid it.
"""

import random
from collections.abc import Iterator
from dataclasses import fields
from typing import Final, get_args

import pytest

from engine.catalogue import configured
from engine.events import HandCorrected, HandDealt, MatchSetUp, QuestionAsked, TurnFinished
from engine.explain import Explanation, ExplanationContext, rule_on
from engine.game import Game
from engine.match import Match, fold
from engine.moves import EMPTY
from engine.notation import parse_position
from engine.position import Grid, Position, Rows
from engine.ruling import Breach, DrewFirst, Illegal, MasterRenamed, NotInHand
from engine.turn.outcome import turn_events
from engine.wording import say
from tests.engine.clauses.grids import WORDS

SAYS: Final[dict[str, set[str]]] = {
    "NotListed": {"ALL-1", "XW-3", "KW-2", "MW-2", "LG-7", "KW-3", "MW-8"},
    "ProperNoun": {"XW-5", "KW-3", "MW-2", "LEX-W", "S1-1", "LG-7", "MW-8", "WS-1"},
    "PluralOnly": {"ALL-1", "XW-4", "KW-3", "LG-3"},
    "ThirdPerson": {"KW-3", "LG-3"},
    "TooFewLetters": {"LEX-A", "XW-1", "XW-2", "LG-1", "KW-1", "KW-2", "KP-1", "KP-2", "MW-2", "S1-1"},
    "TooManyLetters": {"XW-1", "XW-2", "LG-1"},
    "LettersReordered": {"LEX-C1"},
    "WordReversed": {"LEX-C2"},
    "LettersRemoved": {"LEX-C"},
    "Incomplete": {"ALL-5", "XW-1", "XW-2", "LG-1", "KW-1", "KW-2", "KP-1", "KP-2"},
    "TwoWordsTouched": {"LEX-C3"},
    "TwoNewWords": {"LEX-A"},
    "TwoActions": {"LEX-1", "XW-1", "LG-2"},
    "DrewFirst": {"LEX-B2", "LG-2", "LEX-B"},
    "Passed": {"LEX-P", "XW-1", "LG-2"},
    "MasterRenamed": {"ALL-2", "XW-7", "KW-4"},
    "CardsDisturbed": {"XW-8"},
    "NotInLine": {"XW-2", "XW-1", "LG-1", "LG-6", "KW-1", "KW-2", "KP-1", "KP-2"},
    "NotJoined": {"XW-2", "XW-1", "LG-1", "KW-1", "KW-2", "KP-1", "KP-2"},
    "OffTheStart": {"KW-1", "KP-1"},
    "MakesNoWord": {"ALL-1", "S1-1", "S1-4"},
    "NotOfTheseCards": {"ALL-1"},
    "Covered": {"S1-2"},
    "PilesDisturbed": {"S1-2", "S2-1", "S2-3", "CLK-2", "CLK-3", "WS-1", "WS-2"},
    "MastersSpent": {"ALL-2", "S2-3"},
    "NotAVowel": {"S2-1"},
    "SpaceTaken": {"S2-1", "S2-2"},
    "VowelFirst": {"S2-2"},
    "TurnedTooMany": {"S2-3", "CLK-3", "WS-1", "WS-4"},
    "NotRunThrough": {"CLK-3"},
    "NoBeginning": {"CLK-2", "CLK-3", "WS-1"},
    "NotTurnedUp": {"CLK-3", "WS-1", "WS-4"},
    "NotPlaced": {"WS-4"},
    "CentreMoved": {"CLK-1"},
    "HasSecondLetter": {"CLK-1"},
    "MovedToSpace": {"CLK-1"},
    "StillFits": {"WS-2"},
    "ColumnClosed": {"WS-2"},
    "WrongNumber": {"MW-2"},
    "TooManyWords": {"MW-2"},
    "NotCrossed": {"MW-2"},
    "HorseAstray": {"MW-3"},
    "NoNumber": {"MW-6"},
}
"""The clauses that a breach may cite, by the kind of breach. `NotInHand` is missing: no clause speaks of
cards that no picture shows."""

STARTS: Final = {
    "lexicon": "CAT OTHER STEaM /Q",
    "crossword": "........;..GAME..;...A....;...T....;........ /Q",
    "lexigram": "........;..GAME..;...A....;...T....;........ /Q",
}
UNNAMED: Final = {
    "lexicon": "C?T OTHER ST?AM /Q",
    "crossword": "........;..G?ME..;...A....;...T....;........ /Q",
    "lexigram": "........;..GAME..;...?....;...T....;........ /Q",
}
"""A starting position for some games, by the name of the game. Unlike those of `STARTS` it has unnamed
Masters."""
TRIES: Final = 400


def mangled(position: Position, rng: random.Random) -> Position:
    """Return the position after one to three random changes, legal or not."""
    lines = [list(line) for line in position.lines]
    exposed = position.exposed
    for _ in range(rng.randint(1, 3)):
        line = rng.choice(lines) if lines else []
        match rng.randrange(6):
            case 0 if line:
                line[rng.randrange(len(line))] = rng.choice("AESTX?e.")
            case 1 if line and isinstance(position, Rows):
                line.insert(rng.randint(0, len(line)), rng.choice("SEDAX"))
            case 2 if line and isinstance(position, Rows):
                del line[rng.randrange(len(line))]
            case 3 if isinstance(position, Rows):
                lines.append(list(rng.choice(["DOG", "CTA", "A", "MEN", "TEAS"])))
            case 4 if line:
                rng.shuffle(line)
            case _:
                exposed = rng.choice(["A", "E", None, exposed])
    texts = tuple("".join(line) for line in lines)
    if isinstance(position, Grid):
        return Grid(texts, exposed)
    return Rows(tuple(text.replace(EMPTY, "") for text in texts), exposed)


def breaches(game: Game, before: Position, rng: random.Random) -> Iterator[tuple[Position, Breach]]:
    """Change the position `before` at random, `TRIES` times. Yield each breach for which the table calls
    the change illegal, after the changed position."""
    for _ in range(TRIES):
        after = mangled(before, rng)
        ruling = rule_on([Explanation(before, after, 1.0)], ExplanationContext(game, WORDS)).ruling
        if isinstance(ruling, Illegal):
            yield from ((after, breach) for breach in ruling.breaches)


def test_every_kind_of_breach_is_looked_at() -> None:
    assert SAYS.keys() == {kind.__name__ for kind in get_args(Breach)} - {"NotInHand"}


@pytest.mark.parametrize("kind", get_args(Breach), ids=lambda kind: kind.__name__)
def test_a_breach_cites_at_first_a_clause_that_says_so(kind: type) -> None:
    clause = next(field.default for field in fields(kind) if field.name == "clause")
    assert not isinstance(clause, str) or clause in SAYS[kind.__name__]


@pytest.mark.parametrize("starts", [STARTS, UNNAMED], ids=["named", "unnamed"])
@pytest.mark.parametrize("name", ["lexicon", "crossword", "lexigram"])
def test_what_somebody_is_blamed_for_was_seen_and_its_clause_says_so(
    name: str, starts: dict[str, str]
) -> None:
    game, rng = configured(name), random.Random(name)
    before = parse_position(starts[name])
    found = list(breaches(game, before, rng))
    for after, breach in found:
        assert not isinstance(breach, NotInHand), "nobody has seen a hand"
        assert breach.clause in SAYS[type(breach).__name__], breach
        assert not (isinstance(breach, DrewFirst) and breach.card), "nobody has seen a hand"
        seen = "".join((*before.lines, before.exposed or "", *after.lines, after.exposed or "")).upper()
        for fact in ("word", "before", "after", "cards", "letters"):
            assert set(getattr(breach, fact, "").upper()) <= {*seen, "?"}, (breach, seen)
        if isinstance(breach, MasterRenamed):
            named = "?" not in breach.before
            assert ("No letter" in say(breach)) != named
            assert named or breach.before != breach.after
    assert len({type(breach) for _, breach in found}) > 5


@pytest.mark.parametrize("count", range(4))
@pytest.mark.parametrize("mode", ["strict", "challenge"])
@pytest.mark.parametrize("after", ["CAT /K", "OTHER /K", "/A", "CaT /K"])
def test_counts_that_do_not_add_up_are_a_question_and_nobody_s_fault(
    count: int, mode: str, after: str
) -> None:
    match = table(HandCorrected(1, str(count)), mode=mode)
    before = match.position
    play = rule_on([Explanation(before, parse_position(after), 1.0)], ExplanationContext(match.game, WORDS))
    turn, *asked = turn_events(match, play, 3)
    assert isinstance(turn, TurnFinished)
    assert (turn.ruling, turn.stands, turn.breaches) == ("legal", True, ())
    laid = len(after.split(" ")[0].removesuffix("/A")) or 1
    counts = [one for one in asked if isinstance(one, QuestionAsked) and one.about == "count"]
    assert len(counts) == (laid > count)


def table(*events: object, mode: str) -> Match:
    match = fold([MatchSetUp("lexicon", ("Ann", "Bob"), {"mode": mode}), HandDealt((), "K"), *events])  # type: ignore[list-item]
    assert match is not None
    return match
