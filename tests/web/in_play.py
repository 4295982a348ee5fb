"""Provide any game in its middle, played at the virtual table with perfect observations and without
pictures."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest

from device.running.inbox import Inbox, TimePassed
from device.virtual.attendance import VirtualTableSetup, open_table
from device.virtual.company import company_state
from device.virtual.company.company_state import Company
from device.virtual.perfect_eye import observe
from device.words.lists import load
from engine.catalogue import configured
from engine.events import Option
from engine.match import Match
from engine.shared.scene import Scene
from engine.table.commands import AnswerQuestion, ChallengeTurn, EndTurn, RecordEvent
from engine.table.referee import Referee
from engine.words import WordList

MOMENT = 0.6
"""The time between two looks at the table, seconds of the table's clock."""
MOST = 6000
"""The greatest number of pictures shown in one game. If the game needs more, it counts as stuck, and the
test fails."""


@cache
def words() -> WordList:
    """Return the table's usual word list."""
    return load()


def in_play(
    name: str,
    until: Callable[[Match], bool],
    folder: Path,
    *,
    seed: int = 1,
    held: dict[int, str] | None = None,
    **options: Option,
) -> Referee:
    """Let simulated players play the game `name`. Return its referee as soon as `until` is true of the
    match. The players' state is kept in `folder`. The hand of the player to move is written into `held`, by
    the number of the turn."""
    return _first(name, until, _evening(name, folder, seed, {} if held is None else held, options))


def reached(
    name: str, until: Callable[[Match], bool], folder: Path, *, seed: int = 1, letters: int | None = None
) -> Referee:
    """Return the referee of a game of simulated players as soon as `until` is true of the match. The game
    is played once for all tests of a process, and only as far as one of them needs. `letters` limits the
    tiles to draw, so that a game on a board ends soon."""
    played = _EVENINGS.setdefault(
        (name, seed, letters), _Evening(_evening(name, folder, seed, {}, {}, letters))
    )
    return _first(name, until, played.moments())


def _first(name: str, until: Callable[[Match], bool], moments: Iterator[Referee]) -> Referee:
    referee = None
    for referee in moments:
        if referee.match is not None and until(referee.match):
            return referee
    raise AssertionError(f"{name}: that never came: {referee and referee.match}")


@dataclass
class _Evening:
    """A game with all moments so far. It is played on when a test needs a later moment."""

    rest: Iterator[Referee]
    seen: list[Referee] = field(default_factory=list)

    def moments(self) -> Iterator[Referee]:
        yield from self.seen
        for referee in self.rest:
            if not self.seen or referee.match is not self.seen[-1].match:
                self.seen.append(referee)
                yield referee


_EVENINGS: dict[tuple[str, int, int | None], _Evening] = {}


def _evening(
    name: str,
    folder: Path,
    seed: int,
    held: dict[int, str],
    options: dict[str, Option],
    letters: int | None = None,
) -> Iterator[Referee]:
    """Let simulated players play a game. Yield the referee at each look at the table, `MOST` times at
    most."""
    game, inbox, referee, now = configured(name, options), Inbox(), Referee(words()), 0.0
    there = VirtualTableSetup(
        folder / f"{name}.json", inbox, lambda: referee, words(), seed, hands_by_turn=held
    )
    with pytest.MonkeyPatch.context() as patch:
        if letters is not None:
            patch.setattr(company_state, "seated", _with_few_letters(company_state.seated, letters))
        table, live = open_table(there, game, options)
    rng, before = random.Random(seed), table.scene(now)
    for _ in range(MOST):
        live(now)
        referee = _heard(inbox, referee, now)
        yield referee
        now += MOMENT
        lies = table.scene(now)
        referee = _watched(referee, before, lies, now, rng)
        before = lies


def _with_few_letters(seated: Callable[..., Company], letters: int) -> Callable[..., Company]:
    def few(*arguments: object) -> Company:
        company = seated(*arguments)
        return replace(company, stock=company.stock[:letters])

    return few


def _heard(inbox: Inbox, referee: Referee, now: float) -> Referee:
    """Let the referee answer all commands in the inbox. Return the referee after the last one."""
    while not isinstance(message := inbox.get(0.0), TimePassed):
        assert isinstance(message, AnswerQuestion | ChallengeTurn | EndTurn | RecordEvent), message
        referee = referee.after_command(message, now).referee
    return referee


def _watched(referee: Referee, before: Scene, lies: Scene, now: float, rng: random.Random) -> Referee:
    """Show the table to the referee if something has changed on it, or if the last picture could not be
    explained. Let time pass, and return the referee."""
    if lies.arms:
        return referee.disturbed(now)
    if lies != before or referee.picture_in_doubt:
        referee = referee.after_picture(observe(lies, rng), now).referee
    return referee.after_time(now).referee
