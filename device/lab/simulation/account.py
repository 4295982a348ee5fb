"""The setting of a confused evening, the frequency of its mishaps, and its results."""

from dataclasses import dataclass, field, replace
from typing import Final

from device.lab.simulation.onlooking import Eye
from device.lab.simulation.watched import Slip
from device.virtual.company.next_steps import Choose
from engine.events import Option
from engine.game import Game
from engine.words import WordList

EXTRA_LETTER: Final = "M"
"""The letter of which the pack has a card more than it should."""


@dataclass(frozen=True, slots=True)
class Often:
    """The chance of each mishap, by occasion."""

    pause: float = 0.25
    button: float = 0.08
    bump: float = 0.2
    photograph: float = 0.3
    twice: float = 0.15
    forgotten: float = 0.3
    unseen: float = 0.05
    ignored: float = 0.3


@dataclass(slots=True)
class EveningResults:
    """The results of confused evenings.

    `lost` are turns that the table ended, refused, gave away or took back although their player had done
    nothing wrong; none is the aim. `misread` are the times when the records differed from the table until
    somebody corrected them. `planted` faults were called illegal (`caught`), asked about, or `missed`.
    `asked` counts questions about a turn, `pictures` those about a picture, `finished` those whether a play
    is finished. `unruled` are plays without any ruling for a minute.
    """

    hands: int = 0
    turns: int = 0
    planted: int = 0
    caught: int = 0
    questioned: int = 0
    missed: int = 0
    asked: int = 0
    pictures: int = 0
    finished: int = 0
    unruled: int = 0
    given: int = 0
    put_right: int = 0
    looks: int = 0
    mishaps: dict[str, int] = field(default_factory=dict)
    lost: list[Slip] = field(default_factory=list)
    misread: list[Slip] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class EveningSetting:
    """The setting of an evening: the game as its people play it, the options told to the table, and the
    players."""

    game: Game
    words: WordList
    eye: Eye
    chosen: Choose
    names: tuple[str, ...]
    options: dict[str, Option] = field(default_factory=dict)
    posed: bool = False
    often: Often = Often()


def one_more(game: Game) -> Game:
    """Return the game with a pack that has one card more of a letter than its maker says."""
    counts = {**game.pack.counts, EXTRA_LETTER: game.pack.counts[EXTRA_LETTER] + 1}
    return replace(game, pack=replace(game.pack, counts=counts))
