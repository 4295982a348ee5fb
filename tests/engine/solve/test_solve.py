"""Solvers against small deals that can be checked by hand, and their plays against the rules."""

import random
from collections.abc import Sequence

import pytest

from engine.adjudicate import adjudicate
from engine.catalogue import configured
from engine.game import Game
from engine.moves import ASIDE, TURNED, Close, Shift, Single, Spell, Turn, TurnOver
from engine.position import FACE_DOWN, Piles
from engine.ruling import Legal
from engine.solve.circle import solve_circle
from engine.solve.columns import solve_columns
from engine.solve.piles import solve_piles
from engine.solve.tableau import solve_tableau
from engine.words import WordList

TEXT = """
ACT AT BEAR BEAT CART CAT CATS COAT DO GAME HOME LEAD LEAN LOVE MOTH MOTHER ROBE SALT SO STOP TART TEA TIE
TIL TILL TO TREE TRIP
"""
WORDS = WordList.of(TEXT.split())
S1, S2, CLOCK, WS = map(configured, ("solitaire-1", "solitaire-2", "clock", "word-solitaire"))


def never() -> bool:
    return False


def replayed(game: Game, position: Piles, stock: str, moves: Sequence[Single]) -> Piles:
    """The table after a play, each step of which must be legal."""
    cards = list(stock)
    for move in moves:
        after = stepped(position, move, cards)
        said = move.word.upper() if isinstance(move, Spell) else ""
        assert isinstance(adjudicate(game, WORDS, position, after, said=said), Legal), (position, move)
        position = after
    return position


def stepped(at: Piles, move: Single, stock: list[str]) -> Piles:
    piles, turned = list(at.piles), at.turned or ""
    match move:
        case Spell(sources=sources):
            for source in sources:
                if source == TURNED:
                    turned = turned[:-1]
                elif source != ASIDE:
                    piles[source] = piles[source][:-1]
            masters = at.masters - sources.count(ASIDE)
            return Piles(tuple(piles), turned if at.turned is not None else None, at.stock, masters)
        case Shift(card, source, target):
            if source == TURNED:
                turned = turned[:-1]
            else:
                piles[source] = piles[source][:-1]
            piles[target] += card
        case Close(_, target):
            turned, piles[target] = turned[:-1], piles[target] + FACE_DOWN
        case Turn(cards):
            lifted = [stock.pop(0) for _ in cards]
            assert all(card in (FACE_DOWN, lying) for card, lying in zip(cards, lifted, strict=True))
            return Piles(at.piles, turned + "".join(lifted), len(stock), at.masters)
        case TurnOver():
            stock[:] = list(turned)
            return Piles(at.piles, "", len(stock), at.masters)
        case _:
            raise AssertionError(move)
    return Piles(tuple(piles), turned if at.turned is not None else None, at.stock, at.masters)


@pytest.mark.parametrize(
    ("piles", "verdict"),
    [
        (["EMOH", "TAC"], "solved"),
        (["TA", "C"], "solved"),
        (["MOH", "E"], "solved"),
        (["TOM", "H"], "solved"),
        (["HOME", "X"], "impossible"),  # no word holds an X
        (["A"], "impossible"),
        (["EMAG", "TLA", "S"], "solved"),
    ],
)
def test_solitaire_1_is_solved_or_proven_lost(piles: list[str], verdict: str) -> None:
    answer = solve_piles(piles, WORDS, S1, never)
    assert answer.verdict == verdict
    if verdict == "solved":
        done = replayed(S1, Piles(tuple(piles)), "", answer.moves)
        assert not any(done.piles)


def test_solitaire_1_knows_what_lies_beneath() -> None:
    """CART and HOME would use the letters up, but each has a card beneath one of the other's."""
    assert solve_piles(["CE", "HA", "R", "T", "O", "M"], WORDS, S1, never).verdict == "impossible"
    assert solve_piles(["CE", "AH", "R", "T", "O", "M"], WORDS, S1, never).verdict == "solved"


def brute(piles: tuple[str, ...]) -> bool:
    """Whether some order of lifting the cards spells words: every play, without any insight."""
    if not any(piles):
        return True
    left = sum(map(len, piles))
    return any(brute(after) for word in WORDS if _counts(word, left) for after in _lifted(piles, word))


def _counts(word: str, left: int) -> bool:
    return len(word) >= 4 or (len(word) == left and len(word) >= 2)


def _lifted(piles: tuple[str, ...], word: str) -> set[tuple[str, ...]]:
    if not word:
        return {piles}
    found = set()
    for i, pile in enumerate(piles):
        for letter in set(word):
            if pile.endswith(letter):
                rest = (*piles[:i], pile[:-1], *piles[i + 1 :])
                found |= _lifted(rest, word.replace(letter, "", 1))
    return found


def test_solitaire_1_agrees_with_trying_everything() -> None:
    rng, verdicts = random.Random(4), set()
    for _ in range(60):
        cards = list("".join(rng.sample(sorted(w for w in WORDS if 3 < len(w) < 6), 2)))
        rng.shuffle(cards)
        piles = tuple("".join(cards[i : i + 3]) for i in range(0, len(cards), 3))
        answer = solve_piles(piles, WORDS, S1, never)
        assert answer.verdict == ("solved" if brute(piles) else "impossible"), piles
        verdicts.add(answer.verdict)
    assert verdicts == {"solved", "impossible"}


def test_a_search_whose_time_is_over_knows_nothing() -> None:
    assert solve_piles(["EMOH", "TAC"], WORDS, S1, lambda: True).verdict == "unknown"


def test_solitaire_2_plays_through_the_nest_and_keeps_its_masters() -> None:
    at = Piles(("B", "XE", "A"), "", 2, 1)
    answer = solve_tableau(at, "RT", WORDS, S2, never)
    assert answer.verdict in ("unknown", "impossible")
    at = Piles(("B", "TE", "A", "O", "C"), "", 2, 1)
    answer = solve_tableau(at, "RA", WORDS, S2, never)
    assert answer.verdict == "solved"
    done = replayed(S2, at, "RA", answer.moves)
    assert not any(done.piles)
    assert (done.turned, done.stock) == ("", 0)


def test_the_clock_is_played_to_its_end() -> None:
    """A, T, E, R and T come third, or last of what is left, in just the order they are needed."""
    at = Piles(("HOM", "C", "COA"), "", 5)
    answer = solve_circle(at, "TRAET", WORDS, CLOCK, never)
    assert answer.verdict == "solved"
    done = replayed(CLOCK, at, "TRAET", answer.moves)
    assert done.piles == ("HOME", "CART", "COAT")


def test_word_solitaire_finds_the_best_score() -> None:
    at = Piles(("T", "L"), "", 6)
    answer = solve_columns(at.piles, "ILLEAD", WORDS, WS, never)
    assert (answer.verdict, answer.score, answer.bound) == ("solved", 6, 6)
    answer = solve_columns(("T", "Q"), "ILX", WORDS, WS, never)
    assert (answer.verdict, answer.score) == ("solved", 2)
