"""Test a folder of pictures and a film that are played as from a live camera."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import pytest

from device.errors import UsageFault
from device.hardware.camera import Frame
from device.hardware.replay_camera import RETRY_SECONDS, PacedCamera
from engine.i18n import Sentence


@dataclass
class Film:
    """A camera for the tests. It gives one picture for each of `times`, in seconds. The grey level of a
    picture is its number, from 0. `now` is the tests' clock, which `pause` moves on."""

    times: tuple[float, ...]
    now: float = 1000.0
    closed: bool = False
    waited: list[float] = field(default_factory=list)
    told: list[Sentence] = field(default_factory=list)

    def frames(self) -> Iterator[Frame]:
        for number, at in enumerate(self.times):
            yield Frame(np.full((4, 4, 3), number, np.uint8), at)

    def close(self) -> None:
        self.closed = True

    def pause(self, seconds: float) -> bool:
        self.now += seconds
        self.waited.append(seconds)
        return self.closed

    def shown(self, lasting: float = 0.0) -> list[tuple[int, float]]:
        camera = PacedCamera(
            self, self.told.append, lasting=lasting, clock=lambda: self.now, pause=self.pause
        )
        return [(int(frame.image[0, 0, 0]), round(frame.at - 1000, 3)) for frame in camera.frames()]


def test_a_picture_lies_there_until_the_next_one_s_time() -> None:
    shown = Film((0.0, 6.0, 12.0)).shown()
    assert {number for number, at in shown if at < 5.95} == {0}
    assert {number for number, at in shown if 6.05 < at < 11.95} == {1}
    assert shown[-1][0] == 2
    assert shown[-1][1] == pytest.approx(12.0)
    assert all(late - early <= 0.101 for (_, early), (_, late) in pairwise(shown))


def test_the_last_one_stays_long_enough_to_be_ruled_on() -> None:
    shown = Film((0.0,)).shown(lasting=6.0)
    assert shown[-1][1] == pytest.approx(6.0, abs=0.2)


def test_a_film_that_is_behind_its_time_does_not_wait() -> None:
    film = Film((0.0, 0.04, 0.08))
    film.shown()
    assert sum(film.waited) == pytest.approx(0.08)


def test_closing_ends_the_wait_and_the_pictures() -> None:
    film = Film((0.0, 6.0))
    camera = PacedCamera(film, film.told.append, clock=lambda: film.now, pause=film.pause)
    frames = camera.frames()
    next(frames)
    camera.close()
    assert film.closed
    assert list(frames) == []


@dataclass
class Torn(Film):
    """A film whose picture number 1 fails to be read `faults` times, and is read afterwards."""

    faults: int = 0
    given: int = 0

    def frames(self) -> Iterator[Frame]:
        while self.given < len(self.times):
            if self.given == 1 and self.faults:
                self.faults -= 1
                raise UsageFault("picture 1 is cut short")
            number, self.given = self.given, self.given + 1
            yield Frame(np.full((4, 4, 3), number, np.uint8), self.times[number])


def test_a_picture_that_cannot_be_read_is_told_and_tried_again_while_the_last_one_is_shown() -> None:
    film = Torn((0.0, 6.0, 12.0), faults=3)
    shown = film.shown()
    assert [str(told) for told in film.told] == ["picture 1 is cut short"]
    assert {number for number, at in shown if at < 5.95} == {0}
    assert {number for number, at in shown if 6.05 < at < 11.95} == {1}
    assert sum(film.waited) == pytest.approx(12.0)


def test_the_first_picture_is_waited_for_when_it_cannot_be_read() -> None:
    film = Torn((0.0, 6.0), faults=2, given=1)
    assert film.shown()[0][0] == 1
    assert film.waited[:20] == pytest.approx([0.1] * 20)
    assert sum(film.waited) == pytest.approx(2 * RETRY_SECONDS)


def test_closing_ends_the_tries() -> None:
    film = Torn((0.0, 6.0), faults=999)
    camera = PacedCamera(film, lambda _: camera.close(), clock=lambda: film.now, pause=film.pause)
    assert [int(frame.image[0, 0, 0]) for frame in camera.frames()] == [0]
