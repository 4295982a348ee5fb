"""Test the events that one phone gets, and those that all phones get together."""

from dataclasses import replace

from flask import Flask

from web import stream
from web.regions import Renderer, changes
from web.responses import PageContext
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub


def test_phones_that_show_the_same_share_one_rendering(app: Flask, hub: SnapshotHub, table: Snapshot) -> None:
    desk: PageContext = app.extensions["page_context"]
    phones = [stream.frames(hub, desk.renderer) for _ in range(3)]
    for phone in phones:
        assert next(phone).startswith(b"retry:")
        assert b"region-scores" in next(phone)
    hub.publish(replace(table, hand=8))
    said = [next(phone) for phone in phones]
    assert b"Hand 8" in said[0]
    assert said[0] is said[1] is said[2]


def test_a_phone_that_missed_some_is_told_what_differs_for_it(
    app: Flask, hub: SnapshotHub, table: Snapshot
) -> None:
    renderer: Renderer = app.extensions["page_context"].renderer
    seen = renderer.regions(hub.latest())
    hub.publish(replace(table, position=replace(table.position, stock=3)))
    hub.publish(replace(table, hand=9, position=replace(table.position, stock=3)))
    assert set(changes(hub, renderer, hub.latest(), seen).regions) == {"cards", "masthead"}


def test_a_line_of_data_never_ends_the_event_early() -> None:
    assert stream.event("state", "a\n\nb", 3) == b"event: state\nid: 3\ndata: a\ndata: \ndata: b\n\n"
