"""Test the whole demo without its network: people, camera, loop, journal and page, on a clock that the
test turns."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli import main
from device.demo import Demo, demo
from device.errors import UsageFault
from device.hardware.camera import Frame
from device.records.value_files import read_value
from device.running.appliance import Appliance
from device.running.inbox import Stop, TimePassed
from device.virtual.company import company_state
from device.virtual.company.company_state import Company
from device.virtual.company.next_steps import Sitting
from device.virtual.tabletop.sketch_camera import Sketch
from engine.events import HandDealt, HandScored, MatchSetUp, TurnFinished
from engine.match import Match, fold
from engine.position import Rows


@dataclass
class Clock:
    """A clock that advances a quarter of a second for each frame."""

    now: float = 0.0
    step: float = field(default=0.25)

    def __call__(self) -> float:
        return self.now


@dataclass
class Running:
    appliance: Appliance
    frames: Iterator[Frame]
    clock: Clock

    @property
    def match(self) -> Match:
        match = self.appliance.loop.view.referee.match
        assert match is not None
        return match

    def moment(self) -> None:
        """Let the loop handle the next frame, and all messages in the inbox."""
        self.clock.now += self.clock.step
        loop, inbox = self.appliance.loop, self.appliance.inbox
        inbox.put(next(self.frames))
        while not isinstance(message := inbox.get(0), TimePassed):
            loop.handle(message)


@contextmanager
def table(data: Path, game: str = "lexicon", seed: int = 3) -> Iterator[Running]:
    """Provide a demo with its data in `data`. At its end only the port and the lock are freed, as after a
    kill."""
    sketch, clock = Sketch(seed), Clock()
    asked = Demo(data, game=game, seed=seed, port=0, fps=1e6)
    appliance = demo(asked, read=sketch.read, render=sketch.render, clock=clock)
    try:
        yield Running(appliance, appliance.camera.frames(), clock)
    finally:
        appliance.server.start()
        appliance.server.close()
        appliance.resources.close()


def company(data: Path) -> Company:
    sitting = read_value(data / "virtual-table.json", Sitting)
    assert sitting is not None
    return sitting.company


def until_scored(data: Path, running: Running, hands: int, most: int = 4000) -> list[Company]:
    """Run until `hands` hands have been scored. Return the simulated players' game after each of these
    hands."""
    told: list[Company] = []
    for _ in range(most):
        before = sum(isinstance(e, HandScored) for e in running.appliance.loop.view.referee.events)
        running.moment()
        after = sum(isinstance(e, HandScored) for e in running.appliance.loop.view.referee.events)
        if after > before:
            told.append(company(data))
        if after >= hands:
            return told
    raise AssertionError("no hand was finished")


def test_a_hand_is_played_through_the_camera_and_scored_exactly(tmp_path: Path) -> None:
    with table(tmp_path) as running:
        truth = until_scored(tmp_path, running, 1)[0]
        match, view = running.match, running.appliance.loop.view
        figures = match.game.pack
        assert match.scores.totals == tuple(figures.points(hand) for hand in truth.hands)
        kinds = Counter(type(e) for e in view.referee.events)
        assert kinds[MatchSetUp] == kinds[HandDealt] == kinds[HandScored] == 1
        assert kinds[TurnFinished] > 5
        assert view.picture > 100


@pytest.mark.parametrize("every", [67, 211])
def test_killed_at_any_moment_it_goes_on_and_nothing_is_lost(tmp_path: Path, every: int) -> None:
    """The table is killed after every 67 or every 211 frames, until a hand is scored. 67 frames take 17
    seconds, longer than the table waits for a doubtful play. So the play goes on."""
    events: tuple[object, ...] = ()
    for _ in range(200):
        with table(tmp_path) as running:
            assert running.appliance.loop.view.referee.events == events
            for _ in range(every):
                running.moment()
                if any(isinstance(e, HandScored) for e in running.appliance.loop.view.referee.events):
                    break
            events = running.appliance.loop.view.referee.events
            match, truth = running.match, company(tmp_path)
        if any(isinstance(e, HandScored) for e in events):
            break
    assert isinstance(events[-1], HandScored)
    assert match.scores.totals == tuple(match.game.pack.points(hand) for hand in truth.hands)
    assert fold(events) == match  # type: ignore[arg-type]
    assert Counter(map(type, events))[HandDealt] == 1
    turns = [e for e in events if isinstance(e, TurnFinished)]
    assert [t.player for t in turns] == [(1 + n) % 3 for n in range(len(turns))]


def test_the_books_and_the_table_agree_between_turns(tmp_path: Path) -> None:
    with table(tmp_path, seed=8) as running:
        rules = 0
        for _ in range(1500):
            running.moment()
            sitting = read_value(tmp_path / "virtual-table.json", Sitting)
            assert sitting is not None
            match = running.appliance.loop.view.referee.match
            if (
                match is None
                or match.turn is None
                or sitting.before is not None
                or match.rejected_position is not None
            ):
                continue
            truth = company_state.position(match.game, sitting.company)
            if match.turn == sitting.company.to_move and isinstance(match.position, Rows):
                assert isinstance(truth, Rows)
                assert sorted(filter(None, match.position.words)) == sorted(truth.words)
                rules += 1
        assert rules > 5


def test_the_page_shows_what_is_played(tmp_path: Path) -> None:
    with table(tmp_path, game="crossword") as running:
        for _ in range(400):
            running.moment()
        shown = running.appliance.loop.view
        assert shown.reading is not None or shown.frame is not None
        assert running.match.game.name == "crossword"
        assert running.match.hand.turns > 1


def test_a_folder_with_another_game_and_a_port_in_use_are_said_in_one_line(tmp_path: Path) -> None:
    with table(tmp_path, game="lexicon") as running:
        for _ in range(30):
            running.moment()
        port, sketch = running.appliance.server.port, Sketch()
        with pytest.raises(UsageFault, match=str(port)):
            demo(Demo(tmp_path / "other", port=port), read=sketch.read, render=sketch.render)
        with pytest.raises(UsageFault, match="another table"):
            demo(Demo(tmp_path, port=0), read=sketch.read, render=sketch.render)
    with pytest.raises(UsageFault, match="Lexicon"):
        demo(Demo(tmp_path, game="crossword", port=0), read=sketch.read, render=sketch.render)


def test_the_command_line_says_a_bad_port_in_one_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["demo", "--port", "99999"])
    assert result.exit_code == 2
    assert "99999" in result.output
    assert "Traceback" not in result.output


def test_it_runs_with_its_threads_and_ends_when_told(tmp_path: Path) -> None:
    sketch = Sketch(1)
    asked = Demo(tmp_path, seed=1, port=0, fps=1000.0, speed=20.0)
    appliance = demo(asked, read=sketch.read, render=sketch.render)
    ports: list[int] = []

    def announce(port: int) -> None:
        ports.append(port)
        appliance.inbox.put(Stop())

    appliance.run(announce)
    assert ports[0] > 0
    with table(tmp_path, seed=1):
        pass  # the folder is free again
