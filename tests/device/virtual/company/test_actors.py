"""Test the simulated players of the virtual table in real time."""

from pathlib import Path

from device.running.inbox import Inbox, TimePassed
from device.virtual.company import company_state
from device.virtual.company.actors import MAX_RULING_SECONDS, CompanyPlayers
from device.virtual.company.next_steps import DiscardPlay, Sitting, opening
from device.virtual.players_table import PlayersTable
from device.virtual.tabletop.table import VirtualTable
from engine.catalogue import configured
from engine.events import HandDealt, PositionCorrected
from engine.observation import Observation
from engine.table.commands import EndTurn, ExplainPicture, RecordEvent
from engine.table.referee import Referee
from engine.words import WordList


def test_a_word_that_the_camera_does_not_see_is_said_to_lie_there(tmp_path: Path) -> None:
    game, inbox = configured("lexicon"), Inbox()
    dealt = company_state.seated(game, ("Anne", "Ben"), 1)
    thrown = company_state.discard_and_draw(
        dealt, next(c for c in dealt.hands[1] if c != dealt.discards), take_exposed=False
    )
    referee = Referee(WordList.of(["CAT"]), by_photograph=True)
    for event in (opening(Sitting(dealt), "lexicon", {}), HandDealt(), PositionCorrected("CAT")):
        referee = referee.after_command(RecordEvent(event), 0.0).referee
    referee = referee.after_picture(Observation(1100, 900), 1.0).referee
    assert referee.unmatched is not None
    people = CompanyPlayers(
        Sitting(thrown.company, before=dealt, heard=3, said=True),
        PlayersTable(
            VirtualTable(thrown.company.top), game, inbox, lambda: referee, tmp_path / "people.json"
        ),
        lambda _: DiscardPlay("A"),
    )
    people.act_if_due(2.0)
    assert inbox.get(0.0) == ExplainPicture("still there")


def test_who_waits_too_long_for_a_ruling_asks_for_it(tmp_path: Path) -> None:
    game, inbox = configured("lexicon"), Inbox()
    dealt = company_state.seated(game, ("Anne", "Ben"), 1)
    thrown = company_state.discard_and_draw(
        dealt, next(c for c in dealt.hands[1] if c != dealt.discards), take_exposed=False
    )
    sitting = Sitting(thrown.company, before=dealt, heard=2, said=True)
    referee = Referee(WordList.of(["CAT"]))
    for event in (opening(Sitting(dealt), "lexicon", {}), HandDealt(exposed=dealt.discards)):
        referee = referee.after_command(RecordEvent(event), 0.0).referee
    people = CompanyPlayers(
        sitting,
        PlayersTable(
            VirtualTable(thrown.company.top), game, inbox, lambda: referee, tmp_path / "people.json"
        ),
        lambda _: DiscardPlay("A"),
    )
    people.act_if_due(1.0)
    people.act_if_due(MAX_RULING_SECONDS)
    assert inbox.get(0.0) == TimePassed()
    people.act_if_due(MAX_RULING_SECONDS + 2.0)
    assert inbox.get(0.0) == EndTurn()
