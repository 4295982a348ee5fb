"""The enrolled deck that is played with, changed between two pictures when a match is set up with another."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from device import eyes
from device.errors import UsageFault
from device.records import deckchoice, decks, moreletters
from device.records.decks import Deck
from device.records.keeping import DamagedFault, put_aside
from device.running.view import View
from device.service.refusing import refusing
from engine.cards import PACKS, Pack
from engine.events import PackHoldsMore
from engine.inventory import against
from vision.enrol.prototypes import Prototypes


class DeckInUse:
    """The deck that the table whose data is in `data` plays with; `settings` is the one its settings name.

    A deck that can't be understood is put aside. Raises UsageFault when there is no such deck.
    """

    def __init__(self, data: Path, settings: str | None = None) -> None:
        self._data, self._settings = data, settings or ""
        name = deckchoice.chosen(data, self._settings)
        try:
            self._use(name)
        except DamagedFault:  # plays with the pack everybody knows until the deck is enrolled anew
            put_aside(decks.path_of(data, name))
            self._use("")

    @property
    def deck(self) -> Deck | None:
        """The deck, None for a pack everybody knows."""
        return self._deck

    def more_of(self, name: str, pack: Pack) -> str:
        """The letters of which the deck or pack called `name`, played as `pack`, holds more than that should:
        its owners said so, or it was enrolled so. Those alone that can be read."""
        found = ""
        with suppress(UsageFault):
            found = moreletters.more_of(self._data, name)
        deck = None if name in PACKS else self._read(name)
        surplus = against(deck.counts, pack).surplus if deck is not None and pack.certain else {}
        return "".join(sorted({*found, *surplus}))

    def learn(self, pack: str, letter: str) -> None:
        """The deck in use, or else the pack called `pack`, holds more of `letter`. Raises UsageFault when
        that can't be kept."""
        moreletters.learn(self._data, pack if self._deck is None else self._deck.name, letter)

    def looks(self) -> Prototypes | None:
        """What its cards look like: the same value until another deck is in use."""
        return self._looks

    def offered(self) -> dict[str, str]:
        """The known pack that each enrolled deck is like, by the deck's name: those that can be read."""
        known = ((name, self._read(name)) for name in decks.listed(self._data))
        return {name: deck.like for name, deck in known if deck is not None}

    def choose(self, name: str) -> None:
        """Play with the deck `name` from now on, empty for a pack everybody knows. Raises RefusedError."""
        with refusing():
            self._use(name)
            deckchoice.choose(self._data, name, self._settings)

    @property
    def held(self) -> str:
        """The deck that the settings name, empty for none: without it the table would not open again."""
        return self._settings

    def renewed(self, name: str) -> None:
        """The deck `name` was enrolled anew, or taken back: if it is in use it is known as it looks now, or
        in use no more. Raises UsageFault."""
        if self._deck is not None and self._deck.name == name:
            self._use(deckchoice.chosen(self._data, self._settings))

    def _use(self, name: str) -> None:
        deck = decks.deck(self._data, name) if name else None
        self._looks = None if deck is None else eyes.known(deck)
        self._deck = deck

    def _read(self, name: str) -> Deck | None:
        try:
            return decks.deck(self._data, name)
        except UsageFault:
            return None  # taken back at this moment, or damaged: a match can't be set up with it


class Learning:
    """Passes every view on to `publish`, then keeps what people have said of the deck `using`: `known` is how
    many events there were before the program was started."""

    def __init__(self, using: DeckInUse, publish: Callable[[View], None], known: int) -> None:
        self._using, self._publish, self._known = using, publish, known

    def publish(self, view: View) -> None:
        """Show `view`. What can't be kept is asked again in the next match: the journal tells of the disk."""
        self._publish(view)
        events, match = view.referee.events, view.referee.match
        new = events[self._known :]
        self._known = len(events)
        for event in new:
            if isinstance(event, PackHoldsMore) and match is not None:
                with suppress(UsageFault):
                    self._using.learn(match.game.pack.name, event.letter)
