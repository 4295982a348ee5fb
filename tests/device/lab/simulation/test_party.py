"""Play a party at one virtual table: hands that are seen perfectly are scored as they were played."""

import random

from device.lab.simulation.match import HandTally, SimulatedTable, SimulationSetting
from device.virtual.company.next_steps import simulated_chooser
from device.virtual.perfect_eye import observe
from device.words.lists import load
from engine.catalogue import configured
from engine.events import ChallengeSettled, HandScored, Option, ScoreInitialled, TimeUp

NAMES = ("Anne", "Ben", "Cora", "Dan")


def party(seed: int, hands: int, seconds: int) -> tuple[SimulatedTable, HandTally]:
    options: dict[str, Option] = {"hands": hands, "seconds": seconds}
    game, words, rng = configured("lexicon-party", options), load(), random.Random(seed)
    stage = SimulationSetting(
        game, words, lambda scene: observe(scene, rng), simulated_chooser(game, words, 0.25), options
    )
    tally = HandTally()
    table = SimulatedTable(stage, NAMES, seed, tally)
    table.play(hands)
    return table, tally


def test_a_party_ends_after_its_hands_and_every_total_is_exact_and_initialled() -> None:
    """PTY-2 to PTY-6: the bell cuts hands short, bluffs are challenged, and no honest player is accused."""
    table, tally = party(7, hands=2, seconds=75)
    assert tally.slips == []
    assert tally.flawless
    assert tally.honest > 5
    kinds = [type(event) for event in table.referee.events]
    assert kinds.count(HandScored) == 2
    assert kinds.count(ScoreInitialled) == 8
    assert TimeUp in kinds
    assert ChallengeSettled in kinds
    lowest = min(table.match.scores.totals)
    assert table.match.scores.winners == tuple(
        s for s, total in enumerate(table.match.scores.totals) if total == lowest
    )
