"""Test that the picture of every turn is kept while its match lasts, after the phones have seen it."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from device.hardware.camera import Frame
from device.records.pictures import Album, stored_pictures
from device.records.troubles import nearly_full
from device.running.loop import TableView
from device.running.turn_pictures import TurnPictureKeeper
from engine.events import AnyEvent, HandDealt, MatchSetUp, TurnFinished
from engine.match import folded_journal
from engine.table.referee import Referee
from engine.words import WordList

WORDS = WordList.of(["CAT"])
SET_UP, DEALT = MatchSetUp("lexicon", ("Anne", "Ben")), HandDealt()
TURN = TurnFinished(1, "", "CAT", "+CAT", "legal", stands=True)


def view(*events: AnyEvent) -> TableView:
    return TableView(Referee(WORDS, folded_journal(events)), Frame(np.full((40, 60, 3), 90, np.uint8), 1.0))


def test_a_turn_leaves_its_picture_and_a_new_match_begins_without(tmp_path: Path) -> None:
    shown: list[TableView] = []
    keeper = TurnPictureKeeper(Album(tmp_path, 100_000), shown.append, event_count=0)
    keeper.publish(view(SET_UP))
    keeper.publish(view(SET_UP, DEALT))
    assert stored_pictures(tmp_path) == ()
    keeper.publish(view(SET_UP, DEALT, TURN))
    keeper.publish(view(SET_UP, DEALT, TURN))
    assert [p.name for p in stored_pictures(tmp_path)] == ["000002.jpg"]
    assert stored_pictures(tmp_path)[0].read_bytes().startswith(b"\xff\xd8")
    keeper.publish(view(SET_UP, DEALT, TURN, SET_UP))
    assert stored_pictures(tmp_path) == ()
    assert len(shown) == 5


def test_a_table_that_is_started_again_keeps_what_it_had(tmp_path: Path) -> None:
    album = Album(tmp_path, 100_000)
    album.keep(2, b"x")
    TurnPictureKeeper(album, lambda _: None, event_count=3).publish(view(SET_UP, DEALT, TURN))
    assert [p.name for p in stored_pictures(tmp_path)] == ["000002.jpg"]


def test_a_picture_that_can_not_be_kept_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "in the way").write_text("")
    shown: list[TableView] = []
    keeper = TurnPictureKeeper(Album(tmp_path / "in the way", 100_000), shown.append, event_count=2)
    keeper.publish(last := view(SET_UP, DEALT, TURN))
    assert shown == [last]


def test_on_a_full_disk_the_journal_has_the_room(tmp_path: Path) -> None:
    keeper = TurnPictureKeeper(Album(tmp_path, 100_000), lambda _: None, event_count=2)
    keeper.publish(replace(view(SET_UP, DEALT, TURN), troubles=(nearly_full(),)))
    assert stored_pictures(tmp_path) == ()


def test_a_journal_that_has_lost_turns_keeps_no_pictures_of_them(tmp_path: Path) -> None:
    album = Album(tmp_path, 100_000)
    album.keep(1, b"x")
    album.keep(2, b"x")
    TurnPictureKeeper(album, lambda _: None, event_count=2)
    assert [p.name for p in stored_pictures(tmp_path)] == ["000001.jpg"]
