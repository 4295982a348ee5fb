"""The clauses a ruling cites, each in our own words."""

from engine.game import Game
from web import rulebook
from web.snapshot import Clause


def clause(identifier: str, game: Game) -> Clause:
    """Return a clause as the table's rules have it. A clause that they lack, of another version's journal,
    comes by its identifier alone.
    """
    return Clause(identifier, rulebook.clause_text(identifier, game) if identifier in rulebook.TEXTS else "")
