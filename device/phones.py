"""Connect the loop with the pages: views become snapshots and pictures, taps become commands."""

import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from itertools import compress
from types import MappingProxyType
from typing import Final, Literal

import cv2
import numpy as np

from device.card_crops import cutout
from device.hardware.camera import Image
from device.hardware.lamps import Colour
from device.hardware.panel import Panel
from device.reading_reuse import unchanged_pieces
from device.running.inbox import Inbox
from device.running.loop import FrameReading, TableView
from device.running.picture_status import LastPicture, next_status
from device.running.wait_reason import wait_reason
from device.service import tap_commands
from device.service.hindsight import Hindsight, WorkRunner, run_in_thread
from device.winnability_search import WinnabilitySearch
from device.words.glosses import glosses
from engine.events import AnyEvent, QuestionAsked
from engine.game import Game
from engine.position import Position
from engine.table.referee import Referee
from engine.table.referee_state import masters_named
from engine.table.timer import timer_reading
from web import (
    hand_summary,
    history_fold,
    languages,
    picture_views,
    proposal_views,
    question_views,
    snapshot_builder,
    snapshot_hub,
)
from web.bell_reasons import REASONS
from web.history_fold import FoldedHistory
from web.languages import translate as _
from web.play_review import Reviews
from web.requests import AskWinnable, OutOfDateError, PhoneRequest
from web.snapshot import Bell, Lead, Notice, Picture, Pins, Proposed, Snapshot, Timer

_COLOURS: Final[Mapping[Colour, Literal["red", "green", "blue"]]] = MappingProxyType(
    {(1, 0, 0): "red", (0, 1, 0): "green", (0, 0, 1): "blue"}
)

MAX_CACHED_MEANINGS: Final = 64
"""Maximum number of words whose meanings stay in memory. A challenge is shown again with each
picture, and its words are then not looked up again."""
JPEG_QUALITY: Final = 80


def local_time() -> datetime:
    """Return the present time in the table's time zone."""
    return datetime.now().astimezone()


class Phones:
    """Show one table on its phones, and take their taps.

    `pace` is the seconds of table time in a real second. `clock` returns the time of day. `known_hands`
    returns hands that the journal lacks, as at a virtual table. `run` does slow work
    (`device.service.hindsight`).
    """

    def __init__(
        self,
        referee: Referee,
        game: Game,
        pace: float = 1.0,
        clock: Callable[[], datetime] = local_time,
        known_hands: Callable[[], Mapping[int, str]] = dict,
        run: WorkRunner = run_in_thread,
    ) -> None:
        self.inbox = Inbox()
        self._publishing = threading.Lock()
        self._hindsight = Hindsight(self._publish_snapshots, known_hands, run)
        self._pace, self._clock = pace, clock
        self.view = TableView(referee)
        self._reading: FrameReading | None = None
        self._read_image: Image | None = None
        self._valid: tuple[bool, ...] | None = None
        self._folded_histories: dict[str, FoldedHistory] = {}
        self._event_count = len(referee.events)
        self._cutouts: Mapping[str, bytes] = {}
        self._winnability = WinnabilitySearch(self._publish_snapshots)
        self._last: LastPicture | None = None
        self.hub = snapshot_hub.SnapshotHub(self._snapshot(self.view, game.title))
        self._title = game.title
        self._rang_at: str | None = None
        self._pins: Pins | None = None

    def publish(self, view: TableView) -> None:
        """Show `view` on every phone. Send its picture only if it is new."""
        fresh = view.picture != self.view.picture
        rang = view.bell_rings.rings != self.view.bell_rings.rings
        self.view = view
        if fresh or view.reading is not None or view.frame is None:
            self._keep_reading(view)
        self._cut_questions(view)
        now = self._clock()
        self._last = next_status(self._last, view, now.strftime("%H:%M"))
        self._rang_at = now.isoformat(timespec="seconds") if rang else self._rang_at
        self._hindsight.watch(view.referee.match, view.referee.events, view.referee.words)
        self._publish_snapshots(jpeg(view.frame.image) if fresh and view.frame else None)

    def _keep_reading(self, view: TableView) -> None:
        """Keep the newest reading with its picture. While a hand moves, no picture is read: then note
        which of the read cards still look the same in the picture of `view`."""
        image = view.frame.image if view.frame else None
        if image is None:
            self._reading, self._read_image, self._valid = None, None, None
        elif view.reading is not None:
            self._reading, self._read_image, self._valid = view.reading, image, None
        elif self._reading is not None and self._read_image is not None and image is not None:
            self._valid = unchanged_pieces(self._read_image, image, self._reading.corners)

    def _cut_questions(self, view: TableView) -> None:
        """Show the phones the cards that the open questions are about. They are cut out of the picture in
        which the questions were asked."""
        events, match = view.referee.events, view.referee.match
        new = {event for event in events[self._event_count :] if isinstance(event, QuestionAsked)}
        self._event_count = len(events)
        cut = dict[str, bytes]()
        for open_question in match.questions if match is not None else ():
            for name, cards in question_views.question_pictures(open_question.question).items():
                if name in self._cutouts or open_question.question in new:
                    cut |= self._cut_out(name, cards)
        lost = view.referee.unmatched
        if lost is not None:
            lying_cards = self._reading.observation.cards if self._reading is not None else ()
            up = [number for number, card in enumerate(lying_cards) if card.face == "up"]
            cut |= self._cut_out(question_views.picture_question_identity(lost), up)
        if cut.keys() != self._cutouts.keys():
            self._cutouts = cut
            self.hub.show_cutouts(cut)

    def _cut_out(self, name: str, cards: Collection[int]) -> Mapping[str, bytes]:
        """Return the cutout called `name`, as a dictionary with this one entry: the cutout that was stored
        before, or else `cards` cut out of the newest reading. Return an empty dictionary if neither
        exists."""
        if name in self._cutouts:
            return {name: self._cutouts[name]}
        if not cards or self._read_image is None or self._reading is None:
            return {}
        return {name: jpeg(cutout(self._read_image, [self._reading.corners[card] for card in cards]))}

    def _publish_snapshots(self, picture: bytes | None = None) -> None:
        """Show the present view on the phones, in every language. Any thread may call this."""
        with self._publishing:
            view, at = self.view, self._rang_at
            snapshots = {
                language: self._snapshot_in(language, view, at) for language in languages.LANGUAGE_NAMES
            }
            english = snapshots.pop(languages.ENGLISH)
            self.hub.publish(english, picture, snapshots)

    @property
    def reviews(self) -> Reviews:
        """Return the object that holds the better plays which the players of finished hands missed."""
        return self._hindsight.reviews

    def show_pins(self, panel: Panel) -> None:
        """Show the state of the mock pins on the phones. Nothing is sent if it is the same as before."""
        self._pins = _pins(panel)
        if self.hub.latest().snapshot.hardware.pins != self._pins:
            self.hub.republish(
                lambda shown: replace(shown, hardware=replace(shown.hardware, pins=self._pins))
            )

    def submit(self, command: PhoneRequest) -> None:
        """Put a tap into the loop's inbox. Raise `queue.Full` if too many taps wait. Raise OutOfDateError
        if the tap no longer fits the table."""
        if isinstance(command, AskWinnable):
            self._foresee()
        for message in tap_commands.loop_messages(command, self.view):
            self.inbox.put(message)

    def _foresee(self) -> None:
        referee = self.view.referee
        if referee.match is None:
            raise OutOfDateError("There is no patience to check now.")
        self._winnability.ask(referee.match, referee.words)
        self._publish_snapshots()

    def _picture_sentences(self) -> tuple[str, ...]:
        """Return the sentences about the newest still picture."""
        last = self._last
        return (
            tuple(one.in_language(_) for one in last.lines(by_photograph=self.view.referee.by_photograph))
            if last
            else ()
        )

    def _winnability_sentences(self, position: Position) -> tuple[str, ...]:
        """Return a sentence about the search for a way to win the patience: that the search is running, or
        its result. Return no sentence if nobody has asked for a search."""
        if self._winnability.is_running(position):
            return (snapshot_builder.search_sentence(),)
        winnability = self._winnability.result(position)
        return () if winnability is None else (snapshot_builder.winnability_sentence(winnability),)

    def _folded_history(self, events: tuple[AnyEvent, ...]) -> FoldedHistory:
        """Return the list of the match's turns, in the current language, as the pages show it. Only events
        that are new since the last call are added to it."""
        language = languages.spoken()
        self._folded_histories[language] = history = history_fold.folded_history(
            self._folded_histories.get(language, FoldedHistory()), events
        )
        return history

    def _snapshot_in(self, language: str, view: TableView, rang_at: str | None) -> Snapshot:
        """Return the phones' snapshot in `language`, with the reason for the last bell."""
        with languages.speaking(language):
            shown = self._snapshot(view, self._title)
            reason = languages.translate(REASONS.get(view.bell_rings.reason, "")) or None
        return replace(
            shown,
            hardware=replace(
                shown.hardware, bell=Bell(view.bell_rings.rings, reason, rang_at), pins=self._pins
            ),
        )

    def _snapshot(self, view: TableView, title: str) -> Snapshot:
        referee = view.referee
        seen = _picture(view, self._reading, self._valid)
        notices = (
            *(Notice(one.kind, one.text.in_language(_), one.advice.in_language(_)) for one in view.troubles),
            *picture_views.notices((*view.faults, *(self._reading.conditions if self._reading else ()))),
        )
        if referee.match is None:
            notes = tuple(note.in_language(_) for note in view.notes)
            waiting, saw = snapshot_hub.empty_snapshot(title), self._picture_sentences()
            notes = (*waiting.messages.notes, *notes)
            return replace(
                waiting,
                picture=seen,
                messages=replace(waiting.messages, notes=notes, saw=saw, notices=notices),
            )
        ended = self._hindsight.ended_hand
        live = snapshot_builder.LiveParts(
            proposal=proposal_views.cards_to_lay_out(referee.state.unmatched)
            or _turn_in_progress(view, self._pace),
            unmatched=referee.unmatched,
            sight_notes=self._picture_sentences(),
            repeated=self._last is not None and self._last.repeated,
            picture=seen,
            timer=_timer(view, self._pace),
            notes=(
                *(note.in_language(_) for note in view.notes),
                *self._winnability_sentences(referee.match.position),
            ),
            meanings=_meanings,
            cutouts=self._cutouts.keys(),
            ended=None if view.ended is None else view.ended.player,
            summary=hand_summary.summary_shown(ended),
            hand_praise=hand_summary.comeback_praise(ended),
            offends=referee.words.is_offensive,
            by_photograph=referee.by_photograph,
            all_taken_back=referee.state.rejected_position is None,
            notices=notices,
        )
        return snapshot_builder.snapshot(referee.match, self._folded_history(referee.events), live)


@lru_cache(MAX_CACHED_MEANINGS)
def _meanings(word: str) -> tuple[str, ...]:
    """Return the meanings of a word; none while the file can't be read."""
    try:
        return glosses(word)
    except OSError:
        return ()


def _pins(panel: Panel) -> Pins:
    return Pins(
        panel.is_ringing,
        panel.display_text,
        _COLOURS.get(panel.lamp or (0, 0, 0), "dark"),
        panel.pressed_buttons,
        tuple(Lead(lead.pin, lead.key, lead.level) for lead in panel.pin_levels),
    )


def _turn_in_progress(view: TableView, pace: float) -> Proposed | None:
    """Return the turn in progress or the hand being counted. Its seconds are real seconds, not the
    table's."""
    match, waits = view.referee.match, wait_reason(view)
    if match is None:
        return None
    shown = proposal_views.proposed_play(match, view.referee.proposal) or proposal_views.hand_being_counted(
        match, view.referee.memory.hands
    )
    if shown is None:
        return None
    left = None if waits.seconds_left is None else round(waits.seconds_left / pace, 2)
    return replace(
        shown,
        left=left,
        whole=waits.total_seconds / pace,
        held=waits.countdown_held,
        asks=waits.asks,
        posed=view.referee.by_photograph,
    )


def _timer(view: TableView, pace: float) -> Timer | None:
    """Return the timer as it is at the time of `view`, for the pages. From it the phones count down at
    `pace` seconds of the table a second. Return None without a timer."""
    seen = timer_reading(view.timer, view.now)
    if view.timer is None or seen is None:
        return None
    return Timer(round(seen.seconds_left, 3), view.timer.running, view.timer.seat, seen.in_grace, pace)


def _picture(view: TableView, reading: FrameReading | None, valid: tuple[bool, ...] | None) -> Picture | None:
    """Return the newest picture with the letters to be drawn on it; None before the first picture.
    `valid` says which cards of the earlier `reading` still look the same; None if `reading` is of
    this picture."""
    if view.frame is None:
        return None
    height, width = view.frame.image.shape[:2]
    moving = view.reading is None
    if reading is None:
        return Picture(view.picture, width, height, moving=moving)
    stands = masters_named(view.referee, reading.observation)
    read = picture_views.picture(view.picture, (width, height), reading.observation, reading.corners, stands)
    marks = read.marks if valid is None else tuple(compress(read.marks, valid))
    return replace(read, marks=marks, moving=moving)


def jpeg(image: Image) -> bytes:
    """Return a picture as JPEG for the phones."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return np.asarray(data).tobytes()
