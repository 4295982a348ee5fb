"""Test the connections and requests that one address may have at once."""

from functools import partial

from web.address_limits import MAX_STREAMS_PER_BROWSER, RequestQueues, StreamConnection, StreamLimit

PHONE, OTHER = "192.168.1.7", "192.168.1.8"


def test_no_address_takes_the_streams_of_the_others() -> None:
    limit = StreamLimit(10, max_per_address=3)
    assert [limit.enter(StreamConnection(PHONE)) for _ in range(5)] == [True, True, True, False, False]
    assert limit.enter(StreamConnection(OTHER))
    assert limit.open == 4


def test_a_proxy_on_the_table_itself_speaks_for_all() -> None:
    limit = StreamLimit(10, max_per_address=3)
    assert sum(limit.enter(StreamConnection("127.0.0.1")) for _ in range(12)) == 10


def test_a_browser_keeps_connections_for_taps() -> None:
    limit = StreamLimit(100)
    windows = [StreamConnection(PHONE, "firefox") for _ in range(7)]
    assert [limit.enter(one) for one in windows] == [True] * MAX_STREAMS_PER_BROWSER + [False] * (
        7 - MAX_STREAMS_PER_BROWSER
    )
    assert limit.enter(StreamConnection(PHONE, "chromium"))
    limit.leave(windows[0])
    assert limit.enter(StreamConnection(PHONE, "firefox"))


def test_a_window_that_was_closed_is_not_counted_though_its_stream_has_not_noticed() -> None:
    limit, closed = StreamLimit(100), set[int]()
    for number in range(MAX_STREAMS_PER_BROWSER):
        assert limit.enter(StreamConnection(PHONE, "firefox", partial(closed.__contains__, number)))
    assert not limit.enter(StreamConnection(PHONE, "firefox"))
    closed.add(2)
    assert limit.enter(StreamConnection(PHONE, "firefox"))


def test_requests_of_one_address_wait_for_one_another_and_for_nobody_else() -> None:
    started: list[object] = []
    turns = RequestQueues(2, started.append)
    for request in "abcd":
        turns.ask(PHONE, request)
    turns.ask(OTHER, "x")
    assert started == ["a", "b", "x"]
    turns.done(PHONE)
    assert started == ["a", "b", "x", "c"]
    for _ in range(3):
        turns.done(PHONE)
    assert started == ["a", "b", "x", "c", "d"]
    turns.ask(PHONE, "e")
    assert started[-1] == "e"
