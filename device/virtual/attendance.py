"""Open the virtual table with its simulated players: several players with hands, one patience player, or the
players of a race.

They continue the stored game, or begin a new one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol, TypeVar

from device.errors import UsageFault
from device.records.value_files import keep, read_or_set_aside
from device.running.inbox import Inbox
from device.virtual import guest
from device.virtual.company import company_state
from device.virtual.company.actors import CompanyPlayers
from device.virtual.company.next_steps import PlayChooser, Sitting, simulated_chooser
from device.virtual.patience.actor import PatienceActor
from device.virtual.patience.corner_play import corner_chooser
from device.virtual.patience.patience_state import PatienceState, deal_patience
from device.virtual.players_table import PlayersTable
from device.virtual.race import race_state
from device.virtual.race.actors import Racers
from device.virtual.race.next_steps import RaceSitting, RaceSkill
from device.virtual.tabletop.table import VirtualTable
from engine.events import MatchEnded, Option
from engine.game import Game
from engine.match.patiences import is_dealt_on_table
from engine.shared.player_names import skeleton
from engine.shared.players import Strength
from engine.table.commands import RecordEvent
from engine.table.referee import Referee
from engine.words import WordList

PLAYER_NAMES: Final = ("Anne", "Ben", "Cora", "Dan")
USUAL_PLAYERS: Final = 3
"""Number of simulated players at the virtual table if the game allows several numbers."""

OpenedTable = tuple[VirtualTable, Callable[[float], None]]
"""A virtual table, and the function that lets its simulated players act. The argument of this function is the
time in seconds."""
TOUCH_GAMES: Final = "lexicon, crossword, lexigram, keyword and their like"


class EventCounter(Protocol):
    """The part that the stored states of the simulated players have in common in all games: the number of
    events that they have seen."""

    @property
    def heard(self) -> int:
        """The number of events in the journal when the simulated players last acted."""


T = TypeVar("T", bound=EventCounter)


@dataclass(frozen=True, slots=True)
class VirtualTableSetup:
    """The parts that the simulated players of a virtual table need besides the game, such as their word
    list and their strength."""

    file: Path
    """The file that keeps the simulated players and their cards."""
    inbox: Inbox
    """The inbox of the table's loop. The simulated players send their commands to this inbox."""
    watch: Callable[[], Referee]
    """A function that returns the referee in the state that the phones show."""
    words: WordList
    """The word list that the simulated players know."""
    seed: int = 1
    """The seed of the simulated players' random choices."""
    cheat: float = 0.0
    """The probability that a play breaks a rule, 0 to 1."""
    strengths: tuple[Strength, ...] = ("casual",)
    """The strength of each seat's simulated player, in games with hands of cards."""
    hands_by_turn: dict[int, str] = field(default_factory=dict)
    """The cards that the player held before each turn, by the turn's number in the journal."""


def open_table(setup: VirtualTableSetup, game: Game, options: dict[str, Option]) -> OpenedTable:
    """Return the virtual table for a game, with its simulated players. Raise UsageFault if the setup's file
    stores another game."""
    if is_dealt_on_table(game):
        return _open_patience_table(setup, game)
    if game.ends == "race":
        return _open_race_table(setup, game)
    table, players = open_company_table(setup, game, options)
    return table, players.act_if_due


def names_at_table(game: Game) -> tuple[str, ...]:
    """Return the names of the simulated players: as many as the game needs, four at a party (PTY-1)."""
    least, most = game.seats.least, game.seats.most
    return PLAYER_NAMES[
        : max(least, most if game.goal.initialled or game.plays.replays_illegal else min(USUAL_PLAYERS, most))
    ]


def has_hands(game: Game) -> bool:
    """Return True if each player holds a hand of cards, so that a playing strength applies. False for a
    patience, a race, and a board game that begins in a corner."""
    return not is_dealt_on_table(game) and game.ends != "race" and game.plays.start != "corner"


def _open_patience_table(setup: VirtualTableSetup, game: Game) -> OpenedTable:
    solitary = _resume_or_begin(
        setup, game, PatienceState, lambda: deal_patience(game, setup.words, PLAYER_NAMES[0], setup.seed)
    )
    table = VirtualTable(solitary.top)
    players_table = PlayersTable(table, game, setup.inbox, setup.watch, setup.file)
    return table, PatienceActor(solitary, players_table, words=setup.words, cheat=setup.cheat).act_if_due


def _open_race_table(setup: VirtualTableSetup, game: Game) -> OpenedTable:
    racing = _resume_or_begin(
        setup,
        game,
        RaceSitting,
        lambda: RaceSitting(race_state.begin_race(game, names_at_table(game), setup.seed)),
    )
    table = VirtualTable(racing.runners.top)
    players_table = PlayersTable(table, game, setup.inbox, setup.watch, setup.file)
    return table, Racers(racing, players_table, RaceSkill(setup.words, setup.cheat)).act_if_due


def is_touch_playable(game: Game) -> bool:
    """Return True if a person can play the game at the virtual table: its cards lie in rows or a
    crossword."""
    return game.layout in ("rows", "grid")


def open_table_with_guest(
    setup: VirtualTableSetup, game: Game, options: dict[str, Option], name: str
) -> tuple[VirtualTable, CompanyPlayers]:
    """Return the virtual table at which a person called `name` plays with simulated players
    (`device.virtual.guest`).

    Raise UsageFault if a person cannot play the game at the virtual table (`is_touch_playable`), or if the
    setup's file stores another game.
    """
    if not is_touch_playable(game):
        raise UsageFault(f"{game.title}: a person at the virtual table can play only {TOUCH_GAMES}")
    others = tuple(other for other in names_at_table(game) if skeleton(other) != skeleton(name))
    names = (name, *others[: len(names_at_table(game)) - 1])
    return open_company_table(setup, game, options, names, joined=True)


def open_company_table(
    setup: VirtualTableSetup,
    game: Game,
    options: dict[str, Option],
    names: tuple[str, ...] = (),
    *,
    joined: bool = False,
) -> tuple[VirtualTable, CompanyPlayers]:
    """Return the virtual table and its simulated players. They are called `names`, or by invented names if
    `names` is empty.

    If `joined` is true, a person plays from the beginning; otherwise a person may join the players later.
    """
    names = names or names_at_table(game)
    sitting = _resume_or_begin(
        setup, game, Sitting, lambda: Sitting(company_state.seated(game, names, setup.seed))
    )
    table = VirtualTable(sitting.company.top)
    players_table = PlayersTable(table, game, setup.inbox, setup.watch, setup.file, options)
    players = CompanyPlayers(
        sitting,
        players_table,
        _play_chooser(setup, game),
        guest_step_finder=guest.guest_steps(setup.words),
        hands_by_turn=setup.hands_by_turn,
    )
    players.join(joined)
    return table, players


def _play_chooser(setup: VirtualTableSetup, game: Game) -> PlayChooser:
    """Return the function with which the simulated players choose their plays. On a board for one player they
    play towards the far corner (KP)."""
    if game.plays.start == "corner":
        return corner_chooser(game, setup.words, setup.cheat)
    # The words are read each time: the house may have added offensive ones.
    return lambda company: simulated_chooser(game, setup.watch().words, setup.cheat, setup.strengths)(company)


def _resume_or_begin(setup: VirtualTableSetup, game: Game, kind: type[T], begin: Callable[[], T]) -> T:
    """Return the stored game of the type `kind`, or the new game that `begin` returns.

    A new game begins in three cases: no game is stored; the journal has no match; or the journal is
    shorter than when the game was stored. Before a new game begins, a running match in the journal
    is ended. Raise UsageFault if the journal holds a match of another game.
    """
    stored, match = read_or_set_aside(setup.file, kind), setup.watch().match
    if stored is not None and (match is None or stored.heard > len(setup.watch().events)):
        stored = None
    if match is not None and match.game.name != game.name:
        folder = setup.file.parent
        raise UsageFault(f"{folder}: holds a match of {match.game.title}; give --data another folder")
    if stored is None:
        if match is not None and match.scores.winners is None:
            setup.inbox.put_always(RecordEvent(MatchEnded("the virtual table is gone")))
        stored = begin()
        keep(setup.file, stored)
    return stored
