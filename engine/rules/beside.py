"""Find the changes of the cards beside a patience's piles: the stock (the booklet's nest), the cards turned
up from it, and the Masters that lie aside (S2-3, CLK-3).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.moves import RecycleStock, TurnUp, same_card
from engine.position import FACE_DOWN, Piles


@dataclass(frozen=True, slots=True)
class Beside:
    """Describe a change of the turned-up cards. `up` is how many were turned up, `shown` those of them that
    lie there. `gone` is the face of the card that left the top, None if none did. `over`: they became the
    stock again. `strange`: no such change explains the picture.
    """

    up: int = 0
    shown: str = ""
    gone: str | None = None
    over: bool = False
    strange: bool = False

    @property
    def moves(self) -> tuple[TurnUp | RecycleStock, ...]:
        """Return the cards turned, as moves."""
        over = (RecycleStock(),) if self.over else ()
        return (*over, TurnUp(self.shown)) if self.shown else over


def possible(before: Piles, after: Piles) -> tuple[Beside, ...]:
    """Return the changes that may have happened beside the piles, the likeliest first: where less is known,
    more may have happened.
    """
    was, now, up = before.turned, after.turned, _fewer(before, after)
    if was is None or now is None:
        unseen = (Beside(up=up, gone=was[-1]),) if was else ()
        return (Beside(up=up, shown=FACE_DOWN * up), *unseen)
    if was and not now and after.stock and after.stock == len(was) + (before.stock or 0):
        return (Beside(over=True),)
    found = tuple(_possible(was, now, up, counted=None not in (before.stock, after.stock)))
    return found or (Beside(strange=True),)


def _possible(was: str, now: str, up: int, *, counted: bool) -> Iterator[Beside]:
    if _begins(was, now) and (up >= len(now) - len(was) or not counted):
        shown = now[len(was) :]
        yield Beside(up=up or len(shown), shown=shown or FACE_DOWN * up)
    if was and not up and _begins(now, was) and len(now) == len(was) - 1:
        yield Beside(gone=was[-1])
    if len(was) == len(now) == 1 and was != now:  # each time only the top one was seen
        if up or not counted:
            yield Beside(up=max(up, 1), shown=now)
        if not up:
            yield Beside(gone=was)


def _fewer(before: Piles, after: Piles) -> int:
    """Return how many cards the stock has lost."""
    if before.stock is None or after.stock is None:
        return 0
    return max(before.stock - after.stock, 0)


def _begins(fewer: str, more: str) -> bool:
    """Tell whether `more` are the cards of `fewer` with others on top of them."""
    return len(fewer) <= len(more) and all(
        same_card(b, a) or FACE_DOWN in (b, a) for b, a in zip(fewer, more, strict=False)
    )
