"""Keep the deck in use. When a match is set up with another deck, the deck changes between two pictures."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from device import eyes
from device.errors import UsageFault
from device.hardware.camera import Image
from device.records import deck_choice, decks, known_surplus, master_cards
from device.records.decks import Deck
from device.records.value_files import DamagedFault, put_aside
from device.running.view import FrameReading, TableView
from device.service.refusals import refuse_usage_faults
from engine.cards import PACKS, Pack
from engine.events import PackHoldsMore
from engine.inventory import difference_to
from engine.table.contexts import (
    explanation_context_of,
)
from engine.turn.masters import doubtful_masters, reported_by_people
from vision.enrol.prototypes import Prototypes


class DeckInUse:
    """The deck in use at the table with the data folder `data`. `settings` is the name of the deck in the
    table's settings. A deck file that can't be understood is moved to another name. Raises UsageFault if
    the deck does not exist."""

    def __init__(self, data: Path, settings: str | None = None) -> None:
        self._data, self._settings = data, settings or ""
        name = deck_choice.chosen_deck(data, self._settings)
        try:
            self._use(name)
        except DamagedFault:  # the table plays with a known pack until the deck is enrolled again
            put_aside(decks.path_of(data, name))
            self._use("")

    @property
    def deck(self) -> Deck | None:
        """The enrolled deck in use; None for a known pack."""
        return self._deck

    def surplus_letters(self, name: str, pack: Pack) -> str:
        """Return the letters of which the deck `name` has more cards than `pack`, as which it is played. The
        owners have named these letters, or the enrolment has counted them. Leave out records that can't
        be read."""
        letters = ""
        with suppress(UsageFault):
            letters = known_surplus.more_of(self._data, name)
        deck = None if name in PACKS else self._read(name)
        surplus = difference_to(deck.counts, pack).surplus if deck is not None and pack.certain else {}
        return "".join(sorted({*letters, *surplus}))

    def learn(self, pack: str, letter: str) -> None:
        """Store that the deck in use has more cards with `letter` than its pack should. Without an enrolled
        deck, store it for the pack `pack`. Raise UsageFault if it can't be stored."""
        known_surplus.learn(self._data, pack if self._deck is None else self._deck.name, letter)

    def learn_master(self, crop: bytes) -> None:
        """Store `crop`, a small upright JPEG, as a picture of a Master of the deck in use. Without an
        enrolled deck, store it for all packs that are not enrolled. Raise UsageFault if that fails."""
        name = "" if self._deck is None else self._deck.name
        master_cards.learn(self._data, name, crop)
        self._use(name)

    def prototypes(self) -> Prototypes | None:
        """Return examples of the deck's cards, by which the reader tells their letters. For a pack that is
        not enrolled, return examples of its Masters. The result changes only with the deck or a new
        Master."""
        return self._looks

    def enrolled_decks(self) -> dict[str, str]:
        """Return the known packs that the readable enrolled decks resemble, by name of the deck."""
        known = ((name, self._read(name)) for name in decks.readable_names(self._data))
        return {name: deck.like for name, deck in known if deck is not None}

    def choose(self, name: str) -> None:
        """Play with the enrolled deck `name` from now on; with a known pack if `name` is empty. Raise
        RefusedError if the deck can't be read or the choice can't be stored."""
        with refuse_usage_faults():
            self._use(name)
            deck_choice.choose(self._data, name, self._settings)

    @property
    def name_in_settings(self) -> str:
        """The name of the deck in the settings, empty for none. The named deck can't be removed, because
        the table could not start without it."""
        return self._settings

    def reread(self, name: str) -> None:
        """Read the deck `name` again if it is in use, because its enrolment was repeated or undone. Raise
        UsageFault if the deck can't be read."""
        if self._deck is not None and self._deck.name == name:
            self._use(deck_choice.chosen_deck(self._data, self._settings))

    def _use(self, name: str) -> None:
        deck = decks.deck(self._data, name) if name else None
        self._looks = eyes.with_masters(
            None if deck is None else eyes.enrolled_appearance(deck), self._masters_of(name)
        )
        self._deck = deck

    def _masters_of(self, name: str) -> tuple[bytes, ...]:
        """Return the pictures of Masters of the deck `name` that people have pointed out since its
        enrolment; none if they can't be read."""
        with suppress(UsageFault):  # its other cards are still known
            return master_cards.master_pictures(self._data, name)
        return ()

    def _read(self, name: str) -> Deck | None:
        try:
            return decks.deck(self._data, name)
        except UsageFault:
            return None  # just undone, or damaged: a match can't be set up with it


class DeckLearner:
    """Pass every view of the table on to `publish`. Then store what people's answers tell about
    `deck_in_use`, such as an extra card. `event_count` is the number of events in the journal at the
    start."""

    def __init__(
        self, deck_in_use: DeckInUse, publish: Callable[[TableView], None], event_count: int
    ) -> None:
        self._deck_in_use, self._publish, self._event_count = deck_in_use, publish, event_count
        self._answered = False

    def publish(self, view: TableView) -> None:
        """Show `view`, and store the answers in its new events. If an answer can't be stored, the next
        match asks again; the journal reports the disk."""
        self._publish(view)
        events, match = view.referee.events, view.referee.match
        new = events[self._event_count :]
        self._event_count = len(events)
        for event in new:
            if isinstance(event, PackHoldsMore) and match is not None:
                with suppress(UsageFault):
                    self._deck_in_use.learn(match.game.pack.name, event.letter)
        self._answered = self._answered or reported_by_people(new)
        if self._answered and view.reading is not None and view.frame is not None:
            self._answered = False
            self._masters(view, view.reading, view.frame.image)

    def _masters(self, view: TableView, reading: FrameReading, image: Image) -> None:
        """Store pictures of those Masters on the table of which the reader was unsure and people have said
        what they are."""
        match, referee = view.referee.match, view.referee
        if match is None:
            return
        context = explanation_context_of(match, referee.words)
        for card in doubtful_masters(referee.state.settled, reading.observation, context):
            with suppress(UsageFault):
                self._deck_in_use.learn_master(eyes.crop(image, reading.corners[card]))
