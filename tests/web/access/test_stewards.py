"""Test that the table itself keeps the steward's rights. When it ends them, copies of the phone's cookie
are worthless."""

import time
from dataclasses import replace

import pytest
from flask import Flask

from tests.web.conftest import Caller, Keyring, watcher
from web.access.gate import Gate, NotStoredError, StoredGate
from web.access.stewards import MAX_STEWARD_PHONES, PIN_HOLDS_SECONDS, SAVE_SECONDS, Stewards

YEAR = 365 * 24 * 3600


def copied(caller: Caller, app: Flask) -> Caller:
    """Return another browser with a copy of the cookie of `caller`."""
    cookie, other = caller.get_cookie("table"), watcher(app)
    assert cookie is not None
    other.set_cookie("table", cookie.value)
    return other


def test_a_copy_of_a_cookie_ends_with_the_stewards(app: Flask) -> None:
    caller = watcher(app).seated(1).steward()
    copy = copied(caller, app)
    assert copy.get("/steward").status_code == 200
    assert caller.post("/steward/leave").status_code == 303
    assert copy.get("/steward").status_code == 403
    assert copy.knowing_its_token().post("/api/finished", json={"player": 0}).status_code == 403
    assert caller.knowing_its_token().post("/api/finished", json={"player": 0}).status_code == 202


def test_a_cookie_from_before_the_pin_has_no_rights_after_it(app: Flask) -> None:
    caller = watcher(app).seated(1)
    copy = copied(caller, app)
    caller.steward()
    assert copy.get("/steward").status_code == 403
    assert copy.knowing_its_token().post("/api/finished", json={"player": 0}).status_code == 403
    assert "Bertrand" in caller.get("/join").text
    assert caller.post("/api/challenge", json={"by": 1}).status_code == 202


def test_a_cookie_from_before_the_pin_was_entered_again_has_no_rights_after_it(app: Flask) -> None:
    caller = watcher(app).steward()
    copy = copied(caller, app)
    assert copy.get("/steward").status_code == 200
    caller.steward()
    assert copy.get("/steward").status_code == 403
    assert caller.get("/steward").status_code == 200


def test_a_restart_gives_nobody_time_back(keyring: Keyring) -> None:
    keyring.gate.stewards.admit("a")
    keyring.now += 3 * 3600
    assert keyring.gate.pin_is_valid("a")
    again = Gate(keyring.kept[-1], clock=lambda: 5.0)
    assert again.pin_is_valid("a")
    assert keyring.kept[-1].stewards == {"a": PIN_HOLDS_SECONDS - 3 * 3600}
    again = Gate(keyring.kept[-1], clock=iter([0.0, *[PIN_HOLDS_SECONDS - 3 * 3600 + 1] * 9]).__next__)
    assert not again.pin_is_valid("a")


def test_what_is_left_is_told_now_and_then_and_not_with_every_request(keyring: Keyring) -> None:
    keyring.gate.stewards.admit("a")
    told = len(keyring.kept)
    for _ in range(10):
        keyring.now += SAVE_SECONDS / 5 - 0.1
        keyring.gate.pin_is_valid("b")
    assert len(keyring.kept) == told + 1


def test_a_kept_time_is_never_more_than_an_evening() -> None:
    now = [0.0]
    stewards = Stewards({"a": 1e300}, lambda _: None, lambda: now[0])
    assert stewards.is_steward("a")
    now[0] = PIN_HOLDS_SECONDS
    assert not stewards.is_steward("a")


def test_stewards_are_not_remembered_without_end() -> None:
    kept: list[object] = []
    stewards = Stewards({}, lambda left: kept.append(dict(left)), lambda: 0.0)
    for n in range(MAX_STEWARD_PHONES + 3):
        stewards.admit(str(n))
    assert len(kept[-1]) == MAX_STEWARD_PHONES  # type: ignore[arg-type]
    assert not stewards.is_steward("2")
    assert stewards.is_steward("3")


def test_a_full_disk_takes_no_rights_away(keyring: Keyring) -> None:
    def full(_: StoredGate) -> None:
        raise NotStoredError("keys.json: No space left on device")

    gate = Gate(
        replace(keyring.gate._stored, stewards={"a": PIN_HOLDS_SECONDS}), full, clock=lambda: keyring.now
    )
    keyring.now += SAVE_SECONDS + 1
    assert gate.pin_is_valid("a")
    with pytest.raises(NotStoredError):
        gate.admit("b", "c")
    assert gate.pin_is_valid("c")


@pytest.mark.parametrize("wrong", [-YEAR, YEAR, -30 * YEAR])
def test_a_clock_that_is_set_takes_nobodys_seat(
    app: Flask, keyring: Keyring, monkeypatch: pytest.MonkeyPatch, wrong: float
) -> None:
    caller = watcher(app).seated(1).steward()
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + wrong)
    assert caller.get("/steward").status_code == 200
    assert caller.post("/api/challenge", json={"by": 1}).status_code == 202


def test_a_cookie_says_how_long_it_lasts_besides_until_when(app: Flask) -> None:
    for answer in (
        watcher(app).get("/join"),
        watcher(app).seated(1).post("/more/language", data={"language": "de"}),
    ):
        assert "Max-Age=" in answer.headers["Set-Cookie"]


def test_the_steward_sends_a_phone_away_and_lets_it_back(app: Flask, keyring: Keyring) -> None:
    steward, nuisance = watcher(app).seated(2).steward(), watcher(app).seated(0, 1)
    page = steward.get("/steward").text
    assert page.count("/steward/away") == 1  # not for the steward's own
    assert nuisance.get_cookie("table") is not None
    assert steward.post("/steward/away", data={"seat": 1}).status_code == 303
    assert nuisance.post("/api/challenge", json={"by": 1}).status_code == 403
    refused = nuisance.post("/join/sit", data={"seat": 0})
    assert (refused.status_code, "sent this phone away" in refused.text) == (409, True)
    assert "1 phone is sent away" in steward.get("/steward").text
    assert Gate(keyring.kept[-1]).seats.phones_sent_away()
    watcher(app).seated(0)  # the seat is anybody's
    steward.post("/steward/back")
    nuisance.seated(1)


def test_a_steward_who_is_sent_away_is_none_any_more(app: Flask) -> None:
    first, second = watcher(app).seated(0).steward(), watcher(app).seated(1).steward()
    first.post("/steward/away", data={"seat": 1})
    assert second.get("/steward").status_code == 403
    first.post("/steward/away", data={"seat": 0})  # a steward can't remove itself
    assert first.get("/steward").status_code == 200
    assert first.post("/steward/away", data={"seat": "x"}).status_code == 400
