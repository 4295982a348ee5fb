"""The referee's memory of pictures."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.explain import Explanation, ExplanationContext, SettledPosition, explanations
from engine.observation import Observation
from engine.turn.counting import UnmovedHand
from engine.turn.misreads import RememberedReadings, steady_readings
from engine.turn.picture_check import PictureView


@dataclass(frozen=True, slots=True)
class PictureMemory:
    """A referee's memory of the pictures so far."""

    readings: RememberedReadings = RememberedReadings()  # noqa: RUF009 - a frozen value
    """The possible letters, by the pictures so far, of the settled cards that were read with doubt."""
    observation: Observation | None = None
    """The newest observation of the table; None if there is none."""
    view: PictureView | None = None
    """The picture view of the newest picture, for the players' phones: it compares the picture with the
    settled position."""
    touched: bool = True
    """True if somebody may have touched the cards after the last picture in which the settled position
    was unchanged."""
    hands: tuple[UnmovedHand, ...] = ()
    """The players' remaining cards that lie face up after a hand of play and wait to be counted."""

    def explained(
        self, settled: SettledPosition, observation: Observation, context: ExplanationContext
    ) -> tuple[Sequence[Explanation], Observation]:
        """Return the explanations of what a picture shows, likeliest first, and the observation that they
        explain.

        This is usually `observation` itself. If cards seem changed although nobody has touched the table,
        each card gets its settled letter where the picture leaves this possible (`steady_readings`).
        """
        candidates = explanations(settled, observation, context)
        if self.touched or not candidates[0].changed:
            return candidates, observation
        steady = steady_readings(self.readings, settled, observation, context)
        return (candidates if steady == observation else explanations(settled, steady, context)), steady
