import threading
from dataclasses import replace

import pytest
from flask import Flask

from tests.web.conftest import PIN, Keyring, watcher
from web.access import pin
from web.access.pin import (
    FIRST_WAIT_SECONDS,
    FREE_TRIES,
    MAX_REMEMBERED_PHONES,
    MAX_STRANGERS_WRONG_TRIES,
    MAX_WAIT_SECONDS,
    WRONG_TRIES_SECONDS,
    WRONG_TRY_SECONDS,
    PinSource,
    Tries,
    WrongPinError,
    hashed,
    matches,
)


def test_what_is_kept_tells_nothing_and_still_checks(keyring: Keyring) -> None:
    kept = hashed("1234", b"some salt")
    assert "1234" not in kept
    assert matches("1234", kept)
    assert not matches("1235", kept)
    assert not matches("", kept)
    assert not matches("1234", "")


PHONE, ANOTHER = PinSource("10.0.0.2"), PinSource("10.0.0.3")
KNOWN = PinSource("10.0.0.2", "a phone of the house")


def guessing(tries: Tries, number: int, now: float = 0.0) -> None:
    """Enter `number` wrong PINs, each from another address."""
    for one in range(number):
        tries.note_wrong(PinSource(f"10.1.{one // 250}.{one % 250}"), now)


def test_five_tries_and_then_longer_and_longer_waits() -> None:
    tries, now = Tries(), 0.0
    waits = []
    for _ in range(FREE_TRIES + 8):
        waits.append(tries.wait_seconds(PHONE, now))
        now += waits[-1]
        tries.note_wrong(PHONE, now)
    assert waits[:FREE_TRIES] == [0.0] * FREE_TRIES
    assert waits[FREE_TRIES:] == [
        30.0,
        60.0,
        120.0,
        240.0,
        480.0,
        MAX_WAIT_SECONDS,
        MAX_WAIT_SECONDS,
        MAX_WAIT_SECONDS,
    ]
    assert tries.wait_seconds(ANOTHER, now) == 0.0
    tries.note_right(PHONE)
    assert tries.wait_seconds(PHONE, now) == 0.0


def test_a_phone_that_knows_the_pin_is_locked_out_by_nobody() -> None:
    tries = Tries()
    guessing(tries, 500)
    for _ in range(FREE_TRIES):
        tries.note_wrong(PHONE, 0.0)
    assert tries.wait_seconds(PHONE, 0.0) > 0
    assert tries.wait_seconds(KNOWN, 0.0) == 0.0
    for _ in range(FREE_TRIES):
        tries.note_wrong(KNOWN, 0.0)
    assert tries.wait_seconds(KNOWN, 0.0) == FIRST_WAIT_SECONDS
    assert tries.wait_seconds(replace(KNOWN, address="10.0.0.9"), 0.0) == FIRST_WAIT_SECONDS


def test_many_addresses_make_a_new_phone_wait_a_second_at_most() -> None:
    tries = Tries()
    guessing(tries, MAX_STRANGERS_WRONG_TRIES)
    assert tries.wait_seconds(ANOTHER, 0.0) == 0.0
    tries.note_wrong(PHONE, 0.0)
    assert tries.wait_seconds(PHONE, 0.0) == FIRST_WAIT_SECONDS  # one free try, while somebody guesses
    assert tries.wait_seconds(ANOTHER, 0.0) == WRONG_TRY_SECONDS
    assert tries.wait_seconds(ANOTHER, WRONG_TRY_SECONDS) == 0.0
    assert Tries().wait_seconds(PHONE, 0.0) == 0.0


def test_an_hour_later_there_are_five_tries_again() -> None:
    tries = Tries()
    guessing(tries, MAX_STRANGERS_WRONG_TRIES)
    tries.note_wrong(PHONE, WRONG_TRIES_SECONDS)
    assert tries.wait_seconds(PHONE, WRONG_TRIES_SECONDS) == 0.0


def test_phones_are_not_remembered_without_end() -> None:
    tries = Tries()
    guessing(tries, MAX_REMEMBERED_PHONES + 50)
    assert len(tries._tallies) == MAX_REMEMBERED_PHONES


def test_a_phone_that_entered_it_once_is_known_by_its_cookie(app: Flask, keyring: Keyring) -> None:
    caller = watcher(app).steward()
    caller.post("/steward/leave")
    caller.knowing_its_token()
    stranger = watcher(app).knowing_its_token()
    for _ in range(FREE_TRIES + 1):
        stranger.post("/steward/enter", data={"pin": "0000"})
    assert stranger.post("/steward/enter", data={"pin": PIN}).status_code == 429
    assert caller.post("/steward/enter", data={"pin": PIN}).status_code == 303  # of the same address


def test_hashing_does_not_take_memory_by_the_thread(keyring: Keyring) -> None:
    seen = set[int]()

    def hashing(given: str, kept: str) -> bool:
        seen.add(threading.get_ident())
        return matches(given, kept)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pin, "matches", hashing)
        callers = [
            threading.Thread(target=keyring.gate.pin_lock.open, args=(PIN, PinSource(str(n)), 0.0))
            for n in range(8)
        ]
        for one in callers:
            one.start()
        for one in callers:
            one.join()
    assert len(seen) == 1


def test_while_one_waits_even_the_right_pin_is_wrong(keyring: Keyring) -> None:
    lock = keyring.gate.pin_lock
    for _ in range(FREE_TRIES):
        with pytest.raises(WrongPinError):
            lock.open("0000", PHONE, 0.0)
    with pytest.raises(WrongPinError) as early:
        lock.open(PIN, PHONE, 1.0)
    assert early.value.wait_seconds == FIRST_WAIT_SECONDS - 1.0
    lock.open(PIN, PHONE, FIRST_WAIT_SECONDS)


def test_the_page_says_how_long_to_wait(app: Flask, keyring: Keyring) -> None:
    caller = watcher(app).knowing_its_token()
    answers = [caller.post("/steward/enter", data={"pin": "0000"}) for _ in range(FREE_TRIES + 1)]
    assert [answer.status_code for answer in answers] == [403] * (FREE_TRIES - 1) + [429, 429]
    assert answers[-1].headers["Retry-After"] == "30"
    assert "Wait 30 seconds" in answers[-1].text
    keyring.now += FIRST_WAIT_SECONDS
    assert caller.post("/steward/enter", data={"pin": PIN}).status_code == 303


@pytest.mark.parametrize("bad", ["", "123", "1" * 13, "12a4", "١٢٣٤", "12 34"])
def test_what_is_no_pin_is_refused(app: Flask, bad: str) -> None:
    answer = watcher(app).steward().post("/steward/pin", data={"pin": bad}, headers={"Accept": "text/html"})
    assert answer.status_code == 400
    assert "4 to 12 digits" in answer.text


def test_a_new_pin_puts_every_other_steward_out(app: Flask, keyring: Keyring) -> None:
    first, second = watcher(app).steward(), watcher(app).steward()
    assert first.post("/steward/pin", data={"pin": "4711"}).status_code == 200
    assert first.get("/steward").status_code == 200
    assert second.get("/steward").status_code == 403
    assert matches("4711", keyring.kept[-1].pin)


def test_an_entered_pin_holds_for_an_evening(app: Flask, keyring: Keyring) -> None:
    caller = watcher(app).steward()
    keyring.now += 11 * 3600
    assert caller.get("/steward").status_code == 200
    keyring.now += 2 * 3600
    assert caller.get("/steward").status_code == 403


@pytest.mark.parametrize(
    "elsewhere", ["//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example", ""]
)
def test_the_pin_leads_to_pages_of_this_table_only(app: Flask, elsewhere: str) -> None:
    caller = watcher(app).knowing_its_token()
    answer = caller.post("/steward/enter", data={"pin": PIN, "next": elsewhere})
    assert answer.headers["Location"] == "/steward"


def test_the_pin_leads_to_where_one_wanted(app: Flask) -> None:
    caller = watcher(app).knowing_its_token()
    answer = caller.post("/steward/enter", data={"pin": PIN, "next": "/history?turn=3"})
    assert answer.headers["Location"] == "/history?turn=3"
