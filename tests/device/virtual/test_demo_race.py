"""Test `demo --game my-word` and `--game lexicon-party`: the whole product, through the camera, in fast
time."""

from pathlib import Path

from device.records.value_files import read_value
from device.virtual.race.next_steps import RaceSitting
from engine.events import TurnFinished
from engine.position import RacePosition
from tests.device.test_app import table


def test_a_race_is_run_through_the_camera_and_goes_on_after_the_plug_was_pulled(tmp_path: Path) -> None:
    for _ in range(2):
        with table(tmp_path, "my-word") as running:
            for _ in range(260):
                running.moment()
            events, match = running.appliance.loop.view.referee.events, running.match
    turns = [event for event in events if isinstance(event, TurnFinished)]
    racing = read_value(tmp_path / "virtual-table.json", RaceSitting)
    assert racing is not None
    assert isinstance(match.position, RacePosition)
    assert len(turns) > 5
    assert sum(match.position.horses) >= 3
    apart = sum(abs(a - b) for a, b in zip(match.position.horses, racing.runners.horses, strict=True))
    assert apart <= 1  # one turn may be ruled on before its player has heard of it


def test_four_people_sit_at_a_partys_table(tmp_path: Path) -> None:
    with table(tmp_path, "lexicon-party") as running:
        for _ in range(40):
            running.moment()
        assert running.match.players == ("Anne", "Ben", "Cora", "Dan")
        timer = running.appliance.loop.view.timer
        assert timer is not None
        assert timer.terms.seconds == 420
