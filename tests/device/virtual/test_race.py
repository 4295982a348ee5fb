"""Races of My Word at a virtual table: what a perfect eye sees is ruled on and paid as it was run."""

import random

import pytest

from device.virtual.racing import Minds
from device.virtual.runners import places, sat_down
from device.virtual.simulation.perfect_eye import look
from device.virtual.simulation.race import Account, run
from device.words.lists import load
from engine.catalogue import configured
from engine.events import Option
from engine.observation import Observation
from engine.scene import Scene

NAMES = ("Anne", "Ben", "Cora")


def raced(
    seed: int, cheat: float, *, error: float = 0.6, certainty: float = 0.985, races: int = 1
) -> Account:
    options: dict[str, Option] = {"hands": races}
    rng = random.Random(seed)

    def seen(scene: Scene) -> Observation:
        return look(scene, rng, error=error, certainty=certainty)

    return run(configured("my-word", options), NAMES, seen, Minds(load(), cheat), seed, options)


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


def test_words_and_crossed_words_lie_on_the_table_before_their_player() -> None:
    runners = sat_down(configured("my-word"), NAMES, 1)
    tall = ("..T......", "STRAIGHTS", "..Y......")
    for seat in range(3):
        for _, (x, y) in places(tall, seat):
            assert 44 <= x <= runners.top.width - 44
            assert 44 <= y <= runners.top.height - 44


def test_there_are_as_many_seats_as_the_table_has_free_sides() -> None:
    with pytest.raises(ValueError, match="3 people sit at the virtual table of My Word, not 4"):
        sat_down(configured("my-word"), (*NAMES, "Dan"), 1)
