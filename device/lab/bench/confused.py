"""Simulate confused evenings, on which people play by the rules and do everything else wrong. Measure how the
table rules on their turns."""

import time
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any, Final

from device import eyes
from device.lab.simulation.account import EveningResults, EveningSetting, with_extra_card
from device.lab.simulation.confused import ConfusedEvening
from device.lab.simulation.mishaps import taken_from_elsewhere
from device.lab.simulation.onlooking import Eye, imagined_eye
from device.virtual import perfect_eye
from device.virtual.attendance import names_at_table
from device.virtual.company.next_steps import simulated_chooser
from engine.catalogue import configured
from engine.events import Option
from engine.observation import Observation
from engine.shared.scene import Scene
from engine.words import WordList
from vision.render.table import virtual_table

MAX_EVENINGS: Final = 1000
"""Maximum number of evenings that the bench simulates. A thousand take an hour."""
HANDS_PER_EVENING: Final = 2
"""Number of hands that are played on an evening."""
CHEAT_PROBABILITY: Final = 0.12
"""Probability that a simulated player breaks a rule."""
RENDERED_INTERVAL: Final = 5
"""One evening in this many uses rendered photographs and the real reader. The others use no pictures."""
PICTURE_PIXELS: Final = (1280, 720)
GAMES: Final = ("lexicon", "lexicon", "crossword")


def measure(evenings: int, words: WordList, seed: int) -> dict[str, Any]:
    """Play `evenings` confused evenings. Return the counts of `EveningResults`, and the questions a turn."""
    began, account = time.perf_counter(), EveningResults()
    for number, setting in enumerate(evening_settings(evenings, words, seed)):
        ConfusedEvening(setting, seed + number, account).play(HANDS_PER_EVENING)
    turns = max(account.turns, 1)
    return {
        "evenings": evenings,
        "turns lost": len(account.lost),
        **asdict(account),
        "questions a turn": round((account.asked + account.pictures + account.finished) / turns, 2),
        "seconds": round(time.perf_counter() - began, 1),
    }


def evening_settings(evenings: int, words: WordList, seed: int) -> Iterator[EveningSetting]:
    """Yield the settings of `evenings` confused evenings. Evening number n (from 0) has the random seed
    `seed` + n.

    Four evenings in ten are watched by a camera. In the others people take photographs. One evening in
    `RENDERED_INTERVAL` uses rendered photographs.
    """
    for number in range(evenings):
        rendered = number % RENDERED_INTERVAL == RENDERED_INTERVAL - 1
        by_photograph = rendered or number % 2 == 1
        options: dict[str, Option] = {"mode": "challenge"} if number % 6 == 3 else {}
        game = configured(GAMES[number % len(GAMES)], options)
        game = with_extra_card(game) if number % 4 in (1, 2) else game
        eye = _rendered(number) if rendered else _imagined_eye(seed + number, by_photograph=by_photograph)
        yield EveningSetting(
            game,
            words,
            eye,
            simulated_chooser(game, words, CHEAT_PROBABILITY),
            names_at_table(game),
            options,
            by_photograph,
        )


def _imagined_eye(seed: int, *, by_photograph: bool) -> Eye:
    """Return an eye that needs no pictures. If `by_photograph` is true, people take photographs, each from a
    different place."""
    dice = Random(f"eye/{seed}")

    def look(scene: Scene) -> Observation:
        seen = perfect_eye.observe(scene, dice)
        return taken_from_elsewhere(seen, dice) if by_photograph else seen

    return imagined_eye(look, camera_moved=by_photograph)


def _rendered(number: int) -> Eye:
    return Eye(virtual_table(PICTURE_PIXELS, number, "classic"), eyes.photographs())
