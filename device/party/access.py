"""Set the permissions of a party: credentials and roles for the broker's dynamic security plugin.

The plugin in Debian 12's Mosquitto has no pattern for "a client's own topics". Therefore each place, such as
`table/7`, has a role of its own. The plugin takes commands as JSON under `$CONTROL/dynamic-security/v1`. A
broker that is not yet started reads the permissions from a file (`access_file`).
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from device.errors import UsageFault
from device.party.home_assistant import config_topic
from device.party.party_messages import Topics
from device.party.stations import Credential, Message, StationBroker

CONTROL: Final = "$CONTROL/dynamic-security/v1"
_RESPONSE: Final = f"{CONTROL}/response"
_BATCH_COMMANDS: Final = 10
"""Number of commands in one message to the broker's plugin. The number is small, because the plugin is slow:
it writes its file after each command."""
PLUGIN_TIMEOUT_SECONDS: Final = 10.0
"""Seconds of silence after which the broker counts as having no plugin."""

Command = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Access:
    """The credentials of a party's places. A place is named like `table/7` or `hub/a`."""

    credentials: dict[str, Credential]

    def of(self, place: str) -> Credential:
        """Return the user name and password of the place `place` at the broker."""
        return self.credentials[place]


def new_access(topics: Topics, places: Iterable[str]) -> Access:
    """Return credentials with new random passwords for the places `places`."""
    return Access(
        {place: Credential(f"{topics.party}/{place}", secrets.token_urlsafe(24)) for place in places}
    )


def account_commands(topics: Topics, access: Access) -> list[Command]:
    """Return the commands that create an account with its rights for each place of `access`. They are
    commands to the broker's plugin for permissions."""
    commands: list[Command] = []
    for place, credential in access.credentials.items():
        commands.append(
            {"command": "createRole", "rolename": credential.user, "acls": _access_rules(topics, place)}
        )
        commands.append(
            {
                "command": "createClient",
                "username": credential.user,
                "password": credential.password,
                "roles": [{"rolename": credential.user}],
            }
        )
    return commands


def _access_rules(topics: Topics, place: str) -> list[dict[str, Any]]:
    hubs = [f"state/{place}", f"heard/{place}", f"pong/{place}", "party"]
    if place.startswith("door/"):
        hubs = ["lease", "facts/+", f"refused/{place}", f"pong/{place}"]
    hears = [topics.of("hub/+", what) for what in hubs]
    if place.startswith("door/"):
        hears.append(topics.of("table/+", "board/+"))
    says, kind = [topics.of(place, "#")], "subscribeLiteral"
    if place.startswith("hub/"):
        hears, kind = [f"lexicon/{topics.party}/#"], "subscribePattern"
    if place.startswith("home/"):
        says.append(config_topic(topics))
        hears, kind = ["homeassistant/#", f"lexicon/{topics.party}/home/#"], "subscribePattern"
    return [
        *({"acltype": "publishClientSend", "topic": topic, "allow": True} for topic in says),
        *({"acltype": kind, "topic": topic, "allow": True} for topic in hears),
    ]


def _progress_check(station: "Administrator", done: Callable[[], bool]) -> Callable[[], bool]:
    """Return a function that returns True when a wait for the broker's plugin may end. The wait may end if
    `done` returns True, or if the plugin has answered commands of `station` since the wait began."""
    before = station.unanswered_count
    return lambda: done() or station.unanswered_count < before


class Administrator:
    """Send commands to the broker's plugin for permissions, a batch at a time. `faults` lists the commands
    that the plugin refused, with its reasons.

    If `again` is true, the commands may have been sent before. `faults` then leaves out the refusals to
    create an account or a role that exists already.
    """

    will = None
    subscriptions: Sequence[str] = (_RESPONSE,)

    def __init__(self, todo: Sequence[Command], *, again: bool = False) -> None:
        self._todo, self._again = list(todo), again
        self.faults: list[str] = []

    @property
    def unanswered_count(self) -> int:
        """The number of commands that the broker's plugin has not yet answered."""
        return len(self._todo)

    @property
    def done(self) -> bool:
        """True if the broker's plugin has answered all commands."""
        return not self._todo

    def connected(self, now: float) -> Iterable[Message]:
        """Return the message with the first batch of commands."""
        return self._next()

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        """Take the answers of the broker's plugin to a batch of commands. Return the message with the next
        batch."""
        for each in batch:
            for answer in msgspec.json.decode(each.payload)["responses"]:
                if "error" in answer and not (self._again and answer["error"].endswith("already exists")):
                    self.faults.append(f"{answer['command']}: {answer['error']}")
            del self._todo[:_BATCH_COMMANDS]
        return self._next()

    def ticked(self, now: float) -> Iterable[Message]:
        """Return nothing, because no command depends on time."""
        return ()

    def _next(self) -> list[Message]:
        if not self._todo:
            return []
        return [Message(CONTROL, msgspec.json.encode({"commands": self._todo[:_BATCH_COMMANDS]}))]


def carry_out(
    exchange: StationBroker,
    admin: Credential,
    todo: Sequence[Command],
    *,
    again: bool = False,
    timeout: float = PLUGIN_TIMEOUT_SECONDS,
) -> None:
    """Have the broker's plugin carry out the commands `todo`. If `again` is true, some commands may have been
    carried out before.

    Raise UsageFault if no broker answers, if the broker does not know the administrator or has no plugin (no
    answer within `timeout` seconds), or if the plugin refuses a command.
    """

    def done() -> bool:
        return station.done or bool(exchange.refusal_reason(station) or exchange.denied_topics(station))

    station = Administrator(todo, again=again)
    exchange.add(station, admin)
    while exchange.run_until(_progress_check(station, done), timeout) and not done():
        pass  # a busy broker has the same time for every batch
    refused, denied = exchange.refusal_reason(station), exchange.denied_topics(station)
    exchange.remove(station)
    if refused:
        raise UsageFault(f"The broker at {exchange.address} can't be used: {refused}.")
    if denied or not station.done:
        raise UsageFault(
            f"The broker at {exchange.address} has no dynamic security plugin, or lets somebody else use it."
        )
    if station.faults:
        raise UsageFault(f"The broker at {exchange.address} refuses: {station.faults[0]}")
