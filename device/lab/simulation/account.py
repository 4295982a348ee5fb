"""The setting of a confused evening, the probabilities of its mishaps, and its results."""

from dataclasses import dataclass, field, replace
from typing import Final

from device.lab.simulation.onlooking import Eye
from device.lab.simulation.watched import Slip
from device.virtual.company.next_steps import PlayChooser
from engine.events import Option
from engine.game import Game
from engine.words import WordList

EXTRA_LETTER: Final = "M"
"""The letter of which the pack has one card too many."""


@dataclass(frozen=True, slots=True)
class MishapOdds:
    """The probability of each mishap at each opportunity."""

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
    """The results of confused evenings."""

    hands: int = 0
    turns: int = 0
    planted: int = 0
    """Faults that players made on purpose."""
    caught: int = 0
    """Planted faults that were called illegal."""
    questioned: int = 0
    """Planted faults about which the table asked."""
    missed: int = 0
    """Planted faults that were not noticed."""
    asked: int = 0
    """Questions about a turn."""
    pictures: int = 0
    """Questions about a picture."""
    finished: int = 0
    """Questions whether a play is finished."""
    unruled: int = 0
    """Plays without any ruling for a minute."""
    given: int = 0
    put_right: int = 0
    looks: int = 0
    mishaps: dict[str, int] = field(default_factory=dict)
    lost: list[Slip] = field(default_factory=list)
    """Turns that the table ended, refused, gave to another player or took back although their player had
    done nothing wrong. The list should be empty."""
    misread: list[Slip] = field(default_factory=list)
    """Times when the records differed from the table until a person corrected them."""


@dataclass(frozen=True, slots=True)
class EveningSetting:
    """The setting of an evening: the game as its people play it, the options that the table knows, and the
    players."""

    game: Game
    words: WordList
    eye: Eye
    chosen: PlayChooser
    names: tuple[str, ...]
    options: dict[str, Option] = field(default_factory=dict)
    posed: bool = False
    often: MishapOdds = MishapOdds()


def with_extra_card(game: Game) -> Game:
    """Return the game with a pack that has one card more of a letter than its maker prints."""
    counts = {**game.pack.counts, EXTRA_LETTER: game.pack.counts[EXTRA_LETTER] + 1}
    return replace(game, pack=replace(game.pack, counts=counts))
