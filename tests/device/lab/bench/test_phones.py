"""Test the bench for phones by a small run of it: a few phones, a few events, and a second of faulty
requests."""

import pytest

from device.lab.bench import mixture, phones


def test_every_phone_hears_of_every_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "EVENT_COUNT", 3)
    monkeypatch.setattr(phones, "PAUSE_S", 0.0)
    monkeypatch.setattr(phones, "STUCK_PHONES", 2)
    found = phones.measure_phones(5)
    assert found["connected"] == 5
    for figures in (found["reached ms p50, p99, worst"], found["the same beside 2 that never read"]):
        assert 0 < figures[0] <= figures[1]
        assert figures[2] < float("inf")


def test_the_first_page_is_within_its_budget() -> None:
    assert phones.first_page()["kB"] <= 60


def test_faulty_requests_get_the_right_answers() -> None:
    found = mixture.measure(1.0, phones.at_play())
    assert found["wrong answers"] == 0
    assert found["more threads"] <= 0
    assert set(found["answers"]) > {"200"}
    assert mixture._wrong("500")
    assert not mixture._wrong("hung up")
