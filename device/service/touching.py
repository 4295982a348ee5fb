"""The virtual table for a person to play at: what lies there, and cards that are moved."""

from collections.abc import Iterator
from typing import Final

from device.virtual import guest
from device.virtual.company import Company
from device.virtual.people import People
from device.virtual.sitting import Sitting
from device.virtual.top.tabletop import PILE_SHOWN
from engine.scene import Lying
from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts
from web.behind import Lies, Move, RefusedError, Virtual
from web.languages import translate as _

WHY_NOT: Final = (
    N_("It is not your turn."),
    N_("A card that is drawn goes into the hand."),
    N_("There is no such card."),
    N_("You have drawn a card already."),
    N_("There is no room for a card there."),
)
"""What `device.virtual.guest` refuses, here for the catalogues to gather."""


class TableTouching:
    """The table at which `people` sit, one of whom is a person."""

    def __init__(self, people: People) -> None:
        self._people = people

    def lies(self) -> Virtual:
        """What lies there."""
        return _shown(*self._people.lies())

    def move(self, move: Move) -> Virtual:
        """Move a card; what lies there then. Raises RefusedError when it can't be moved so."""
        try:
            self._people.touch(lambda sitting: guest.moved(sitting, move.card, move.to, (move.x, move.y)))
        except guest.CannotError as fault:
            raise RefusedError(_(str(fault))) from fault
        return self.lies()


def _shown(sitting: Sitting, busy: bool) -> Virtual:
    company, top = sitting.company, sitting.company.top
    may = guest.may(sitting) and not busy
    return Virtual(
        width=top.width,
        height=top.height,
        piece=top.piece,
        cards=(*_piles(company, sitting.before, may), *_words(company, may)),
        hand=tuple(Lies(f"hand-{n}", c, 0.0, 0.0, mine=may) for n, c in enumerate(company.hands[guest.SEAT])),
        stock=top.stock_at,
        exposed=top.exposed_at,
        may=may,
        seat=guest.SEAT,
        back=company.top.stock > 0,
    )


def _words(company: Company, may: bool) -> Iterator[Lies]:
    cards = (card for group in company.top.words for card in group)
    return (_lies(f"table-{n}", card, may) for n, card in enumerate(cards))


def _piles(company: Company, before: Company | None, may: bool) -> Iterator[Lies]:
    """The stock's back, and the last cards of the exposed pile."""
    top, draws = company.top, may and before is not None and not guest.drawn(company, before)
    if top.stock:
        yield Lies("stock", "", *top.stock_at, mine=draws)
    count, own = len(top.exposed), len(company.discards) > len(before.discards) if before else False
    for n in range(max(0, count - PILE_SHOWN), count):
        name = {count - 1: "exposed", count - 2: "under"}.get(n, f"pile-{n}")
        may_take = (draws or (own and n == count - 1)) and n >= count - (2 if own else 1)
        yield _lies(name, top.exposed[n], may and may_take)


def _lies(name: str, card: Lying, mine: bool) -> Lies:
    return Lies(name, card.letter if card.face_up else "", card.x, card.y, card.angle, mine)
