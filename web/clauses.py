"""The clauses a ruling cites, each in our own words."""

from engine.game import Game
from web import rulebook
from web.snapshot import Clause


def clause(identifier: str, game: Game) -> Clause:
    """A clause as the table's rules have it; one that they lack, of another version's journal, by its
    identifier alone."""
    return Clause(identifier, rulebook.told(identifier, game) if identifier in rulebook.TEXTS else "")
