"""The parts of a table that more than one kind of table has, each made of what it is given."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from device import beginning, eyes
from device.errors import UsageFault
from device.hardware.bell import Bell
from device.hardware.camera import Camera
from device.hardware.fitted import Fitted
from device.hardware.panel import Panel, Watched
from device.hardware.reopening import Reopening, steadfast
from device.hardware.snaps import Snaps
from device.phones import Phones
from device.records.archive import Archive
from device.records.books import Books
from device.records.eventcodec import decode, encode
from device.records.keeping import aside, held
from device.records.pictures import FOLDER, Album
from device.records.rescue import JOURNAL
from device.records.room import has_room, keep_reserve, make_room
from device.records.samecamera import recalled, remember
from device.records.trouble import file_damaged
from device.running import timekept
from device.running.clockwork import Clockwork
from device.running.inbox import CameraGone
from device.running.loop import Loop, Senses
from device.running.outfit import outfit
from device.running.timer import TermsOf
from device.running.view import View
from device.running.vigil import LIVE
from device.running.witness import Witness
from device.service.decking import DeckInUse
from device.service.touching import TableTouching
from device.settings import NO_CAMERA, CameraSettings, Settings
from device.virtual.attendance import There, attended, by_finger, seated_at, with_guest
from device.virtual.top.table import VirtualTable
from device.words.glosses import glosses
from engine.cards import Pieces
from engine.catalogue import OptionFault, configured
from engine.events import AnyEvent, HandScored, MatchEnded, MatchSetUp, Option
from engine.game import Game
from vision.enrol.prototypes import Prototypes

Clock = Callable[[], float]
"""Seconds, from whenever."""

ShowPanel = Callable[[Panel], None]
"""Shows what is on the pins to somebody; called ten times a second."""


def played_at(
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


def eye_of(camera: CameraSettings, phones: Phones, data: Path) -> Camera:
    """The camera of those settings; `none` is photographs that people take with their phones."""
    if camera.source == NO_CAMERA:
        return Snaps()
    return steadfast(
        camera.source,
        camera.size,
        lambda why: phones.inbox.press(CameraGone(why)),
        skipped=lambda why: phones.inbox.press(CameraGone(why, missed=False)),
        read=eyes.photograph,
        known=recalled(data, camera.source),
        learnt=partial(remember, data, camera.source),
        mains=camera.mains,
    )


def senses_of(eye: Camera, using: DeckInUse, pieces: Callable[[], Pieces], look: int) -> Senses:
    """What is perceived through `eye`: a photograph lies still, and stands for itself."""

    def looks() -> Prototypes | None:
        return using.looks() if pieces() == "cards" else None

    if isinstance(eye, Snaps):
        return Senses(lambda _image, _at: "still", eyes.photographs(looks, pieces, look), time.monotonic)
    senses = Senses(eyes.stillness(), eyes.reader(looks, pieces, look), time.monotonic)
    if isinstance(eye, Reopening):
        return replace(senses, limits=LIVE, reopen=eye.refresh, adjust=eye.adjust)
    return senses


def pieces_of(phones: Phones, game: Game) -> Pieces:
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


def archive_of(phones: Phones, journal: Books[AnyEvent], data: Path) -> Archive:
    """What the table has written down, as its pages look back on it."""
    return Archive(lambda: phones.view.referee, journal.times, data / FOLDER, glosses)


def journal_in(data: Path, opened: ExitStack, album: Album) -> Books[AnyEvent]:
    """The books in a folder that is this table's alone; their backup is made when a hand is counted, and the
    album's pictures go when the disk is full."""
    opened.enter_context(held(data))
    keep_reserve(data)
    books = Books(
        data / JOURNAL,
        encode=encode,
        decode=decode,
        clock=time.time,
        closes=lambda event: isinstance(event, HandScored | MatchEnded),
        make_room=lambda: make_room(data, album),
        has_room=lambda: has_room(data),
    )
    opened.callback(books.close)
    return books


def tell_of_damage(journal: Books[AnyEvent], data: Path, before: frozenset[Path]) -> None:
    """The page says which damaged files this start has put aside."""
    for path in sorted(aside(data) - before):
        journal.note(file_damaged(path.name))


def loop_of(
    phones: Phones,
    records: tuple[Books[AnyEvent], Album],
    bell: Bell,
    senses: Senses,
    data: Path,
    terms: TermsOf,
    shows: Callable[[View], None] | None = None,
) -> Loop:
    """The loop of the table. `shows` takes every view, and shows it on the phones; by itself those do."""
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


def clockwork_of(
    data: Path,
    loop: Loop,
    phones: Phones,
    hardware: tuple[Fitted, Settings],
    clock: Clock,
    panel: ShowPanel | None,
) -> Clockwork:
    """What happens by the clock at the table, and shows what hangs on its pins."""
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


def in_use(using: DeckInUse, game: Game) -> str:
    """The pack that is played with, by its name."""
    return game.pack.name if using.deck is None else using.deck.name


def begun(journal: Books[AnyEvent], first: MatchSetUp, game: Game) -> tuple[AnyEvent, ...]:
    """What a new table begins with, written down. Raises UsageFault."""
    events = beginning.begun(first, game)
    journal.append(*events)
    return events
