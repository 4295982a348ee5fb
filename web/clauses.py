"""The clauses that a ruling cites, each in our own words."""

from engine.game import Game
from web import rulebook
from web.snapshot import Clause


def clause(identifier: str, game: Game) -> Clause:
    """Return the clause `identifier` in the wording for `game`. The text is empty if this version does not
    know the clause, such as in a journal of another version."""
    return Clause(identifier, rulebook.clause_text(identifier, game) if identifier in rulebook.TEXTS else "")
