"""Measure how many messages the broker can carry. One client sends messages as fast as it can, another
receives them."""

import resource
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from device.party.access import account_commands, new_access
from device.party.broker import private_broker
from device.party.party_messages import Topics
from device.party.stations import Message, StationBroker

MESSAGES: Final = 20_000
_BATCH_MESSAGES: Final = 500
_PATIENCE_SECONDS: Final = 120.0


class _Receiver:
    """A client of the broker that counts the messages it receives on the topics `subscriptions`."""

    will = None

    def __init__(self, *subscriptions: str) -> None:
        self.subscriptions: Sequence[str] = subscriptions
        self.received_count = 0

    def connected(self, now: float) -> Iterable[Message]:
        return ()

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        self.received_count += len(batch)
        return ()

    def ticked(self, now: float) -> Iterable[Message]:
        return ()


class _Sender(_Receiver):
    """A client of the broker that sends `MESSAGES` messages, many at a time. Each message is about as long as
    a fact."""

    def __init__(self, topic: str, subscription: str) -> None:
        super().__init__(subscription)
        self._topic, self._left = topic, MESSAGES

    def ticked(self, now: float) -> Iterable[Message]:
        batch_size = min(self._left, _BATCH_MESSAGES)
        self._left -= batch_size
        return [Message(self._topic, b"x" * 120)] * batch_size


def limit() -> int:
    """Return the number of messages that the broker carries from one client to another in a second of
    processor time. The broker checks each client's access, as at a party."""
    topics = Topics("limit")
    with tempfile.TemporaryDirectory(prefix="lexicon-broker-") as folder, ExitStack() as leaving:
        before = children()
        access = new_access(topics, ["hub/a", "table/0"])
        broker = leaving.enter_context(private_broker(Path(folder), account_commands(topics, access)))
        exchange = StationBroker(broker.address.host, broker.address.port, time.monotonic, tick=0.01)
        leaving.callback(exchange.close)
        receiver = _Receiver(topics.of("table/+", "facts"))
        sender = _Sender(topics.of("table/0", "facts"), topics.of("hub/+", "party"))
        exchange.add(receiver, access.of("hub/a"))
        exchange.add(sender, access.of("table/0"))
        whole = exchange.run_until(lambda: receiver.received_count >= MESSAGES, _PATIENCE_SECONDS)
        assert whole, "every message arrives"
        broker.stop()
        return round(MESSAGES / (children() - before))


def children() -> float:
    """Return the seconds of processor time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
