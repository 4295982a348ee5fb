"""Join a table with a machine of its own to a party. The party's bell begins the table's hands, and the
table's scores go to the party.

The party sends the players and the time of the bell. The table plays one match for each round. When the hand
is dealt before the bell, the table reports that it is ready. Scores and initials are kept on this machine's
disk and sent until the hub has them.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from device.hardware.bell import Alarm, Bell, SetAlarm, daemon_alarm
from device.party import party_messages
from device.party.link import HubLink
from device.party.message_thread import MessageThread
from device.party.party_folder import MachineCredentials
from device.party.party_messages import TableState
from device.party.stations import StationBroker
from device.records.journal import Journal
from device.records.value_files import keep, read_value
from device.running.inbox import Inbox, PartFailed
from device.running.timer_storage import match_number
from device.service.call_boards import CallBoards, Picture
from device.signals import Signal
from engine.catalogue import configured, has_option
from engine.events import AnyEvent, HandDealt, HandScored, MatchSetUp, Option, ScoreInitialled
from engine.match import fold
from engine.party import NOBODY, Fact, RoundCounted, SeatInitialled, TableReady
from engine.table.commands import RecordEvent, SetTimer
from engine.turn.counting import edges_of

ROUND_FILE: Final = "party-round.json"
FACTS_FILE: Final = "party-facts.journal"
MAX_LATE_SECONDS: Final = 5.0
"""Seconds after the bell's moment within which a table that was just started still rings its bell."""
MINUTE_SECONDS: Final = 60.0


class _Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The party's round number `round`, and the number (from 1) of the table's match that is played for
    it."""

    round: int = 0
    match: int = 0


class PartyBell:
    """Ring the table's bell for every signal except the beginning of play. For this signal `PartyTable`
    rings the bell."""

    def __init__(self, bell: Bell) -> None:
        self._bell = bell

    def ring(self, signal: Signal) -> None:
        """Ring the bell for `signal`. Do nothing for "play begins", because the party's hub sets that
        moment."""
        if signal != "play begins":
            self._bell.ring(signal)

    def close(self) -> None:
        """Silence the table's bell for good."""
        self._bell.close()


class PartyTable:
    """Join the table to the party. `events` returns the table's own events. `inbox` takes the party's
    commands. `bell` is rung at the moment that the party sets. `data` is the folder that stores the
    present round. `board` returns a picture of the board, None without a camera. `clock` is the monotonic
    clock of `link`."""

    def __init__(
        self,
        link: HubLink,
        inbox: Inbox,
        events: Callable[[], Sequence[AnyEvent]],
        bell: Bell,
        data: Path,
        *,
        board: Picture = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        alarm: SetAlarm = daemon_alarm,
    ) -> None:
        self._link, self._inbox, self._events, self._bell = link, inbox, events, bell
        self._file, self._clock, self._set = data / ROUND_FILE, clock, alarm
        self._round = read_value(self._file, _Round) or _Round()
        self._alarm: Alarm | None = None
        self._due: tuple[int, float] | None = None
        self._rung = 0
        self._boards = CallBoards(link, board)

    def follow_party(self) -> None:
        """Act on the newest state of the party: begin a round, set the alarm for the bell, or send the
        picture of a call. Report this table's events to the party."""
        state = self._link.state
        if isinstance(state, TableState):
            self._boards.follow_calls(state)
        if not isinstance(state, TableState) or not any(state.seats) or state.left_out or state.finished:
            return
        if state.round != self._round.round:
            self._begin_round(state)
            return
        own = own_events(self._events(), self._round.match)
        if not own:
            return
        dealt = any(isinstance(event, HandDealt) for event in own)
        ready = TableReady(state.round)
        if dealt and not state.rung and ready not in self._link.facts:
            self._link.say(ready)
        if state.rung and not state.over and self._rung != state.round:
            self._await_bell(state, dealt=dealt)
        self._send_facts(facts_of(own, state.round, state.seats), state.round)

    def close(self) -> None:
        """Cancel the alarm for the bell of the next round, if one is set."""
        if self._alarm is not None:
            self._alarm.cancel()

    def _begin_round(self, state: TableState) -> None:
        """Begin a new round, with a new match. Each player gets the edge of the player's seat even if
        another seat is free, so that the camera knows whose hand it counts."""
        every = edges_of(len(state.seats))
        sit = [at for at, player in enumerate(state.seats) if player != NOBODY]
        players, edges = tuple(state.names[at] for at in sit), tuple(every[at] for at in sit)
        round_ = _Round(state.round, match_number(self._events()) + 1)
        keep(self._file, round_)
        self._round = round_
        game = configured(state.game)
        options: dict[str, Option] = {"fine": state.fine} if has_option(game, "fine") else {}
        self._inbox.put_always(
            RecordEvent(
                MatchSetUp(state.game, players, options=options, edges=edges, draw=game.deal.begins_with_draw)
            )
        )

    def _await_bell(self, state: TableState, *, dealt: bool) -> None:
        """Set an alarm for the moment at which the party's bell rings. If the link has since computed the
        moment more exactly, set the alarm again."""
        at = self._link.rings_at
        if at is None or self._due == (state.round, at):
            return
        self.close()
        self._due = state.round, at
        self._alarm = self._set(
            max(at - self._clock(), 0.0), lambda: self._begin_hand(state, at, dealt=dealt)
        )
        self._alarm.start()

    def _begin_hand(self, state: TableState, at: float, *, dealt: bool) -> None:
        """Ring the bell, deal the hand unless it is `dealt`, and start the timer from the bell's moment
        `at`."""
        late = self._clock() - at
        if late <= MAX_LATE_SECONDS:
            self._bell.ring("play begins")
        self._rung = state.round
        if not dealt and not configured(state.game).deal.begins_with_draw:
            self._inbox.put_always(RecordEvent(HandDealt()))
        if (left := state.minutes * MINUTE_SECONDS - late) > 0:
            self._inbox.put_always(SetTimer("start", left))

    def _send_facts(self, facts: Sequence[Fact], number: int) -> None:
        """Send the facts of round `number` that the party lacks. If the party has facts that differ from
        `facts`, send all of `facts` again."""
        kinds = RoundCounted | SeatInitialled
        sent = [fact for fact in self._link.facts if isinstance(fact, kinds) and fact.round == number]
        latest = sent[len(sent) - len(facts) :] if len(sent) >= len(facts) else sent
        if list(facts) not in (sent, latest):
            self._link.say(*(facts[len(sent) :] if list(facts[: len(sent)]) == sent else facts))


def own_events(events: Sequence[AnyEvent], match: int) -> Sequence[AnyEvent]:
    """Return the events of the table's match number `match`, from 1; none before that match begins."""
    begins = [at for at, event in enumerate(events) if isinstance(event, MatchSetUp)]
    if not 1 <= match <= len(begins):
        return ()
    return events[begins[match - 1] : begins[match] if match < len(begins) else None]


def facts_of(events: Sequence[AnyEvent], number: int, seats: Sequence[str]) -> tuple[Fact, ...]:
    """Return the facts of the party's round `number`, from the events of its match: the score of each
    seat's hand, and the initials. `seats` may include free seats, which the match lacks."""
    at = [seat for seat, player in enumerate(seats) if player != NOBODY]
    facts = list[Fact]()
    for count, event in enumerate(events, 1):
        if isinstance(event, HandScored):
            match = fold(events[:count])
            marks = (
                dict(zip(at, match.scores.marks, strict=True))
                if match is not None and match.scores.marks
                else {}
            )
            if marks:
                facts.append(RoundCounted(number, tuple(marks.get(seat) for seat in range(len(seats)))))
        elif isinstance(event, ScoreInitialled):
            facts.append(SeatInitialled(number, at[event.player], at[event.by]))
    return tuple(facts)


class PartyConnection:
    """Connect a table to a party in a thread of its own. `credentials` names the party's broker, and
    holds the table's credential for it. The other arguments are those of `PartyTable`."""

    def __init__(
        self,
        credentials: MachineCredentials,
        data: Path,
        inbox: Inbox,
        events: Callable[[], Sequence[AnyEvent]],
        bell: Bell,
        board: Picture,
    ) -> None:
        self._journal: Journal[Fact] = Journal(
            data / FACTS_FILE, encode=party_messages.encode, decode=party_messages.decode, clock=time.time
        )
        link = HubLink(credentials.topics, credentials.place, self._journal)
        exchange = StationBroker(credentials.host, credentials.port, time.monotonic, ca=credentials.ca)
        exchange.add(link, credentials.credential)
        self._table = PartyTable(link, inbox, events, bell, data, board=board)
        self._carrier = MessageThread(
            exchange, self._table.follow_party, lambda fault: inbox.put_always(PartFailed(str(fault)))
        )
        self.bell = PartyBell(bell)

    def start(self) -> None:
        """Begin to exchange messages with the party's hub."""
        self._carrier.start()

    def close(self) -> None:
        """Disconnect the table from its party. What the hub has not received yet stays on the table's
        disk."""
        self._carrier.close()
        self._table.close()
        with suppress(OSError):
            self._journal.close()
