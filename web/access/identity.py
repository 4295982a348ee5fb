"""Identify the phone behind a request by the name in its signed cookie, and by the token of its forms.

The table itself holds a phone's permissions (`web.access.gate`). The cookie holds none, so a permission can
be withdrawn.
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
from web.access.pin import PinSource
from web.access.roles import Role
from web.responses import page_context

PHONE, KNOWN = "phone", "known"
"""Keys of the cookie. `PHONE` holds the phone's random name, which is renewed when the phone gets or gives up
rights. `KNOWN` holds a lasting name, which a phone gets when the PIN is entered on it."""
WATCHES: Final = "watches"
"""Key in the cookie of a phone whose holder watches and does not play."""
YEAR_SECONDS: Final = 365 * 24 * 3600
TOKEN_FIELD: Final = "csrf"
TOKEN_HEADER: Final = "X-CSRF-Token"


class Cookies(SecureCookieSessionInterface):
    """Sign cookies as Flask does, but without the time of day. A table without a real-time clock may have
    signed a cookie at a time that is now in the future, or may take a new cookie for an expired one."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the content of a request's cookie; an empty session if the table has not signed the
        cookie."""
        serializer = self.get_signing_serializer(app)
        assert serializer is not None  # `install` sets the key
        try:
            return self.session_class(serializer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadData:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Put the changed content of a phone's session into a signed cookie of the answer `response`."""
        if session.accessed:
            response.vary.add("Cookie")
        if session and session.modified:
            serializer = self.get_signing_serializer(app)
            assert serializer is not None
            signed = serializer.dumps(dict(session))
            name = self.get_cookie_name(app)
            # Give an age, not only a date: a browser whose clock is ahead would drop the cookie at once.
            response.set_cookie(name, signed, max_age=YEAR_SECONDS, httponly=True, samesite="Lax")


def install(app: Flask, gate: Gate) -> None:
    """Make `app` sign its cookie with the gate's key. Give its templates the functions that they need about
    the requesting phone, such as `phone` and `role`."""
    app.secret_key = gate.secret
    app.config["SESSION_COOKIE_NAME"] = "table"
    app.session_interface = Cookies()
    app.jinja_env.globals.update(
        csrf=token,
        phone=requesting_phone,
        role=role,
        held_elsewhere=held_elsewhere,
        seats_to_offer=seats_to_offer,
    )


def requesting_phone() -> Phone:
    """Return the name and the rights of the phone that sent the request."""
    if "phone" not in g:
        g.phone = _phone(page_context().gate)
    return cast(Phone, g.phone)


def role() -> Role:
    """Return the role of the requesting phone: it only watches, has a seat, or is a steward's."""
    phone = requesting_phone()
    if phone.is_steward:
        return Role.STEWARD
    return Role.SEATED if phone.seats else Role.WATCHING


def seats_to_offer() -> tuple[int, ...]:
    """Return the free seats to offer to the holder of a steward's phone. Return an empty tuple for other
    phones, for a phone with a seat, for a holder who has chosen to watch, and in a match of one
    player."""
    phone, players = requesting_phone(), names()
    if not phone.is_steward or phone.seats or WATCHES in session or len(players) < 2:
        return ()
    taken = page_context().gate.seats.taken_seats(players)
    return tuple(seat for seat in range(len(players)) if seat not in taken)


def note_player(*, seated: bool) -> None:
    """Note that a player holds this phone if `seated` is true. Otherwise note that the holder only watches,
    so that the phone is offered no seat."""
    if seated:
        session.pop(WATCHES, None)
    else:
        session[WATCHES] = True


def speaks_for(seat: int) -> bool:
    """Return True if the requesting phone has the seat `seat`, or is a steward's phone."""
    phone = requesting_phone()
    return phone.is_steward or seat in phone.seats


def acts_for(seat: int | None) -> bool:
    """Return True if the requesting phone may act in the turn of `seat`. It may if it has the seat or is a
    steward's phone. It also may if no phone has the seat, as in a family with one phone on the table. With
    `seat` None nobody is on turn, and every phone may act."""
    return seat is None or speaks_for(seat) or seat not in page_context().gate.seats.taken_seats(names())


def held_elsewhere() -> tuple[int, ...]:
    """Return the seats for which the requesting phone may not act, because other phones have them."""
    return tuple(seat for seat in range(len(names())) if not acts_for(seat))


def phone_name() -> str:
    """Return the phone's name. If the phone has none, make a name and store it in the phone's cookie."""
    if PHONE not in session:
        session[PHONE] = secrets.token_hex(16)
    return str(session[PHONE])


def pin_source() -> PinSource:
    """Return the source of a PIN that is being entered: the requesting address, and the lasting name of the
    phone if the right PIN was entered on it before."""
    return PinSource(request.remote_addr or "", session.get(KNOWN))


def admit() -> None:
    """Note that the PIN was entered on this phone."""
    session.setdefault(KNOWN, secrets.token_hex(16))
    before, name = _rename_phone()
    page_context().gate.admit(before, name)


def dismiss() -> None:
    """Take the steward's rights from this phone."""
    before, name = _rename_phone()
    page_context().gate.dismiss(before, name)


def token() -> str:
    """Return the token that a form of this phone must carry, and give the phone its cookie."""
    return _token(phone_name())


def has_form_token(request: Request) -> bool:
    """Return True if the request carries the token that belongs to the phone's name in its cookie. A page of
    another site can't know this token."""
    if PHONE not in session:
        return False
    given = request.headers.get(TOKEN_HEADER) or request.form.get(TOKEN_FIELD, "")
    return hmac.compare_digest(given.encode(), _token(str(session[PHONE])).encode())


def names() -> tuple[str, ...]:
    """Return the players' names, by seat."""
    return tuple(player.name for player in page_context().hub.latest().snapshot.players)


def _rename_phone() -> tuple[str, str]:
    """Give the phone a new name, so that copies of its cookie become void. Return the old name and the new
    name."""
    before = phone_name()
    session[PHONE] = secrets.token_hex(16)
    g.pop("phone", None)
    return before, str(session[PHONE])


def _phone(gate: Gate) -> Phone:
    name = session.get(PHONE)
    return Phone(name, gate.seats.seats_of(name, names()), is_steward=gate.pin_is_valid(name))


def _token(name: str) -> str:
    key = cast(bytes, current_app.secret_key)
    return hmac.new(key, f"form {name}".encode(), hashlib.sha256).hexdigest()[:32]
