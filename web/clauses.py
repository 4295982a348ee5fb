"""The clauses that a ruling cites, each in our own words."""

from engine.game import Game
from web import rulebook
from web.snapshot import Clause


def clause(identifier: str, game: Game) -> Clause:
    """Return a clause in the form that the game has. A clause that this version does not know, from a
    journal of another version, has only its identifier."""
    return Clause(identifier, rulebook.clause_text(identifier, game) if identifier in rulebook.TEXTS else "")
