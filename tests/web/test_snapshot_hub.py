import threading
from dataclasses import replace

import pytest

from web.snapshot import Hardware, Picture, Snapshot, Timer
from web.snapshot_hub import KEPT_PICTURES, SnapshotHub, empty_snapshot

PATIENT = 30.0


def test_a_waiting_phone_gets_what_is_published() -> None:
    hub = SnapshotHub(empty_snapshot())
    got: list[str] = []
    ready = threading.Event()

    def phone() -> None:
        ready.set()
        published = hub.wait(1, PATIENT)
        got.append(published.snapshot.game if published else "nothing")

    waiting = threading.Thread(target=phone)
    waiting.start()
    ready.wait(PATIENT)
    hub.publish(Snapshot("Crossword Lexicon"))
    waiting.join(PATIENT)
    assert got == ["Crossword Lexicon"]


def test_a_slow_phone_gets_the_latest_only() -> None:
    hub = SnapshotHub(empty_snapshot())
    seen = hub.latest().version
    for hand in range(1, 100):
        hub.publish(Snapshot("Lexicon", hand=hand))
    late = hub.wait(seen, PATIENT)
    assert late is not None
    assert late.snapshot.hand == 99
    assert hub.wait(late.version, 0) is None


def test_the_age_counts_from_publishing() -> None:
    now = [10.0]
    hub = SnapshotHub(empty_snapshot(), clock=lambda: now[0])
    hub.publish(empty_snapshot())
    now[0] = 12.5
    assert hub.age(hub.latest()) == 2.5


def test_only_recent_pictures_are_kept() -> None:
    hub = SnapshotHub(empty_snapshot())
    last = KEPT_PICTURES + 3
    for number in range(1, last + 1):
        hub.publish(replace(empty_snapshot(), picture=Picture(number, 4, 3)), b"jpeg %d" % number)
    assert hub.jpeg() == b"jpeg %d" % last
    assert hub.jpeg(last - KEPT_PICTURES + 1) is not None
    assert hub.jpeg(last - KEPT_PICTURES) is None


def test_a_picture_nobody_names_is_refused() -> None:
    hub = SnapshotHub(empty_snapshot())
    with pytest.raises(ValueError, match="no picture"):
        hub.publish(empty_snapshot(), b"jpeg")
    assert hub.latest().version == 1


def test_closing_wakes_the_waiting() -> None:
    hub = SnapshotHub(empty_snapshot())
    woken: list[object] = []
    waiting = threading.Thread(target=lambda: woken.append(hub.wait(1, PATIENT)))
    waiting.start()
    hub.close()
    waiting.join(PATIENT)
    assert woken == [None]


def test_changing_the_latest_loses_no_other_change() -> None:
    hub = SnapshotHub(Snapshot("Lexicon", hand=0))
    threads = [
        threading.Thread(target=lambda: hub.republish(lambda s: replace(s, hand=s.hand + 1)))
        for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENT)
    assert hub.latest().snapshot.hand == 20


def test_a_change_makes_the_timer_no_younger() -> None:
    now = [100.0]
    hub = SnapshotHub(Snapshot("Lexicon"), clock=lambda: now[0])
    hub.publish(
        Snapshot("Lexicon", hardware=Hardware(timer=Timer(60.0, running=True))),
        translations={"de": Snapshot("Lexikon")},
    )
    now[0] = 105.0
    hub.republish(lambda shown: replace(shown, hand=4))
    assert hub.age(hub.latest()) == 5.0
    assert (hub.latest().in_language("de").game, hub.latest().in_language("de").hand) == ("Lexikon", 4)
