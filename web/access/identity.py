"""Who asks: the phone behind a request, from its signed cookie, and the token that its forms carry."""

import hashlib
import hmac
import secrets
from typing import Final, cast

from flask import Flask, Request, current_app, g, session

from web.access.gate import STEWARD_HOURS, Gate, Phone
from web.access.roles import Role
from web.desk import desk

PHONE, STEWARD, UNTIL = "phone", "steward", "until"
"""What the cookie holds: a random name for the phone, and the PIN's mark with the hour it holds until."""
TOKEN_FIELD: Final = "csrf"
TOKEN_HEADER: Final = "X-CSRF-Token"


def install(app: Flask, gate: Gate) -> None:
    """Sign `app`'s cookie with the gate's key, and give templates `csrf` and `phone`."""
    app.secret_key = gate.secret
    app.config.update(
        SESSION_COOKIE_NAME="table",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=365 * 24 * 3600,
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.jinja_env.globals.update(csrf=token, phone=phone, role=role)


def phone() -> Phone:
    """The phone that asks."""
    if "phone" not in g:
        g.phone = _phone(desk().gate)
    return cast(Phone, g.phone)


def role() -> Role:
    """What the phone that asks may do."""
    asking = phone()
    if asking.steward:
        return Role.STEWARD
    return Role.SEATED if asking.seats else Role.WATCHING


def known() -> str:
    """The phone's name; one that had none is given one, in a cookie."""
    if PHONE not in session:
        session.permanent = True
        session[PHONE] = secrets.token_hex(16)
    return str(session[PHONE])


def admit() -> None:
    """The PIN was entered on this phone."""
    gate = desk().gate
    known()
    session[STEWARD] = gate.lock.mark
    session[UNTIL] = int(gate.clock()) + STEWARD_HOURS * 3600
    g.pop("phone", None)


def dismiss() -> None:
    """This phone is the steward's no longer."""
    session.pop(STEWARD, None)
    session.pop(UNTIL, None)
    g.pop("phone", None)


def token() -> str:
    """What a form of this phone must carry; gives the phone its cookie."""
    return _token(known())


def trusted(asked: Request) -> bool:
    """Whether the request carries the token of the phone whose cookie it brings."""
    if PHONE not in session:
        return False
    given = asked.headers.get(TOKEN_HEADER) or asked.form.get(TOKEN_FIELD, "")
    return hmac.compare_digest(given.encode(), _token(str(session[PHONE])).encode())


def names() -> tuple[str, ...]:
    """The players at the table, by seat."""
    return tuple(player.name for player in desk().hub.latest().snapshot.players)


def _phone(gate: Gate) -> Phone:
    name = session.get(PHONE)
    entered = session.get(STEWARD) == gate.lock.mark and session.get(UNTIL, 0) > gate.clock()
    return Phone(name, gate.seats.of(name, names()), steward=entered)


def _token(name: str) -> str:
    key = cast(bytes, current_app.secret_key)
    return hmac.new(key, f"form {name}".encode(), hashlib.sha256).hexdigest()[:32]
