"""Identify who sends a request at a party (players, a steward or the host) and what they may do.

The phone's signed cookie names these people, because a machine that serves pages stores nothing about phones.
The cookie names players, not seats, because a phone goes with its player from table to table.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Final

from flask import Flask, Response, abort, request, session
from werkzeug.wrappers import Response as AnyResponse

from engine.party import SEATS_PER_TABLE
from web import responses as answers
from web.access import guard, identity
from web.languages import translate as _
from web.room.responses import cookie_key

COOKIE: Final = "party"
PLAYERS, STEWARD, HOST = "players", "steward", "host"
"""The keys of the entries in a phone's cookie: the ids of its players, the number of its steward, and the
mark of the host."""


class RoomRole(IntEnum):
    """The role that a request needs. A phone may have several roles: a steward need not play, and a player
    need not be a steward."""

    ANYBODY = 0
    PLAYER = 1
    STEWARD = 2
    HOST = 3


@dataclass(frozen=True, slots=True)
class PhoneHolder:
    """The people who hold a phone, as its cookie names them."""

    players: tuple[str, ...] = ()
    """The ids of the players for whom the phone speaks."""
    steward: int | None = None
    """The number of the steward, from 0; None on other phones."""
    host: bool = False
    """True if the phone is the host's."""

    def may(self, needed: RoomRole) -> bool:
        """Tell whether the phone has the role `needed`. The host has the rights of all stewards."""
        held = {
            RoomRole.ANYBODY: True,
            RoomRole.PLAYER: bool(self.players),
            RoomRole.STEWARD: self.steward is not None or self.host,
            RoomRole.HOST: self.host,
        }
        return held[needed]


ROUTES: Final[Mapping[str, RoomRole]] = MappingProxyType(
    {
        "static": RoomRole.ANYBODY,
        "shell.manifest": RoomRole.ANYBODY,
        "shell.worker": RoomRole.ANYBODY,
        "shell.offline": RoomRole.ANYBODY,
        "room.page": RoomRole.ANYBODY,
        "room.find": RoomRole.ANYBODY,
        "room.standings": RoomRole.ANYBODY,
        "room.screen": RoomRole.ANYBODY,
        "room.code": RoomRole.ANYBODY,
        "room.events": RoomRole.ANYBODY,
        "room.state": RoomRole.ANYBODY,
        "room.clock": RoomRole.ANYBODY,
        "room.party": RoomRole.ANYBODY,
        "room.help": RoomRole.ANYBODY,
        "room.language": RoomRole.ANYBODY,
        "overlay.page": RoomRole.ANYBODY,
        "overlay.events": RoomRole.ANYBODY,
        "code_pages.table": RoomRole.ANYBODY,
        "code_pages.sit": RoomRole.ANYBODY,
        "code_pages.steward": RoomRole.ANYBODY,
        "code_pages.host": RoomRole.ANYBODY,
        "code_pages.leave": RoomRole.ANYBODY,
        "player.ready": RoomRole.PLAYER,
        "player.count": RoomRole.PLAYER,
        "player.initial": RoomRole.PLAYER,
        "player.call": RoomRole.PLAYER,
        "player.cut": RoomRole.PLAYER,
        "steward.page": RoomRole.STEWARD,
        "steward.rule": RoomRole.STEWARD,
        "steward.board": RoomRole.STEWARD,
        "steward.leave_out": RoomRole.STEWARD,
        "steward.cut": RoomRole.STEWARD,
        "steward.scores_of": RoomRole.STEWARD,
        "steward.correct": RoomRole.STEWARD,
        "steward.prize": RoomRole.STEWARD,
        "steward.enter": RoomRole.STEWARD,
        "steward.drop": RoomRole.STEWARD,
        "host.page": RoomRole.HOST,
        "host.look": RoomRole.HOST,
        "host.begin": RoomRole.HOST,
        "host.end": RoomRole.HOST,
        "host.codes": RoomRole.HOST,
        "host.code": RoomRole.HOST,
        "host.results": RoomRole.HOST,
        "host.paper": RoomRole.HOST,
        "host.forget": RoomRole.HOST,
    }
)
"""The role that each endpoint needs, as `blueprint.function`."""


def phone_holder() -> PhoneHolder:
    """Return the people who hold the requesting phone."""
    players, steward = session.get(PLAYERS, []), session.get(STEWARD)
    return PhoneHolder(
        tuple(str(one) for one in players[:SEATS_PER_TABLE]) if isinstance(players, list) else (),
        steward if isinstance(steward, int) else None,
        session.get(HOST) is True,
    )


def speak_for(players: Collection[str]) -> None:
    """Let the requesting phone speak for `players` from now on, and for no other player."""
    session[PLAYERS] = list(players)


def act_as_steward(steward: int) -> None:
    """Let the requesting phone act as the steward number `steward` from now on."""
    session[STEWARD] = steward


def act_as_host() -> None:
    """Let the requesting phone act as the host from now on."""
    session[HOST] = True


def speak_for_nobody() -> None:
    """Let the requesting phone speak for nobody from now on."""
    for name in (PLAYERS, STEWARD, HOST):
        session.pop(name, None)


def install(app: Flask, secret: bytes, names: Callable[[], Collection[str]]) -> None:
    """Sign `app`'s cookie, check every request, and add to every answer the security headers of the
    table's pages. `names` are further names of this machine on the network.

    Raise ValueError if a route is missing from `ROUTES`.
    """
    if unlisted := {rule.endpoint for rule in app.url_map.iter_rules()} - set(ROUTES):
        raise ValueError(f"routes that web.room.access does not list: {', '.join(sorted(unlisted))}")
    app.secret_key = cookie_key(secret)
    app.config["SESSION_COOKIE_NAME"] = COOKIE
    app.session_interface = identity.Cookies()
    app.jinja_env.globals.update(csrf=identity.token, who=phone_holder)

    @app.before_request
    def only_whom_it_concerns() -> AnyResponse | None:
        if not guard.is_known_host(request.host, names):
            return guard.wrong_host_answer()
        if request.endpoint is None:
            return None
        request.max_content_length = guard.max_body_bytes(request.endpoint)
        changes = request.method not in guard.SAFE_METHODS
        if changes and not guard.is_same_origin(request):
            abort(403, _("That request came from another site."))
        needed = ROUTES[request.endpoint]
        if not phone_holder().may(needed):
            return answers.problem(403, missing_role_sentence(needed))
        if (request.content_length or 0) > request.max_content_length:
            abort(413, _("That is too much for the party at once."))
        if changes and not identity.has_form_token(request):
            abort(403, _("This page is too old. Load it again, then try once more."))
        return None

    @app.after_request
    def only_what_is_ours(response: Response) -> Response:
        for name, value in guard.HEADERS.items():
            response.headers.setdefault(name, value)
        return response


def missing_role_sentence(needed: RoomRole) -> str:
    """Return the sentence that says why a phone lacks the role `needed`, and how to get it."""
    if needed == RoomRole.PLAYER:
        return _("This phone speaks for nobody yet. Scan the code on your table.")
    if needed == RoomRole.STEWARD:
        return _("Only stewards can do that. Scan the code on a steward's card.")
    return _("Only the host can do that. Scan the code on the host's screen.")
