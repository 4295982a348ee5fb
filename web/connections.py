"""Limit the connections of one address, the duration of each connection, and the bodies that are read.

waitress parses and answers requests. It limits neither durations nor addresses, and it reads every body
before a route can refuse the body.
"""

import logging
import socket
import struct
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, cast

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, WSGITask

from web.address_limits import BUSY_KEY, DEFAULT_LIMITS, OWN_ADDRESSES, AddressLimits, RequestQueues
from web.lasting_answer import LASTING_KEY, LastingAnswer, OpenAnswer
from web.sockets import from_outside, plain_address
from web.workers import Workers

MAX_HEAD_SECONDS: Final = 10.0
"""Maximum number of seconds from the start of a connection until the request's head has arrived. After them
the server closes the connection."""
MIN_BYTES_PER_SECOND: Final = 50_000
"""Minimum average speed of a body in bytes a second. At this speed a photograph of 16 MB takes five
minutes."""
MAX_RECEIVING_SECONDS: Final = 120.0
"""Maximum number of seconds that a phone takes to receive a finished answer. After them the server closes the
connection. Event streams have no such limit."""
MAX_LINGER_SECONDS: Final = 30.0
"""Maximum number of seconds for which the rest of a refused body is read and discarded. Without this
time the connection would close while the phone is still sending, and the phone would not show the reason."""
MAX_HEAD_BYTES: Final = 16 * 1024
"""Maximum number of bytes of a request's head: path, headers and cookies."""
MAX_ACCEPTED_AT_ONCE: Final = 512
"""Maximum number of waiting connections that the server accepts before it serves the open ones again."""
RECEIVE_BYTES: Final = 64 * 1024
"""Maximum number of bytes that the server reads from a connection at once. A larger body counts as an
upload."""
_LINGER_RESET: Final = struct.pack("ii", 1, 0)

BodyLimit = Callable[[str, str], int]
"""A function that takes a request's method and path (in WSGI's form), and returns the maximum number of bytes
of its body; 0 if the body is not read."""
UnreadableAnswer = Callable[[int, bytes], tuple[list[tuple[str, str]], bytes]]
"""A function that makes the answer to data that is no HTTP request. It takes the status and the first bytes
of the data, and returns the answer's headers and body."""


# waitress warns of every request that waits for a thread. After a restart all phones come back at once.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)


class _Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """Parse a request. Read no more bytes of the body than the request's route allows. If the body is
    larger, the application gets the stated length and an empty body, and refuses the request with a page in
    the phone's language."""

    body_rcv: Any
    body_skipped = False
    too_many_uploads = False
    max_body = 0
    beginning = b""

    def __init__(self, adj: Adjustments, channel: "_Channel") -> None:
        super().__init__(adj)
        self._channel = channel

    def received(self, data: bytes) -> int:
        before = self.header_plus
        consumed = cast(int, super().received(data))
        if self.error is not None:
            self.beginning = (before + data)[:MAX_HEAD_BYTES]
        # The size of a chunked body is not known in advance.
        if self.body_rcv is not None and self.body_bytes_received > self.max_body:
            self.headers["CONTENT_LENGTH"] = str(self.body_bytes_received)
            self._skip_body()
        self.body_skipped = self.body_skipped or self.error is not None
        return len(data) if self.body_skipped else consumed

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # such as a length of five thousand digits
            raise ParsingError("Content-Length is invalid") from error
        if self.body_rcv is None:
            return
        self.max_body = self._channel.body_bytes_to_read(self)
        if self.content_length > self.max_body or not self.max_body:
            self._skip_body()

    def _skip_body(self) -> None:
        self.body_rcv.getbuf().close()
        self.body_rcv = None
        self.expect_continue = False
        self.body_skipped = self.completed = True


class _Task(WSGITask):  # type: ignore[misc]
    """Answer one request, then close the connection. A connection kept open may be dead when a phone has
    slept or lost its Wi-Fi, and a browser that uses a dead connection waits for a long time."""

    continuation: LastingAnswer | None = None  # continues the answer

    def build_response_header(self) -> bytes:
        self.request.headers["CONNECTION"] = "close"
        if dict(self.response_headers).get("Content-Type", "").startswith("text/event-stream"):
            self.channel.release_thread()
        return cast(bytes, super().build_response_header())

    def get_environment(self) -> dict[str, Any]:
        environ = cast(dict[str, Any], super().get_environment())
        environ[BUSY_KEY] = self.request.too_many_uploads
        environ[LASTING_KEY] = self._lasting = list[LastingAnswer]()
        return environ

    def execute(self) -> None:
        try:
            super().execute()
            self.continuation = next(iter(self._lasting), None)
        finally:
            for connection in self._lasting:
                if connection is not self.continuation:
                    connection.leave()

    def finish(self) -> None:
        if self.continuation is None:
            super().finish()
            return
        self.close_on_finish = False  # waitress forgets the request; `_Channel.service` restores it
        self.channel.lasting = self


class _ErrorTask(ErrorTask):  # type: ignore[misc]
    """Answer data that is no HTTP request: a browser gets a page, a program gets JSON."""

    def execute(self) -> None:
        error = self.request.error
        headers, body = self.channel.server.unreadable_answer(error.code, self.request.beginning)
        self.status = f"{error.code} {error.reason}"
        self.response_headers.extend(headers)
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection with one request and one answer. Each step, such as reading the head, has a time limit."""

    task_class = _Task
    error_task_class = _ErrorTask
    until: float
    _will_linger = False  # the rest of its body will be discarded
    _lingers = False
    _counted = False  # counts among the answers of its address
    is_upload = False
    lasting: "_Task | None" = None  # its answer continues

    def __init__(self, server: "TableServer", sock: socket.socket, addr: Any, adj: Any, map: Any) -> None:  # noqa: A002
        self.until = server.clock() + MAX_HEAD_SECONDS
        super().__init__(server, sock, addr, adj, map=map)

    def parser_class(self, adj: Adjustments) -> _Parser:
        """Return a parser for the request of this connection."""
        return _Parser(adj, self)

    def body_bytes_to_read(self, request: _Parser) -> int:
        """Return the maximum number of bytes to read of the request's body; 0 if too many uploads are
        running. Start the time limit for the body."""
        most = int(self.server.body_limit(request.command, request.path))
        wanted = most if request.chunked else request.content_length
        if wanted > most:
            return most
        if wanted > RECEIVE_BYTES and not self.server.may_upload(self):
            request.too_many_uploads = True
            return 0
        self.is_upload = wanted > RECEIVE_BYTES
        self.until = self.server.clock() + MAX_HEAD_SECONDS + wanted / MIN_BYTES_PER_SECOND
        return most

    def received(self, data: bytes) -> bool:
        if self._lingers or self.requests or self.lasting is not None:
            return False  # the connection closes after the first answer, so further data is ignored
        return cast(bool, super().received(data))

    def note_complete_request(self) -> None:
        """Note that the request is complete. From now until the answer is ready, the connection has no time
        limit."""
        self.until = float("inf")
        self._will_linger = self.requests[0].body_skipped

    def service(self) -> None:
        self._counted = True
        request = self.requests[0]
        try:
            super().service()
        finally:
            if self.lasting is None:
                self.until = self.server.clock() + MAX_RECEIVING_SECONDS
            self.release_thread()
        if self.lasting is not None and self.lasting.continuation is not None:
            # A request in the queue keeps reading off and writing locked, as while a thread answers.
            self.requests.append(request)
            self.lasting.continuation.begin(OpenAnswer(self.lasting))

    def release_thread(self) -> None:
        """Note that this connection no longer needs a thread: its request is answered, or the answer
        continues without a thread. The next request of the same address may start."""
        if self._counted:
            self._counted = False
            self.server.request_queues.done(self.addr[0])

    def check_client_disconnected(self) -> bool:
        """Return True if the phone has hung up. A running stream has no other way to learn this."""
        try:
            return not self.connected or self.socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
        except BlockingIOError:
            return False
        except (OSError, AttributeError):  # closed meanwhile
            return True

    def handle_close(self) -> None:
        if not (self._will_linger and self.connected):
            super().handle_close()
            return
        self._will_linger, self._lingers = False, True
        self.will_close = self.close_when_flushed = False
        self.until = self.server.clock() + MAX_LINGER_SECONDS
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            super().handle_close()

    def expire(self, now: float) -> None:
        """Close the connection if the time limit of its present step has passed at the time `now`."""
        if self.until < now:
            super().handle_close()

    def del_channel(self, map: Any = None) -> None:  # noqa: A002
        known = self.server.active_channels.get(self._fileno) is self
        super().del_channel(map)
        if known:
            self.server.note_closed(self.addr[0])


class TableServer(TcpWSGIServer):  # type: ignore[misc]
    """Serve requests. Limit the number of connections of one address, and close connections that exceed
    their time limit."""

    channel_class = _Channel

    def __init__(
        self,
        app: Callable[..., Any],
        listener: socket.socket,
        sockets: dict[int, object],
        *,
        body_limit: BodyLimit,
        unreadable_answer: UnreadableAnswer,
        threads: int,
        connections: int,
        buffer: int,
        clock: Callable[[], float],
        limits: AddressLimits = DEFAULT_LIMITS,
    ) -> None:
        """Take the limits. `threads` is the maximum number of requests answered at once, `connections` the
        maximum number of open connections, and `buffer` the maximum number of bytes held for a phone that
        does not read. `clock` returns monotonic seconds. `limits` are the limits of one address."""
        self.body_limit, self.unreadable_answer = body_limit, unreadable_answer
        self.clock, self._limits = clock, limits
        self.request_queues = RequestQueues(limits.answers, super().add_task)
        self._open: Counter[str] = Counter()
        self._swept = 0.0
        adjustments = Adjustments(
            sockets=[listener],
            connection_limit=connections,
            outbuf_high_watermark=buffer,
            recv_bytes=RECEIVE_BYTES,
            max_request_header_size=MAX_HEAD_BYTES,
            max_request_body_size=1 << 62,  # the parser has the real limits
            log_socket_errors=False,
            ident="lexicon-table",
        )
        address = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(
            app,
            sockets,
            _sock=listener,
            dispatcher=Workers(threads),
            adj=adjustments,
            sockinfo=address,
            bind_socket=False,
        )

    def add_task(self, task: _Channel) -> None:
        """Queue a complete request. It is answered at once, unless its client address already has the maximum
        number of requests in work. Then it waits until one of them is answered."""
        task.note_complete_request()
        self.request_queues.ask(task.addr[0], task)

    def handle_accept(self) -> None:
        """Accept up to `MAX_ACCEPTED_AT_ONCE` waiting connections, while the connection limit allows it."""
        for _ in range(MAX_ACCEPTED_AT_ONCE):
            if len(self._map) >= self.adj.connection_limit or not self._accept_one():
                return

    def _accept_one(self) -> bool:
        try:
            accepted = self.accept()
            if accepted is None:
                return False
            line, (host, *rest) = accepted
            address = (plain_address(host), *rest)
            self.set_socket_options(line)
        except OSError:  # the phone is gone already, or no file can be opened
            return False
        many = self._open[address[0]] >= self._limits.connections and address[0] not in OWN_ADDRESSES
        if many or from_outside(address[0], line.getsockname()[0]):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_RESET)
            line.close()  # at once, so that not even the system remembers it
            return True
        self._open[address[0]] += 1
        self.channel_class(self, line, address, self.adj, map=self._map)
        return True

    def note_closed(self, address: str) -> None:
        """Stop counting a connection of `address` as open, because it is closed."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def may_upload(self, line: _Channel) -> bool:
        """Return True if the connection `line` may send a large body, such as a photograph, now. The number
        of such uploads is limited for each address and for all addresses together."""
        uploading = [one.addr[0] for one in self.active_channels.values() if one.is_upload]
        few = uploading.count(line.addr[0]) < self._limits.uploads or line.addr[0] in OWN_ADDRESSES
        return few and len(uploading) < self._limits.uploads_of_all

    def maintenance(self, now: float) -> None:
        """Do nothing, because waitress's own check uses the time of day, which can change."""

    def sweep(self) -> None:
        """Close the connections whose time limit has passed. Called once a second."""
        now = self.clock()
        if now - self._swept < 1.0:
            return
        self._swept = now
        for line in list(self.active_channels.values()):
            line.expire(now)
