"""Play whole games on a board with perfect observations: each ruling agrees with the play, and every total
is exact."""

import random
from dataclasses import replace

import pytest

from device.lab.simulation.match import HandTally, SimulatedTable, SimulationSetting
from device.virtual.company import company_state
from device.virtual.company.board_news import unreported_blanks
from device.virtual.company.next_steps import Sitting, simulated_chooser
from device.virtual.perfect_eye import observe
from device.virtual.tabletop.state import scene
from device.words.lists import load
from engine.catalogue import configured
from engine.events import HandDealt, HandScored, KeywordTurned, MatchSetUp, PackExhausted, TurnFinished
from engine.match import fold
from engine.notation import format_position
from engine.position import Grid
from engine.words import WordList

NAMES = ("Anne", "Ben", "Cora", "Dan")
TEXT = """
AT AN AS IT IS IN ON NO SO TO HE ME WE BE OR OF UP US GO DO AM MY BY IF OX EX TEA EAT SEA ATE TEN NET SET LET
HER SHE THE HAT CAT RAT MAT FAR FAIR FAIRY RAIN TRAIN STRAIN HOME WORD HAIR CHAIR LION OIL SOIL TOIL USE RUSE
DEAR READ RED LED OLD TOLD AWE RAW WAR SAW WAS ARE BARE HARE CARE JOKE KEY QUIT ZOO BOX FOX VOW VIE DAY DIE
DIG GUN GIN BIN BAD PAD PIG PIE LIE LID NOD TOE DOE ROE ROD ROW OAR EAR EARN LEARN AREA IDEA STONE TONE
"""
WORDS = WordList.of(TEXT.split())


def table_of(
    name: str, players: int, seed: int, *, letters: int | None = None, words: WordList = WORDS
) -> tuple[SimulatedTable, HandTally]:
    """Return a simulated table before its first play, and the tally of its hands. `letters` limits the
    tiles to draw, so that the game soon ends."""
    rng, game, tally = random.Random(seed), configured(name), HandTally()
    stage = SimulationSetting(game, words, lambda it: observe(it, rng), simulated_chooser(game, words, 0.25))
    table = SimulatedTable(stage, NAMES[:players], seed, tally)
    company = table.sitting.company
    if letters is not None:
        table.sitting = Sitting(replace(company, stock=company.stock[:letters]))
    return table, tally


@pytest.mark.parametrize(
    ("name", "players", "seed"),
    [("keyword", 2, 1), ("partnership-keyword", 4, 2), ("keyword-solitaire", 1, 3), ("keyword-party", 3, 4)],
)
def test_a_whole_game_is_ruled_and_scored_as_it_was_played(name: str, players: int, seed: int) -> None:
    table, tally = table_of(name, players, seed, letters=9)
    table.play(1)
    assert tally.slips == []
    assert tally.flawless
    assert tally.hands == 1
    assert tally.honest > 3
    assert tally.planted <= tally.illegal + tally.unclear
    kinds = {type(event) for event in table.referee.events}
    assert {KeywordTurned, PackExhausted, HandScored} <= kinds
    assert table.match.over


def test_a_hand_of_lexigram_with_discards_nobody_sees() -> None:
    table, tally = table_of("lexigram", 3, 6, words=load())
    table.play(1)
    assert tally.slips == []
    assert tally.flawless
    assert tally.honest > 8


def test_the_box_of_letters_is_not_on_the_table() -> None:
    company = company_state.seated(configured("keyword"), NAMES[:2], 1)
    assert scene(company.top).cards == ()
    assert len(company.stock) == configured("keyword").pack.size - 20
    assert company.top.board is not None
    assert scene(company.top).piece_size == (19.0, 19.0)


def test_letters_lie_on_the_squares_they_are_laid_on() -> None:
    game = configured("keyword")
    company = company_state.seated(game, NAMES[:2], 1)
    company = replace(company, hands=(company.hands[0], "EES" + company.hands[1][3:]), to_move=1)
    acted = company_state.lay(company, Grid(company.texts), Grid(rows_with(9, 8, "SEE")))
    board = company.top.board
    assert board is not None
    for card, square in zip(acted.company.top.words[0], ((9, 8), (9, 9), (9, 10)), strict=True):
        x, y = board.square_centre(square)
        assert abs(card.x - x) < 2
        assert abs(card.y - y) < 2
    assert len(acted.company.hands[1]) == 7


def test_who_lays_a_blank_that_makes_another_word_of_it_says_so() -> None:
    """SEE lies on the board, with a blank behind it that stands for D. The camera can't see the blank's
    letter, and SEE is a word. So the player must say that the word is SEED."""
    lies, truth = rows_with(9, 8, "SEE"), rows_with(9, 8, "SEEd")
    events = (
        MatchSetUp("keyword", NAMES[:2]),
        HandDealt(),
        TurnFinished(1, text(rows_with(9, 8, "")), text(lies), "I10>SEE", "legal", stands=True),
    )
    match = fold(events)
    assert match is not None
    said = unreported_blanks(match, Grid(truth))
    assert said is not None
    assert (said.event, said.after, said.move) == (2, text(truth), "I10>SEEd")
    told = fold([*events, said])
    assert told is not None
    assert (told.scores.totals, match.scores.totals) == ((0, 20), (0, 15))
    assert unreported_blanks(told, Grid(truth)) is None


def rows_with(row: int, column: int, word: str) -> tuple[str, ...]:
    rows = ["." * 19] * 19
    rows[row] = ("." * column + word).ljust(19, ".")
    return tuple(rows)


def text(rows: tuple[str, ...]) -> str:
    return format_position(Grid(rows))
