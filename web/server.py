"""The production server: waitress, sized for phones that each hold an event stream open."""

import logging
import socket
import threading
from typing import Any, Final, cast

from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer, create_server
from waitress.task import WSGITask

from web.access.guard import MOST_UPLOAD
from web.application import create_app
from web.desk import Desk
from web.listening import EVERY, from_outside, listening, plain_address

SPARE_THREADS: Final = 12
"""Threads that are never an event stream's, so that pages and taps are answered however many phones watch."""
BUFFER: Final = 64 * 1024
"""Bytes the server holds for a phone that does not read before its stream waits for it."""

__all__ = ["Server", "create_app", "serve"]

# It warns of every request that waits a moment for a thread: after a restart every phone comes back at once.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)


class _Task(WSGITask):  # type: ignore[misc]  # waitress has no types
    """Answers one request, and hangs up: a connection kept for the next one may be dead by then, when the
    phone has slept or its Wi-Fi was gone, and a browser that asks on it waits for long."""

    def build_response_header(self) -> bytes:
        self.request.headers["CONNECTION"] = "close"
        return cast(bytes, super().build_response_header())


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A phone's connection, by the phone's own address; one from outside is hung up on."""

    task_class = _Task

    def __init__(
        self, server: object, sock: socket.socket, addr: Any, *others: object, **named: object
    ) -> None:
        phone = plain_address(addr[0])
        super().__init__(server, sock, (phone, *addr[1:]), *others, **named)
        if from_outside(phone, sock.getsockname()[0]):
            self.handle_close()


class Server:
    """A bound server. `port` is the real one, also when 0 was asked for."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Bind, or raise `OSError` naming the address when it is in use or not ours."""
        desk: Desk = app.extensions["desk"]
        self._hub = desk.hub
        self._listener = listening(host, port)
        self.port: int = self._listener.getsockname()[1]
        self._sockets: dict[int, object] = {}
        self._stopping = threading.Event()
        self._open = threading.Lock()
        self._shutting = False
        self._running = False
        self._thread: threading.Thread | None = None
        self._server = _waitress(app, self._listener, self._sockets, desk.admission.most)

    def run(self) -> None:
        """Serve until `close` is called from another thread, or the process is interrupted."""
        self._running = True
        try:
            while not self._stopping.is_set():
                wasyncore.loop(timeout=1, map=self._sockets, use_poll=True, count=1)
        finally:
            self._shut()

    def start(self) -> "Server":
        """Serve in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="web", daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """Let the streams end, and free the port. Closing twice is fine."""
        if not (self._running or self._thread):
            self._shut()
            return
        with self._open:
            if not self._shutting:
                # The serving thread itself stops serving, so the trigger is still open when it is pulled.
                self._server.trigger.pull_trigger(self._stopping.set)
        if self._thread is not None:
            self._thread.join()

    def _shut(self) -> None:
        with self._open:
            if self._shutting:
                return
            self._shutting = True
        self._stopping.set()
        self._hub.close()
        for channel in list(self._server.active_channels.values()):
            if channel.total_outbufs_len:
                # Nothing flushes what waits for this phone any more: its thread would wait for ever.
                channel.handle_close()
        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._sockets)
        self._listener.close()


def serve(app: Flask, host: str = EVERY, port: int = 8080) -> None:
    """Serve `app` until interrupted. Raises `OSError` naming the address when the port is in use."""
    Server(app, host, port).run()


def _waitress(app: Flask, listener: socket.socket, sockets: dict[int, object], streams: int) -> TcpWSGIServer:
    server = cast(
        TcpWSGIServer,
        create_server(
            app,
            map=sockets,
            sockets=[listener],
            threads=streams + SPARE_THREADS,
            connection_limit=2 * streams + 100,
            outbuf_high_watermark=BUFFER,
            max_request_body_size=MOST_UPLOAD,
            ident="lexicon-table",
        ),
    )
    server.channel_class = _Channel
    return server
