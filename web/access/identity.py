"""Identify the phone behind a request by the name in its signed cookie, and by the token of its forms.

The table holds a phone's permissions (`web.access.gate`), not the cookie, and they end there.
"""

import hashlib
import hmac
import secrets
from typing import Final, cast

from flask import Flask, Request, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData
from werkzeug.wrappers import Response

from web.access.gate import Gate, Phone
from web.access.pin import Asking
from web.access.roles import Role
from web.responses import page_context

PHONE, KNOWN = "phone", "known"
"""Keys of the cookie: a random name for the phone, renewed when it gets or gives up rights, and one that a
phone on which the PIN was entered keeps.
"""
WATCHES: Final = "watches"
"""Key in the cookie of a phone whose holder said that they do not play."""
YEAR_SECONDS: Final = 365 * 24 * 3600
TOKEN_FIELD: Final = "csrf"
TOKEN_HEADER: Final = "X-CSRF-Token"


class Cookies(SecureCookieSessionInterface):
    """Flask's sessions, without the time of day: a table without a clock of its own may have signed a cookie
    in the apparent future, or see a new one as expired.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the content of a request's cookie; nothing if it is not signed."""
        serializer = self.get_signing_serializer(app)
        assert serializer is not None  # `install` sets the key
        try:
            return self.session_class(serializer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadData:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write the changes into the answer's cookie."""
        if session.accessed:
            response.vary.add("Cookie")
        if session and session.modified:
            serializer = self.get_signing_serializer(app)
            assert serializer is not None
            signed = serializer.dumps(dict(session))
            name = self.get_cookie_name(app)
            # Give the age besides the date: a browser whose clock is ahead would drop the cookie at once.
            response.set_cookie(name, signed, max_age=YEAR_SECONDS, httponly=True, samesite="Lax")


def install(app: Flask, gate: Gate) -> None:
    """Sign `app`'s cookie with the gate's key, and give templates the asking phone and its rights."""
    app.secret_key = gate.secret
    app.config["SESSION_COOKIE_NAME"] = "table"
    app.session_interface = Cookies()
    app.jinja_env.globals.update(
        csrf=token, phone=phone, role=role, held_elsewhere=held_elsewhere, undecided=undecided
    )


def phone() -> Phone:
    """Return the phone that asks."""
    if "phone" not in g:
        g.phone = _phone(page_context().gate)
    return cast(Phone, g.phone)


def role() -> Role:
    """Return the role of the phone that asks."""
    asking = phone()
    if asking.steward:
        return Role.STEWARD
    return Role.SEATED if asking.seats else Role.WATCHING


def undecided() -> tuple[int, ...]:
    """Return the seats that the holder of this phone may have, while nobody has said which player holds the
    phone that sets the matches up; none afterwards.
    """
    here, players = phone(), names()
    if not here.steward or here.seats or WATCHES in session or len(players) < 2:
        return ()
    taken = page_context().gate.seats.taken(players)
    return tuple(seat for seat in range(len(players)) if seat not in taken)


def decides(*, seated: bool) -> None:
    """Note whether a player holds this phone."""
    if seated:
        session.pop(WATCHES, None)
    else:
        session[WATCHES] = True


def speaks_for(seat: int) -> bool:
    """Tell whether the phone that asks has that seat, or is the steward's."""
    here = phone()
    return here.steward or seat in here.seats


def acts_for(seat: int | None) -> bool:
    """Tell whether the phone that asks may act in that seat's turn: it speaks for the seat, or no phone has
    the seat, as when a family has one phone on the table. None: nobody's turn, in which every phone that
    plays may act.
    """
    return seat is None or speaks_for(seat) or seat not in page_context().gate.seats.taken(names())


def held_elsewhere() -> tuple[int, ...]:
    """Return the seats for which the phone that asks may do nothing."""
    return tuple(seat for seat in range(len(names())) if not acts_for(seat))


def phone_name() -> str:
    """Return the phone's name; a phone that had none gets one, in a cookie."""
    if PHONE not in session:
        session[PHONE] = secrets.token_hex(16)
    return str(session[PHONE])


def asking() -> Asking:
    """Return who enters a PIN here: the address that asks, and the name of a phone on which the right PIN was
    entered before.
    """
    return Asking(request.remote_addr or "", session.get(KNOWN))


def admit() -> None:
    """Note that the PIN was entered on this phone."""
    session.setdefault(KNOWN, secrets.token_hex(16))
    before, name = _renamed()
    page_context().gate.admit(before, name)


def dismiss() -> None:
    """Take the steward's rights from this phone."""
    before, name = _renamed()
    page_context().gate.dismiss(before, name)


def token() -> str:
    """Return the token that a form of this phone must carry, and give the phone its cookie."""
    return _token(phone_name())


def trusted(asked: Request) -> bool:
    """Tell whether the request carries the token of the phone whose cookie it brings."""
    if PHONE not in session:
        return False
    given = asked.headers.get(TOKEN_HEADER) or asked.form.get(TOKEN_FIELD, "")
    return hmac.compare_digest(given.encode(), _token(str(session[PHONE])).encode())


def names() -> tuple[str, ...]:
    """Return the players at the table, by seat."""
    return tuple(player.name for player in page_context().hub.latest().snapshot.players)


def _renamed() -> tuple[str, str]:
    """Rename the phone, and return the names until now and from now on, so that a copy of its cookie becomes
    void.
    """
    before = phone_name()
    session[PHONE] = secrets.token_hex(16)
    g.pop("phone", None)
    return before, str(session[PHONE])


def _phone(gate: Gate) -> Phone:
    name = session.get(PHONE)
    return Phone(name, gate.seats.of(name, names()), steward=gate.entered(name))


def _token(name: str) -> str:
    key = cast(bytes, current_app.secret_key)
    return hmac.new(key, f"form {name}".encode(), hashlib.sha256).hexdigest()[:32]
