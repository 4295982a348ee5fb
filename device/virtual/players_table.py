"""Hold the parts of a virtual table that its simulated players use."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from device.running.inbox import Inbox
from device.virtual.tabletop.table import VirtualTable
from engine.events import Option
from engine.game import Game
from engine.table.referee import Referee


@dataclass(frozen=True, slots=True)
class PlayersTable:
    """The parts of the virtual table that a simulated player uses: the cards, the inbox, and what phones
    show."""

    cards: VirtualTable
    """The cards on the table, and the arms over it."""
    game: Game
    """The game that is played."""
    inbox: Inbox
    """The table's inbox, to which the players' phones send their commands."""
    watch: Callable[[], Referee]
    """A function that returns the referee in the state that the phones show."""
    file: Path
    """The file that stores the players' state. It is written before an action is shown."""
    options: dict[str, Option] = field(default_factory=dict)
    """The options of the game with which each match begins."""
