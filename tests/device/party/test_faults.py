"""Test faults of the network, the broker, the disk and the hub: no fact is lost, doubled or wrongly
accepted."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from device.lab.bench.party import count_astray, recount
from device.party import fact_log
from device.party.hub import PartyHub
from device.party.link import HubLink
from device.party.party_messages import (
    FactsAcknowledged,
    FactsRequest,
    FactsRequests,
    PartyState,
    TableState,
    message,
    payload_of,
    values_of,
)
from device.party.stations import Message, Station
from device.records.journal import Journal, connect
from engine.party import (
    HUB,
    CallRuled,
    RoundBegun,
    RoundCounted,
    RoundScoreCorrected,
    SeatInitialled,
    StewardCalled,
    TableReady,
)
from tests.device.party.party_broker import TOPICS, PartyBroker, Speaker, ended, entering, totals


class Unruly:
    """A hub that hears everything late, out of order and more than once."""

    def __init__(self, hub: PartyHub, chance: Random) -> None:
        self._hub, self._chance = hub, chance
        self._held: list[Message] = []
        self.subscriptions, self.will, self.name = hub.subscriptions, hub.will, hub.name

    def connected(self, now: float) -> Iterable[Message]:
        return self._hub.connected(now)

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        facts = [each for each in batch if each.topic.endswith("/facts")]
        self._held += [*facts, *self._chance.sample(facts, len(facts) // 2)]
        return self._hub.received(now, [each for each in batch if each not in facts])

    def ticked(self, now: float) -> Iterable[Message]:
        self._chance.shuffle(self._held)
        again = self._held[:2]
        heard, self._held = [*self._held, *again], []
        return [*self._hub.received(now, heard), *self._hub.ticked(now)]


def on_disk(party_broker: PartyBroker, name: str = "a") -> fact_log.FoldedLog:
    """Return the log of the party that the journal of hub `name` holds on the disk."""
    found = fact_log.FoldedLog()
    path = party_broker.folder / f"hub-{name}.journal"
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        found.take(
            fact_log.decode(body.encode()) for (body,) in db.execute("SELECT body FROM event ORDER BY number")
        )
    db.close()
    return found


def whole(hub: fact_log.FoldedLog | PartyHub, links: list[HubLink]) -> None:
    """Check that the hub has each fact of each table once. Check that its totals equal the totals counted
    from the journals of the tables."""
    tables = [link for link in links if link.place.startswith("table/")]
    assert totals(hub.party) == recount(hub.party, tables)
    heard = {link.place.removeprefix("table/"): len(link.facts) for link in links if "table" in link.place}
    assert {origin: number for origin, number in hub.party.last_taken.items() if origin != HUB} == heard


def test_a_party_is_played_to_its_end(party_broker: PartyBroker) -> None:
    hub = party_broker.hub()
    party_broker.join(hub)
    hub.say(*entering(3))
    links = party_broker.played()
    party_broker.until(lambda: ended(hub.party, links))
    whole(hub, links)
    assert on_disk(party_broker).party == hub.party
    assert not hub.faults


def test_late_reordered_and_repeated_deliveries_change_nothing(party_broker: PartyBroker) -> None:
    hub = party_broker.hub()
    party_broker.join(Unruly(hub, Random(3)), place="hub/a")
    hub.say(*entering(3))
    links = party_broker.played()
    party_broker.until(lambda: ended(hub.party, links))
    whole(hub, links)
    tables = [link for link in links if link.place.startswith("table/")]
    assert count_astray(tuple(hub.log()), tables) == {"lost": 0, "doubled": 0, "misordered": 0}


def test_a_broker_that_ends_and_starts_again_changes_nothing(party_broker: PartyBroker) -> None:
    hub = party_broker.hub()
    party_broker.join(hub)
    hub.say(*entering(3))
    links = party_broker.played()
    party_broker.until(lambda: len(hub.party.rounds) == 2)
    party_broker.broker.kill()
    stations: list[Station] = [hub, *links]
    party_broker.until(lambda: not any(party_broker.exchange.is_online(one) for one in stations))
    links[0].say(StewardCalled(2, 99, "ZAX", 0, 1))
    party_broker.broker.start()
    party_broker.until(lambda: ended(hub.party, links))
    whole(hub, links)
    assert hub.party.calls[0, 99].word == "ZAX"


def test_a_table_without_a_network_plays_on_and_catches_up(party_broker: PartyBroker) -> None:
    hub, first = party_broker.hub(), party_broker.link("table/0")
    party_broker.join(hub, first)
    hub.say(*entering(1))
    party_broker.until(lambda: isinstance(first.state, TableState) and first.state.seats)
    party_broker.exchange.remove(first)
    first.say(TableReady(1), RoundCounted(1, (3, 0, 5, 9)))
    first.say(RoundCounted(1, (3, 0, 5, 8)))
    again = party_broker.link("table/0")  # the table's computer was restarted as well
    assert again.facts == first.facts
    party_broker.join(again)
    party_broker.until(lambda: again.confirmed)
    assert hub.party.card(1, 0).reported == (3, 0, 5, 8)
    assert hub.party.last_taken["0"] == 3


@contextmanager
def hub_process(party_broker: PartyBroker, name: str = "a") -> Iterator[subprocess.Popen[bytes]]:
    address, credential = party_broker.broker.address, party_broker.access.of(f"hub/{name}")
    arguments = [party_broker.folder, name, address.host, address.port, *credential]
    command = [sys.executable, "-m", "tests.device.party.hub_process", *map(str, arguments)]
    root = Path(__file__).parents[3]
    process = subprocess.Popen(command, cwd=root, env={**os.environ, "PYTHONPATH": str(root)})
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def seen(speaker: Speaker) -> PartyState | None:
    return payload_of(speaker.heard[-1], PartyState) if speaker.heard else None


def finished_by(speaker: Speaker, links: list[HubLink], *, term: int = 0) -> Callable[[], bool]:
    def done() -> bool:
        state = seen(speaker)
        confirmed = all(link.confirmed for link in links)
        return state is not None and state.finished and state.term >= term and confirmed

    return done


def test_a_hub_that_is_killed_and_started_again_goes_on_where_it_was(party_broker: PartyBroker) -> None:
    witness = Speaker(TOPICS.of("hub/+", "party"))
    party_broker.join(witness, place="hub/b")
    with hub_process(party_broker) as process:
        links = party_broker.played()
        party_broker.until(lambda: (state := seen(witness)) and state.round == 2)
        process.kill()
        process.wait()
    before = on_disk(party_broker)
    links[1].say(StewardCalled(2, 99, "ZAX", 0, 1))
    with hub_process(party_broker):
        party_broker.until(finished_by(witness, links, term=before.term + 1))
    after = on_disk(party_broker)
    whole(after, links)
    assert after.log[: len(before.log)] == before.log


def test_a_hub_that_sleeps_past_its_lease_changes_nothing_when_it_wakes(party_broker: PartyBroker) -> None:
    with hub_process(party_broker) as sleeper:
        links = [party_broker.link(f"table/{n}") for n in range(3)]
        party_broker.join(*links)
        party_broker.until(
            lambda: all(isinstance(link.state, TableState) and link.state.seats for link in links)
        )
        second = party_broker.hub("b")
        party_broker.join(second)
        party_broker.until(lambda: second.term)
        assert not second.leading
        sleeper.send_signal(signal.SIGSTOP)
        party_broker.until(lambda: second.leading)
        taken_over = second.term
        for link in links:
            link.say(TableReady(1))
        party_broker.until(lambda: second.party.rounds[0].rung)
        sleeper.send_signal(signal.SIGCONT)
        for link in links:
            link.say(RoundCounted(1, (1, 2, 3, 4)))
        party_broker.until(lambda: all(link.confirmed for link in links))
        assert second.leading
        assert {link.state.term for link in links if link.state} == {taken_over}
        party_broker.exchange.remove(second)
        party_broker.until(lambda: all(link.state and link.state.term > taken_over for link in links))
        party_broker.until(lambda: all(link.confirmed for link in links))
    assert on_disk(party_broker).party == second.party


def test_late_words_of_a_hub_that_leads_no_longer_are_refused(party_broker: PartyBroker) -> None:
    first, second, link = party_broker.hub("a"), party_broker.hub("b"), party_broker.link("table/0")
    party_broker.join(first, link)
    first.say(*entering(1))
    party_broker.until(lambda: link.state is not None and link.state.round == 1)
    old = first.term
    party_broker.exchange.remove(first)
    party_broker.join(second)
    party_broker.until(lambda: link.state is not None and link.state.term > old)
    link.say(TableReady(1))
    party_broker.until(lambda: link.confirmed)
    ghost = Speaker(TOPICS.of("hub/a", "party"))
    party_broker.join(ghost, place="hub/a")
    state = link.state
    assert isinstance(state, TableState)
    stale = TableState(
        **{**{name: getattr(state, name) for name in state.__struct_fields__}, "term": old, "round": 9}
    )
    ghost.say(
        message(TOPICS.of("hub/a", "state/table/0"), stale, retain=True),
        message(TOPICS.of("hub/a", "heard/table/0"), FactsAcknowledged(term=old, number=0, again=True)),
    )
    party_broker.until(lambda: link.outdated_count == 2)
    assert link.state == state
    assert link.confirmed


def test_a_second_hub_takes_over_what_the_first_has_said(party_broker: PartyBroker) -> None:
    first, second = party_broker.hub("a"), party_broker.hub("b")
    party_broker.join(first)
    party_broker.until(lambda: first.leading)
    party_broker.join(second)
    first.say(*entering(3, hands=12))
    links = party_broker.played()
    party_broker.until(lambda: first.party.verdicts)
    party_broker.exchange.remove(first)
    assert len(first.party.rounds) < 12
    party_broker.until(lambda: ended(second.party, links))
    whole(second, links)
    assert second.party.rounds[0] == first.party.rounds[0]
    assert first.party.verdicts.items() <= second.party.verdicts.items()
    assert not second.faults


def test_what_the_first_hub_said_to_nobody_is_gone_when_it_comes_back(party_broker: PartyBroker) -> None:
    first, second, link = party_broker.hub("a"), party_broker.hub("b"), party_broker.link("table/0")
    party_broker.join(first)
    first.say(*entering(1))
    party_broker.until(lambda: first.party.rounds)
    party_broker.exchange.remove(first)
    party_broker.join(second, link)
    party_broker.until(lambda: second.leading and second.party.rounds)
    second.say(RoundScoreCorrected(1, "p1", 5))
    party_broker.until(lambda: second.party.corrected_scores)
    unheard = Journal(
        party_broker.folder / "hub-a.journal", encode=fact_log.encode, decode=fact_log.decode, clock=time.time
    )
    unsaid = fact_log.TakenFact(HUB, first.party.last_taken[HUB] + 1, RoundBegun(2, ()))
    unheard.append(fact_log.LogRow(first.term, len(tuple(first.log())) + 1, unsaid))
    unheard.close()
    back = party_broker.hub("a")
    assert len(back.party.rounds) == 2
    party_broker.join(back)
    party_broker.until(party_broker.exchange.is_online, back)
    party_broker.exchange.remove(second)
    party_broker.until(lambda: back.leading)
    assert back.party == second.party
    assert on_disk(party_broker).party == second.party


def test_a_steward_rules_for_their_own_tables_alone(party_broker: PartyBroker) -> None:
    hub, desk, link = party_broker.hub(), party_broker.link("steward/0"), party_broker.link("table/0")
    party_broker.join(hub, desk, link)
    hub.say(*entering(1))
    party_broker.until(lambda: hub.party.rounds)
    link.say(StewardCalled(1, 1, "PARIS", 0, 1))
    party_broker.until(lambda: hub.party.calls)
    desk.say(CallRuled(0, 1, "word bad"), CallRuled(12, 1, "word bad"), RoundScoreCorrected(1, "p1", 7))
    party_broker.until(lambda: desk.confirmed)
    assert hub.party.verdicts == {(0, 1): "word bad"}
    assert hub.party.corrected_scores == {(1, "p1"): 7}
    assert hub.faults == ["steward/0: fact 2: the steward of other tables may not say that"]


def test_a_full_disk_takes_nothing_and_loses_nothing(party_broker: PartyBroker) -> None:
    opened = list[sqlite3.Connection]()

    def noted(path: Path) -> sqlite3.Connection:
        opened.append(connect(path))
        return opened[-1]

    hub = party_broker.hub(connect=noted)
    opened[-1].execute("PRAGMA max_page_count = 2")
    party_broker.join(hub)
    hub.say(*entering(3, hands=12))
    links = party_broker.played()
    party_broker.until(lambda: hub.faults)
    assert "database or disk is full" in hub.faults[-1]
    assert on_disk(party_broker).party == hub.party
    opened[-1].execute("PRAGMA max_page_count = 100000")
    party_broker.until(lambda: ended(hub.party, links))
    whole(hub, links)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"v":2,"first":1,"facts":[]}',
        b'{"v":1,"first":0,"facts":[]}',
        b'{"v":1,"first":1,"facts":[{"type":"round over","round":1}]}',
        b'{"v":1,"first":1,"facts":[{"type":"hand counted","round":1,"points":["x"]}]}',
        b'{"v":1,"first":1,"facts":[{"type":"hand counted","round":1,"points":[],"extra":1}]}',
        b'{"v":1,"first":1,"facts":[{"type":"nonsense"}]}',
        b"[" * 5000,
    ],
)
def test_nonsense_changes_nothing_and_is_told(tmp_path: Path, payload: bytes) -> None:
    journal = Journal(tmp_path / "hub", encode=fact_log.encode, decode=fact_log.decode, clock=lambda: 0.0)
    hub = PartyHub(TOPICS, "a", journal, ttl=1)
    spoken = [*hub.connected(0.0)]
    while not hub.leading:
        spoken = [*hub.received(0.0, spoken)]
    before = hub.party
    hub.received(0.1, [Message(TOPICS.of("table/0", "facts"), payload)])
    assert hub.party == before
    assert len(hub.faults) == 1
    assert "\n" not in hub.faults[0]
    journal.close()


def test_a_client_that_floods_holds_nobody_up_and_changes_nothing(party_broker: PartyBroker) -> None:
    hub, flood = party_broker.hub(), Speaker(TOPICS.of("hub/+", "lease"))
    party_broker.join(hub)
    hub.say(*entering(3))
    links = party_broker.played()
    party_broker.join(flood, place="door/b")
    party_broker.until(party_broker.exchange.is_online, flood)
    wishes = TOPICS.of("door/b", "wishes")
    foreign = [
        FactsRequest(f"key {n}", "steward/7", [values_of(RoundScoreCorrected(1, "p1", 5))]) for n in range(50)
    ]
    stolen = message(TOPICS.of("table/0", "facts"), FactsRequests(wishes=foreign))
    for _ in range(10):
        flood.say(
            *[Message(wishes, b'{"v":9}')] * 500, message(wishes, FactsRequests(wishes=foreign)), stolen
        )
    party_broker.until(lambda: ended(hub.party, links))
    whole(hub, links)
    assert not hub.party.corrected_scores
    assert len(hub.faults) < 100


def test_a_table_that_floods_with_facts_is_taken_once_each_and_the_others_play_on(
    party_broker: PartyBroker,
) -> None:
    hub = party_broker.hub()
    party_broker.join(hub)
    hub.say(*entering(2))
    links = [party_broker.link(f"table/{n}") for n in range(2)]
    party_broker.join(*links)
    party_broker.until(lambda: hub.party.rounds)
    links[0].say(*[TableReady(1, ready=bool(n % 2)) for n in range(5000)])
    links[1].say(TableReady(1))
    party_broker.until(lambda: all(link.confirmed for link in links))
    assert hub.party.last_taken["0"] == 5000
    assert hub.party.rounds[0].rung


def test_tables_that_are_cut_off_for_a_whole_round_catch_up_all_at_once(party_broker: PartyBroker) -> None:
    hub = party_broker.hub()
    party_broker.join(hub)
    hub.say(*entering(3))
    links = [party_broker.link(f"table/{n}") for n in range(3)]
    party_broker.join(*links)
    for link in links:
        link.say(TableReady(1))
    party_broker.until(lambda: hub.party.rounds and hub.party.rounds[0].rung)
    for link in links:
        party_broker.exchange.remove(link)
    party_broker.until(lambda: hub.connected_places == ())
    for link in links:
        link.say(RoundCounted(1, (1, 2, 3, 4)))
        link.say(*(SeatInitialled(1, seat, (seat + 1) % 4) for seat in range(4)))
    assert hub.party.card(1, 0).reported == ()
    party_broker.join(*links)
    party_broker.until(lambda: all(link.confirmed for link in links))
    assert hub.party.rounds[0].over
    whole(hub, links)


def test_a_hub_whose_clock_goes_wrong_by_hours_still_rings_all_tables_together(
    party_broker: PartyBroker,
) -> None:
    first, second = party_broker.hub("a", epoch=86400.0), party_broker.hub("b", epoch=-86400.0)
    party_broker.join(first)
    first.say(*entering(2))
    links = [party_broker.link(f"table/{n}") for n in range(2)]
    party_broker.join(*links)
    party_broker.until(lambda: all(isinstance(link.state, TableState) and link.state.round for link in links))
    party_broker.join(second)
    party_broker.until(party_broker.exchange.is_online, second)
    party_broker.exchange.remove(first)
    party_broker.until(lambda: second.leading)
    for link in links:
        link.say(TableReady(1))
    party_broker.until(lambda: second.party.rounds[0].rung)
    party_broker.until(lambda: all(link.rings_at is not None for link in links))
    one, other = (link.rings_at or 0.0 for link in links)
    assert abs(one - other) <= links[0].clock.error + links[1].clock.error
