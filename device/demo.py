"""Build the demo: the whole product on a virtual table with simulated players."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from device import boards, eyes
from device.factories import (
    Clock,
    ShowPanel,
    archive_of,
    game_of,
    journal_in,
    loop_of,
    report_damaged_files,
    timed_outputs_of,
)
from device.hardware.pin_devices import open_devices
from device.hardware.pins import pin_factory
from device.hardware_settings import ButtonSettings, DisplaySettings, LampSettings
from device.phones import Phones
from device.records.pictures import FOLDER, Album
from device.records.value_files import files_put_aside
from device.running.appliance import Appliance
from device.running.camera_watchdog import CONTINUOUS_LIMITS
from device.running.loop import CameraInterface
from device.service.camera_view import TableCameraView
from device.service.offensive_words import TableWordScreening
from device.service.page_server import create_page_server
from device.service.virtual_play import VirtualTablePlay
from device.settings import Settings, TableSettings, WebSettings
from device.table_words import table_words
from device.virtual.attendance import (
    VirtualTableSetup,
    is_touch_playable,
    open_company_table,
    open_table,
    open_table_with_guest,
)
from device.virtual.tabletop.table import Render, VirtualCamera, VirtualTable, max_picture_interval
from engine.events import Option
from engine.game import Game
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
    """The path of the folder in which the virtual table stores its data."""
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
    """The number of pictures that the virtual camera takes in a second."""
    minutes: float | None = None
    """The minutes of the game's timer; None for the time that the game's own rules give."""
    board: Path | None = None
    """The file of a board profile; None for the game's own."""
    players: tuple[Strength, ...] = ("casual",)
    """The strengths of the simulated players, by seat."""
    guest: str = ""
    """The name of the person who plays along in the browser; empty for nobody."""


def demo(
    options: Demo,
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
    board_option = boards.board_option(options.board)
    game = game_of(options.game, {**board_option})
    words = table_words(game.word_list, options.data)
    with ExitStack() as resources:
        album = Album(options.data / FOLDER, TableSettings().picture_bytes)
        journal = journal_in(options.data, resources, album)
        known_damage = files_put_aside(options.data) if known_damage is None else known_damage
        hands = dict[int, str]()
        phones = Phones(
            replayed_referee(words, journal.replay()), game, options.speed, known_hands=lambda: dict(hands)
        )
        setup = VirtualTableSetup(
            options.data / "virtual-table.json",
            phones.inbox,
            lambda: phones.view.referee,
            words,
            options.seed,
            options.cheat,
            options.players,
            hands,
        )
        table, let_players_act, touching = _table_with_players(setup, game, {**board_option}, options.guest)
        now = clock or _fast_clock(options.speed)
        picture = render or virtual_table(options.size, options.seed, options.look)
        max_interval = max_picture_interval(options.speed, options.fps)
        camera = VirtualCamera(
            table,
            picture,
            clock=now,
            let_players_act=let_players_act,
            fps=options.fps,
            max_interval=max_interval,
        )
        devices = open_devices(MOCK_SETTINGS, pin_factory("mock"))
        resources.callback(devices.close)
        seeing = read or eyes.reader(pieces=lambda: game.pack.pieces)
        senses = CameraInterface(eyes.stillness(), seeing, now, limits=CONTINUOUS_LIMITS)
        loop = loop_of(
            phones, (journal, album), devices.bell, senses, options.data, agreed_terms(options.minutes)
        )
        timed_outputs = timed_outputs_of(options.data, loop, phones, (devices, MOCK_SETTINGS), now, panel)
        archive = archive_of(phones, journal, options.data)
        services = PageServices(
            camera_view=TableCameraView(phones),
            play_here=touching,
            word_screening=TableWordScreening(phones, options.data),
            archive=archive,
        )
        served = create_page_server(WebSettings(options.host, options.port), phones, options.data, services)
        report_damaged_files(journal, options.data, known_damage)
        return Appliance(camera, phones.inbox, loop, devices.bell, timed_outputs, served, resources.pop_all())


def _table_with_players(
    setup: VirtualTableSetup, game: Game, board_option: dict[str, Option], name: str
) -> tuple[VirtualTable, Callable[[float], None], VirtualTablePlay | None]:
    """Return the virtual table, the function that lets its players act, and the moves of a person. A
    person called `name` plays from the start. If `name` is empty, a person may take a player's place
    later. The moves are None if a person can't play this game on a screen (`is_touch_playable`)."""
    if name:
        table, people = open_table_with_guest(setup, game, board_option, name)
    elif is_touch_playable(game):
        table, people = open_company_table(setup, game, board_option)
    else:
        return *open_table(setup, game, board_option), None
    return table, people.act_if_due, VirtualTablePlay(people)


def _fast_clock(speed: float) -> Clock:
    """Return a clock in seconds that runs `speed` times as fast as real time."""
    start = time.monotonic()
    return lambda: (time.monotonic() - start) * speed
