"""Review the possible plays of a finished hand; computed once, because it takes a while."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.best import PlayValue, Reviewed, reviewed
from engine.events import AnyEvent, TurnAmended, Undone
from engine.i18n import joined
from engine.match import undone
from engine.notation import NotationError, parse_move
from engine.wording import say_move
from engine.wording.written import capitalised, words
from engine.words import WordList
from web.languages import translate as _

KEPT_REVIEWS: Final = 8
"""Number of hands whose review stays in memory: people look at the last few again and again."""


class Reviews:
    """Hold the reviewed hands of one table's journal. `held` gives hands known from other sources than the
    journal, before each turn by its number there.
    """

    def __init__(self, held: Callable[[], Mapping[int, str]] = dict) -> None:
        self._held = held
        self._kept: OrderedDict[tuple[int, int, str], tuple[Reviewed, ...]] = OrderedDict()
        self._one_at_a_time = threading.Lock()

    def of(self, words: WordList, events: Sequence[AnyEvent], scored: int) -> tuple[Reviewed, ...]:
        """Return the turns of the hand that event `scored` closed, as they count now. A caller waits while
        another hand is reviewed, so that only one review at a time slows the table.
        """
        later = _put_right(events, scored)
        key = (id(words), scored, repr(later))
        with self._one_at_a_time:
            if key not in self._kept:
                hands = reviewed(words, (*events[: scored + 1], *later), held=self._held())
                self._kept[key] = hands[0] if hands else ()
                while len(self._kept) > KEPT_REVIEWS:
                    self._kept.popitem(last=False)
            return self._kept[key]


def done(play: PlayValue, name: str) -> str:
    """Tell in a sentence the play that `name` made, or could have made: its words, or else the move."""
    if play.words:
        return capitalised(_("{name} played {word}.").format(name=name, word=joined(words(play.words), _)))
    try:
        return say_move(parse_move(play.move), _, name)
    except NotationError:
        return capitalised(_("{name} played.").format(name=name))


def _put_right(events: Sequence[AnyEvent], scored: int) -> tuple[AnyEvent, ...]:
    """Return the corrections of those turns after the hand was over; they count."""
    gone = undone(events)
    return tuple(
        event
        for number, event in enumerate(events)
        if number > scored
        and number not in gone
        and isinstance(event, TurnAmended | Undone)
        and event.event <= scored
    )
