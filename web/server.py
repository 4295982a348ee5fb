"""Run the production server: waitress, with threads for requests and for the event streams that need
one."""

import resource
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

from flask import Flask
from waitress import wasyncore

from web.access.bad_requests import unreadable_answer
from web.access.guard import body_limit
from web.application import create_app
from web.connections import TableServer
from web.responses import PageContext
from web.sockets import ALL_ADDRESSES, listening_socket

SPARE_THREADS: Final = 12
"""Number of threads that never serve an event stream. They answer pages and taps, however many phones
watch."""
SEND_BUFFER_BYTES: Final = 64 * 1024
"""Maximum number of bytes that the server buffers for a slow phone. If the buffer is full, the phone's
stream waits."""
SWITCH_S: Final = 0.0005
"""Seconds after which Python lets another waiting thread compute. Python's default is ten times longer, and
pages would wait that long for threads that compute."""
RESERVED_FILES: Final = 150
"""Number of files that the rest of the program may have open: journal, cameras, pictures, pins. The server
has that many fewer connections."""

__all__ = ["Server", "create_app", "serve"]


class Server:
    """A server with a bound socket. `port` is the bound port, even if port 0 was requested."""

    def __init__(
        self, app: Flask, host: str, port: int, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Bind the socket. Raise `OSError` if the address is in use or does not belong to this machine. The
        error names the address. `clock` returns monotonic seconds, for the time limits of connections."""
        self.app = app
        context: PageContext = app.extensions["page_context"]
        self._end_streams = context.end_streams
        self._listener = listening_socket(host, port)
        self.port: int = self._listener.getsockname()[1]
        self._sockets: dict[int, object] = {}
        self._stopping = threading.Event()
        self._open = threading.Lock()
        self._shutting = False
        self._running = False
        self._thread: threading.Thread | None = None
        self._server = _waitress(app, self._listener, self._sockets, context, clock)

    def run(self) -> None:
        """Serve until `close` is called from another thread, or the process is interrupted."""
        self._running = True
        sys.setswitchinterval(SWITCH_S)
        try:
            while not self._stopping.is_set():
                wasyncore.loop(timeout=1, map=self._sockets, use_poll=True, count=1)
                self._server.sweep()
        finally:
            self._shut()

    def start(self) -> "Server":
        """Serve in a new thread."""
        self._thread = threading.Thread(target=self.run, name="web", daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """End the streams and free the port. A second call does nothing."""
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
        self._end_streams()
        for channel in list(self._server.active_channels.values()):
            if channel.total_outbufs_len:
                # No thread flushes this phone's queue any more, so its thread would wait for ever.
                channel.handle_close()
        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._sockets)
        self._listener.close()


def serve(app: Flask, host: str = ALL_ADDRESSES, port: int = 8080) -> None:
    """Serve `app` until interrupted. Raise `OSError` if the port is in use. The error names the address."""
    Server(app, host, port).run()


def _waitress(
    app: Flask,
    listener: socket.socket,
    sockets: dict[int, object],
    context: PageContext,
    clock: Callable[[], float],
) -> TableServer:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    streams = context.stream_limit.max_streams
    return TableServer(
        app,
        listener,
        sockets,
        body_limit=body_limit(app),
        unreadable_answer=unreadable_answer(app),
        threads=context.threads + SPARE_THREADS,
        connections=min(2 * streams + 100, files - RESERVED_FILES),
        buffer=SEND_BUFFER_BYTES,
        clock=clock,
    )
