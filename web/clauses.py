"""The clauses that a ruling cites, each in our own words."""

from engine.game import Game
from web import rulebook
from web.snapshot import Clause


def clause(identifier: str, game: Game) -> Clause:
    """Return a clause in the form that the game has. A clause of another version's journal may be unknown to
    this version; its text is then empty."""
    return Clause(identifier, rulebook.clause_text(identifier, game) if identifier in rulebook.TEXTS else "")
