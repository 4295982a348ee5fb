"""Connect stations to a broker. One thread carries the messages of any number of stations.

A station is a hub, a table, a steward, a gateway or the administrator. It names the topics that it subscribes
to, and answers messages with messages. It has no socket, so its tests need none. The package Paho speaks
MQTT 5 for each station.
"""

import selectors
import socket
import ssl
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

QOS: Final = 1
"""MQTT's quality of service "at least once". A lost message is sent again. If a message arrives twice, the
receiver recognises the second copy by the numbers of its facts."""
MAX_INFLIGHT_MESSAGES: Final = 500
"""Maximum number of messages that wait for the broker's confirmation. It is large, so that the message
about the bell reaches a thousand tables within the two seconds before the bell."""
KEEPALIVE_SECONDS: Final = 10
"""Seconds without a message after which broker and station check whether they are still connected."""
RETRY_SECONDS: Final = 1.0
"""Seconds between two attempts of a station to connect to the broker."""
DISCONNECT_SECONDS: Final = 1.0
"""Seconds for which a client that disconnects waits for the broker. A connection that is closed early may
lose its last message."""
TICK_SECONDS: Final = 0.2
"""Seconds after which each station is asked again for the messages that it has to send by then."""


_DISCONNECT_WITH_WILL: Final = ReasonCode(PacketTypes.DISCONNECT, "Disconnect with will message")


class Credential(NamedTuple):
    """An account of the broker: its name and its password."""

    user: str
    password: str


class Message(NamedTuple):
    """An MQTT message: a topic, and a payload of JSON."""

    topic: str
    payload: bytes
    retain: bool = False
    """True if the broker keeps the message for clients that connect later."""
    expires: int = 0
    """The number of seconds for which the broker keeps the message; 0 for ever."""


class Station(Protocol):
    """Define a client of the broker. `now` is seconds on a monotonic clock."""

    @property
    def subscriptions(self) -> Sequence[str]:
        """The topics that the station subscribes to."""

    @property
    def will(self) -> Message | None:
        """The message that the broker sends when the station's connection breaks."""

    def connected(self, now: float) -> Iterable[Message]:
        """Return the messages to send after connecting and subscribing."""

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        """Take a batch of messages, in the order of arrival. Return the messages that answer them."""

    def ticked(self, now: float) -> Iterable[Message]:
        """Return the messages that are due now, because time has passed or the station got an input."""


@dataclass(eq=False, slots=True)
class _Connection:
    """The state of a station's connection to the broker, with its unhandled and unconfirmed messages."""

    station: Station
    client: Client
    online: bool = False
    refused: str = ""
    """The broker's reason for refusing the connection; empty without one."""
    tried_at: float = float("-inf")
    """The time of the last attempt to connect, in seconds of the monotonic clock."""
    inbox: list[Message] = field(default_factory=list)
    unconfirmed_topics: dict[int, str] = field(default_factory=dict)
    """The topics of the messages that the broker has not yet confirmed, by message number."""
    denied: list[str] = field(default_factory=list)
    """The topics to which the station may not publish, in the order of its attempts."""


class StationBroker:
    """Connect stations to the broker at `host` and `port`.

    `clock` returns monotonic seconds. A station that cannot reach the broker tries again every `retry`
    seconds and loses no message. `ca` is the certificate (PEM) of the authority that signed the broker's
    certificate. If `ca` is empty, nothing is encrypted.
    """

    def __init__(
        self,
        host: str,
        port: int,
        clock: Callable[[], float],
        *,
        ca: str = "",
        retry: float = RETRY_SECONDS,
        tick: float = TICK_SECONDS,
    ) -> None:
        self._trusts = _tls_context(ca) if ca else None
        self._host, self._port, self._clock, self._retry, self._tick = host, port, clock, retry, tick
        self._selector = selectors.DefaultSelector()
        self._connections: dict[Station, _Connection] = {}
        self._readable: set[_Connection] = set()
        self._ticked = float("-inf")
        self._wake_receiver, self._wake_sender = socket.socketpair()
        self._wake_receiver.setblocking(False)
        self._wake_sender.setblocking(False)
        self._selector.register(self._wake_receiver, selectors.EVENT_READ)

    @property
    def address(self) -> str:
        """The address of the broker to which the stations are connected."""
        return f"{self._host}:{self._port}"

    def add(self, station: Station, credential: Credential) -> None:
        """Add a station. It connects in the next call of `run_once`."""
        client = Client(
            CallbackAPIVersion.VERSION2, client_id=credential.user, protocol=MQTTProtocolVersion.MQTTv5
        )
        client.max_inflight_messages_set(MAX_INFLIGHT_MESSAGES)
        client.username_pw_set(credential.user, credential.password)
        if self._trusts is not None:
            client.tls_set_context(self._trusts)
        connection = _Connection(station, client)
        if station.will is not None:
            client.will_set(station.will.topic, station.will.payload, QOS, station.will.retain)
        self._listen(connection)
        self._connections[station] = connection

    def remove(self, station: Station) -> None:
        """Disconnect a station as soon as the broker has its messages. The broker then sends the
        station's will."""
        connection = self._connections[station]
        self.run_until(lambda: not (connection.online and connection.unconfirmed_topics), DISCONNECT_SECONDS)
        del self._connections[station]
        connection.client.disconnect(_DISCONNECT_WITH_WILL)
        while (
            connection.client.want_write()
            and connection.client.loop_write() is MQTTErrorCode.MQTT_ERR_SUCCESS
        ):
            pass

    def is_online(self, station: Station) -> bool:
        """Return True if a station is connected and has subscribed."""
        return self._connections[station].online

    def refusal_reason(self, station: Station) -> str:
        """Return the broker's reason for refusing a station; empty if the broker does not refuse it."""
        return self._connections[station].refused

    def denied_topics(self, station: Station) -> tuple[str, ...]:
        """Return the topics to which a station has tried to publish without permission."""
        return tuple(self._connections[station].denied)

    def run_once(self, timeout: float) -> None:
        """Send and receive the messages of all stations once. Wait at most `timeout` seconds for data."""
        if (now := self._clock()) - self._ticked >= self._tick:
            self._ticked = now
            self._look(now)
        for key, events in self._selector.select(min(timeout, self._tick)):
            if key.data is None:
                self._ticked = float("-inf")
                self._wake_receiver.recv(4096)
            elif events & selectors.EVENT_READ:
                _read(key.data.client)
            if key.data is not None and events & selectors.EVENT_WRITE and key.data.client.want_write():
                key.data.client.loop_write()
        self._deliver()

    def wake(self) -> None:
        """Make all stations send now what they have to send. It is called when a station gets something new
        to send. Any thread may call it."""
        with suppress(BlockingIOError):
            self._wake_sender.send(b".")

    def run_until(self, done: Callable[[], bool], timeout: float) -> bool:
        """Send and receive until `done` returns True, for at most `timeout` seconds. Return True if `done`
        returned True in this time."""
        end = self._clock() + timeout
        while not done():
            if self._clock() > end:
                return False
            self.run_once(self._tick)
        return True

    def close(self) -> None:
        """Disconnect every station, and close the sockets."""
        for station in tuple(self._connections):
            self.remove(station)
        self._selector.close()
        self._wake_receiver.close()
        self._wake_sender.close()

    def _look(self, now: float) -> None:
        for connection in self._connections.values():
            if connection.client.socket() is None:
                if now - connection.tried_at >= self._retry:
                    self._connect(connection, now)
                continue
            connection.client.loop_misc()
            if connection.online:
                self._publish(connection, connection.station.ticked(now))

    def _deliver(self) -> None:
        now, fresh, self._readable = self._clock(), self._readable, set()
        for connection in fresh:
            if connection.online:
                batch, connection.inbox = connection.inbox, []
                self._publish(connection, connection.station.received(now, batch))
            elif connection.inbox:
                self._readable.add(connection)

    def _publish(self, connection: _Connection, messages: Iterable[Message]) -> None:
        for message in messages:
            properties = None
            if message.expires:
                properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
                properties.MessageExpiryInterval = message.expires
            info = connection.client.publish(message.topic, message.payload, QOS, message.retain, properties)
            connection.unconfirmed_topics[info.mid] = message.topic

    def _connect(self, connection: _Connection, now: float) -> None:
        connection.tried_at = now
        try:
            connection.client.connect(self._host, self._port, KEEPALIVE_SECONDS, clean_start=True)
        except ssl.SSLError as fault:
            why = getattr(fault, "verify_message", "") or fault.reason or str(fault)
            connection.refused = f"its certificate is not to be trusted ({why})"
        except OSError as fault:
            connection.refused = f"nobody answers there ({fault.strerror or fault})"

    def _listen(self, connection: _Connection) -> None:
        """Make the MQTT client of `connection` note there what happens, such as an arrived message or a
        refusal."""

        def connected(
            client: Client, _: Any, __: ConnectFlags, code: ReasonCode, ___: Properties | None
        ) -> None:
            connection.refused = str(code) if code.is_failure else ""
            if not code.is_failure and connection.station.subscriptions:
                client.subscribe([(topic, QOS) for topic in connection.station.subscriptions])

        def subscribed(
            _: Client, __: Any, ___: int, codes: list[ReasonCode], ____: Properties | None
        ) -> None:
            refused = [
                topic
                for topic, code in zip(connection.station.subscriptions, codes, strict=True)
                if code.is_failure
            ]
            connection.denied += refused
            connection.online = True
            self._publish(connection, connection.station.connected(self._clock()))

        def arrived(_: Client, __: Any, message: MQTTMessage) -> None:
            connection.inbox.append(Message(message.topic, bytes(message.payload), message.retain))
            self._readable.add(connection)

        def published(_: Client, __: Any, mid: int, code: ReasonCode, ___: Properties) -> None:
            topic = connection.unconfirmed_topics.pop(mid, "")
            if code.is_failure:
                connection.denied.append(topic)

        def disconnected(
            _: Client, __: Any, ___: DisconnectFlags, ____: ReasonCode, _____: Properties | None
        ) -> None:
            connection.online, connection.inbox = False, []

        client = connection.client
        client.on_connect, client.on_subscribe, client.on_message = connected, subscribed, arrived
        client.on_publish, client.on_disconnect = published, disconnected
        client.on_socket_open = lambda _, __, found: self._watch(found, connection, selectors.EVENT_READ)
        client.on_socket_close = lambda _, __, found: self._unwatch(found)
        both = selectors.EVENT_READ | selectors.EVENT_WRITE
        client.on_socket_register_write = lambda _, __, found: self._watch(found, connection, both)
        client.on_socket_unregister_write = lambda _, __, found: self._watch(
            found, connection, selectors.EVENT_READ
        )

    def _watch(self, raw_socket: Any, connection: _Connection, events: int) -> None:
        if raw_socket in self._selector.get_map():
            self._selector.modify(raw_socket, events, connection)
        else:
            self._selector.register(raw_socket, events, connection)

    def _unwatch(self, raw_socket: Any) -> None:
        self._selector.unregister(raw_socket)


class _VerifiedSocket(ssl.SSLSocket):
    """A TLS connection that is closed if the handshake fails, as with an untrusted certificate. Paho
    leaves such a connection open."""

    def do_handshake(self, block: bool = False) -> None:  # the parent's signature
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def _tls_context(ca: str) -> ssl.SSLContext:
    context = ssl.create_default_context(cadata=ca)
    context.sslsocket_class = _VerifiedSocket
    return context


def _read(client: Client) -> None:
    """Read all data that have arrived for a client.

    TLS decrypts more data than one read takes. The selector does not report the rest, so reading goes on
    until no data are left.
    """
    client.loop_read()
    while isinstance(found := client.socket(), ssl.SSLSocket) and found.pending():
        client.loop_read()
