"""The composition root: every part of a table, put together. Nothing but constructors.

The only place that knows the eyes (`vision`), the rules (`engine`), the hands (`device`) and the page (`web`)
all at once.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from device import beginning, boards, eyes
from device.errors import UsageFault
from device.fittings import ButtonSettings, DisplaySettings, LampSettings
from device.hardware.bell import Bell
from device.hardware.camera import Camera
from device.hardware.fitted import Fitted, fit
from device.hardware.panel import Panel, Watched
from device.hardware.pins import pin_factory
from device.hardware.reopening import Reopening, steadfast
from device.hardware.snaps import Snaps
from device.phones import Phones
from device.records.archive import Archive
from device.records.books import Books
from device.records.eventcodec import decode, encode
from device.records.keeping import aside, held
from device.records.pictures import FOLDER, Album
from device.records.room import has_room, keep_reserve, make_room
from device.records.samecamera import recalled, remember
from device.records.trouble import file_damaged, no_word_list, settings_unread
from device.running import timekept
from device.running.appliance import Appliance
from device.running.clockwork import Clockwork
from device.running.inbox import CameraGone
from device.running.loop import Loop, Senses
from device.running.outfit import outfit
from device.running.referee import woken
from device.running.timer import TermsOf, arranged
from device.running.view import View
from device.running.vigil import LIVE, STEADY
from device.running.witness import Witness
from device.service.decking import DeckInUse, Learning
from device.service.enrolling import TableEnrolling
from device.service.looking import TableLooking
from device.service.screening import TableScreening
from device.service.serving import served_on
from device.service.setting import TableSetting
from device.service.snapping import TableSnapping
from device.service.touching import TableTouching
from device.settings import NO_CAMERA, Settings, TableSettings, WebSettings
from device.tablewords import library, table_words
from device.virtual.attendance import There, attended, by_finger, seated_at, with_guest
from device.virtual.top.table import Render, VirtualCamera, VirtualTable, between
from device.words.glosses import glosses
from engine.cards import Pieces
from engine.catalogue import OptionFault, configured
from engine.events import AnyEvent, HandScored, MatchEnded, MatchSetUp, Option
from engine.game import Game
from engine.players import Strength
from vision.enrol.prototypes import Prototypes
from vision.render.table import virtual_table
from web.behind import Behind

MOCK: Final = Settings(
    table=TableSettings(pins="mock"),
    display=DisplaySettings(kind="digits"),
    lamp=LampSettings(kind="rgb"),
    buttons=ButtonSettings(confirm=26, pause=27, challenge=(4, 14, 15)),
)
"""A table with everything on its pins, of which none is real."""

ShowPanel = Callable[[Panel], None]
"""Shows what is on the pins to somebody; called ten times a second."""


@dataclass(frozen=True, slots=True)
class Demo:
    """What `lexicon-table demo` is asked for. `speed`: table seconds in a second; `minutes`: of the timer,
    None for the game's own; `players`: how well people play, by seat; `guest`: who plays with them in the
    browser, empty when nobody does."""

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
    minutes: float | None = None
    board: Path | None = None
    players: tuple[Strength, ...] = ("casual",)
    guest: str = ""


Clock = Callable[[], float]


def demo(
    asked: Demo,
    *,
    read: eyes.Read | None = None,
    render: Render | None = None,
    clock: Clock | None = None,
    panel: ShowPanel | None = None,
    before: frozenset[Path] | None = None,
) -> Appliance:
    """The whole product on a virtual table: three people play, seen only through the camera.

    `read`, `render` and `clock` are the reader, the renderer and a fast clock when left out; `panel` is shown
    what is on the pins, which are mock ones; `before` is as in `play`.
    Raises UsageFault when the port is in use or the data belongs to something else.
    """
    options = boards.option(asked.board)
    game = game_of(asked.game, {**options})
    words = table_words(game.word_list, asked.data)
    with ExitStack() as opened:
        album = Album(asked.data / FOLDER, TableSettings().picture_bytes)
        journal = _journal(asked.data, opened, album)
        before = aside(asked.data) if before is None else before
        held = dict[int, str]()
        phones = Phones(woken(words, journal.replay()), game, asked.speed, held=lambda: dict(held))
        there = There(
            asked.data / "virtual-table.json",
            phones.inbox,
            lambda: phones.view.referee,
            words,
            asked.seed,
            asked.cheat,
            asked.players,
            held,
        )
        table, live, touching = _played_at(there, game, {**options}, asked.guest)
        now = clock or fast_clock(asked.speed)
        picture = render or virtual_table(asked.size, asked.seed, asked.look)
        longest = between(asked.speed, asked.fps)
        camera = VirtualCamera(table, picture, clock=now, live=live, fps=asked.fps, longest=longest)
        fitted = fit(MOCK, pin_factory("mock"))
        opened.callback(fitted.close)
        seeing = read or eyes.reader(pieces=lambda: game.pack.pieces)
        senses = Senses(eyes.stillness(), seeing, now, limits=STEADY)
        loop = _loop(phones, (journal, album), fitted.bell, senses, asked.data, arranged(asked.minutes))
        clockwork = _clockwork(asked.data, loop, phones, (fitted, MOCK), now, panel)
        archive = _archive(phones, journal, asked.data)
        behind = Behind(
            looking=TableLooking(phones),
            touching=touching,
            screening=TableScreening(phones, asked.data),
            archive=archive,
        )
        served = served_on(WebSettings(asked.host, asked.port), phones, asked.data, behind)
        _tell_of_damage(journal, asked.data, before)
        return Appliance(camera, phones.inbox, loop, fitted.bell, clockwork, served, opened.pop_all())


def play(
    settings: Settings,
    camera: Camera | None = None,
    *,
    panel: ShowPanel | None = None,
    before: frozenset[Path] | None = None,
    invitation: str = "",
    unread: str = "",
) -> Appliance:
    """The appliance: a real camera over a real table. `panel` is shown what is on its pins. `before` are the
    damaged files that earlier starts put aside: the page tells of any others; `invitation` lets the first
    phone that brings it set matches up without the PIN; `unread` is why the settings are those of the last
    start. Raises UsageFault for what is missing or in use."""
    data = Path(settings.table.data).expanduser()
    with ExitStack() as opened:
        album = Album(data / FOLDER, settings.table.picture_bytes)
        journal = _journal(data, opened, album)
        before = aside(data) if before is None else before
        using = beginning.had(journal, lambda deck: DeckInUse(data, deck), settings.table.deck)
        settings = beginning.with_pack(settings, using.deck)
        settings = beginning.had(journal, partial(beginning.with_board, settings), settings.game.board)
        game = game_of(settings.game.name, beginning.options(settings))
        lists = library(data, lambda why: journal.note(no_word_list(why)))
        words = lists(settings.game.word_list)
        size = (settings.camera.width, settings.camera.height)
        first = beginning.set_up(settings, game, using.more_of(_in_use(using, game), game.pack))
        events = tuple(journal.replay()) or _begun(journal, first, game)
        posed = camera is None and settings.camera.source == NO_CAMERA
        phones = Phones(woken(words, events, settings.game.patience, lists, posed=posed), game)
        eye = camera or _eye(settings.camera.source, size, phones, data)
        opened.callback(eye.close)
        fitted = fit(settings, pin_factory(settings.table.pins))
        opened.callback(fitted.close)
        senses = _senses(eye, using, lambda: _pieces(phones, game), settings.camera.look)
        timer = settings.timer
        terms = arranged(timer.minutes, timer.each, timer.grace)
        shows = Learning(using, phones.publish, len(events)).publish
        loop = _loop(phones, (journal, album), fitted.bell, senses, data, terms, shows)
        clockwork = _clockwork(data, loop, phones, (fitted, settings), time.monotonic, panel)
        behind = Behind(
            setting=TableSetting(phones, data, using, first),
            screening=TableScreening(phones, data),
            looking=TableLooking(phones),
            snapping=TableSnapping(eye) if isinstance(eye, Snaps) else None,
            enrolling=TableEnrolling(phones, data, using, camera=not isinstance(eye, Snaps)),
            archive=_archive(phones, journal, data),
        )
        if unread:
            journal.note(settings_unread(unread))
        served = served_on(settings.web, phones, data, behind, invitation)
        _tell_of_damage(journal, data, before)
        return Appliance(eye, phones.inbox, loop, fitted.bell, clockwork, served, opened.pop_all())


def _played_at(
    there: There, game: Game, options: dict[str, Option], name: str
) -> tuple[VirtualTable, Callable[[float], None], TableTouching | None]:
    """The virtual table, who acts there, and how a person does: called `name`, or, without one, in the place
    of one of them; None where the game is not played from a hand."""
    if name:
        table, people = with_guest(there, game, options, name)
    elif by_finger(game):
        table, people = seated_at(there, game, options)
    else:
        return *attended(there, game, options), None
    return table, people.live, TableTouching(people)


def _eye(source: str, size: tuple[int, int], phones: Phones, data: Path) -> Camera:
    """The camera of that name; `none` is photographs that people take with their phones."""
    if source == NO_CAMERA:
        return Snaps()
    return steadfast(
        source,
        size,
        lambda why: phones.inbox.press(CameraGone(why)),
        skipped=lambda why: phones.inbox.press(CameraGone(why, missed=False)),
        read=eyes.photograph,
        known=recalled(data, source),
        learnt=partial(remember, data, source),
    )


def _senses(eye: Camera, using: DeckInUse, pieces: Callable[[], Pieces], look: int) -> Senses:
    """What is perceived through `eye`: a photograph lies still, and stands for itself."""

    def looks() -> Prototypes | None:
        return using.looks() if pieces() == "cards" else None

    if isinstance(eye, Snaps):
        return Senses(lambda _image, _at: "still", eyes.photographs(looks, pieces, look), time.monotonic)
    senses = Senses(eyes.stillness(), eyes.reader(looks, pieces, look), time.monotonic)
    if isinstance(eye, Reopening):
        return replace(senses, limits=LIVE, reopen=eye.refresh, adjust=eye.adjust)
    return senses


def _pieces(phones: Phones, game: Game) -> Pieces:
    """What is played with: the match's own pieces, once there is one."""
    match = phones.view.referee.match
    return (game if match is None else match.game).pack.pieces


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


def _archive(phones: Phones, journal: Books[AnyEvent], data: Path) -> Archive:
    """What the table has written down, as its pages look back on it."""
    return Archive(lambda: phones.view.referee, journal.times, data / FOLDER, glosses)


def _journal(data: Path, opened: ExitStack, album: Album) -> Books[AnyEvent]:
    """The books in a folder that is this table's alone; their backup is made when a hand is counted, and the
    album's pictures go when the disk is full."""
    opened.callback(held(data).close)
    keep_reserve(data)
    books = Books(
        data / "journal.db",
        encode=encode,
        decode=decode,
        clock=time.time,
        closes=lambda event: isinstance(event, HandScored | MatchEnded),
        make_room=lambda: make_room(data, album),
        has_room=lambda: has_room(data),
    )
    opened.callback(books.close)
    return books


def _tell_of_damage(journal: Books[AnyEvent], data: Path, before: frozenset[Path]) -> None:
    """The page says which damaged files this start has put aside."""
    for path in sorted(aside(data) - before):
        journal.note(file_damaged(path.name))


def _loop(
    phones: Phones,
    records: tuple[Books[AnyEvent], Album],
    bell: Bell,
    senses: Senses,
    data: Path,
    terms: TermsOf,
    shows: Callable[[View], None] | None = None,
) -> Loop:
    """`shows` takes every view, and shows it on the phones; by itself those do."""
    journal, album = records
    witness = Witness(album, shows or phones.publish, len(phones.view.referee.events))
    return Loop(
        phones.view.referee,
        senses=senses,
        journal=journal,
        bell=bell,
        publish=witness.publish,
        terms=terms,
        timer=timekept.resumed(data, phones.view.referee, terms),
    )


def _clockwork(
    data: Path,
    loop: Loop,
    phones: Phones,
    hardware: tuple[Fitted, Settings],
    clock: Clock,
    panel: ShowPanel | None,
) -> Clockwork:
    fitted, settings = hardware
    on_page = phones.show_pins if settings.table.pins == "mock" else None
    return outfit(
        fitted,
        settings.buttons,
        loop=loop,
        inbox=phones.inbox,
        clock=clock,
        save=timekept.saver(data, lambda: timekept.match_number(loop.view.referee.events)),
        others=tuple(Watched(fitted, settings, show) for show in (panel, on_page) if show is not None),
    )


def _in_use(using: DeckInUse, game: Game) -> str:
    """The pack that is played with, by its name."""
    return game.pack.name if using.deck is None else using.deck.name


def _begun(journal: Books[AnyEvent], first: MatchSetUp, game: Game) -> tuple[AnyEvent, ...]:
    """What a new table begins with, written down. Raises UsageFault."""
    events = beginning.begun(first, game)
    journal.append(*events)
    return events
