"""Put a table's parts together (the composition root). The module has constructors only.

It is the only module that knows the reader (`vision`), the rules (`engine`), the hardware (`device`) and the
pages (`web`).
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from device import boards, eyes, initial_match
from device.errors import UsageFault
from device.factories import (
    Clock,
    ShowPanel,
    archive_of,
    camera_interface_of,
    camera_of,
    deck_name,
    devices_of,
    fast_clock,
    game_of,
    journal_in,
    loop_of,
    pieces_of,
    record_first_events,
    report_damaged_files,
    table_with_players,
    timed_outputs_of,
)
from device.hardware.bell import Bell
from device.hardware.camera import Camera
from device.hardware.phone_camera import PhotographCamera
from device.hardware.pin_devices import open_devices
from device.hardware.pins import pin_factory
from device.hardware_settings import ButtonSettings, DisplaySettings, LampSettings
from device.party.party_folder import MachineCredentials
from device.phones import Phones
from device.records.pictures import FOLDER, Album
from device.records.resilient_journal import ResilientJournal
from device.records.troubles import Trouble, no_pins, no_word_list
from device.records.value_files import files_put_aside
from device.running.appliance import Appliance
from device.running.camera_watchdog import CONTINUOUS_LIMITS
from device.running.loop import CameraInterface
from device.service.call_boards import board_picture
from device.service.camera_view import TableCameraView
from device.service.deck_switch import DeckInUse, DeckLearner
from device.service.enrolling import TableEnrolment
from device.service.match_setup import TableSetUp
from device.service.offensive_words import TableWordScreening
from device.service.page_server import create_page_server
from device.service.party_table import PartyConnection
from device.service.phone_photos import TablePhotographs
from device.settings import NO_CAMERA, Settings, TableSettings, WebSettings
from device.table_words import library, table_words
from device.virtual.attendance import VirtualTableSetup
from device.virtual.tabletop.table import Render, VirtualCamera, max_picture_interval
from engine.events import AnyEvent, MatchSetUp
from engine.game import Game
from engine.i18n import Sentence
from engine.shared.players import Strength
from engine.table.referee import replayed_referee
from engine.table.timer import agreed_terms
from vision.render.table import virtual_table
from web.page_services import PageServices

MOCK_SETTINGS: Final = Settings(
    table=TableSettings(pins="mock"),
    display=DisplaySettings(kind="digits"),
    lamp=LampSettings(kind="rgb"),
    buttons=ButtonSettings(confirm=26, pause=27, challenge=(4, 14, 15)),
)
"""The pins of a virtual table, which has every kind of device on mock pins."""


@dataclass(frozen=True, slots=True)
class Demo:
    """Hold the options of `lexicon-table demo`."""

    data: Path
    """The data folder."""
    game: str = "lexicon"
    seed: int = 1
    """The seed of the deal, the players' choices and the pictures."""
    speed: float = 1.0
    """Seconds of table time in a real second."""
    port: int = 8080
    host: str = "127.0.0.1"
    cheat: float = 0.15
    """The probability of a wrong play of a simulated player, 0 to 1."""
    look: str = "classic"
    """The design of the virtual table and its cards: `classic`, `modern` or `club`."""
    size: tuple[int, int] = (1280, 720)
    """The width and height of the camera's pictures, pixels."""
    fps: float = 8.0
    """Pictures a second."""
    minutes: float | None = None
    """The timer in minutes; None for the game's own."""
    board: Path | None = None
    """The file of a board profile; None for the game's own."""
    players: tuple[Strength, ...] = ("casual",)
    """The strengths of the simulated players, by seat."""
    guest: str = ""
    """The name of the person who plays along in the browser; empty for nobody."""


def demo(
    asked: Demo,
    *,
    read: eyes.Read | None = None,
    render: Render | None = None,
    clock: Clock | None = None,
    panel: ShowPanel | None = None,
    known_damage: frozenset[Path] | None = None,
) -> Appliance:
    """Return the whole product on a virtual table: three simulated players, seen only through the camera.

    `read`, `render` and `clock` default to the reader, the renderer and a fast clock. `panel` shows the mock
    pins. `known_damage` are the damaged files that earlier starts put aside. Raise UsageFault if the port is
    in use, or if the data belong to another kind of table.
    """
    options = boards.board_option(asked.board)
    game = game_of(asked.game, {**options})
    words = table_words(game.word_list, asked.data)
    with ExitStack() as opened:
        album = Album(asked.data / FOLDER, TableSettings().picture_bytes)
        journal = journal_in(asked.data, opened, album)
        known_damage = files_put_aside(asked.data) if known_damage is None else known_damage
        hands = dict[int, str]()
        phones = Phones(
            replayed_referee(words, journal.replay()), game, asked.speed, known_hands=lambda: dict(hands)
        )
        setup = VirtualTableSetup(
            asked.data / "virtual-table.json",
            phones.inbox,
            lambda: phones.view.referee,
            words,
            asked.seed,
            asked.cheat,
            asked.players,
            hands,
        )
        table, live, touching = table_with_players(setup, game, {**options}, asked.guest)
        now = clock or fast_clock(asked.speed)
        picture = render or virtual_table(asked.size, asked.seed, asked.look)
        longest = max_picture_interval(asked.speed, asked.fps)
        camera = VirtualCamera(table, picture, clock=now, live=live, fps=asked.fps, longest=longest)
        devices = open_devices(MOCK_SETTINGS, pin_factory("mock"))
        opened.callback(devices.close)
        seeing = read or eyes.reader(pieces=lambda: game.pack.pieces)
        interface = CameraInterface(eyes.stillness(), seeing, now, limits=CONTINUOUS_LIMITS)
        loop = loop_of(
            phones, (journal, album), devices.bell, interface, asked.data, agreed_terms(asked.minutes)
        )
        timed_outputs = timed_outputs_of(asked.data, loop, phones, (devices, MOCK_SETTINGS), now, panel)
        archive = archive_of(phones, journal, asked.data)
        services = PageServices(
            camera_view=TableCameraView(phones),
            play_here=touching,
            word_screening=TableWordScreening(phones, asked.data),
            archive=archive,
        )
        served = create_page_server(WebSettings(asked.host, asked.port), phones, asked.data, services)
        report_damaged_files(journal, asked.data, known_damage)
        return Appliance(camera, phones.inbox, loop, devices.bell, timed_outputs, served, opened.pop_all())


def play(
    settings: Settings,
    camera: Camera | None = None,
    *,
    panel: ShowPanel | None = None,
    known_damage: frozenset[Path] | None = None,
    invitation: str = "",
    settings_trouble: Trouble | None = None,
    party: MachineCredentials | None = None,
    start_anyway: bool = False,
    log: Callable[[Sentence], None] = lambda _: None,
) -> Appliance:
    """Return the appliance with a real camera over a real table.

    `panel` shows the pins. `known_damage` are the damaged files that earlier starts put aside; the page does
    not report them again. The first phone that brings `invitation` may set up matches without the PIN.
    `settings_trouble` is the fault of the settings file if it could not be read. `party` are the table's
    credentials for the party that it has joined.

    With `start_anyway` the table starts even if the camera or the pins are missing. Its page reports what is
    missing, and the table uses the camera as soon as it is connected. `log` receives these reports, and the
    reason why the camera gives no pictures. Without `start_anyway` raise UsageFault for anything missing.
    Raise UsageFault, too, if the port or the data folder is in use.
    """
    data = Path(settings.table.data).expanduser()
    with ExitStack() as opened:
        album = Album(data / FOLDER, settings.table.picture_bytes)
        journal = journal_in(data, opened, album)
        known_damage = files_put_aside(data) if known_damage is None else known_damage
        match = _match(settings, data, journal, posed=camera is None and settings.camera.source == NO_CAMERA)
        settings, using, phones, game = match.settings, match.deck, match.phones, match.game
        eye = camera or camera_of(settings.camera, phones, data, waits=start_anyway, log=log)
        opened.callback(eye.close)

        def without_pins(why: UsageFault) -> None:
            trouble = no_pins(why.sentence)
            journal.add_trouble(trouble)
            log(trouble.text)

        devices = devices_of(settings, without_pins if start_anyway else None)
        opened.callback(devices.close)
        interface = camera_interface_of(eye, using, lambda: pieces_of(phones, game), settings.camera.look)
        timer = settings.timer
        terms = agreed_terms(timer.minutes, timer.each, timer.grace)
        bell = (
            devices.bell if party is None else _party_bell(party, data, phones, (eye, devices.bell), opened)
        )
        shows = DeckLearner(using, phones.publish, match.past).publish
        loop = loop_of(phones, (journal, album), bell, interface, data, terms, shows)
        timed_outputs = timed_outputs_of(data, loop, phones, (devices, settings), time.monotonic, panel)
        services = PageServices(
            set_up=TableSetUp(phones, data, using, match.first),
            word_screening=TableWordScreening(phones, data),
            camera_view=TableCameraView(phones),
            photographs=TablePhotographs(eye) if isinstance(eye, PhotographCamera) else None,
            enrolment=TableEnrolment(phones, data, using, camera=not isinstance(eye, PhotographCamera)),
            archive=archive_of(phones, journal, data),
        )
        if settings_trouble is not None:
            journal.add_trouble(settings_trouble)
        served = create_page_server(settings.web, phones, data, services, invitation)
        report_damaged_files(journal, data, known_damage)
        return Appliance(eye, phones.inbox, loop, devices.bell, timed_outputs, served, opened.pop_all())


@dataclass(frozen=True, slots=True)
class _Match:
    """The match that a table continues or begins at its start."""

    settings: Settings
    """The settings, with the pack of the deck in use and the board."""
    deck: DeckInUse
    """The deck in use."""
    game: Game
    """The game of the settings."""
    first: MatchSetUp
    """The match that the settings describe."""
    past: int
    """The number of events in the journal."""
    phones: Phones
    """The phones, which show the match."""


def _match(settings: Settings, data: Path, journal: ResilientJournal[AnyEvent], *, posed: bool) -> _Match:
    """Return the match of the journal, or of the settings if the journal is empty. `posed` is true if the
    table referees photographs.
    """
    deck = initial_match.make_or_omit(journal, lambda name: DeckInUse(data, name), settings.table.deck)
    settings = initial_match.with_pack(settings, deck.deck)
    settings = initial_match.make_or_omit(
        journal, partial(initial_match.with_board, settings), settings.game.board
    )
    game = game_of(settings.game.name, initial_match.game_options(settings))
    lists = library(data, lambda why: journal.add_trouble(no_word_list(why)))
    words = lists(settings.game.word_list)
    first = initial_match.set_up(settings, game, deck.surplus_letters(deck_name(deck, game), game.pack))
    events = tuple(journal.replay()) or record_first_events(journal, first, game)
    referee = replayed_referee(words, events, settings.game.patience, lists, posed=posed)
    return _Match(settings, deck, game, first, len(events), Phones(referee, game))


def _party_bell(
    party: MachineCredentials, data: Path, phones: Phones, parts: tuple[Camera, Bell], opened: ExitStack
) -> Bell:
    """Join the party. Return the table's bell, which the hub can now ring. `parts` are camera and bell."""
    camera, bell = parts
    joined = PartyConnection(
        party,
        data,
        phones.inbox,
        lambda: phones.view.referee.events,
        bell,
        lambda: None if isinstance(camera, PhotographCamera) else board_picture(phones.view),
    )
    opened.callback(joined.close)
    joined.start()
    return joined.bell
