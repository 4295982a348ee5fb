"""Play races of My Word at a virtual table with perfect observations: each ruling and each prize agrees
with the race."""

import random

from device.lab.simulation.race import RaceResults, run
from device.virtual.perfect_eye import observe
from device.virtual.race.next_steps import RaceSkill
from device.words.lists import load
from engine.catalogue import configured
from engine.events import Option
from engine.observation import Observation
from engine.shared.scene import Scene

NAMES = ("Anne", "Ben", "Cora")


def raced(
    seed: int, cheat: float, *, error: float = 0.6, certainty: float = 0.985, races: int = 1
) -> RaceResults:
    options: dict[str, Option] = {"hands": races}
    rng = random.Random(seed)

    def seen(scene: Scene) -> Observation:
        return observe(scene, rng, error=error, certainty=certainty)

    return run(configured("my-word", options), NAMES, seen, RaceSkill(load(), cheat), seed, options)


def test_whole_races_nobody_is_wronged_no_fault_gets_through_and_the_prizes_are_exact() -> None:
    account = raced(3, cheat=0.15, races=2)
    assert account.slips == []
    assert account.races == 2
    assert account.honest > 20
    assert account.planted == account.illegal + account.unclear > 0
    assert sum(account.totals) == 30


def test_a_camera_that_reads_badly_accuses_nobody() -> None:
    account = raced(5, cheat=0.0, error=2.0, certainty=0.6)
    assert account.slips == []
