"""Translate presses of the buttons into commands.

    confirm       short       the next step: ends the turn, confirms the count, deals the next hand
    pause         short       start the timer, or pause it
                  long        add a minute
                  very long   stop it
    challenge[n]  short       player n challenges the last turn

All other presses do nothing, so that an elbow on a button ends nobody's turn.
"""

import re
from collections.abc import Callable
from typing import Final

from device.hardware.buttons import Press
from device.running.inbox import Inbox
from engine.table.commands import ChallengeTurn, Command, GoOn, SetTimer
from engine.table.timer import Timer

_CHALLENGE: Final = re.compile(r"challenge\[(\d+)\]")


def command_of_press(name: str, press: Press, timer: Timer | None) -> Command | SetTimer | None:
    """Return the command for a press of the button `name`; None if the press has no meaning. `timer` is
    the table's timer."""
    if name == "pause":
        return _timer_command(press, timer)
    if press != "short":
        return None
    if name == "confirm":
        return GoOn()
    challenge = _CHALLENGE.fullmatch(name)
    return None if challenge is None else ChallengeTurn(int(challenge[1]))


def listener(inbox: Inbox, watch: Callable[[], Timer | None]) -> Callable[[str, Press], None]:
    """Return a function that puts each press of a button into the inbox. `watch` returns the timer."""

    def heard(name: str, press: Press) -> None:
        command = command_of_press(name, press, watch())
        if command is not None:
            inbox.put_always(command)

    return heard


def _timer_command(press: Press, timer: Timer | None) -> SetTimer:
    counting = timer is not None and timer.running and not timer.stopped
    match press:
        case "short":
            return SetTimer("pause" if counting else "start")
        case "long":
            return SetTimer("add a minute")
        case "very long":
            return SetTimer("stop")
