"""Make the parts that several kinds of table have. Each function makes one part from its arguments."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from device import eyes, initial_match
from device.errors import UsageFault
from device.hardware.bell import Bell
from device.hardware.camera import Camera
from device.hardware.camera_choice import RememberedLink
from device.hardware.panel import Panel, WatchedOutputs
from device.hardware.phone_camera import PhotographCamera
from device.hardware.pin_devices import PinDevices, open_devices
from device.hardware.pins import pin_factory
from device.hardware.reconnecting import CameraReports, ReconnectingCamera, reconnecting_camera
from device.phones import Phones
from device.records.archive import Archive
from device.records.camera_identity import remember_link, remembered_link
from device.records.disk_space import has_room, keep_reserve, make_room
from device.records.event_codec import decode, encode
from device.records.pictures import FOLDER, Album
from device.records.rescue import JOURNAL
from device.records.resilient_journal import ResilientJournal
from device.records.troubles import file_damaged
from device.records.value_files import files_put_aside, locked_folder
from device.running import timer_storage
from device.running.camera_watchdog import LIVE_LIMITS
from device.running.hardware_assembly import assemble_hardware
from device.running.inbox import CameraGone
from device.running.loop import CameraInterface, Loop
from device.running.timed_outputs import TimedOutputs
from device.running.turn_pictures import TurnPictureKeeper
from device.running.view import TableView
from device.service.deck_switch import DeckInUse
from device.settings import NO_CAMERA, CameraSettings, Settings
from device.words.glosses import glosses
from engine.cards import Pieces
from engine.catalogue import configured
from engine.events import AnyEvent, HandScored, MatchEnded, MatchSetUp, Option
from engine.game import Game
from engine.i18n import Sentence
from engine.option_values import OptionFault
from engine.shared.condition import Condition, NoPictures, describe
from engine.table.timer import TermsOf
from vision.enrol.prototypes import Prototypes

Clock = Callable[[], float]
"""A function that returns seconds from any starting point."""

ShowPanel = Callable[[Panel], None]
"""A function that shows the state of the pins. It is called ten times a second."""


def camera_of(
    camera: CameraSettings, phones: Phones, data: Path, *, waits: bool, log: Callable[[Sentence], None]
) -> Camera:
    """Return the camera of the settings. For the setting `none` it is a camera that gives photographs
    from phones. `waits` is true if a missing camera does not stop the start. `log` gets the reasons
    why the camera gives no pictures."""
    if camera.source == NO_CAMERA:
        return PhotographCamera()
    reports = CameraReports(
        report_loss=lambda why: phones.inbox.put_always(CameraGone(why)),
        report_skip=lambda why: phones.inbox.put_always(CameraGone(why, stops_play=False)),
        log=lambda why: log(Sentence(describe(Condition(NoPictures(why))))),
    )
    link = RememberedLink(remembered_link(data, camera.source), partial(remember_link, data, camera.source))
    return reconnecting_camera(camera, reports, read=eyes.photograph, link=link, waits=waits)


def devices_of(settings: Settings, missing: Callable[[UsageFault], None] | None) -> PinDevices:
    """Return the devices on the table's pins. If the pins are not available, pass the reason to `missing`
    and return no devices. Without `missing` raise UsageFault."""
    try:
        return open_devices(settings, pin_factory(settings.table.pins))
    except UsageFault as fault:
        if missing is None:
            raise
        missing(fault)
        return PinDevices()


def camera_interface_of(
    eye: Camera, deck_in_use: DeckInUse, pieces: Callable[[], Pieces], look: int
) -> CameraInterface:
    """Return the interface of the loop to the camera `eye`. A photograph always counts as still."""

    def looks() -> Prototypes | None:
        return deck_in_use.prototypes() if pieces() == "cards" else None

    if isinstance(eye, PhotographCamera):
        return CameraInterface(
            lambda _image, _at: "still", eyes.photographs(looks, pieces, look), time.monotonic
        )
    interface = CameraInterface(eyes.stillness(), eyes.reader(looks, pieces, look), time.monotonic)
    if isinstance(eye, ReconnectingCamera):
        return replace(interface, limits=LIVE_LIMITS, reopen=eye.refresh, adjust=eye.adjust)
    return interface


def pieces_of(phones: Phones, game: Game) -> Pieces:
    """Return the kind of pieces in the present match, cards or tiles. Before the first match, return the kind
    of pieces in `game`."""
    match = phones.view.referee.match
    return (game if match is None else match.game).pack.pieces


def game_of(name: str, options: dict[str, Option]) -> Game:
    """Return the game `name` with these options. Raise UsageFault, which names the wrong name or
    option, if the game or an option is unknown."""
    try:
        return configured(name, options)
    except OptionFault as fault:
        raise UsageFault(str(fault)) from fault


def archive_of(phones: Phones, journal: ResilientJournal[AnyEvent], data: Path) -> Archive:
    """Return the stored records of the table, from which its pages show past turns and matches."""
    return Archive(lambda: phones.view.referee, journal.times, data / FOLDER, glosses)


def journal_in(data: Path, resources: ExitStack, album: Album) -> ResilientJournal[AnyEvent]:
    """Return the journal in a folder that belongs to this table alone. It is backed up after each counted
    hand. When the disk is full, pictures are deleted."""
    resources.enter_context(locked_folder(data))
    keep_reserve(data)
    books = ResilientJournal(
        data / JOURNAL,
        encode=encode,
        decode=decode,
        clock=time.time,
        needs_backup=lambda event: isinstance(event, HandScored | MatchEnded),
        make_room=lambda: make_room(data, album),
        has_room=lambda: has_room(data),
    )
    resources.callback(books.close)
    return books


def report_damaged_files(
    journal: ResilientJournal[AnyEvent], data: Path, known_damage: frozenset[Path]
) -> None:
    """Show on the page which damaged files this start has set aside."""
    for path in sorted(files_put_aside(data) - known_damage):
        journal.add_trouble(file_damaged(path.name))


def loop_of(
    phones: Phones,
    records: tuple[ResilientJournal[AnyEvent], Album],
    bell: Bell,
    camera: CameraInterface,
    data: Path,
    terms: TermsOf,
    shows: Callable[[TableView], None] | None = None,
) -> Loop:
    """Return the table's loop. Each new view of the table goes to `shows`, or to the phones if `shows`
    is None."""
    journal, album = records
    picture_keeper = TurnPictureKeeper(album, shows or phones.publish, len(phones.view.referee.events))
    return Loop(
        phones.view.referee,
        camera=camera,
        journal=journal,
        bell=bell,
        publish=picture_keeper.publish,
        terms=terms,
        timer=timer_storage.load_timer(data, phones.view.referee, terms),
    )


def timed_outputs_of(
    data: Path,
    loop: Loop,
    phones: Phones,
    hardware: tuple[PinDevices, Settings],
    clock: Clock,
    panel: ShowPanel | None,
) -> TimedOutputs:
    """Return the outputs of the table that change with time: the bell for the timer, the display and the
    lamp."""
    devices, settings = hardware
    on_page = phones.show_pins if settings.table.pins == "mock" else None
    return assemble_hardware(
        devices,
        settings.buttons,
        loop=loop,
        inbox=phones.inbox,
        clock=clock,
        save=timer_storage.saver(data, lambda: timer_storage.match_number(loop.view.referee.events)),
        others=tuple(
            WatchedOutputs(devices, settings, show) for show in (panel, on_page) if show is not None
        ),
    )


def deck_name(deck_in_use: DeckInUse, game: Game) -> str:
    """Return the name of the enrolled deck in use. If none is in use, return the name of the game's
    pack."""
    return game.pack.name if deck_in_use.deck is None else deck_in_use.deck.name


def record_first_events(
    journal: ResilientJournal[AnyEvent], set_up: MatchSetUp, game: Game
) -> tuple[AnyEvent, ...]:
    """Store the first events of a new table in `journal`, and return them. Raise UsageFault for a
    wrong number of players."""
    events = initial_match.first_events(set_up, game)
    journal.append(*events)
    return events
