"""Find the changes of the stock of a patience (the booklet's nest), of the cards turned up from the stock,
and of the Masters that are kept beside the piles (S2-3, CLK-3)."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.moves import RecycleStock, TurnUp, same_card
from engine.position import FACE_DOWN, Piles


@dataclass(frozen=True, slots=True)
class StockChange:
    """A possible change of the stock and the turned-up cards in one turn."""

    turned_up: int = 0
    """The number of cards that were turned up."""
    shown: str = ""
    """The cards that the turn has turned up, the top card last. A card that nobody could see is a face-down
    card."""
    taken: str | None = None
    """The face of the card taken from the top of the turned-up cards; None if none was taken."""
    restocked: bool = False
    """True if the turned-up cards became the stock again."""
    unexplained: bool = False
    """True if the picture shows a change that no move of the game can make."""

    @property
    def moves(self) -> tuple[TurnUp | RecycleStock, ...]:
        """The moves that turn cards up, or turn the stock over."""
        recycled = (RecycleStock(),) if self.restocked else ()
        return (*recycled, TurnUp(self.shown)) if self.shown else recycled


def stock_changes(before: Piles, after: Piles) -> tuple[StockChange, ...]:
    """Return the possible changes of the stock and the turned-up cards, the likeliest first. There are
    several if a card could not be read."""
    was, now, up = before.turned, after.turned, _stock_loss(before, after)
    if was is None or now is None:
        unseen = (StockChange(turned_up=up, taken=was[-1]),) if was else ()
        return (StockChange(turned_up=up, shown=FACE_DOWN * up), *unseen)
    if was and not now and after.stock and after.stock == len(was) + (before.stock or 0):
        return (StockChange(restocked=True),)
    changes = tuple(_visible_changes(was, now, up, counted=None not in (before.stock, after.stock)))
    return changes or (StockChange(unexplained=True),)


def _visible_changes(was: str, now: str, up: int, *, counted: bool) -> Iterator[StockChange]:
    if _is_beginning(was, now) and (up >= len(now) - len(was) or not counted):
        shown = now[len(was) :]
        yield StockChange(turned_up=up or len(shown), shown=shown or FACE_DOWN * up)
    if was and not up and _is_beginning(now, was) and len(now) == len(was) - 1:
        yield StockChange(taken=was[-1])
    if len(was) == len(now) == 1 and was != now:  # only the top card was seen each time
        if up or not counted:
            yield StockChange(turned_up=max(up, 1), shown=now)
        if not up:
            yield StockChange(taken=was)


def _stock_loss(before: Piles, after: Piles) -> int:
    """Return how many cards the stock has lost; 0 if a count is unknown."""
    if before.stock is None or after.stock is None:
        return 0
    return max(before.stock - after.stock, 0)


def _is_beginning(fewer: str, more: str) -> bool:
    """Return True if the first cards of `more` are the cards `fewer`. A face-down card of either matches any
    card."""
    return len(fewer) <= len(more) and all(
        same_card(b, a) or FACE_DOWN in (b, a) for b, a in zip(fewer, more, strict=False)
    )
