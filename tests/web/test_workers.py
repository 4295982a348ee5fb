"""Test the server's threads: one is started for each request that arrives while the others are busy, up to
a limit."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from web.workers import Workers


@dataclass
class Request:
    """A request to the server that is answered as soon as the test sets `may`."""

    may: threading.Event
    begun: threading.Event = field(default_factory=threading.Event)
    done: threading.Event = field(default_factory=threading.Event)
    cancelled: bool = False

    def service(self) -> None:
        self.begun.set()
        assert self.may.wait(60)
        self.done.set()

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture
def may() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def workers(may: threading.Event) -> Iterator[Workers]:
    three = Workers(3)
    yield three
    may.set()
    three.shutdown()


def test_a_thread_is_started_for_each_request_at_once_up_to_the_most(
    workers: Workers, may: threading.Event
) -> None:
    requests = [Request(may) for _ in range(5)]
    assert len(workers.threads) == 0
    for n, request in enumerate(requests[:3], 1):
        workers.add_task(request)
        assert request.begun.wait(60)
        assert len(workers.threads) == n
    for request in requests[3:]:
        workers.add_task(request)
    assert len(workers.threads) == 3
    may.set()
    assert all(request.done.wait(60) for request in requests)
    assert len(workers.threads) == 3


def test_requests_at_the_same_moment_are_answered_at_once(workers: Workers, may: threading.Event) -> None:
    """No request waits until another one has been answered. The other one may be an event stream, which
    never ends."""
    requests = [Request(may) for _ in range(3)]
    for request in requests:
        workers.add_task(request)
    assert all(request.begun.wait(60) for request in requests)


def test_one_after_the_other_is_answered_by_a_thread_that_is_free(
    workers: Workers, may: threading.Event
) -> None:
    may.set()
    for _ in range(20):
        request = Request(may)
        workers.add_task(request)
        assert request.done.wait(60)
        while workers.active_count:
            pass  # the thread is about to wait for the next one
    assert len(workers.threads) == 1


def test_after_the_end_none_is_started(workers: Workers, may: threading.Event) -> None:
    may.set()
    workers.shutdown()
    request = Request(may)
    workers.add_task(request)
    assert len(workers.threads) == 0
    workers.shutdown()
    assert request.cancelled


def test_a_machine_without_another_thread_answers_with_those_that_run(
    workers: Workers, may: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Request(may), Request(may)
    workers.add_task(first)
    assert first.begun.wait(60)
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", _none_left)
        workers.add_task(second)
    assert len(workers.threads) == 1
    may.set()
    assert second.done.wait(60)


def _none_left(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")
