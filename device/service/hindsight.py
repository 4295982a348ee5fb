"""Sum up and review a finished hand outside the loop. The search for possible plays takes seconds, and must
not delay the table."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.events import AnyEvent
from engine.match import Match
from engine.words import WordList
from web.hand_summary import EndedHand, between_hands, last_ended_hand
from web.match_history import FoldedMatch, folded_match
from web.play_review import Reviews

WorkRunner = Callable[[Callable[[], None]], None]
"""A function that runs a piece of slow work, such as in a thread."""


def run_in_thread(work: Callable[[], None]) -> None:
    """Run `work` in a new thread."""
    threading.Thread(target=work, name="hindsight", daemon=True).start()


class Hindsight:
    """Sum up each hand that has just ended, and search for the better plays that its players missed.

    `on_change` is called after each step of the search. `known_hands` returns hands that the journal
    lacks, as at a virtual table (`web.play_review`).
    """

    def __init__(
        self,
        on_change: Callable[[], None],
        known_hands: Callable[[], Mapping[int, str]] = dict,
        run: WorkRunner = run_in_thread,
    ) -> None:
        self.reviews = Reviews(known_hands)
        self._on_change, self._run, self._lock = on_change, run, threading.Lock()
        self._asked = 0  # number of the events that were summed up or are being summed up
        self._known: EndedHand | None = None
        self._past: FoldedMatch | None = None

    def watch(self, match: Match | None, events: Sequence[AnyEvent], words: WordList) -> None:
        """Start to sum up the last hand of `events`, and to search for the better plays that its players
        missed. Do nothing if a hand is in progress, or if this was started for these events before."""
        with self._lock:
            over = between_hands(match)
            if not over:
                self._known = None
            due, self._asked = over and self._asked != len(events), len(events)
        if due:
            self._run(lambda: self._look(tuple(events), words))

    @property
    def ended_hand(self) -> EndedHand | None:
        """The summary of the last hand. The better plays that the players missed are added as soon as they
        are found. None while a hand is played."""
        with self._lock:
            return self._known

    def _look(self, events: tuple[AnyEvent, ...], words: WordList) -> None:
        with self._lock:
            before, earlier = self._known, self._past
        looked_back = folded_match(events, known=earlier)
        with self._lock:
            self._past = looked_back
        ended_hand = last_ended_hand(events, words.is_offensive, looked_back)
        if ended_hand is None:
            return
        same = before is not None and before.scoring_event_number == ended_hand.scoring_event_number
        whole = ended_hand.reviewed is not None  # a race or a patience is not reviewed
        ended_hand = (
            ended_hand
            if whole
            else replace(ended_hand, reviewed=before.reviewed if same and before else None)
        )
        self._report(events, ended_hand)
        if not whole:
            self._report(
                events,
                replace(ended_hand, reviewed=self.reviews.of(words, events, ended_hand.scoring_event_number)),
            )

    def _report(self, events: tuple[AnyEvent, ...], ended_hand: EndedHand) -> None:
        with self._lock:
            if self._asked != len(events):
                return  # new events came meanwhile, and are being summed up
            self._known = ended_hand
        self._on_change()
