"""Run a hub: take the facts of tables and the requests of stewards and phones, store them, and send the
results.

A hub stores only its journal. One of several hubs leads (`device.party.lease`), and the others wait.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from device.errors import UsageFault
from device.party.fact_log import FoldedLog, LogRow, TakenFact
from device.party.forgetting import scrub
from device.party.hub_messages import HubMessages
from device.party.intake import Intake, PlaceMessage, last_known_number
from device.party.lease import Leases
from device.party.log_follower import LeaderLogs
from device.party.party_messages import (
    Connected,
    FactsRequests,
    Lease,
    Log,
    NumberedFacts,
    Ping,
    Topics,
    payload_of,
)
from device.party.stations import Message
from device.records.journal import DamagedError, Journal, WriteError
from engine.party import (
    HUB,
    CallRuled,
    HubFact,
    Party,
    PlayerForgotten,
    RoundRung,
    WinnersDrawn,
    due_facts,
    steward_of,
    table_of,
)

LEASE_SECONDS: Final = 3.0
"""Seconds for which a lease is valid. If the leading hub fails, another hub takes over after this time."""
BELL_LEAD_SECONDS: Final = 2.0
"""Seconds from the moment when everybody is ready until the bell. In this time the message about the bell
reaches every table."""


class PartyHub:
    """Lead a party. While another hub leads, follow its log and wait to take over.

    If `cut` is true, the hub draws cards for players who tie; otherwise the players cut at the table. `epoch`
    plus the monotonic time is the hub's clock, which is the same for all hubs of a party. `ttl` is the length
    of the hub's lease in seconds. `faults` are descriptions of the messages that the hub could not take.
    """

    def __init__(
        self,
        topics: Topics,
        name: str,
        journal: Journal[LogRow],
        *,
        ttl: float = LEASE_SECONDS,
        cut: bool = True,
        epoch: float = 0.0,
    ) -> None:
        self.name, self._topics, self._journal = name, topics, journal
        self._cut, self._epoch = cut, epoch
        self.faults: list[str] = []
        self._folded = FoldedLog()
        self._folded.take(journal.replay())
        self._leases = Leases(name, ttl)
        self._leader_logs = LeaderLogs()
        self._is_connected: dict[str, bool] = {}
        self._refused: dict[str, int] = {}
        self._queued_facts: list[HubFact] = []
        self._places_to_repeat: set[str] = set()
        self._messages = HubMessages(topics, name)
        self._leading = self._synced = self._log_replaced = self._lapsed = False
        self._held_back_messages: tuple[list[PlaceMessage], list[str]] = [], []

    @property
    def party(self) -> Party:
        """The party as it is stored on disk."""
        return self._folded.party

    def log(self) -> Iterator[TakenFact]:
        """Yield every valid fact on the disk, in the order in which the hub took the facts."""
        return iter(self._folded.log)

    @property
    def leading(self) -> bool:
        """True if this hub was the leading hub when it last checked its lease."""
        return self._leading

    @property
    def term(self) -> int:
        """The highest number of a hub's term that this hub knows."""
        return max(self._leases.highest.term, self._folded.term)

    @property
    def connected_places(self) -> tuple[str, ...]:
        """The places, such as `table/7`, that are connected now."""
        return tuple(sorted(place for place, is_connected in self._is_connected.items() if is_connected))

    @property
    def subscriptions(self) -> Sequence[str]:
        """The topics of hubs, tables, stewards and gateways."""
        of = self._topics.of
        kinds = ("facts", "here", "ping")
        own = (of("hub/+", "lease"), of("hub/+", "facts/+"), of(f"hub/{self.name}", "echo"))
        gateways = (of("door/+", "wishes"), of("door/+", "ping"))
        return (*own, *gateways, *(of(place, what) for place in ("table/+", "steward/+") for what in kinds))

    @property
    def will(self) -> None:
        """None, because the hub's lease ends by itself if its connection breaks."""

    def say(self, *facts: HubFact) -> None:
        """Queue facts of the hub itself. The hub takes them as soon as it leads."""
        self._queued_facts += facts

    def connected(self, now: float) -> Iterable[Message]:
        """Give up the hub's lease. Return the message that the hub sends to itself when it has connected to
        the broker.

        The broker delivers this message after all retained messages.
        """
        self._lapsed, self._held_back_messages = False, ([], [])
        self._leases.give_up()
        return self._ask_who_leads()

    def _ask_who_leads(self) -> list[Message]:
        self._leading = self._synced = False
        return [self._messages.echo()]

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        """Take the messages, and answer them if this hub leads."""
        received, called, pings = list[PlaceMessage](), list[str](), list[tuple[str, Ping]]()
        for each in batch:
            try:
                self._route(each, now, received, called, pings)
            except ValueError as fault:
                self._add_fault(str(fault))
        if self._leading and not self._leases.leads(now):
            return self._handle_lapse(now, received, called)
        if not self._leading and self._leases.leads(now):
            return self._begin_term(received, called, now)
        if self._leading:
            greeted = [each for place in called for each in self._greeting(place)]
            pongs = [
                self._messages.pong(self._lead_term, place, ping, now + self._epoch) for place, ping in pings
            ]
            return [*pongs, *greeted, *self._take(received, now)]
        if self._lapsed:
            self._hold_back(received, called)
        return self._claim(now)

    def _handle_lapse(
        self, now: float, received: Iterable[PlaceMessage] = (), called: Iterable[str] = ()
    ) -> list[Message]:
        """Return the messages to send because this hub's lease ended before its renewal came back, as on a
        busy machine.

        The hub asks the broker who leads, and keeps the messages that arrive meanwhile. If no other hub has
        claimed the lead, `_claim` later renews the lease in the same term.
        """
        if not self._leases.note_lapse():
            return list(self.connected(now))
        self._lapsed = True
        self._hold_back(received, called)
        return self._ask_who_leads()

    def _hold_back(self, received: Iterable[PlaceMessage], called: Iterable[str]) -> None:
        self._held_back_messages[0].extend(received)
        self._held_back_messages[1].extend(called)

    def _begin_term(
        self, received: Sequence[PlaceMessage], called: Sequence[str], now: float
    ) -> list[Message]:
        """Begin a term, or continue it after a lapsed lease is renewed."""
        goes_on, self._leading, self._lapsed = self._lapsed, True, False
        (kept, waited), self._held_back_messages = self._held_back_messages, ([], [])
        greeted = [each for place in [*waited, *called] for each in self._greeting(place)]
        return [
            *(greeted if goes_on else self._all_messages()),
            *self._take([*kept, *received], now, first=True),
        ]

    def ticked(self, now: float) -> Iterable[Message]:
        """Renew the lease, or claim the lead if no hub has it. Send the queued messages."""
        if not self._leading:
            return self._claim(now)
        if not self._leases.leads(now):
            return self._handle_lapse(now)
        renewal = self._leases.renewal(len(self._folded.log), now)
        beat = [self._messages.lease(renewal)] if renewal else []
        return [*self._take([], now), *beat, *(self._repeat_requests() if beat else ())]

    def _repeat_requests(self) -> list[Message]:
        """Return the messages that ask places to send facts again, because the disk failed when the facts
        first arrived."""
        places, self._places_to_repeat = self._places_to_repeat, set()
        return [self._acknowledgement(place, again=True) for place in sorted(places)]

    def _route(
        self,
        each: Message,
        now: float,
        received: list[PlaceMessage],
        called: list[str],
        pings: list[tuple[str, Ping]],
    ) -> None:
        kind, name, what = self._topics.route(each.topic)
        place = f"{kind}/{name}"
        if kind == "hub":
            if what == "echo":
                self._synced = True
            elif what == "lease":
                self._leases.note_lease(name, payload_of(each, Lease), now)
            elif not each.payload:
                self._messages.retained.discard(what)
            elif name != self.name or not self._leading:
                self._messages.retained |= {what} if name == self.name else set()
                self._leader_logs.add(name, payload_of(each, Log))
        elif what == "ping":
            pings.append((place, payload_of(each, Ping)))
        elif kind == "door":
            received.append((place, payload_of(each, FactsRequests)))
        elif not name.isdecimal():
            raise ValueError(f"{each.topic}: tables and stewards have numbers")
        elif what == "here":
            self._is_connected[place] = payload_of(each, Connected).here
            called += [place] if self._is_connected[place] else []
        elif what == "facts":
            received.append((place, payload_of(each, NumberedFacts)))

    def _claim(self, now: float) -> list[Message]:
        """Return the message that claims the lead if no hub has it, or that renews a lapsed lease. Return no
        message if neither is possible now.

        Before the claim, the log of the last leading hub replaces this hub's log. Therefore this hub claims
        the lead only when it has that whole log.
        """
        if not self._synced or self._leases.awaits_own_claim(now):
            return []
        if self._lapsed and self._leases.note_lapse():
            return [self._messages.lease(self._leases.renew_lapsed(len(self._folded.log), now))]
        if self._lapsed:  # another hub has claimed the lead
            self._lapsed, self._held_back_messages = False, ([], [])
            self._leases.give_up()
        if not self._leases.claimable(now):
            return []
        own = self._leases.highest.hub in ("", self.name)
        whole = own or self._leader_logs.is_complete(self._leases.highest, self._leases.fact_count)
        if whole and self._write(
            self._leader_logs.rows(self._folded.log, self._leases.highest.term, own=own)
        ):
            lease = self._leases.claim(self._folded.term, now)
            if self._write([LogRow(lease.term, len(self._folded.log) + 1)]):
                return [self._messages.lease(lease)]
            self._leases.give_up()
        return []

    def _write(self, rows: Sequence[LogRow], party: Party | None = None) -> bool:
        """Write rows to the hub's journal on disk, then add them to the state, and return True. If the disk
        fails, return False and add no row.

        `party` is the party after the rows; None if the caller has not computed it.
        """
        if not rows:
            return True
        try:
            self._journal.append(*rows)
        except (WriteError, DamagedError) as fault:
            self._add_fault(str(fault))
            return False
        if party is None:
            self._folded.take(rows)
        else:
            self._folded.follow(rows, party)
        if any(row.taken is not None and isinstance(row.taken.fact, PlayerForgotten) for row in rows):
            self._forget()
        return True

    def _forget(self) -> None:
        """Delete forgotten names from the journal, and note that the whole log must be sent again."""
        try:
            scrub(self._journal)
        except UsageFault as fault:
            self._add_fault(str(fault))
            return
        self._folded, self._log_replaced = FoldedLog(), True
        self._folded.take(self._journal.replay())

    def _all_messages(self) -> list[Message]:
        """Return the messages with the whole log, with the states of all connected places, and with the
        party's state.

        They are sent at the beginning of the hub's term. They are sent again after a name was forgotten: they
        replace the messages that the broker has retained, in which the name may still stand.
        """
        greeted = [each for place in self.connected_places for each in self._greeting(place)]
        log, self._log_replaced = self._log_messages(1), False
        return [*log, *self._messages.removals(log), *greeted, self._party_message()]

    def _greeting(self, place: str) -> tuple[Message, Message]:
        """Return the messages for a place that has just connected: its state, and the number of its facts
        that the hub has."""
        return self._state_message(place), self._acknowledgement(place, again=True)

    def _take(self, received: Sequence[PlaceMessage], now: float, *, first: bool = False) -> list[Message]:
        """Take the facts and requests `received`. Return the messages that follow: the new part of the log,
        new states of tables and stewards, and answers.

        `first` is true at the beginning of a term. The hub then also adds its own facts that are due after
        the stored facts.
        """
        intake = self._sort_facts(received, now, first=first)
        rows, before = intake.draft.rows, len(self._folded.log)
        places = dict.fromkeys(place for place, each in received if isinstance(each, NumberedFacts))
        if not self._write(rows, intake.draft.party):
            self._places_to_repeat.update(places)
            return []
        self._queued_facts = []
        answers = [self._acknowledgement(place, again=place in intake.places_to_repeat) for place in places]
        answers += [
            self._messages.refusal(self._lead_term, gateway, why)
            for gateway, why in intake.refusal_reasons.items()
        ]
        if not rows:
            return answers
        log = self._all_messages() if self._log_replaced else self._log_messages(before + 1)
        return [*log, *self._states_after(rows), *answers]

    def _sort_facts(self, received: Sequence[PlaceMessage], now: float, *, first: bool) -> Intake:
        """Sort the messages `received` into facts to take and facts to refuse. Then add the facts of the hub
        itself that are due, such as the bell.

        The hub's facts follow from the party with the new facts. They are added only if there are new facts,
        or if `first` is true.
        """
        intake = Intake(self._folded, self._leases.highest.term, self._refused)
        intake.take(self._queued_facts, received)
        draft = intake.draft
        while (draft.rows or first) and (follows := due_facts(draft.party, cut=self._cut)):
            for fact in follows:
                if isinstance(fact, RoundRung):
                    fact = RoundRung(fact.round, now + self._epoch + BELL_LEAD_SECONDS)
                draft.add_own(fact)
        for fault in intake.faults:
            self._add_fault(fault)
        return intake

    def _states_after(self, rows: Sequence[LogRow]) -> list[Message]:
        """Return the messages with the new states of the tables and stewards that the log's rows `rows`
        concern. A round that begins, rings or ends concerns every table and steward."""
        party = self.party
        taken = [row.taken for row in rows if row.taken is not None]
        tables = {table for one in taken if (table := table_of(one.origin)) is not None}
        own = [one.fact for one in taken if one.origin == HUB]
        tables |= {fact.table for fact in own if isinstance(fact, CallRuled | WinnersDrawn)}
        if any(not isinstance(fact, CallRuled | WinnersDrawn) for fact in own):
            tables |= {int(place[6:]) for place in self._is_connected if place.startswith("table/")}
        stewards = {f"steward/{steward_of(party, table)}" for table in tables} & self._is_connected.keys()
        places = [*(f"table/{table}" for table in sorted(tables)), *sorted(stewards)]
        seen_by_all = any(not isinstance(fact, RoundRung) for fact in own)
        return [*map(self._state_message, places), *([self._party_message()] if seen_by_all else [])]

    def _acknowledgement(self, place: str, *, again: bool) -> Message:
        number = last_known_number(place, self.party.last_taken, self._folded.granted_requests, self._refused)
        return self._messages.acknowledgement(self._lead_term, place, number, again=again)

    def _state_message(self, place: str) -> Message:
        return self._messages.state(self._lead_term, place, self.party)

    def _party_message(self) -> Message:
        return self._messages.party(self._lead_term, self.party)

    def _log_messages(self, first: int) -> list[Message]:
        return self._messages.log(self._lead_term, self._folded.log, first)

    @property
    def _lead_term(self) -> int:
        return self._leases.highest.term

    def _add_fault(self, text: str) -> None:
        if text not in self.faults[-1:]:
            self.faults.append(text)
