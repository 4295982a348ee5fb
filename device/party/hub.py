"""Run a hub: take the facts of tables and the requests of stewards and phones, store them, and send the
results.

A hub stores only its journal. One of several hubs leads (`device.party.lease`), and the others wait.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from device.errors import UsageFault
from device.party.fact_log import FoldedLog, LogRow, Taken, line
from device.party.forgetting import scrub
from device.party.intake import Intake, Spoken, known_of
from device.party.lease import Leases
from device.party.log_follower import LeaderLogs
from device.party.showing import party_state, steward_state, table_state
from device.party.stations import Message
from device.party.wire import (
    Connected,
    FactsAcknowledged,
    FactsRequests,
    Lease,
    Log,
    NumberedFacts,
    Payload,
    Ping,
    Pong,
    Refused,
    Topics,
    message,
    payload_of,
)
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
"""Seconds for which a lease is valid. If the leading hub fails, another takes over after this time."""
BELL_LEAD_SECONDS: Final = 2.0
"""Seconds from the moment when everybody is ready until the bell. In this time the message about the bell
reaches every table."""
_LINES: Final = 500
"""Maximum number of the log's facts in one message."""


class PartyHub:
    """Lead a party, or wait as a further hub.

    With `cut` the hub draws cards for players who tie, and they do not cut at the table. `epoch` is added to
    `now` for the bell's clock, so that all hubs of a party have the same clock. `troubles` are messages that
    the hub could not take.
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
        self.troubles: list[str] = []
        self._folded = FoldedLog()
        self._folded.take(journal.replay())
        self._leases = Leases(name, ttl)
        self._leader_logs = LeaderLogs()
        self._here: dict[str, bool] = {}
        self._refused: dict[str, int] = {}
        self._spoken: list[HubFact] = []
        self._untaken: set[str] = set()
        self._retained: set[str] = set()
        self._leading = self._synced = self._log_replaced = self._lapsed = False
        self._kept: tuple[list[Spoken], list[str]] = [], []

    @property
    def party(self) -> Party:
        """Return the party as it is stored on disk."""
        return self._folded.party

    def log(self) -> Iterator[Taken]:
        """Yield every valid fact on disk, in the order in which the hub took the facts."""
        return iter(self._folded.log)

    @property
    def leading(self) -> bool:
        """Tell whether the hub led when it last checked."""
        return self._leading

    @property
    def term(self) -> int:
        """Return the highest term known to the hub."""
        return max(self._leases.highest.term, self._folded.term)

    @property
    def here(self) -> tuple[str, ...]:
        """Return the places, such as `table/7`, that are connected now."""
        return tuple(sorted(place for place, here in self._here.items() if here))

    @property
    def subscriptions(self) -> Sequence[str]:
        """Return the topics of hubs, tables, stewards and gateways."""
        of = self._topics.of
        kinds = ("facts", "here", "ping")
        own = (of("hub/+", "lease"), of("hub/+", "facts/+"), of(f"hub/{self.name}", "echo"))
        gateways = (of("door/+", "wishes"), of("door/+", "ping"))
        return (*own, *gateways, *(of(place, what) for place in ("table/+", "steward/+") for what in kinds))

    @property
    def will(self) -> None:
        """Return None. The hub needs no last message, because its lease ends by itself."""

    def say(self, *facts: HubFact) -> None:
        """Queue facts of the hub itself. The hub takes them as soon as it leads."""
        self._spoken += facts

    def connected(self, now: float) -> Iterable[Message]:
        """Return a message from the hub to itself. All retained messages arrive before that message."""
        self._lapsed, self._kept = False, ([], [])
        self._leases.dropped()
        return self._who_leads()

    def _who_leads(self) -> list[Message]:
        self._leading = self._synced = False
        return [self._message("echo", Connected(here=True))]

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        """Take the messages, and answer them if this hub leads."""
        received, called, asked = list[Spoken](), list[str](), list[tuple[str, Ping]]()
        for each in batch:
            try:
                self._sort(each, now, received, called, asked)
            except ValueError as fault:
                self._trouble(str(fault))
        if self._leading and not self._leases.leads(now):
            return self._lapse(now, received, called)
        if not self._leading and self._leases.leads(now):
            return self._begin(received, called, now)
        if self._leading:
            greeted = [each for place in called for each in self._greeted(place)]
            pongs = [self._pong(place, ping, now) for place, ping in asked]
            return [*pongs, *greeted, *self._taken(received, now)]
        if self._lapsed:
            self._keep(received, called)
        return self._claim(now)

    def _lapse(
        self, now: float, received: Iterable[Spoken] = (), called: Iterable[str] = ()
    ) -> list[Message]:
        """Handle a lease that ended before its renewal came back, as happens on a busy machine. If the
        broker then shows that no other hub has claimed the lead, the hub renews the lease in its own term,
        and repeats no message. Until then the hub keeps the messages that arrive."""
        if not self._leases.lapsed():
            return list(self.connected(now))
        self._lapsed = True
        self._keep(received, called)
        return self._who_leads()

    def _keep(self, received: Iterable[Spoken], called: Iterable[str]) -> None:
        self._kept[0].extend(received)
        self._kept[1].extend(called)

    def _begin(self, received: Sequence[Spoken], called: Sequence[str], now: float) -> list[Message]:
        """Begin a term, or continue it after a lapsed lease is renewed."""
        goes_on, self._leading, self._lapsed = self._lapsed, True, False
        (kept, waited), self._kept = self._kept, ([], [])
        greeted = [each for place in [*waited, *called] for each in self._greeted(place)]
        return [
            *(greeted if goes_on else self._everything()),
            *self._taken([*kept, *received], now, first=True),
        ]

    def ticked(self, now: float) -> Iterable[Message]:
        """Renew the lease, or claim a free one. Send the queued messages."""
        if not self._leading:
            return self._claim(now)
        if not self._leases.leads(now):
            return self._lapse(now)
        renewal = self._leases.renewal(len(self._folded.log), now)
        beat = [self._message("lease", renewal, retain=True)] if renewal else []
        return [*self._taken([], now), *beat, *(self._asked_again() if beat else ())]

    def _asked_again(self) -> list[Message]:
        """Return the messages that ask places to repeat the facts that the disk did not take."""
        places, self._untaken = self._untaken, set()
        return [self._heard(place, again=True) for place in sorted(places)]

    def _sort(
        self,
        each: Message,
        now: float,
        received: list[Spoken],
        called: list[str],
        asked: list[tuple[str, Ping]],
    ) -> None:
        kind, name, what = self._topics.route(each.topic)
        place = f"{kind}/{name}"
        if kind == "hub":
            if what == "echo":
                self._synced = True
            elif what == "lease":
                self._leases.heard(name, payload_of(each, Lease), now)
            elif not each.payload:
                self._retained.discard(what)
            elif name != self.name or not self._leading:
                self._retained |= {what} if name == self.name else set()
                self._leader_logs.add(name, payload_of(each, Log))
        elif what == "ping":
            asked.append((place, payload_of(each, Ping)))
        elif kind == "door":
            received.append((place, payload_of(each, FactsRequests)))
        elif not name.isdecimal():
            raise ValueError(f"{each.topic}: tables and stewards have numbers")
        elif what == "here":
            self._here[place] = payload_of(each, Connected).here
            called += [place] if self._here[place] else []
        elif what == "facts":
            received.append((place, payload_of(each, NumberedFacts)))

    def _claim(self, now: float) -> list[Message]:
        """Claim the lead if no hub has it. The log of the last leading hub replaces this hub's log, so
        this hub claims nothing until it has that whole log."""
        if not self._synced or self._leases.waits(now):
            return []
        if self._lapsed and self._leases.lapsed():
            return [self._message("lease", self._leases.again(len(self._folded.log), now), retain=True)]
        if self._lapsed:  # another hub has claimed the lead
            self._lapsed, self._kept = False, ([], [])
            self._leases.dropped()
        if not self._leases.claimable(now):
            return []
        own = self._leases.highest.hub in ("", self.name)
        whole = own or self._leader_logs.complete(self._leases.highest, self._leases.facts)
        if whole and self._wrote(
            self._leader_logs.rows(self._folded.log, self._leases.highest.term, own=own)
        ):
            lease = self._leases.claim(self._folded.term, now)
            if self._wrote([LogRow(lease.term, len(self._folded.log) + 1)]):
                return [self._message("lease", lease, retain=True)]
            self._leases.dropped()
        return []

    def _wrote(self, rows: Sequence[LogRow], party: Party | None = None) -> bool:
        """Write rows to disk, then add them to the state, and return True. If the disk fails, add none and
        return False. `party` is the party after the rows, if the caller has computed it."""
        if not rows:
            return True
        try:
            self._journal.append(*rows)
        except (WriteError, DamagedError) as fault:
            self._trouble(str(fault))
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
            self._trouble(str(fault))
            return
        self._folded, self._log_replaced = FoldedLog(), True
        self._folded.take(self._journal.replay())

    def _everything(self) -> list[Message]:
        """Return all messages of the hub. They are sent at the beginning of its term, and after a name was
        forgotten, because the broker's retained messages may hold the name."""
        greeted = [each for place in self.here for each in self._greeted(place)]
        log, own = self._logged(1), self._topics.of(f"hub/{self.name}", "")
        current = {each.topic for each in log}
        outdated = sorted(what for what in self._retained if own + what not in current)
        self._retained.difference_update(outdated)
        self._log_replaced = False
        return [*log, *(Message(own + what, b"", retain=True) for what in outdated), *greeted, self._room()]

    def _greeted(self, place: str) -> tuple[Message, Message]:
        """Return the messages for a place that has just connected: its state, and the number of its facts
        that the hub has."""
        return self._shown(place), self._heard(place, again=True)

    def _taken(self, received: Sequence[Spoken], now: float, *, first: bool = False) -> list[Message]:
        """Take facts and requests. Return the answers, and the messages about new states. If `first` is
        true, at the beginning of a term, derive facts even if no message is new."""
        found = self._intake(received, now, first=first)
        rows, before = found.draft.rows, len(self._folded.log)
        places = dict.fromkeys(place for place, each in received if isinstance(each, NumberedFacts))
        if not self._wrote(rows, found.draft.party):
            self._untaken.update(places)
            return []
        self._spoken = []
        answers = [self._heard(place, again=place in found.again) for place in places]
        answers += [self._refusal(gateway, why) for gateway, why in found.why.items()]
        if not rows:
            return answers
        log = self._everything() if self._log_replaced else self._logged(before + 1)
        return [*log, *self._states_after(rows), *answers]

    def _intake(self, received: Sequence[Spoken], now: float, *, first: bool) -> Intake:
        """Sort the messages, and add the facts that follow from the accepted ones. If `first` is true,
        look for such facts even without new messages."""
        found = Intake(self._folded, self._leases.highest.term, self._refused)
        found.take(self._spoken, received)
        draft = found.draft
        while (draft.rows or first) and (follows := due_facts(draft.party, cut=self._cut)):
            for fact in follows:
                if isinstance(fact, RoundRung):
                    fact = RoundRung(fact.round, now + self._epoch + BELL_LEAD_SECONDS)
                draft.own(fact)
        for trouble in found.troubles:
            self._trouble(trouble)
        return found

    def _states_after(self, rows: Sequence[LogRow]) -> list[Message]:
        """Return the new states of the places that the rows concern. A round that begins, rings or ends
        concerns every place."""
        party = self.party
        taken = [row.taken for row in rows if row.taken is not None]
        tables = {table for one in taken if (table := table_of(one.origin)) is not None}
        own = [one.fact for one in taken if one.origin == HUB]
        tables |= {fact.table for fact in own if isinstance(fact, CallRuled | WinnersDrawn)}
        if any(not isinstance(fact, CallRuled | WinnersDrawn) for fact in own):
            tables |= {int(place[6:]) for place in self._here if place.startswith("table/")}
        stewards = {f"steward/{steward_of(party, table)}" for table in tables} & self._here.keys()
        places = [*(f"table/{table}" for table in sorted(tables)), *sorted(stewards)]
        seen_by_all = any(not isinstance(fact, RoundRung) for fact in own)
        return [*map(self._shown, places), *([self._room()] if seen_by_all else [])]

    def _logged(self, first: int) -> list[Message]:
        """Return the log from the place `first` on, divided into messages."""
        term, count = self._leases.highest.term, len(self._folded.log)
        found = list[Message]()
        for at in range(first, count + 1, _LINES):
            lines = [line(one) for one in self._folded.log[at - 1 : at - 1 + _LINES]]
            part = Log(term=term, first=at, count=count, lines=lines)
            self._retained.add(f"facts/{at}")
            found.append(self._message(f"facts/{at}", part, retain=True))
        return found

    def _heard(self, place: str, *, again: bool) -> Message:
        number = known_of(place, self.party.last_taken, self._folded.asked, self._refused)
        heard = FactsAcknowledged(term=self._leases.highest.term, number=number, again=again)
        return self._message(f"heard/{place}", heard)

    def _refusal(self, gateway: str, why: dict[str, str]) -> Message:
        return self._message(f"refused/{gateway}", Refused(term=self._leases.highest.term, why=why))

    def _pong(self, place: str, ping: Ping, now: float) -> Message:
        term = self._leases.highest.term
        return self._message(f"pong/{place}", Pong(term=term, at=ping.at, shows=now + self._epoch))

    def _shown(self, place: str) -> Message:
        kind, name = place.split("/")
        show = table_state if kind == "table" else steward_state
        return self._message(
            f"state/{place}", show(self.party, int(name), self._leases.highest.term), retain=True
        )

    def _room(self) -> Message:
        return self._message("party", party_state(self.party, self._leases.highest.term), retain=True)

    def _trouble(self, text: str) -> None:
        if text not in self.troubles[-1:]:
            self.troubles.append(text)

    def _message(self, what: str, payload: Payload, *, retain: bool = False) -> Message:
        return message(self._topics.of(f"hub/{self.name}", what), payload, retain=retain)
