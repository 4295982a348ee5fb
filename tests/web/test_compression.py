import gzip

import pytest
from flask import Flask

from tests.web.conftest import watcher

SMALL = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize("path", ["/", "/static/page.css", "/api/state"])
def test_what_shrinks_is_sent_small(app: Flask, path: str) -> None:
    caller = watcher(app)
    with caller.get(path) as whole, caller.get(path, headers=SMALL) as small:
        assert small.headers["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in whole.headers
        assert gzip.decompress(small.data) == whole.data
        assert len(small.data) < len(whole.data) / 2
        assert "Accept-Encoding" in whole.headers["Vary"]
        assert "Accept-Encoding" in small.headers["Vary"]
        assert small.headers["Content-Length"] == str(len(small.data))


def test_a_file_is_the_same_the_second_time(app: Flask) -> None:
    caller = watcher(app)
    with caller.get("/static/page.js", headers=SMALL) as first:
        pass
    with caller.get("/static/page.js", headers=SMALL) as again:
        assert first.data == again.data
        assert gzip.decompress(again.data).startswith(b"//")


@pytest.mark.parametrize("path", ["/events", "/table.jpg", "/static/fonts/table-sans.woff2"])
def test_streams_pictures_and_typefaces_are_left_alone(app: Flask, path: str) -> None:
    with watcher(app).get(path, headers=SMALL) as answer:
        assert "Content-Encoding" not in answer.headers


def test_no_file_is_open_once_an_answer_is_ready(app: Flask) -> None:
    """The file that an answer sends has been read and closed when the answer is ready. The phone may be
    gone before the sending begins, and then no code would close the file."""
    for path in ("/static/offline.js", "/static/page.css", "/static/fonts/table-sans.woff2"):
        for headers in ({}, {"Accept-Encoding": "gzip"}, {"Range": "bytes=0-9"}):
            with app.test_request_context(path, headers=headers):
                answer = app.full_dispatch_request()
                assert isinstance(answer.response, list)
                assert answer.content_length == len(answer.get_data()) > 0
