import pytest
from flask import Flask

from tests.web.conftest import PIN, Keyring, watcher
from web.access import pin
from web.access.pin import FIRST_WAIT, FREE_TRIES, FREE_TRIES_ALL, Tries, WrongPinError, hashed, matches


def test_what_is_kept_tells_nothing_and_still_checks(keyring: Keyring) -> None:
    kept = hashed("1234", b"some salt")
    assert "1234" not in kept
    assert matches("1234", kept)
    assert not matches("1235", kept)
    assert not matches("", kept)
    assert not matches("1234", "")


def test_five_tries_and_then_longer_and_longer_waits() -> None:
    tries, now = Tries(), 0.0
    waits = []
    for _ in range(FREE_TRIES + 3):
        waits.append(tries.wait("phone", now))
        now += waits[-1]
        tries.wrong("phone", now)
    assert waits == [0.0] * FREE_TRIES + [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert tries.wait("another", now) == 0.0
    tries.right("phone")
    assert tries.wait("phone", now) == 0.0


def test_many_addresses_do_not_help() -> None:
    tries = Tries()
    for number in range(FREE_TRIES_ALL):
        assert tries.wait(f"phone {number}", 0.0) == 0.0
        tries.wrong(f"phone {number}", 0.0)
    assert tries.wait("yet another", 0.0) == FIRST_WAIT


def test_addresses_are_not_remembered_without_end() -> None:
    tries = Tries()
    for number in range(pin.MOST_ADDRESSES + 50):
        tries.wrong(str(number), 0.0)
    assert len(tries._by_address) == pin.MOST_ADDRESSES


def test_while_one_waits_even_the_right_pin_is_wrong(keyring: Keyring) -> None:
    lock = keyring.gate.lock
    for _ in range(FREE_TRIES):
        with pytest.raises(WrongPinError):
            lock.open("0000", "phone", 0.0)
    with pytest.raises(WrongPinError) as early:
        lock.open(PIN, "phone", 1.0)
    assert early.value.wait == FIRST_WAIT - 1.0
    lock.open(PIN, "phone", FIRST_WAIT)


def test_the_page_says_how_long_to_wait(app: Flask, keyring: Keyring) -> None:
    caller = watcher(app).knowing_its_token()
    answers = [caller.post("/steward/enter", data={"pin": "0000"}) for _ in range(FREE_TRIES + 1)]
    assert [answer.status_code for answer in answers] == [403] * (FREE_TRIES - 1) + [429, 429]
    assert answers[-1].headers["Retry-After"] == "30"
    assert "Wait 30 seconds" in answers[-1].text
    keyring.now += FIRST_WAIT
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
