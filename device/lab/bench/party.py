"""Measure parties of simulated tables that are connected through a real broker: the facts that are lost or
out of order, and the cost."""

import gc
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Final

from device.lab.bench import party_phones
from device.lab.bench.party_bell import CLOCK_SHIFT_SECONDS, edges
from device.lab.bench.party_broker import children, limit
from device.lab.bench.partyhub import measure_hub
from device.party.broker import private_broker_address
from device.party.clocks import CLOCK_SAMPLES
from device.party.fact_log import TakenFact
from device.party.hub import PartyHub
from device.party.link import HubLink
from device.party.people import invented_names
from device.party.rehearsal import RehearsalPlan, rehearsed_party
from device.party.stations import Message, Station
from engine.party import HUB, SEATS_PER_TABLE, Party, PartySetUp, RoundCounted, fines, standings

PARTY_SIZES: Final = (10, 100, 300, 1000)
"""The numbers of tables of the parties that are measured."""
CALM_SECONDS: Final = 200.0
"""Maximum seconds to wait until every table knows the hub's clock. Then the party begins."""
BELL_RINGS: Final = 5
"""Number of rings of the bell. At each ring the time between the bells of two tables is measured."""
PARTY_HANDS: Final = 10
"""Number of hands that each party plays."""


class MeteredHub:
    """A hub that also counts the messages that it receives and sends (`received_count`, `sent_count`), and
    its seconds of processor time."""

    def __init__(self, hub: PartyHub) -> None:
        self._hub = hub
        self.subscriptions, self.will = hub.subscriptions, hub.will
        self.seconds, self.received_count, self.sent_count = 0.0, 0, 0

    def connected(self, now: float) -> Iterable[Message]:
        """Return the messages that the hub sends when it has connected to the broker. Count the messages, and
        the hub's computing time."""
        return self._metered(lambda: self._hub.connected(now))

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        """Return the messages that the hub sends in answer to `batch`. Count the messages of both kinds, and
        the hub's computing time."""
        self.received_count += len(batch)
        return self._metered(lambda: self._hub.received(now, batch))

    def ticked(self, now: float) -> Iterable[Message]:
        """Return the messages that the hub sends because time has passed. Count the messages, and the hub's
        computing time."""
        return self._metered(lambda: self._hub.ticked(now))

    def _metered(self, work: Callable[[], Iterable[Message]]) -> list[Message]:
        began = time.process_time()
        messages = list(work())
        self.seconds += time.process_time() - began
        self.sent_count += len(messages)
        return messages


def measure(seed: int) -> dict[str, Any]:
    """Play a party of each size in `PARTY_SIZES`. Return its results, the time until phones show a tap on
    another phone, and the time between the bells of two tables."""
    result: dict[str, Any] = {"phones": party_phones.measure()}
    result |= {f"{tables} tables": play_party(tables, PARTY_HANDS, seed) for tables in PARTY_SIZES}
    apart = [round(1000 * (max(each) - min(each)), 1) for each in (edges() for _ in range(BELL_RINGS))]
    result["broker alone, messages a second of a processor"] = limit()
    return {**result, f"bell, pins of two processes, clocks {CLOCK_SHIFT_SECONDS[1]:g} s apart, ms": apart}


def play_party(tables: int, hands: int, seed: int) -> dict[str, Any]:
    """Play a party of `hands` hands with `tables` simulated tables. Return the counts of messages and lost
    facts, the times, and the memory."""
    plan = RehearsalPlan(
        PartySetUp("Bench", "lexicon-party", hands, 7, seed), invented_names(SEATS_PER_TABLE * tables), seed
    )
    meters = list[MeteredHub]()

    def seen(hub: PartyHub) -> Station:
        meters.append(MeteredHub(hub))
        return meters[0]

    ended = children()
    with ExitStack() as leaving:
        folder = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="lexicon-bench-")))
        evening = leaving.enter_context(
            rehearsed_party(plan, folder, partial(private_broker_address, folder / "broker"), seen)
        )
        calm = evening.exchange.run_until(
            lambda: all(len(link.clock) == CLOCK_SAMPLES for link in evening.links), CALM_SECONDS
        )
        assert calm, "every table knows the hub's clock"
        gc.freeze()  # a real hub has no tables in memory that slow its garbage collector
        leaving.callback(gc.unfreeze)
        began = time.perf_counter()
        party = evening.play()
        seconds = time.perf_counter() - began
        weight = measure_hub(folder / "hub.journal")
        log, moments = tuple(evening.hub.log()), [link.rings_at for link in evening.links]
    meter, places = meters[0], [link for link in evening.links if link.place.startswith("table/")]
    rang = [moment for moment in moments if moment is not None] or [0.0]
    return {
        **count_astray(log, places),
        "totals equal a recount": _totals(party) == recount(party, places),
        **weight,
        "hands": hands,
        "seconds": round(seconds, 1),
        "hub, processor ms a table and hand": round(1000 * meter.seconds / tables / hands, 2),
        "broker, processor ms a table and hand": round(1000 * (children() - ended) / tables / hands, 2),
        "messages to the hub, a table and hand": round(meter.received_count / tables / hands, 1),
        "messages of the hub, a table and hand": round(meter.sent_count / tables / hands, 1),
        "bell, spread of the tables' reckoning, ms": round(1000 * (max(rang) - min(rang)), 1),
    }


def count_astray(log: Sequence[TakenFact], links: Sequence[HubLink]) -> dict[str, int]:
    """Compare the facts that tables sent with the facts in the hub's log. Return how many are missing in the
    log, how many are there twice, and how many are out of order or changed."""
    lost = doubled = misordered = 0
    taken: dict[str, list[TakenFact]] = {}
    for logged in log:
        if logged.origin != HUB:
            taken.setdefault(logged.origin, []).append(logged)
    for link in links:
        mine = taken.get(link.place.removeprefix("table/"), [])
        numbers = [each.number for each in mine]
        lost += len(link.facts) - len(set(numbers))
        doubled += len(numbers) - len(set(numbers))
        misordered += sum(one > other for one, other in pairwise(numbers))
        misordered += sum(each.fact != link.facts[each.number - 1] for each in mine)
    return {"lost": lost, "doubled": doubled, "misordered": misordered}


def recount(party: Party, links: Sequence[HubLink]) -> dict[str, int]:
    """Return every player's total, counted from the facts on the tables' own disks. The code that scores a
    party is not used."""
    own: dict[tuple[int, str], int] = {}
    for link in links:
        for fact in link.facts:
            if isinstance(fact, RoundCounted):
                seats = party.rounds[fact.round - 1].room[int(link.place.removeprefix("table/"))]
                pairs = zip(seats, fact.points, strict=True)
                own |= {(fact.round, player): points for player, points in pairs if points is not None}
    totals = Counter(fines(party))
    for number, group in groupby(sorted(own), key=lambda key: key[0]):
        of_round = {player: own[number, player] for _, player in group}
        for player in party.names:
            totals[player] += of_round.get(player, round(sum(of_round.values()) / len(of_round)))
    return dict(totals)


def _totals(party: Party) -> dict[str, int]:
    return {one.player: one.total for one in standings(party)}
