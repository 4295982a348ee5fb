"""The common parts of all pages of a party: its name, the hand, and how its scores count."""

from dataclasses import dataclass

from engine.party import lowest_wins
from web.party.state import PartyMoment


@dataclass(frozen=True, slots=True)
class PartyHeading:
    """The heading of a party's page: the party's name, the number of the hand, and the number of hands."""

    party: str
    """The party's name; empty before the rules are agreed."""
    round: int
    """The number of the hand, from 1; 0 before the first."""
    hands: int
    """The agreed number of hands."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The scoring of a party's game: whether the lowest total wins, and the points of a fine."""

    lowest_wins: bool
    """True if the lowest total wins."""
    fine: int
    """The points of a fine."""


def heading_of(moment: PartyMoment) -> PartyHeading:
    """Return the heading of a party's pages at a moment: the party's name, the number of the hand, and the
    agreed number of hands."""
    rules = moment.party.rules
    return PartyHeading(rules.name if rules else "", moment.number, rules.hands if rules else 0)


def scoring_of(moment: PartyMoment) -> Scoring:
    """Return the scoring of the party's game at a moment: whether the lowest total wins, and the points of a
    fine."""
    rules = moment.party.rules
    return Scoring(lowest_wins(moment.party), rules.fine if rules else 0)
