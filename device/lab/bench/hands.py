"""Measure simulated hands from pixels to the final score. A hand is filmed, detected at rest, read,
explained, ruled on and scored."""

import time
from dataclasses import asdict
from typing import Any, Final

from device import eyes
from device.factories import game_of
from device.lab.simulation.attending import Film
from device.lab.simulation.match import Filming, SimulationSetting, simulate
from device.virtual.attendance import names_at_table
from device.virtual.company.next_steps import simulated_chooser
from engine.game import Game
from engine.words import WordList
from vision.render.table import virtual_table

CHEAT_PROBABILITY: Final = 0.15
"""Probability that a simulated player breaks a rule."""
PICTURE_PIXELS: Final = (1280, 720)
LOOKS: Final = ("classic", "modern", "club")
"""The looks of the virtual table's packs. The matches use them in turn, each on another table."""


def match_cameras(game: Game, fps: float = 8.0) -> Filming:
    """Return a source of cameras, one for each match. A camera films its whole match with `fps` pictures a
    second."""

    def camera(match: int) -> Film:
        render = virtual_table(PICTURE_PIXELS, match, LOOKS[match % len(LOOKS)])
        return Film(render, eyes.stillness(), eyes.reader(pieces=lambda: game.pack.pieces), fps)

    return Filming(camera)


def measure(
    hands: int, words: WordList, game: str = "lexicon", seed: int = 1, fps: float = 8.0
) -> dict[str, Any]:
    """Play `hands` simulated hands of one game, and return the counts of `HandTally`."""
    played = game_of(game, {})
    stage = SimulationSetting(
        played, words, match_cameras(played, fps), simulated_chooser(played, words, CHEAT_PROBABILITY)
    )
    started = time.perf_counter()
    tally = simulate(stage, names_at_table(played), hands, seed)
    return {**asdict(tally), "flawless": tally.flawless, "seconds": round(time.perf_counter() - started, 1)}
