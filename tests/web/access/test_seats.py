from dataclasses import replace

import pytest
from flask import Flask

from tests.web.conftest import PIN_HASH, Keyring, watcher
from web.access.gate import Gate, NotStoredError, StoredGate
from web.access.seats import Holder, SeatRegistry, SeatTakenError
from web.server import create_app
from web.snapshot import Choice, Proposed, Question, Reckoning, ScoreCard, Snapshot, Timer
from web.snapshot_hub import SnapshotHub

NAMES = ("Ann", "Ben", "Cora")


def seats() -> SeatRegistry:
    return SeatRegistry({}, lambda _held, _away: None)


def test_a_phone_may_hold_several_seats_and_a_seat_one_phone() -> None:
    table = seats()
    table.sit([0, 2], "a", NAMES)
    table.sit([1], "b", NAMES)
    with pytest.raises(SeatTakenError, match="Another phone has that seat"):
        table.sit([1], "a", NAMES)
    assert table.seats_of("a", NAMES) == (0, 2)
    assert table.seats_of("b", NAMES) == (1,)
    assert table.seats_of(None, NAMES) == ()
    assert table.taken_seats(NAMES) == {0, 1, 2}


def test_a_seat_of_a_shared_phone_is_open_to_a_phone_of_its_own_and_the_last_one_is_not() -> None:
    table = seats()
    table.sit([0, 1], "a", NAMES)
    assert table.reserved_seats(NAMES) == frozenset()
    table.sit([1], "b", NAMES)
    assert (table.seats_of("a", NAMES), table.seats_of("b", NAMES)) == ((0,), (1,))
    assert table.reserved_seats(NAMES) == {0, 1}
    with pytest.raises(SeatTakenError, match="Another phone has that seat"):
        table.sit([0], "b", NAMES)


def test_a_phone_that_chooses_anew_gives_the_other_seats_back() -> None:
    table = seats()
    table.sit([0, 2], "a", NAMES)
    table.sit([0, 1], "a", NAMES)
    table.sit([2], "b", NAMES)
    assert table.seats_of("a", NAMES) == (0, 1)
    assert table.seats_of("b", NAMES) == (2,)


def test_a_released_seat_is_anybodys() -> None:
    table = seats()
    table.sit([0], "a", NAMES)
    table.release(0)
    table.release(0)
    table.sit([0], "b", NAMES)
    assert table.seats_of("a", NAMES) == ()


def test_there_are_no_seats_beyond_the_players() -> None:
    for seat in (-1, 3):
        with pytest.raises(SeatTakenError, match="no such seat"):
            seats().sit([seat], "a", NAMES)


def test_another_match_with_somebody_else_there_frees_the_seat() -> None:
    table = seats()
    table.sit([1], "a", NAMES)
    assert table.seats_of("a", ("Ann", "Dora", "Cora")) == ()
    table.sit([1], "b", ("Ann", "Dora", "Cora"))
    assert table.seats_of("b", ("Ann", "Dora", "Cora")) == (1,)


def test_seats_are_kept_over_a_restart(keyring: Keyring) -> None:
    keyring.gate.seats.sit([1], "a", NAMES)
    assert keyring.kept[-1].seats == {1: Holder("a", "Ben")}
    assert Gate(keyring.kept[-1]).seats.seats_of("a", NAMES) == (1,)


def test_a_disk_that_takes_nothing_is_said_and_the_seat_is_held(hub: SnapshotHub) -> None:
    def full(_: StoredGate) -> None:
        raise NotStoredError("keys.json: No space left on device")

    keys = Gate(StoredGate("5e" * 32, PIN_HASH), full)
    caller = watcher(create_app(hub, lambda _: None, keys=keys)).knowing_its_token()
    answer = caller.post("/join/sit", data={"seat": 1})
    assert answer.status_code == 503
    assert "No space left" in answer.text
    assert caller.post("/api/finished", json={"player": 0}).status_code == 202


def test_a_player_speaks_for_nobody_else(app: Flask) -> None:
    caller = watcher(app).seated(1)
    assert caller.post("/api/challenge", json={"by": 0}).status_code == 403
    assert caller.post("/api/challenge", json={"by": 1}).status_code == 202
    refused = caller.post("/api/confirm", json={})
    assert (refused.status_code, refused.json) == (403, {"error": "It is Ann's turn."})


def test_a_turn_is_taken_up_again_by_its_own_player_alone(
    app: Flask, hub: SnapshotHub, table: Snapshot
) -> None:
    hub.publish(replace(table, buttons=replace(table.buttons, ended=0)))
    assert watcher(app).seated(1).post("/api/unfinished", json={}).status_code == 403
    assert watcher(app).seated(0).post("/api/unfinished", json={}).status_code == 202
    hub.publish(table)
    late = watcher(app).seated(2).post("/api/unfinished", json={})
    assert (late.status_code, late.json) == (409, {"error": "It is too late for that."})


def test_a_turn_that_is_over_is_not_ended_once_more(app: Flask) -> None:
    late = watcher(app).seated(1).post("/api/finished", json={"player": 2})
    assert (late.status_code, late.json) == (409, {"error": "That turn is over already."})


def test_a_seat_that_another_phone_has_is_refused(app: Flask) -> None:
    watcher(app).seated(1)
    late = watcher(app).knowing_its_token()
    assert late.post("/join/sit", data={"seat": 1}).status_code == 409
    assert "plays on another phone" in late.get("/join").text


def test_a_seat_that_all_share_can_be_taken_from_another_phone(app: Flask) -> None:
    shared = watcher(app).knowing_its_token()
    shared.post("/join/sit", data={"seat": [0, 1]})
    own = watcher(app).knowing_its_token()
    page = own.get("/join").text
    assert page.count("shares another phone") == 2
    assert "disabled" not in page
    assert own.post("/join/sit", data={"seat": 1}).status_code == 303
    assert "plays on another phone" in shared.get("/join").text


def test_who_sits_no_longer_may_no_longer(app: Flask) -> None:
    caller = watcher(app).seated(1)
    assert caller.post("/join/sit").status_code == 303
    assert caller.post("/api/finished", json={"player": 0}).status_code == 403


def test_a_cookie_that_was_tampered_with_holds_no_seat(app: Flask) -> None:
    caller = watcher(app).seated(1)
    cookie = caller.get_cookie("table")
    assert cookie is not None
    other = "A" if cookie.value[-6] != "A" else "B"  # the last letter holds fewer than six bits
    caller.set_cookie("table", cookie.value[:-6] + other + cookie.value[-5:])
    assert caller.post("/api/finished", json={"player": 0}).status_code == 403


def test_the_cookie_is_no_scripts_and_no_other_sites(app: Flask) -> None:
    cookie = watcher(app).get("/join").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_watching_sets_no_cookie(app: Flask) -> None:
    assert "Set-Cookie" not in watcher(app).get("/").headers


def test_what_a_turn_brings_is_for_its_own_phone(app: Flask, hub: SnapshotHub, table: Snapshot) -> None:
    """Ann (player 0) has the turn, and Bertrand (player 1) played last. Cleo (player 2) gets no more than a
    phone that watches."""
    whose = Question("q", "Which?", (Choice("0", "E"),), player=0)
    asks = Proposed("HAT", 0, asks=True)
    hub.publish(
        replace(
            table,
            question=whose,
            proposal=asks,
            hardware=replace(table.hardware, timer=Timer(60, running=True)),
        )
    )
    ann, bertrand, cleo = (watcher(app).seated(seat) for seat in range(3))
    steward = watcher(app).steward()
    fix = {"picture": 7, "card": "c5", "letter": "F"}
    hers: tuple[tuple[str, dict[str, object]], ...] = (
        ("/api/answer", {"question": "q", "choice": "0"}),
        ("/api/going", {}),
        ("/api/timer", {"do": "pause"}),
        ("/api/correct", fix),
    )
    asked = app.extensions["page_context"].submit.__self__
    for path, wish in hers:
        refused = cleo.post(path, json=wish)
        assert refused.status_code == 403, path
        assert "Ann" in refused.text
        for may in (ann, steward):
            assert may.post(path, json=wish).status_code == 202, path
            asked.get_nowait()
    assert cleo.post("/look/fix", data={"x": 0.1, "y": 0.1, "letter": "E"}).status_code == 403
    assert bertrand.post("/api/correct", json=fix).status_code == 202  # from the last play
    assert bertrand.post("/api/answer", json={"question": "q", "choice": "0"}).status_code == 403


def test_one_phone_on_the_table_answers_for_those_without(
    app: Flask, hub: SnapshotHub, table: Snapshot
) -> None:
    hub.publish(replace(table, question=Question("q", "Which?", (Choice("0", "E"),), player=0)))
    only = watcher(app).seated(2)
    assert only.post("/api/answer", json={"question": "q", "choice": "0"}).status_code == 202
    assert only.post("/api/timer", json={"do": "start"}).status_code == 202
    watcher(app).seated(0)
    assert only.post("/api/answer", json={"question": "q", "choice": "0"}).status_code == 403


def test_only_those_who_tie_say_what_they_drew(app: Flask, hub: SnapshotHub, table: Snapshot) -> None:
    cards = (ScoreCard(cuts=True), ScoreCard(), ScoreCard(cuts=True))
    hub.publish(replace(table, scores=replace(table.scores, reckoning=Reckoning("cutting", cards))))
    drawn = {"card-0": "A", "card-2": "K"}
    watcher(app).seated(0)
    watcher(app).seated(2)
    assert watcher(app).seated(1).post("/party/cut", data=drawn).status_code == 403
    assert watcher(app).steward().post("/party/cut", data=drawn).status_code == 202


def test_a_player_puts_no_more_right_than_a_hand_can_bring(app: Flask) -> None:
    bertrand = watcher(app).seated(1)  # has 87
    for total in (87 + 201, 87 - 201, 9999):
        answer = bertrand.post("/history/total", data={"player": 1, "total": total})
        assert answer.status_code == (400 if total == 9999 else 403)
    assert bertrand.post("/history/total", data={"player": 0, "total": 50}).status_code == 403
    assert bertrand.post("/history/total", data={"player": 1, "total": 100}).status_code == 303
    assert watcher(app).steward().post("/history/total", data={"player": 1, "total": 400}).status_code == 303
