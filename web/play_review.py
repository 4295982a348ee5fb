"""Find the better plays that players missed in a finished hand. The search takes a while, so each hand is
reviewed only once."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.best import PlayValue, ReviewedTurn, reviewed_hands
from engine.events import AnyEvent, TurnAmended, Undone
from engine.i18n import joined
from engine.match import undone
from engine.notation import NotationError, parse_move
from engine.wording import say_move
from engine.wording.written import capitalised, words
from engine.words import WordList
from web.languages import translate as _

KEPT_REVIEWS: Final = 8
"""Number of finished hands whose missed plays stay in memory. People look at the last few hands again and
again, and the search for missed plays is slow."""


class Reviews:
    """Find the missed plays of a table's finished hands, and keep the results of the last hands.
    `known_hands` returns the cards in a player's hand before a turn, by the number of the turn's event. They
    are not in the journal."""

    def __init__(self, known_hands: Callable[[], Mapping[int, str]] = dict) -> None:
        self._known_hands = known_hands
        self._kept: OrderedDict[tuple[int, int, str], tuple[ReviewedTurn, ...]] = OrderedDict()
        self._one_at_a_time = threading.Lock()

    def of(
        self, words: WordList, events: Sequence[AnyEvent], scoring_event_number: int
    ) -> tuple[ReviewedTurn, ...]:
        """Return the turns of a finished hand, each with the better plays that were missed.
        `scoring_event_number` is the number of the event that ended the hand. Later corrections count. If
        another hand is being reviewed, wait for its end, because a review slows the table."""
        later = _corrections_after(events, scoring_event_number)
        key = (id(words), scoring_event_number, repr(later))
        with self._one_at_a_time:
            if key not in self._kept:
                hands = reviewed_hands(
                    words, (*events[: scoring_event_number + 1], *later), known_hands=self._known_hands()
                )
                self._kept[key] = hands[0] if hands else ()
                while len(self._kept) > KEPT_REVIEWS:
                    self._kept.popitem(last=False)
            return self._kept[key]


def play_sentence(play: PlayValue, name: str) -> str:
    """Return a sentence about a play of the player `name`, made or merely possible. The sentence names the
    words of the play, or the move if the play made no word."""
    if play.words:
        return capitalised(_("{name} played {word}.").format(name=name, word=joined(words(play.words), _)))
    try:
        return say_move(parse_move(play.move), _, name)
    except NotationError:
        return capitalised(_("{name} played.").format(name=name))


def _corrections_after(events: Sequence[AnyEvent], scoring_event_number: int) -> tuple[AnyEvent, ...]:
    """Return the events that correct a turn of the hand and were written after the hand ended.
    `scoring_event_number` is the number of the event that ended it. Leave out corrections that were
    undone."""
    undone_numbers = undone(events)
    return tuple(
        event
        for number, event in enumerate(events)
        if number > scoring_event_number
        and number not in undone_numbers
        and isinstance(event, TurnAmended | Undone)
        and event.event <= scoring_event_number
    )
