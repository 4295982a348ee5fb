"""Divide a live page of a party into three parts, so that phones share what is the same for all.

The heading, and the number of tables for which the room waits, are the same on all phones. Events at any
table change that number. The rest of the page belongs to one phone.
"""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from web.party.headings import PartyHeading
from web.party.phone_view import PhoneView, Stage, phone_view
from web.party.screen_view import ScreenView
from web.party.state import PartyMoment
from web.party.steward_view import StewardView

PartyPageView = PhoneView | StewardView | ScreenView
"""The contents of a live page of a party: a player's page, a steward's page or the big screen."""
WaitReason = Literal["nobody", "ready", "scores", "room"]
"""The reason for which the room waits for tables, as a page shows it. `ready`: they are not ready. `scores`:
they have not finished their scores. `room`, for stewards only: any of these reasons. `nobody`: the page shows
no wait."""


@dataclass(frozen=True, slots=True)
class RoomWait:
    """The tables for which the whole room waits: their number, and the reason."""

    kind: WaitReason = "nobody"
    """The reason for which the room waits."""
    table_count: int = 0
    """The number of tables for which the room waits."""


class PageContent(NamedTuple):
    """The content of a live page of a party, in three parts: its heading, the tables for which the room
    waits, and all the rest."""

    heading: PartyHeading
    """The party's name, the number of the hand, and the number of hands."""
    wait: RoomWait
    """The number of tables for which the room waits, and the reason. The reason is `nobody` if the page does
    not show the wait now."""
    page_view: PartyPageView
    """All values that the page shows."""


def page_content(moment: PartyMoment, view: PartyPageView) -> PageContent:
    """Return what a live page of a party shows at a moment: its heading, the tables for which the room waits,
    and `view`."""
    return PageContent(view.heading, _wait(moment, view), view)


class PhonePage:
    """Compute what the phone of `players` shows at a moment of the party. Compute it again only if something
    that concerns these players may have changed."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self._players = players
        self._known: tuple[Any, PhoneView] | None = None

    def __call__(self, moment: PartyMoment) -> PageContent:
        """Return what the phone's page shows at a moment of the party."""
        key = moment.change_key(self._players)
        if self._known is None or self._known[0] != key:
            self._known = key, phone_view(moment, self._players)
        return page_content(moment, self._known[1])


def _wait(moment: PartyMoment, view: PartyPageView) -> RoomWait:
    """Return for how many tables the room waits, and why, for the page that shows `view`. Return `RoomWait()`
    if the page shows no wait now."""
    if isinstance(view, StewardView):
        shown = not view.calls and view.state in ("ready", "count", "closing")
        return RoomWait("room", moment.waiting_table_count) if shown else RoomWait()
    reasons: dict[Stage, WaitReason] = {Stage.READY: "ready", Stage.DONE: "scores"}
    reason = reasons.get(view.stage) if isinstance(view, PhoneView) else None
    return RoomWait(reason, moment.waiting_table_count) if reason is not None else RoomWait()
