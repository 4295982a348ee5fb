"""The composition root: every part of a table, put together. Nothing but constructors.

The only place that knows the eyes (`vision`), the rules (`engine`), the hands (`device`) and the page (`web`)
all at once.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np

from device import company as seats
from device.appliance import Appliance
from device.bell import Bell, SilentBell
from device.camera import Camera, Frame, Image, open_camera
from device.errors import UsageFault
from device.eventcodec import decode, encode
from device.inbox import Inbox
from device.journal import Journal
from device.keeping import held, keep, kept
from device.loop import Loop, Senses, Sight, Verdict, View
from device.people import People
from device.pins import make_bell, pin_factory
from device.referee import Referee, woken
from device.settings import Settings
from device.sitting import Choose, Sitting, played_by
from device.virtual import Render, VirtualCamera, VirtualTable
from device.wishes import Answered, Challenged, Over
from device.wordlists import load as load_words
from engine.catalogue import OptionFault, configured
from engine.events import AnyEvent, HandDealt, MatchSetUp, Option
from engine.game import Game
from vision import still
from vision.reader import Reader
from vision.render.table import virtual_table
from web import asking, hub, present, server
from web.requests import Answer, Challenge, OutOfDateError, PhoneRequest, TurnOver
from web.snapshot import Bell as ShownBell
from web.snapshot import Picture, Snapshot

JPEG_QUALITY = 80
NAMES = ("Anne", "Ben", "Cora")


@dataclass(frozen=True, slots=True)
class Demo:
    """What `lexicon-table demo` is asked for. `speed`: table seconds in a second."""

    data: Path
    game: str = "lexicon"
    seed: int = 1
    speed: float = 1.0
    port: int = 8080
    host: str = "127.0.0.1"
    cheat: float = 0.15
    look: str = "classic"
    size: tuple[int, int] = (1280, 720)
    fps: float = 8.0


Read = Callable[[Image], Sight]
Clock = Callable[[], float]


def demo(
    asked: Demo, *, read: Read | None = None, render: Render | None = None, clock: Clock | None = None
) -> Appliance:
    """The whole product on a virtual table: three people play, seen only through the camera.

    `read`, `render` and `clock` are the reader, the renderer and a fast clock when left out. Raises
    UsageFault when the port is in use or the data belongs to something else.
    """
    game = game_of(asked.game, {})
    words = load_words(game.word_list)
    with ExitStack() as opened:
        journal = _journal(asked.data, opened)
        phones = Phones(woken(words, journal.replay()), game)
        table, people = _virtual(asked, phones, game, played_by(game, words, asked.cheat))
        now = clock or fast_clock(asked.speed)
        picture = render or virtual_table(asked.size, asked.seed, asked.look)
        camera = VirtualCamera(table, picture, clock=now, live=people.live, fps=asked.fps)
        loop = _loop(phones, journal, SilentBell(), read or reader(), now)
        served = serve(phones, asked.host, asked.port)
        return Appliance(camera, phones.inbox, loop, SilentBell(), served, opened.pop_all())


def play(settings: Settings, camera: Camera | None = None) -> Appliance:
    """The appliance: a real camera over a real table. Raises UsageFault for what is missing or in use."""
    game = game_of(settings.game.name, _options(settings))
    words = load_words(settings.game.word_list)
    size = (settings.camera.width, settings.camera.height)
    with ExitStack() as opened:
        journal = _journal(Path(settings.table.data).expanduser(), opened)
        events = tuple(journal.replay()) or _first(journal, settings, game)
        phones = Phones(woken(words, events, settings.game.patience), game)
        eye = camera or open_camera(settings.camera.source, size=size)
        opened.callback(eye.close)
        bell = make_bell(settings.bell, pin_factory(settings.table.pins))
        opened.callback(bell.close)
        loop = _loop(phones, journal, bell, reader(), time.monotonic)
        served = serve(phones, settings.web.host, settings.web.port)
        return Appliance(eye, phones.inbox, loop, bell, served, opened.pop_all())


def game_of(name: str, options: dict[str, Option]) -> Game:
    """The game, or a UsageFault that names what is unknown."""
    try:
        return configured(name, options)
    except OptionFault as fault:
        raise UsageFault(str(fault)) from fault


def fast_clock(speed: float) -> Clock:
    """Seconds on a clock that runs `speed` times as fast as time does."""
    start = time.monotonic()
    return lambda: (time.monotonic() - start) * speed


def reader() -> Read:
    """The eyes: a picture in, what is seen out."""
    eyes = Reader.load()

    def read(image: Image) -> Sight:
        seen = eyes.read(image, "cards")
        quads = tuple(tuple((float(x), float(y)) for x, y in piece.corners) for piece in seen.pieces)
        return Sight(seen.observation, quads)  # type: ignore[arg-type]  # four corners each

    return read


def stillness() -> Callable[[Image, float], Verdict]:
    """Judges frames one after another."""
    state = still.Stillness()

    def judge(image: Image, at: float) -> Verdict:
        nonlocal state
        state, verdict = still.step(state, image, at)
        return verdict

    return judge


class Phones:
    """Between the loop and the page: views become snapshots, taps become wishes."""

    def __init__(self, referee: Referee, game: Game) -> None:
        self.inbox = Inbox()
        self.view = View(referee)
        self.hub = hub.Hub(self._snapshot(self.view, game.title))
        self._title = game.title

    def publish(self, view: View) -> None:
        """Show `view` on every phone; the picture only when it is a new one."""
        fresh = view.picture != self.view.picture
        rang = view.rung.rings != self.view.rung.rings
        self.view = view
        shown = self._snapshot(view, self._title)
        before = self.hub.latest().snapshot.bell
        at = datetime.now().astimezone().isoformat(timespec="seconds") if rang else before.at
        shown = replace(shown, bell=ShownBell(view.rung.rings, view.rung.reason or None, at))
        self.hub.publish(shown, _jpeg(view.frame) if fresh and view.frame else None)

    def submit(self, wish: PhoneRequest) -> None:
        """Put a tap into the loop's inbox. Raises `queue.Full`, or OutOfDateError when it is too late."""
        match wish:
            case TurnOver():
                self.inbox.put(Over())
            case Challenge(by=by):
                self.inbox.put(Challenged(by))
            case Answer():
                self._answer(wish)
            case _:
                raise OutOfDateError("Single cards can't be corrected yet; answer the table's question.")

    def _answer(self, answer: Answer) -> None:
        match = self.view.referee.match
        meant = asking.meaning(match.question if match else None, answer)
        if meant is None:
            raise OutOfDateError("That question is no longer open.")
        self.inbox.put(Answered(meant))

    def _snapshot(self, view: View, title: str) -> Snapshot:
        referee = view.referee
        if referee.match is None:
            return hub.blank(title)
        live = present.Live(
            proposal=present.making(referee.match, referee.proposal), picture=_shown(view), notes=view.notes
        )
        return present.snapshot(referee.match, referee.events, live)


def _shown(view: View) -> Picture | None:
    if view.frame is None:
        return None
    height, width = view.frame.image.shape[:2]
    if view.sight is None:
        return Picture(view.picture, width, height)
    return present.picture(view.picture, (width, height), view.sight.observation, view.sight.corners)


def _jpeg(frame: Frame) -> bytes:
    _, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return np.asarray(data).tobytes()


def serve(phones: Phones, host: str, port: int) -> server.Server:
    """The page, bound to its port. Raises UsageFault when that is in use."""
    try:
        return server.Server(server.create_app(phones.hub, phones.submit), host, port)
    except OSError as fault:
        raise UsageFault(str(fault)) from fault


def _virtual(asked: Demo, phones: Phones, game: Game, chosen: Choose) -> tuple[VirtualTable, People]:
    """The table as it was left, and the people at it; or a new deal."""
    file = asked.data / "virtual-table.json"
    sitting, match = kept(file, Sitting), phones.view.referee.match
    if match is not None and (sitting is None or match.game.name != game.name):
        raise UsageFault(f"{asked.data}: holds a match of {match.game.title}; give --data another folder")
    if sitting is None:
        sitting = Sitting(seats.seated(game, NAMES, asked.seed))
        keep(file, sitting)
    table = VirtualTable(sitting.company.top)
    people = People(
        sitting,
        table,
        game=game,
        options={},
        chosen=chosen,
        inbox=phones.inbox,
        watch=lambda: phones.view.referee,
        file=file,
    )
    return table, people


def _journal(data: Path, opened: ExitStack) -> Journal[AnyEvent]:
    """The journal in a folder that is this table's alone."""
    opened.callback(held(data).close)
    journal = Journal(data / "journal.db", encode=encode, decode=decode, clock=time.time)
    opened.callback(journal.close)
    return journal


def _loop(phones: Phones, journal: Journal[AnyEvent], bell: Bell, read: Read, clock: Clock) -> Loop:
    senses = Senses(stillness(), read, clock)
    return Loop(phones.view.referee, senses=senses, journal=journal, bell=bell, publish=phones.publish)


def _options(settings: Settings) -> dict[str, Option]:
    return {**settings.game.options, "mode": settings.game.mode, "word_list": settings.game.word_list}


def _first(journal: Journal[AnyEvent], settings: Settings, game: Game) -> tuple[AnyEvent, ...]:
    """A new table begins with a match and a deal."""
    names = settings.game.players
    set_up = MatchSetUp(game=game.name, players=names, options=_options(settings))
    journal.append(set_up, HandDealt())
    return (set_up, HandDealt())
