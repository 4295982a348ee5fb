"""Test how much work a ruling takes on a large table: it reads each line of adjoining cards once, and
spells each set of cards once."""

import random
from collections.abc import Iterator

import pytest

from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.game import Vocabulary
from engine.moves import CombinedMove, Disturb
from engine.position import Piles
from engine.rules import gathering, grid_lines
from engine.rules.clauses import clauses_broken, reported_faults
from engine.ruling import Illegal, NotListed
from engine.words import WordList, WordRefusal

WORDS = WordList.of(["SETT", "SEES", "TEES", "TEST", "TE"])


def test_every_run_of_a_grid_is_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    walked: list[grid_lines.Cell] = []
    walk = grid_lines.run_through

    def counted(cards: grid_lines.Cards, cell: grid_lines.Cell, *, across: bool) -> grid_lines.Run:
        walked.append(cell)
        return walk(cards, cell, across=across)

    monkeypatch.setattr(grid_lines, "run_through", counted)
    cards = {(row, column): "A" for row in range(20) for column in range(10)}
    assert len(grid_lines.runs_through(cards, cards)) == len(walked) == 30


def test_runs_come_in_reading_order_and_across_first() -> None:
    cards = {(0, 0): "A", (0, 1): "B", (1, 0): "C", (3, 3): "D"}
    assert grid_lines.runs_through(cards, cards) == (((0, 0), (0, 1)), ((0, 0), (1, 0)))


class _Counted(tuple[Disturb, ...]):
    """The parts of a move. `times` counts how often they were iterated."""

    times = 0

    def __iter__(self) -> Iterator[Disturb]:
        type(self).times += 1
        return super().__iter__()


def test_a_moves_parts_are_gone_through_a_few_times_however_many_faults_it_has() -> None:
    parts = _Counted(Disturb(0, column, "A", "B") for column in range(40))
    breaches = tuple(NotListed(f"X{number}", WordRefusal.NOT_LISTED, "XW-3", "") for number in range(300))
    ruling = Illegal(CombinedMove(parts), breaches)
    assert len(reported_faults(ruling)) == 300
    assert [clause for clause, _ in clauses_broken(ruling)] == ["XW-3", "ALL-1", "ALL-5", "XW-5"]
    assert _Counted.times < 20


def test_cards_off_some_piles_are_spelt_once_for_each_set_of_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    spelt: list[str] = []
    spellings = gathering.spellings

    def counted(cards: str, words: WordList, table: Vocabulary) -> Iterator[str]:
        spelt.append(cards)
        return spellings(cards, words, table)

    monkeypatch.setattr(gathering, "spellings", counted)
    rng = random.Random(3)
    piles = tuple("".join(rng.choice("EST") for _ in range(7)) for _ in range(4))
    piles = ("Q" + piles[0][1:], *piles[1:])  # no word holds it
    game = configured("solitaire-1")
    ruling = adjudicate(game, WORDS, Piles((*piles, "X")), Piles(("", "", "", "", "X")))
    assert isinstance(ruling, Illegal)
    assert len(spelt) == len({"".join(sorted(cards)) for cards in spelt}) < 8**4
