"""Define the setting of a confused evening, the probabilities of its mishaps, and its results."""

from dataclasses import dataclass, field, replace
from typing import Final

from device.lab.simulation.onlooking import Eye
from device.lab.simulation.watched import Slip
from device.virtual.company.next_steps import PlayChooser
from engine.events import Option
from engine.game import Game
from engine.words import WordList

EXTRA_LETTER: Final = "M"
"""The letter of which the people's pack has one card too many."""


@dataclass(frozen=True, slots=True)
class MishapOdds:
    """The probability of each kind of mishap, 0 to 1, at each moment at which the mishap can happen."""

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
    """The results of confused evenings. All fields are numbers, except `mishaps`, `lost` and `misread`."""

    hands: int = 0
    turns: int = 0
    planted: int = 0
    """Turns in which a player broke a rule on purpose (planted faults), and that were ruled on."""
    caught: int = 0
    """Planted faults that the table called illegal."""
    questioned: int = 0
    """Planted faults that the table called legal after it had asked a question about the turn."""
    missed: int = 0
    """Planted faults that the table called legal without a question."""
    asked: int = 0
    """Questions that the table asked about turns, hands and Masters."""
    pictures: int = 0
    """Questions about a picture that the table could not explain."""
    finished: int = 0
    """Questions of the table whether a player has finished the turn."""
    unruled: int = 0
    """Evenings that came to a stop, because nothing happened for a minute."""
    given: int = 0
    put_right: int = 0
    looks: int = 0
    mishaps: dict[str, int] = field(default_factory=dict)
    lost: list[Slip] = field(default_factory=list)
    """Faults of the table against players who did nothing wrong. The table ended or refused a turn, took the
    turn back, or gave the turn to somebody else. The list should be empty."""
    misread: list[Slip] = field(default_factory=list)
    """Turns after which the records differed from the true table, and evenings that came to a stop."""


@dataclass(frozen=True, slots=True)
class EveningSetting:
    """The setting of an evening. `game` has the pack that the people really use. `options` are the options
    that the table knows."""

    game: Game
    words: WordList
    eye: Eye
    chooser: PlayChooser
    names: tuple[str, ...]
    options: dict[str, Option] = field(default_factory=dict)
    by_photograph: bool = False
    odds: MishapOdds = MishapOdds()


def with_extra_card(game: Game) -> Game:
    """Return the game with one card of `EXTRA_LETTER` more in its pack than the maker prints."""
    counts = {**game.pack.counts, EXTRA_LETTER: game.pack.counts[EXTRA_LETTER] + 1}
    return replace(game, pack=replace(game.pack, counts=counts))
