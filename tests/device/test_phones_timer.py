"""Test what phones show of the timer and of mock pins, and that a tap on the timer becomes a command."""

from dataclasses import replace

from device.hardware.panel import Panel, PinLevel
from device.phones import Phones
from device.running.loop import TableView
from engine.catalogue import configured
from engine.events import HandDealt, MatchSetUp
from engine.table.commands import SetTimer
from engine.table.referee import replayed_referee
from engine.table.timer import timer_after_action
from engine.words import WordList
from web.requests import ChangeTimer
from web.snapshot import Lead as ShownLead
from web.snapshot import Pins, Timer

TABLE = replayed_referee(WordList.of(["CAT"]), (MatchSetUp("lexicon", ("Anne", "Ben")), HandDealt()))


def phones() -> Phones:
    return Phones(TABLE, configured("lexicon", {}))


def test_phones_show_what_is_left_at_the_moment_of_the_view() -> None:
    shown = phones()
    timer = timer_after_action(None, "start", 100.0, 420.0)
    shown.publish(TableView(TABLE, now=160.0, timer=timer))
    assert shown.hub.latest().snapshot.hardware.timer == Timer(360.0, running=True)
    shown.publish(TableView(TABLE, now=200.0, timer=timer_after_action(timer, "pause", 170.0)))
    assert shown.hub.latest().snapshot.hardware.timer == Timer(350.0, running=False)
    shown.publish(TableView(TABLE, now=200.0, timer=timer_after_action(timer, "stop", 170.0)))
    assert shown.hub.latest().snapshot.hardware.timer is None


def test_at_a_table_in_a_hurry_phones_count_at_its_pace() -> None:
    shown = Phones(TABLE, configured("lexicon", {}), 4.0)
    shown.publish(TableView(TABLE, now=160.0, timer=timer_after_action(None, "start", 100.0, 420.0)))
    assert shown.hub.latest().snapshot.hardware.timer == Timer(360.0, running=True, pace=4.0)


def test_a_tap_on_the_timer_reaches_the_loop_in_seconds() -> None:
    shown = phones()
    shown.submit(ChangeTimer("start", 7))
    shown.submit(ChangeTimer("pause"))
    assert [shown.inbox.get(0), shown.inbox.get(0)] == [SetTimer("start", 420.0), SetTimer("pause")]


def test_phones_show_mock_pins_and_hear_of_them_only_when_they_change() -> None:
    shown = phones()
    panel = Panel(True, "6:59", (0, 1, 0), ("pause",), (PinLevel(17, "bell.pin", 1.0),))
    shown.show_pins(panel)
    version = shown.hub.latest().version
    expected = Pins(True, "6:59", "green", ("pause",), (ShownLead(17, "bell.pin", 1.0),))
    assert shown.hub.latest().in_language("de").hardware.pins == expected
    shown.show_pins(panel)
    assert shown.hub.latest().version == version
    shown.publish(TableView(TABLE))
    assert shown.hub.latest().snapshot.hardware.pins == expected
    shown.show_pins(replace(panel, lamp=None))
    assert shown.hub.latest().snapshot.hardware.pins == replace(expected, lamp="dark")
