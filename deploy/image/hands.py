"""Test a table in a virtual machine whose power is cut while simulated players play."""

import random
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from deploy.image.card import copy_from_card
from deploy.image.cuts import PageState, Tally, compare, count_cut, page_state
from deploy.image.guest import Guest
from device.records.journal import JournalRow
from device.records.rescue import JOURNAL

PLAYERS_DATA: Final = "/var/lib/lexicon-table/hands"
"""The data folder, in the virtual machine, of the table at which simulated players play."""

DROP_IN_FILE: Final = "/etc/systemd/system/lexicon-table.service.d/trial.conf"
"""The systemd file in the virtual machine with which the table's service simulates players."""

DROP_IN_TEXT: Final = (
    "[Service]\nExecStart=\nExecStart=/opt/lexicon-table/.venv/bin/lexicon-table demo --host :: "
    f"--game {{game}} --speed {{speed}} --data {PLAYERS_DATA}\n"
)
"""The text of the systemd file that makes the table's service run the demo with simulated players. The
service keeps its restrictions."""


class SimulatedPlayers:
    """Checks of a table in a virtual machine at which simulated players play.

    Each public method is a check. It returns True if it succeeded, and figures for printing.
    """

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def play(self, game: str, speed: float, hands: int) -> tuple[bool, dict[str, Any]]:
        """Restart the table's service with simulated players, and wait until they have finished `hands`
        hands.

        Return True and the figures measured: the seconds until the first turn, those from there to the end
        of the hands, the totals, and the number of the service's restarts.
        """
        self._guest.run(f"mkdir -p {Path(DROP_IN_FILE).parent}")
        self._guest.send(DROP_IN_TEXT.format(game=game, speed=speed).encode(), DROP_IN_FILE)
        self._guest.run("systemctl daemon-reload && systemctl restart lexicon-table && sync")
        seconds = self._guest.wait("a turn", lambda: page_state(self._guest.state() or {}).turn)
        more = self._guest.wait(
            "the end of a hand", lambda: page_state(self._guest.state() or {}).hand > hands
        )
        restarts = self._guest.run("systemctl show lexicon-table -P NRestarts")
        totals = page_state(self._guest.state() or {}).totals
        return True, {
            "seconds_to_first_turn": round(seconds, 1),
            "hands": hands,
            "seconds_of_the_hands": round(more, 1),
            "totals": totals,
            "restarts": int(restarts),
        }

    def power_cuts(
        self, number: int, starts: int, max_seconds: float, seed: int
    ) -> tuple[bool, dict[str, Any]]:
        """Cut the power of the virtual machine `number` times while simulated players play. The check
        succeeds if nothing was lost and no journal was damaged.

        Before each cut the machine continues from a saved moment. Every other cut comes just after a new
        turn was shown, the others at a random time within `max_seconds`. After about `starts` of the
        cuts, evenly spaced, the machine starts from its card, and a new moment is saved.
        """
        rng, tally = random.Random(seed), Tally()
        every = max(1, number // starts) if starts else number + 1
        self._guest.save()
        before = compare((), (), self._journal(), tally)
        for cut in range(1, number + 1):
            self._guest.switch_on(from_saved=True)
            states = self._watch(rng.uniform(0, max_seconds), at_a_turn=cut % 2 == 1)
            self._guest.cut_power()
            rows = count_cut(states, before, self._journal(), tally)
            click.echo(
                f"cut {cut}: {len(rows)} events, {len(rows) - len(before)} of them new, {states[-1:]}; "
                f"{tally.lost} states lost, {tally.broken} journals broken",
                err=True,
            )
            if cut % every == 0:
                before = self._start_again(states, rows, tally)
        return tally.flawless, tally.summary()

    def _watch(self, seconds: float, *, at_a_turn: bool) -> list[PageState]:
        """Watch the page that the virtual machine serves, and return the states that it shows.

        Watch for `seconds`, or with `at_a_turn` until the page shows a new turn.
        """
        states: list[PageState] = []

        def new_turn() -> bool:
            if (state := self._guest.state()) is not None:
                states.append(page_state(state))
            return bool(states) and states[-1].turn > states[0].turn

        if at_a_turn:
            self._guest.wait("a turn", new_turn)
        else:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                new_turn()
                time.sleep(0.1)
        return states

    def _start_again(
        self, states: Sequence[PageState], rows: Sequence[JournalRow], tally: Tally
    ) -> tuple[JournalRow, ...]:
        """Start the machine from its card after a power cut, wait for a new turn, and save this moment.
        Return the rows that the journal then has.

        `states` are the states that the page showed before the cut, and `rows` are the journal's rows just
        after it. What was lost is counted in `tally`.
        """
        self._guest.switch_on()
        tally.seconds.append(self._guest.wait("the page", self._guest.state))
        first = page_state(self._guest.state() or {})
        tally.lost += first.turn < max((one.turn for one in states), default=0)
        self._guest.wait("a turn", lambda: page_state(self._guest.state() or {}).turn > first.turn)
        self._guest.save()
        return compare([first], rows, self._journal(), tally)

    def _journal(self) -> Path:
        """Copy the journal, with its write-ahead log, from the virtual machine's card. Return the path of the
        copy."""
        folder = self._guest.folder / "taken-out"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        copy_from_card(self._guest.disk, self._guest.image, PLAYERS_DATA, folder)
        return folder / Path(PLAYERS_DATA).name / JOURNAL
