"""Play patiences from simulated camera observations to their end: every move is ruled on as it was made."""

import random
from itertools import count

import pytest

from device import eyes
from device.lab.simulation.alone import PatienceResults, play_alone
from device.lab.simulation.match import HandTally, SimulatedTable, SimulationSetting
from device.virtual.patience.corner_play import corner_chooser
from device.virtual.patience.patience_state import deal_patience
from device.virtual.perfect_eye import observe
from device.words.lists import load
from engine.catalogue import configured
from engine.observation import Observation
from engine.shared.scene import Scene
from vision.render.table import virtual_table


def played(name: str, seed: int, cheat: float = 0.2, max_steps: int = 1000) -> PatienceResults:
    rng = random.Random(seed)

    def seen(scene: Scene) -> Observation:
        return observe(scene, rng)

    return play_alone(configured(name), load(), seen, seed, cheat=cheat, max_steps=max_steps)


@pytest.mark.parametrize(("name", "seed"), [("solitaire-1", 2), ("solitaire-2", 1)])
def test_a_patience_is_read_from_its_deal_and_ruled_on_to_its_end(name: str, seed: int) -> None:
    account = played(name, seed)
    assert account.slips == []
    assert (account.over, account.won, account.score) == (True, True, 0)
    assert account.honest > 5
    assert account.planted == account.illegal + account.unclear > 0


def test_word_solitaire_is_read_card_by_card() -> None:
    account = played("word-solitaire", 1, max_steps=220)
    assert account.slips == []
    assert account.honest > 30
    assert account.score > 10
    assert account.planted == account.illegal + account.unclear > 0


def test_the_clock_is_read_though_its_pack_is_turned_by_threes_and_over() -> None:
    account = played("clock", 2)
    assert account.slips == []
    assert (account.over, account.won, account.score, account.corrected) == (True, True, 0, 0)
    assert account.planted == account.illegal + account.unclear > 0


def test_the_same_seed_is_the_same_deal() -> None:
    game, words = configured("solitaire-1"), load()
    assert deal_patience(game, words, "Anne", 5) == deal_patience(game, words, "Anne", 5)


def test_keyword_patience_is_played_from_corner_to_corner() -> None:
    game, words, tally, rng = configured("keyword-patience"), load(), HandTally(), random.Random(1)
    chooser = corner_chooser(game, words, 0.4)
    table = SimulatedTable(
        SimulationSetting(game, words, lambda scene: observe(scene, rng), chooser), ("Anne",), 1, tally
    )
    table.play(1)
    assert tally.slips == []
    assert tally.planted == tally.illegal + tally.unclear > 0
    assert table.match.scores.winners == (0,)
    assert table.match.scores.totals == (tally.honest,)
    assert table.match.position.lines[-1][-1] != "."


def test_fans_seen_only_in_pictures_are_read_and_ruled_on() -> None:
    render, read = virtual_table((1280, 720), 1), eyes.reader()
    frames = count()
    account = play_alone(
        configured("solitaire-1"),
        load(),
        lambda it: read(render(it, next(frames))).observation,
        1,
        max_steps=10,
    )
    assert account.slips == []
    assert account.honest >= 2
