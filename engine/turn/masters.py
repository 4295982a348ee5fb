"""Which cards in the newest picture are Masters because people said so: their looks are learnt."""

from engine.cards import MASTER
from engine.events import AnyEvent, PositionCorrected, QuestionAnswered, TurnAmended, TurnCorrected
from engine.evidence import CLEAR
from engine.explain import Ground, Settled
from engine.observation import Observation
from engine.turn.spots import letter_at, spots


def told_by_people(event: AnyEvent) -> bool:
    """Return whether a person has said what lies on the table."""
    match event:
        case QuestionAnswered(after=after, lapsed=lapsed):
            return bool(after) and not lapsed
        case TurnAmended(cause=cause):
            return cause in ("answered", "said")
        case TurnCorrected() | PositionCorrected():
            return True
        case _:
            return False


def doubted(settled: Settled, seen: Observation, ground: Ground) -> tuple[int, ...]:
    """Return the sightings of the cards that are settled as Masters and in doubt by sight.

    A card that is read as a letter for sure is none of them: whoever named it may have meant another.
    """
    found = (
        card
        for spot, card in spots(settled, seen, ground).items()
        if (letter := letter_at(settled.position, spot)) == MASTER or letter.islower()
    )
    return tuple(card for card in found if not _clear(seen, card))


def _clear(seen: Observation, card: int) -> bool:
    best = seen.cards[card].best
    return best is not None and best[1] >= CLEAR
