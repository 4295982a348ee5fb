"""The phones' server: Flask routes over a `Hub`, and a production server sized for open event streams."""

import queue
import socket
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final, cast

import msgspec
from flask import Blueprint, Flask, Response, abort, current_app, redirect, render_template, request
from waitress import wasyncore
from waitress.server import TcpWSGIServer, create_server
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from web import guard, regions, requests, stream
from web.hub import Admission, Hub
from web.requests import Answer, Challenge, Correct, PhoneRequest, TurnOver
from web.snapshot import encode

Submit = Callable[[PhoneRequest], None]
"""Hands a request to the match's thread. May raise `queue.Full` when the table can't keep up."""

MOST_STREAMS: Final = 500
SPARE_THREADS: Final = 12
"""Threads that are never an event stream's, so that pages and taps are answered however many phones watch."""
MOST_BODY: Final = 4096
"""Bytes of the largest request a phone has any reason to send."""
BUFFER: Final = 64 * 1024
"""Bytes the server holds for a phone that does not read before its stream waits for it."""
GONE_AFTER_MS: Final = 20_000
"""A phone that acknowledges nothing for so long is gone: its connection is dropped and its thread freed."""


@dataclass(frozen=True, slots=True)
class _Desk:
    hub: Hub
    submit: Submit
    renderer: regions.Renderer
    admission: Admission


pages = Blueprint("pages", __name__)


def create_app(
    hub: Hub, submit: Submit, *, hosts: Collection[str] = (), streams: int = MOST_STREAMS
) -> Flask:
    """The phones' application. `hosts`: names it goes by besides addresses, `localhost` and `*.local`;
    `streams`: the most phones that may watch live (more get the page, refreshed by asking)."""
    app = Flask(__name__, static_url_path="/static")
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 31_536_000
    regions.install(app.jinja_env)
    app.jinja_env.globals["stamp"] = _stamp(Path(app.root_path) / "static")
    app.extensions["desk"] = _Desk(hub, submit, regions.Renderer(app.jinja_env), Admission(streams))
    app.register_blueprint(pages)
    app.register_error_handler(HTTPException, _refuse)
    app.register_error_handler(requests.MalformedError, lambda error: _problem(400, str(error)))
    app.register_error_handler(requests.OutOfDateError, lambda error: _problem(409, str(error)))
    app.register_error_handler(queue.Full, lambda _: _problem(503, "The table is busy; try again."))
    guard.install(app, hosts)
    return app


@pages.get("/")
def page() -> Response:
    """The page, complete as it stands: it shows the truth without JavaScript, too."""
    desk = _desk()
    published = desk.hub.latest()
    html = render_template("page.html", s=published.snapshot, regions=desk.renderer.regions(published))
    return _fresh(Response(html, mimetype="text/html"))


@pages.get("/events")
def events() -> Response:
    """The live stream; 503 when as many phones watch as may."""
    desk = _desk()
    if not desk.admission.enter():
        abort(503, "As many phones as can are watching live.")
    response = Response(stream.frames(desk.hub, desk.renderer), mimetype="text/event-stream")
    response.call_on_close(desk.admission.leave)
    return _fresh(response)


@pages.get("/regions")
def all_regions() -> Response:
    """One update as `/events` sends it, for phones that can't have a stream."""
    desk = _desk()
    published = desk.hub.latest()
    return _json(regions.update(desk.hub, desk.renderer, published, {}))


@pages.get("/api/state")
def state() -> Response:
    """The latest snapshot as JSON."""
    published = _desk().hub.latest()
    response = Response(encode(published.snapshot), mimetype="application/json")
    response.set_etag(str(published.version))
    return _fresh(response)


@pages.get("/table.jpg")
def table() -> AnyResponse:
    """The camera's picture `id`, or the newest; 404 when it is not kept any more."""
    jpeg = _desk().hub.jpeg(request.args.get("id", type=int))
    if jpeg is None:
        abort(404, "No such picture.")
    response = Response(jpeg, mimetype="image/jpeg")
    response.set_etag(blake2b(jpeg, digest_size=12).hexdigest())
    response.cache_control.no_cache = True
    return response.make_conditional(request)


@pages.post("/api/confirm")
def confirm() -> AnyResponse:
    """`{}`: the turn is over."""
    return _pass_on(_wish(TurnOver))


@pages.post("/api/challenge")
def challenge() -> AnyResponse:
    """`{"by": 1}`: player 1 challenges the word just played."""
    return _pass_on(_wish(Challenge))


@pages.post("/api/answer")
def answer() -> AnyResponse:
    """`{"question": "q7", "choice": "A"}`."""
    return _pass_on(_wish(Answer))


@pages.post("/api/correct")
def correct() -> AnyResponse:
    """`{"picture": 12, "card": "c3", "letter": "E"}`: what that card really says."""
    return _pass_on(_wish(Correct))


def _wish(kind: type[requests.R]) -> requests.R:
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return requests.from_form(request.form, kind)
    return requests.from_json(request.get_data(), kind)


def _pass_on(wish: PhoneRequest) -> AnyResponse:
    desk = _desk()
    requests.check(wish, desk.hub.latest().snapshot)
    desk.submit(wish)
    if request.accept_mimetypes.best == "application/json" or request.is_json or not request.mimetype:
        return _json({"accepted": True}, 202)
    return redirect("/", 303)


def _refuse(error: HTTPException) -> AnyResponse:
    return _problem(error.code or 500, error.description or error.name)


def _problem(status: int, message: str) -> Response:
    return _json({"error": message}, status)


def _json(value: object, status: int = 200) -> Response:
    response = Response(msgspec.json.encode(value), status, mimetype="application/json")
    return _fresh(response)


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def _desk() -> _Desk:
    return cast(_Desk, current_app.extensions["desk"])


def _stamp(folder: Path) -> str:
    digest = blake2b(digest_size=6)
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class Server:
    """A bound server. `port` is the real one, also when 0 was asked for."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Bind, or raise `OSError` naming the address when it is in use or not ours."""
        desk: _Desk = app.extensions["desk"]
        self._hub = desk.hub
        self._listener = _listen(host, port)
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


def serve(app: Flask, host: str = "0.0.0.0", port: int = 8080) -> None:
    """Serve `app` until interrupted. Raises `OSError` naming the address when the port is in use."""
    Server(app, host, port).run()


def _waitress(app: Flask, listener: socket.socket, sockets: dict[int, object], streams: int) -> TcpWSGIServer:
    return cast(
        TcpWSGIServer,
        create_server(
            app,
            map=sockets,
            sockets=[listener],
            threads=streams + SPARE_THREADS,
            connection_limit=2 * streams + 100,
            outbuf_high_watermark=BUFFER,
            max_request_body_size=MOST_BODY,
            ident="lexicon-table",
        ),
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_AFTER_MS)
        listener.bind((host, port))
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise OSError(f"can't serve on {host} port {port}: {reason}") from error
    return listener
