"""Play short confused evenings: people obey the rules and do all else wrong, and no player loses a turn by
it."""

import random

import pytest

from device.lab.simulation.account import EveningResults, EveningSetting, MishapOdds, with_extra_card
from device.lab.simulation.confused import ConfusedEvening
from device.lab.simulation.mishaps import taken_from_elsewhere
from device.lab.simulation.onlooking import imagined_eye
from device.virtual.company.next_steps import simulated_chooser
from device.virtual.perfect_eye import observe
from device.words.lists import load
from engine.catalogue import configured
from engine.observation import Observation
from engine.shared.scene import Scene

NAMES, OFTEN = ("Anne", "Ben", "Cora"), MishapOdds()


def spent(game: str, seed: int, *, by_photograph: bool, odds: MishapOdds = OFTEN) -> EveningResults:
    dice, words = random.Random(seed), load()
    played = with_extra_card(configured(game))

    def seen(scene: Scene) -> Observation:
        return taken_from_elsewhere(observe(scene, dice), dice) if by_photograph else observe(scene, dice)

    chooser, account = simulated_chooser(played, words, 0.12), EveningResults()
    setting = EveningSetting(
        played,
        words,
        imagined_eye(seen, camera_moved=by_photograph),
        chooser,
        NAMES,
        by_photograph=by_photograph,
        odds=odds,
    )
    ConfusedEvening(setting, seed, account).play(1)
    return account


@pytest.mark.parametrize(("game", "seed", "by_photograph"), [("lexicon", 1, True), ("crossword", 2, False)])
def test_nobody_loses_a_turn(game: str, seed: int, by_photograph: bool) -> None:
    account = spent(game, seed, by_photograph=by_photograph)
    assert account.lost == account.misread == []
    assert (account.hands, account.missed, account.unruled) == (1, 0, 0)
    assert account.turns > 5
    assert sum(account.mishaps.values()) > 5


def test_an_evening_on_which_nothing_goes_wrong_is_one_without_mishaps() -> None:
    never = MishapOdds(*[0.0] * 8)
    account = spent("lexicon", 3, by_photograph=False, odds=never)
    assert account.lost == []
    assert account.mishaps == {}
    assert account.hands == 1
