"""Test `doctor --speed`: the seconds that a reading takes at this machine's speed."""

import json
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from deploy.lab import work as counting
from device.commands import doctor
from device.commands._doctor import speed, timing
from device.commands._doctor.speed import CountedTable, Speed, Work, expected_seconds, findings
from device.lab.bench.work import multiply_adds
from vision.reader import Reader

WORK = speed.load_work()
NETWORKS = tuple(WORK.network_inputs)


def machine_speed(rate: float, ratio: float) -> Speed:
    """Return the speed of a machine whose networks do `rate` multiply-adds a second. The rest of a reading
    takes it `ratio` times as long as usual."""
    return Speed(dict.fromkeys(NETWORKS, rate), WORK.other_code_seconds * ratio)


def test_the_seconds_are_the_networks_and_what_is_besides() -> None:
    table = CountedTable({"finder": 3_000_000_000, "speller": 1_000_000_000}, 0.2)
    work = Work("here", 0.1, {}, {"one": {"640": table}})
    told = Speed({"finder": 1e9, "speller": 0.5e9}, 0.3)
    assert expected_seconds(table, work, told) == pytest.approx(3 + 2 + 0.2 * 3)


def test_a_machine_as_fast_as_the_one_that_counted_takes_what_that_took() -> None:
    crowded = WORK.tables["crowded"]["640"]
    assert expected_seconds(crowded, WORK, machine_speed(float("inf"), 1)) == pytest.approx(
        crowded.other_code_seconds
    )


@pytest.mark.parametrize(
    ("rate", "advice"),
    [
        (100e9, "Leave [camera] look at 640."),
        (7e9, "Set [camera] look = 512 (docs/settings.md says what that costs)."),
        (1e9, "Set [camera] look = 320 (docs/settings.md says what that costs)."),
    ],
)
def test_the_largest_look_is_advised_with_which_nobody_waits_long(rate: float, advice: str) -> None:
    told = list(findings(WORK, machine_speed(rate, 1.0)))
    assert told[-1].sentence == advice
    assert all("for an ordinary one" in one.sentence for one in told if one.name.startswith("look"))


def test_what_was_counted_is_what_reading_takes_today() -> None:
    """The committed numbers of multiply-adds, from which the doctor estimates times, agree with the
    networks within a tenth. If not, run `python -m deploy.lab.work`, then `python -m deploy.pages`."""
    known = WORK.tables["ordinary"]["640"].multiply_adds
    reader, there = Reader.load(), counting.picture("ordinary")
    today = counting.multiply_adds_of(counting.record_inputs(lambda: reader.read(there, "cards")))
    assert today.keys() == known.keys()
    for name, count in today.items():
        assert count == pytest.approx(known[name], rel=0.1), name


def test_every_network_that_a_table_needs_is_timed() -> None:
    needed = {name for by in WORK.tables.values() for one in by.values() for name in one.multiply_adds}
    assert needed == set(NETWORKS)
    for name, shown in WORK.network_inputs.items():
        assert shown.multiply_adds == shown.shape[0] * multiply_adds(name, shown.shape[1:])


@dataclass
class Clock:
    """A clock by which the nth piece of work takes the nth duration in `took`, in milliseconds."""

    took: list[float]
    now: float = 0.0

    def __call__(self) -> tuple[float, float]:
        return self.now, 0.0


def test_the_fastest_run_after_the_first_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock([90.0, 30.0, 20.0, 40.0])
    monkeypatch.setattr(timing, "now", clock)

    def work() -> None:
        clock.now += clock.took.pop(0)

    assert speed.fastest(work, speed.WALL) == pytest.approx(0.02)


def test_the_command_says_it_in_words_and_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "measure_speed", lambda _: machine_speed(10e9, 2.0))
    lines = CliRunner().invoke(doctor.command, ["--speed"]).stdout
    assert "takes 2.0 times as long" in lines
    told = json.loads(CliRunner().invoke(doctor.command, ["--speed", "--json"]).stdout)
    assert told["seconds"]["crowded"]["640"] > told["seconds"]["ordinary"]["640"]
    assert told["python"] == 2.0
