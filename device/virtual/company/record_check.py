"""Compare the referee's match with the cards on the virtual table. The simulated people see a difference on
their phones and correct it."""

from device.virtual.company.company_state import Company, position
from device.virtual.motions.board import trimmed
from engine.game import Game
from engine.match import Match
from engine.position import Grid, Position


def records_agree(match: Match, company: Company) -> bool:
    """Return True if the position in `match` is that of the virtual table (`matches_table`)."""
    return matches_table(match.position, company, match.game)


def matches_table(settled: Position, company: Company, game: Game) -> bool:
    """Return True if the position `settled` is that of the virtual table. The letters of Masters and the
    order of new words may differ."""
    truth = position(game, company)
    if settled.exposed not in (None, truth.exposed):
        return False
    if isinstance(settled, Grid) and isinstance(truth, Grid):
        recorded = settled if game.board else trimmed(settled)
        return _cards(recorded.rows) == _cards(truth.rows)
    return sorted(_cards(_lines(settled))) == sorted(_cards(_lines(truth)))


def _lines(at: Position) -> tuple[str, ...]:
    return at.rows if isinstance(at, Grid) else tuple(word for word in at.lines if word)


def _cards(lines: tuple[str, ...]) -> list[str]:
    return ["".join(c if c.isupper() or c == "." else "?" for c in line) for line in lines]
