"""Load games from other people's packages, found by the entry point `lexicon_table.games` (docs/games.md)."""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.catalogue import AddedGame

GROUP: Final = "lexicon_table.games"


def load_games(warn: Callable[[str], None]) -> None:
    """Add the games of all installed packages, by name, once. `warn` gets one line for each game that
    can't be played, so a package's fault does not keep the table from starting."""
    entries = sorted(entry_points(group=GROUP))
    if not entries:
        return
    from engine.catalogue import ADDED, add_game  # a command without added games may need no catalogue

    for entry in entries:
        if entry.name in ADDED:
            continue
        try:
            add_game(_load(entry))
        except Exception as fault:  # noqa: BLE001 - a stranger's module may raise anything
            package = entry.dist.name if entry.dist is not None else "an unknown package"
            reason = str(fault).partition("\n")[0] or type(fault).__name__
            warn(f"The game {entry.name} of the package {package} can't be played: {reason}")


def _load(entry: EntryPoint) -> "AddedGame":
    from engine.catalogue import AddedGame
    from engine.option_values import OptionFault

    added = entry.load()
    if not isinstance(added, AddedGame):
        raise OptionFault(f"{entry.value} is no AddedGame")
    if added.game.name != entry.name:
        raise OptionFault(f"the entry point is called {entry.name}, its game {added.game.name}")
    return added
