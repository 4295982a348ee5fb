"""Simulated hands from pixels to the final score: render, read, explain, rule, score."""

import time
from dataclasses import asdict
from typing import Any

from device import eyes
from device.app import game_of
from device.virtual.attendance import people_at
from device.virtual.simulate import Look, Stage, simulate
from device.virtual.sitting import played_by
from engine.cards import Pieces
from engine.observation import Observation
from engine.scene import Scene
from engine.words import WordList
from vision.render.table import virtual_table

CHEAT = 0.15
"""Chance that a simulated player breaks a rule."""


def camera(
    seed: int, look: str = "classic", size: tuple[int, int] = (1280, 720), pieces: Pieces = "cards"
) -> Look:
    """An eye that renders a scene and reads the picture."""
    render, read, frame = virtual_table(size, seed, look), eyes.reader(pieces=lambda: pieces), seed

    def seen(scene: Scene) -> Observation:
        nonlocal frame
        frame += 1
        return read(render(scene, frame)).observation

    return seen


def measure(hands: int, words: WordList, game: str = "lexicon", seed: int = 1) -> dict[str, Any]:
    """What came of `hands` simulated hands of one game."""
    played = game_of(game, {})
    eye = camera(seed, pieces=played.pack.pieces)
    stage = Stage(played, words, eye, played_by(played, words, CHEAT))
    started = time.perf_counter()
    tally = simulate(stage, people_at(played), hands, seed)
    return {**asdict(tally), "flawless": tally.flawless, "seconds": round(time.perf_counter() - started, 1)}
