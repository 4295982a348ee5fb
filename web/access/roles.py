"""Name the role that each route needs. The application does not start if a route has no role here."""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Final


class Role(IntEnum):
    """The rights of a phone at the table. Each role includes the rights of the lower roles."""

    WATCHING = 0
    """The role of any phone on the table's network."""
    SEATED = 1
    """The role of a phone that has taken a seat."""
    STEWARD = 2
    """The role of a phone on which the table's PIN was entered."""


ROUTES: Final[Mapping[str, Role]] = MappingProxyType(
    {
        "static": Role.WATCHING,
        "table.page": Role.WATCHING,
        "table.events": Role.WATCHING,
        "table.regions": Role.WATCHING,
        "table.picture": Role.WATCHING,
        "table.cutout": Role.WATCHING,
        "table.state": Role.WATCHING,
        "taps.confirm": Role.SEATED,
        "taps.finished": Role.SEATED,
        "taps.unfinished": Role.SEATED,
        "taps.hold": Role.SEATED,
        "taps.going": Role.SEATED,
        "taps.go_on": Role.SEATED,
        "taps.challenge": Role.SEATED,
        "taps.answer": Role.SEATED,
        "taps.correct": Role.SEATED,
        "taps.timer": Role.SEATED,
        "taps.prize": Role.SEATED,
        "taps.blank": Role.SEATED,
        "taps.refocus": Role.SEATED,
        "taps.winnable": Role.SEATED,
        "description.openapi": Role.WATCHING,
        "join.page": Role.WATCHING,
        "join.code": Role.WATCHING,
        "join.wifi": Role.WATCHING,
        "join.way_in": Role.WATCHING,
        "join.sit": Role.WATCHING,
        "more.page": Role.WATCHING,
        "more.language": Role.WATCHING,
        "invitation.accept": Role.WATCHING,
        "steward.enter": Role.WATCHING,
        "steward.admit": Role.WATCHING,
        "steward.page": Role.STEWARD,
        "steward.leave": Role.STEWARD,
        "steward.renew": Role.STEWARD,
        "steward.free": Role.STEWARD,
        "steward.offensive": Role.STEWARD,
        "steward.screen": Role.STEWARD,
        "steward.away": Role.STEWARD,
        "steward.back": Role.STEWARD,
        "statistics.page": Role.WATCHING,
        "statistics.spreadsheet": Role.WATCHING,
        "statistics.program": Role.WATCHING,
        "statistics.picture": Role.WATCHING,
        "statistics.evening": Role.WATCHING,
        "statistics.latest": Role.WATCHING,
        "screen.page": Role.WATCHING,
        "overlay.page": Role.WATCHING,
        "rules.page": Role.WATCHING,
        "rules.game": Role.WATCHING,
        "history.page": Role.WATCHING,
        "history.turn": Role.WATCHING,
        "history.picture": Role.WATCHING,
        "history.hand": Role.WATCHING,
        "history.amend": Role.SEATED,
        "history.back": Role.STEWARD,
        "history.total": Role.SEATED,
        "history.overrule": Role.STEWARD,
        "setup.page": Role.STEWARD,
        "setup.begin": Role.STEWARD,
        "setup.names": Role.STEWARD,
        "setup.view": Role.STEWARD,
        "setup.cards": Role.STEWARD,
        "setup.box": Role.STEWARD,
        "setup.words": Role.STEWARD,
        "setup.board": Role.STEWARD,
        "look.page": Role.WATCHING,
        "look.cards": Role.WATCHING,
        "look.picture": Role.WATCHING,
        "look.fix": Role.SEATED,
        "snap.page": Role.SEATED,
        "snap.take": Role.SEATED,
        "touch.page": Role.WATCHING,
        "touch.old": Role.WATCHING,
        "touch.table": Role.WATCHING,
        "touch.sit": Role.WATCHING,
        "touch.rise": Role.SEATED,
        "touch.move": Role.SEATED,
        "party.page": Role.WATCHING,
        "party.initial": Role.SEATED,
        "party.cut": Role.SEATED,
        "enrol.page": Role.STEWARD,
        "enrol.card": Role.STEWARD,
        "enrol.look": Role.STEWARD,
        "enrol.say": Role.STEWARD,
        "enrol.keep": Role.STEWARD,
        "enrol.forget": Role.STEWARD,
        "enrol.back": Role.STEWARD,
        "enrol.undo": Role.STEWARD,
        "enrol.remove": Role.STEWARD,
        "privacy.page": Role.WATCHING,
        "shell.manifest": Role.WATCHING,
        "shell.worker": Role.WATCHING,
        "shell.offline": Role.WATCHING,
    }
)
"""The lowest role that may use each endpoint (`blueprint.function`)."""
