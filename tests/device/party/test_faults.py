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
from tests.device.party.room import TOPICS, Room, Speaker, ended, entering, totals


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


def on_disk(room: Room, name: str = "a") -> fact_log.FoldedLog:
    """Return the log of the party that the journal of hub `name` holds on the disk."""
    found = fact_log.FoldedLog()
    path = room.folder / f"hub-{name}.journal"
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


def test_a_party_is_played_to_its_end(room: Room) -> None:
    hub = room.hub()
    room.join(hub)
    hub.say(*entering(3))
    links = room.played()
    room.until(lambda: ended(hub.party, links))
    whole(hub, links)
    assert on_disk(room).party == hub.party
    assert not hub.troubles


def test_late_reordered_and_repeated_deliveries_change_nothing(room: Room) -> None:
    hub = room.hub()
    room.join(Unruly(hub, Random(3)), place="hub/a")
    hub.say(*entering(3))
    links = room.played()
    room.until(lambda: ended(hub.party, links))
    whole(hub, links)
    tables = [link for link in links if link.place.startswith("table/")]
    assert count_astray(tuple(hub.log()), tables) == {"lost": 0, "doubled": 0, "misordered": 0}


def test_a_broker_that_ends_and_starts_again_changes_nothing(room: Room) -> None:
    hub = room.hub()
    room.join(hub)
    hub.say(*entering(3))
    links = room.played()
    room.until(lambda: len(hub.party.rounds) == 2)
    room.broker.kill()
    stations: list[Station] = [hub, *links]
    room.until(lambda: not any(room.exchange.online(one) for one in stations))
    links[0].say(StewardCalled(2, 99, "ZAX", 0, 1))
    room.broker.start()
    room.until(lambda: ended(hub.party, links))
    whole(hub, links)
    assert hub.party.calls[0, 99].word == "ZAX"


def test_a_table_without_a_network_plays_on_and_catches_up(room: Room) -> None:
    hub, first = room.hub(), room.link("table/0")
    room.join(hub, first)
    hub.say(*entering(1))
    room.until(lambda: isinstance(first.state, TableState) and first.state.seats)
    room.exchange.remove(first)
    first.say(TableReady(1), RoundCounted(1, (3, 0, 5, 9)))
    first.say(RoundCounted(1, (3, 0, 5, 8)))
    again = room.link("table/0")  # the table's computer was restarted as well
    assert again.facts == first.facts
    room.join(again)
    room.until(lambda: again.confirmed)
    assert hub.party.card(1, 0).reported == (3, 0, 5, 8)
    assert hub.party.last_taken["0"] == 3


@contextmanager
def hub_process(room: Room, name: str = "a") -> Iterator[subprocess.Popen[bytes]]:
    address, credential = room.broker.address, room.access.of(f"hub/{name}")
    arguments = [room.folder, name, address.host, address.port, *credential]
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


def test_a_hub_that_is_killed_and_started_again_goes_on_where_it_was(room: Room) -> None:
    witness = Speaker(TOPICS.of("hub/+", "party"))
    room.join(witness, place="hub/b")
    with hub_process(room) as process:
        links = room.played()
        room.until(lambda: (state := seen(witness)) and state.round == 2)
        process.kill()
        process.wait()
    before = on_disk(room)
    links[1].say(StewardCalled(2, 99, "ZAX", 0, 1))
    with hub_process(room):
        room.until(finished_by(witness, links, term=before.term + 1))
    after = on_disk(room)
    whole(after, links)
    assert after.log[: len(before.log)] == before.log


def test_a_hub_that_sleeps_past_its_lease_changes_nothing_when_it_wakes(room: Room) -> None:
    with hub_process(room) as sleeper:
        links = [room.link(f"table/{n}") for n in range(3)]
        room.join(*links)
        room.until(lambda: all(isinstance(link.state, TableState) and link.state.seats for link in links))
        second = room.hub("b")
        room.join(second)
        room.until(lambda: second.term)
        assert not second.leading
        sleeper.send_signal(signal.SIGSTOP)
        room.until(lambda: second.leading)
        taken_over = second.term
        for link in links:
            link.say(TableReady(1))
        room.until(lambda: second.party.rounds[0].rung)
        sleeper.send_signal(signal.SIGCONT)
        for link in links:
            link.say(RoundCounted(1, (1, 2, 3, 4)))
        room.until(lambda: all(link.confirmed for link in links))
        assert second.leading
        assert {link.state.term for link in links if link.state} == {taken_over}
        room.exchange.remove(second)
        room.until(lambda: all(link.state and link.state.term > taken_over for link in links))
        room.until(lambda: all(link.confirmed for link in links))
    assert on_disk(room).party == second.party


def test_late_words_of_a_hub_that_leads_no_longer_are_refused(room: Room) -> None:
    first, second, link = room.hub("a"), room.hub("b"), room.link("table/0")
    room.join(first, link)
    first.say(*entering(1))
    room.until(lambda: link.state is not None and link.state.round == 1)
    old = first.term
    room.exchange.remove(first)
    room.join(second)
    room.until(lambda: link.state is not None and link.state.term > old)
    link.say(TableReady(1))
    room.until(lambda: link.confirmed)
    ghost = Speaker(TOPICS.of("hub/a", "party"))
    room.join(ghost, place="hub/a")
    state = link.state
    assert isinstance(state, TableState)
    stale = TableState(
        **{**{name: getattr(state, name) for name in state.__struct_fields__}, "term": old, "round": 9}
    )
    ghost.say(
        message(TOPICS.of("hub/a", "state/table/0"), stale, retain=True),
        message(TOPICS.of("hub/a", "heard/table/0"), FactsAcknowledged(term=old, number=0, again=True)),
    )
    room.until(lambda: link.late == 2)
    assert link.state == state
    assert link.confirmed


def test_a_second_hub_takes_over_what_the_first_has_said(room: Room) -> None:
    first, second = room.hub("a"), room.hub("b")
    room.join(first)
    room.until(lambda: first.leading)
    room.join(second)
    first.say(*entering(3, hands=12))
    links = room.played()
    room.until(lambda: first.party.verdicts)
    room.exchange.remove(first)
    assert len(first.party.rounds) < 12
    room.until(lambda: ended(second.party, links))
    whole(second, links)
    assert second.party.rounds[0] == first.party.rounds[0]
    assert first.party.verdicts.items() <= second.party.verdicts.items()
    assert not second.troubles


def test_what_the_first_hub_said_to_nobody_is_gone_when_it_comes_back(room: Room) -> None:
    first, second, link = room.hub("a"), room.hub("b"), room.link("table/0")
    room.join(first)
    first.say(*entering(1))
    room.until(lambda: first.party.rounds)
    room.exchange.remove(first)
    room.join(second, link)
    room.until(lambda: second.leading and second.party.rounds)
    second.say(RoundScoreCorrected(1, "p1", 5))
    room.until(lambda: second.party.corrected)
    unheard = Journal(
        room.folder / "hub-a.journal", encode=fact_log.encode, decode=fact_log.decode, clock=time.time
    )
    unsaid = fact_log.TakenFact(HUB, first.party.last_taken[HUB] + 1, RoundBegun(2, ()))
    unheard.append(fact_log.LogRow(first.term, len(tuple(first.log())) + 1, unsaid))
    unheard.close()
    back = room.hub("a")
    assert len(back.party.rounds) == 2
    room.join(back)
    room.until(room.exchange.online, back)
    room.exchange.remove(second)
    room.until(lambda: back.leading)
    assert back.party == second.party
    assert on_disk(room).party == second.party


def test_a_steward_rules_for_their_own_tables_alone(room: Room) -> None:
    hub, desk, link = room.hub(), room.link("steward/0"), room.link("table/0")
    room.join(hub, desk, link)
    hub.say(*entering(1))
    room.until(lambda: hub.party.rounds)
    link.say(StewardCalled(1, 1, "PARIS", 0, 1))
    room.until(lambda: hub.party.calls)
    desk.say(CallRuled(0, 1, "word bad"), CallRuled(12, 1, "word bad"), RoundScoreCorrected(1, "p1", 7))
    room.until(lambda: desk.confirmed)
    assert hub.party.verdicts == {(0, 1): "word bad"}
    assert hub.party.corrected == {(1, "p1"): 7}
    assert hub.troubles == ["steward/0: fact 2: the steward of other tables may not say that"]


def test_a_full_disk_takes_nothing_and_loses_nothing(room: Room) -> None:
    opened = list[sqlite3.Connection]()

    def noted(path: Path) -> sqlite3.Connection:
        opened.append(connect(path))
        return opened[-1]

    hub = room.hub(connect=noted)
    opened[-1].execute("PRAGMA max_page_count = 2")
    room.join(hub)
    hub.say(*entering(3, hands=12))
    links = room.played()
    room.until(lambda: hub.troubles)
    assert "database or disk is full" in hub.troubles[-1]
    assert on_disk(room).party == hub.party
    opened[-1].execute("PRAGMA max_page_count = 100000")
    room.until(lambda: ended(hub.party, links))
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
    assert len(hub.troubles) == 1
    assert "\n" not in hub.troubles[0]
    journal.close()


def test_a_client_that_floods_holds_nobody_up_and_changes_nothing(room: Room) -> None:
    hub, flood = room.hub(), Speaker(TOPICS.of("hub/+", "lease"))
    room.join(hub)
    hub.say(*entering(3))
    links = room.played()
    room.join(flood, place="door/b")
    room.until(room.exchange.online, flood)
    wishes = TOPICS.of("door/b", "wishes")
    foreign = [
        FactsRequest(f"key {n}", "steward/7", [values_of(RoundScoreCorrected(1, "p1", 5))]) for n in range(50)
    ]
    stolen = message(TOPICS.of("table/0", "facts"), FactsRequests(wishes=foreign))
    for _ in range(10):
        flood.say(
            *[Message(wishes, b'{"v":9}')] * 500, message(wishes, FactsRequests(wishes=foreign)), stolen
        )
    room.until(lambda: ended(hub.party, links))
    whole(hub, links)
    assert not hub.party.corrected
    assert len(hub.troubles) < 100


def test_a_table_that_floods_with_facts_is_taken_once_each_and_the_others_play_on(room: Room) -> None:
    hub = room.hub()
    room.join(hub)
    hub.say(*entering(2))
    links = [room.link(f"table/{n}") for n in range(2)]
    room.join(*links)
    room.until(lambda: hub.party.rounds)
    links[0].say(*[TableReady(1, ready=bool(n % 2)) for n in range(5000)])
    links[1].say(TableReady(1))
    room.until(lambda: all(link.confirmed for link in links))
    assert hub.party.last_taken["0"] == 5000
    assert hub.party.rounds[0].rung


def test_tables_that_are_cut_off_for_a_whole_round_catch_up_all_at_once(room: Room) -> None:
    hub = room.hub()
    room.join(hub)
    hub.say(*entering(3))
    links = [room.link(f"table/{n}") for n in range(3)]
    room.join(*links)
    for link in links:
        link.say(TableReady(1))
    room.until(lambda: hub.party.rounds and hub.party.rounds[0].rung)
    for link in links:
        room.exchange.remove(link)
    room.until(lambda: hub.connected_places == ())
    for link in links:
        link.say(RoundCounted(1, (1, 2, 3, 4)))
        link.say(*(SeatInitialled(1, seat, (seat + 1) % 4) for seat in range(4)))
    assert hub.party.card(1, 0).reported == ()
    room.join(*links)
    room.until(lambda: all(link.confirmed for link in links))
    assert hub.party.rounds[0].over
    whole(hub, links)


def test_a_hub_whose_clock_goes_wrong_by_hours_still_rings_all_tables_together(room: Room) -> None:
    first, second = room.hub("a", epoch=86400.0), room.hub("b", epoch=-86400.0)
    room.join(first)
    first.say(*entering(2))
    links = [room.link(f"table/{n}") for n in range(2)]
    room.join(*links)
    room.until(lambda: all(isinstance(link.state, TableState) and link.state.round for link in links))
    room.join(second)
    room.until(room.exchange.online, second)
    room.exchange.remove(first)
    room.until(lambda: second.leading)
    for link in links:
        link.say(TableReady(1))
    room.until(lambda: second.party.rounds[0].rung)
    room.until(lambda: all(link.rings_at is not None for link in links))
    one, other = (link.rings_at or 0.0 for link in links)
    assert abs(one - other) <= links[0].clock.error + links[1].clock.error
