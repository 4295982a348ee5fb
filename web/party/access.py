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
from web.party.responses import cookie_key

COOKIE: Final = "party"
PLAYERS, STEWARD, HOST = "players", "steward", "host"
"""The keys of the entries in a phone's cookie: the ids of its players, the number of its steward, and the
mark of the host."""


class PartyRole(IntEnum):
    """A role at a party, which a page may require of a phone. A phone may have several roles, such as player
    and steward."""

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
    """The number of the steward whose phone it is, from 0; None if it is no steward's phone."""
    host: bool = False
    """True if the phone is the host's."""

    def may(self, needed: PartyRole) -> bool:
        """Return True if the phone has the role `needed`. The host has the rights of all stewards."""
        held = {
            PartyRole.ANYBODY: True,
            PartyRole.PLAYER: bool(self.players),
            PartyRole.STEWARD: self.steward is not None or self.host,
            PartyRole.HOST: self.host,
        }
        return held[needed]


ROUTES: Final[Mapping[str, PartyRole]] = MappingProxyType(
    {
        "static": PartyRole.ANYBODY,
        "shell.manifest": PartyRole.ANYBODY,
        "shell.worker": PartyRole.ANYBODY,
        "shell.offline": PartyRole.ANYBODY,
        "room.page": PartyRole.ANYBODY,
        "room.find": PartyRole.ANYBODY,
        "room.standings": PartyRole.ANYBODY,
        "room.screen": PartyRole.ANYBODY,
        "room.code": PartyRole.ANYBODY,
        "room.events": PartyRole.ANYBODY,
        "room.state": PartyRole.ANYBODY,
        "room.clock": PartyRole.ANYBODY,
        "room.party": PartyRole.ANYBODY,
        "room.help": PartyRole.ANYBODY,
        "room.language": PartyRole.ANYBODY,
        "overlay.page": PartyRole.ANYBODY,
        "overlay.events": PartyRole.ANYBODY,
        "code_pages.table": PartyRole.ANYBODY,
        "code_pages.sit": PartyRole.ANYBODY,
        "code_pages.steward": PartyRole.ANYBODY,
        "code_pages.host": PartyRole.ANYBODY,
        "code_pages.leave": PartyRole.ANYBODY,
        "player.ready": PartyRole.PLAYER,
        "player.count": PartyRole.PLAYER,
        "player.initial": PartyRole.PLAYER,
        "player.call": PartyRole.PLAYER,
        "player.cut": PartyRole.PLAYER,
        "steward.page": PartyRole.STEWARD,
        "steward.rule": PartyRole.STEWARD,
        "steward.board": PartyRole.STEWARD,
        "steward.leave_out": PartyRole.STEWARD,
        "steward.cut": PartyRole.STEWARD,
        "steward.scores_of": PartyRole.STEWARD,
        "steward.correct": PartyRole.STEWARD,
        "steward.prize": PartyRole.STEWARD,
        "steward.enter": PartyRole.STEWARD,
        "steward.drop": PartyRole.STEWARD,
        "host.page": PartyRole.HOST,
        "host.look": PartyRole.HOST,
        "host.begin": PartyRole.HOST,
        "host.end": PartyRole.HOST,
        "host.codes": PartyRole.HOST,
        "host.code": PartyRole.HOST,
        "host.results": PartyRole.HOST,
        "host.paper": PartyRole.HOST,
        "host.forget": PartyRole.HOST,
    }
)
"""The role that each endpoint (`blueprint.function`) needs."""


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
    table's pages. `names` returns the present further names of this machine on the network.

    Raise ValueError if a route is missing from `ROUTES`.
    """
    if unlisted := {rule.endpoint for rule in app.url_map.iter_rules()} - set(ROUTES):
        raise ValueError(f"routes that web.party.access does not list: {', '.join(sorted(unlisted))}")
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


def missing_role_sentence(needed: PartyRole) -> str:
    """Return the sentence that says why a phone lacks the role `needed`, and how to get it."""
    if needed == PartyRole.PLAYER:
        return _("This phone speaks for nobody yet. Scan the code on your table.")
    if needed == PartyRole.STEWARD:
        return _("Only stewards can do that. Scan the code on a steward's card.")
    return _("Only the host can do that. Scan the code on the host's screen.")
