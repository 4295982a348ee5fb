"""Put the parts of a real table together (the composition root). The module has constructors only.

`device.demo` does the same for a virtual table. These two modules join the reader (`vision`), the rules
(`engine`), the hardware (`device`) and the pages (`web`).
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from device import initial_match
from device.errors import UsageFault
from device.factories import (
    ShowPanel,
    archive_of,
    camera_interface_of,
    camera_of,
    deck_name,
    devices_of,
    game_of,
    journal_in,
    loop_of,
    pieces_of,
    record_first_events,
    report_damaged_files,
    timed_outputs_of,
)
from device.hardware.bell import Bell
from device.hardware.camera import Camera
from device.hardware.phone_camera import PhotographCamera
from device.party.party_folder import MachineCredentials
from device.phones import Phones
from device.records.pictures import FOLDER, Album
from device.records.resilient_journal import ResilientJournal
from device.records.troubles import Trouble, no_pins, no_word_list
from device.records.value_files import files_put_aside
from device.running.appliance import Appliance
from device.service.call_boards import board_picture
from device.service.camera_view import TableCameraView
from device.service.deck_switch import DeckInUse, DeckLearner
from device.service.enrolling import TableEnrolment
from device.service.match_setup import TableSetUp
from device.service.offensive_words import TableWordScreening
from device.service.page_server import create_page_server
from device.service.party_table import PartyConnection
from device.service.phone_photos import TablePhotographs
from device.settings import NO_CAMERA, Settings
from device.table_words import library
from engine.events import AnyEvent, MatchSetUp
from engine.game import Game
from engine.i18n import Sentence
from engine.table.referee import replayed_referee
from engine.table.timer import agreed_terms
from web.page_services import PageServices


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
    with ExitStack() as resources:
        album = Album(data / FOLDER, settings.table.picture_bytes)
        journal = journal_in(data, resources, album)
        known_damage = files_put_aside(data) if known_damage is None else known_damage
        match = _match(
            settings, data, journal, by_photograph=camera is None and settings.camera.source == NO_CAMERA
        )
        settings, deck_in_use, phones, game = match.settings, match.deck, match.phones, match.game
        eye = camera or camera_of(settings.camera, phones, data, waits=start_anyway, log=log)
        resources.callback(eye.close)

        def without_pins(why: UsageFault) -> None:
            trouble = no_pins(why.sentence)
            journal.add_trouble(trouble)
            log(trouble.text)

        devices = devices_of(settings, without_pins if start_anyway else None)
        resources.callback(devices.close)
        interface = camera_interface_of(
            eye, deck_in_use, lambda: pieces_of(phones, game), settings.camera.look
        )
        timer = settings.timer
        terms = agreed_terms(timer.minutes, timer.each, timer.grace)
        bell = (
            devices.bell
            if party is None
            else _party_bell(party, data, phones, (eye, devices.bell), resources)
        )
        shows = DeckLearner(deck_in_use, phones.publish, match.event_count).publish
        loop = loop_of(phones, (journal, album), bell, interface, data, terms, shows)
        timed_outputs = timed_outputs_of(data, loop, phones, (devices, settings), time.monotonic, panel)
        services = PageServices(
            set_up=TableSetUp(phones, data, deck_in_use, match.first_set_up),
            word_screening=TableWordScreening(phones, data),
            camera_view=TableCameraView(phones),
            photographs=TablePhotographs(eye) if isinstance(eye, PhotographCamera) else None,
            enrolment=TableEnrolment(phones, data, deck_in_use, camera=not isinstance(eye, PhotographCamera)),
            archive=archive_of(phones, journal, data),
        )
        if settings_trouble is not None:
            journal.add_trouble(settings_trouble)
        served = create_page_server(settings.web, phones, data, services, invitation)
        report_damaged_files(journal, data, known_damage)
        return Appliance(eye, phones.inbox, loop, devices.bell, timed_outputs, served, resources.pop_all())


@dataclass(frozen=True, slots=True)
class _Match:
    """The match that a table continues or begins at its start."""

    settings: Settings
    """The table's settings. Their pack is that of the deck in use, and their board has been loaded."""
    deck: DeckInUse
    """The household's deck with which the match is played."""
    game: Game
    """The game that the settings name, with its options."""
    first_set_up: MatchSetUp
    """A set-up with what the settings say about the match. The set-up page of a new table begins with
    it."""
    event_count: int
    """The number of events in the journal at the start, with those that were just stored for a new
    table."""
    phones: Phones
    """The phones, which show the match."""


def _match(
    settings: Settings, data: Path, journal: ResilientJournal[AnyEvent], *, by_photograph: bool
) -> _Match:
    """Return the match of the journal, or of the settings if the journal is empty. `by_photograph` is true if
    the table referees photographs."""
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
    referee = replayed_referee(words, events, settings.game.patience, lists, by_photograph=by_photograph)
    return _Match(settings, deck, game, first, len(events), Phones(referee, game))


def _party_bell(
    party: MachineCredentials, data: Path, phones: Phones, parts: tuple[Camera, Bell], resources: ExitStack
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
    resources.callback(joined.close)
    joined.start()
    return joined.bell
