"""What phones show of a match's past, kept from event to event: one more costs the same in a long match as in
a short one."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.events import AnyEvent
from engine.match import Moment, since, whole
from web import past, turns
from web.past import Curve
from web.snapshot import Ruled


@dataclass(frozen=True, slots=True)
class Story:
    """The past of a match at one moment: its last `rulings` in order, in the language they were told in, and
    its totals as a `curve`. `at`: from where it goes on."""

    at: Moment = Moment()  # noqa: RUF009 - a frozen value
    rulings: tuple[Ruled, ...] = ()
    curve: Curve = ()


def told(story: Story, events: Sequence[AnyEvent]) -> Story:
    """Return the story after `events`, of which it knows the first; told anew when a later event changes what
    those did. ValueError at an event that cannot be.
    """
    going_on = since(story.at, events)
    (at, steps), before = (going_on, story) if going_on is not None else (whole(events), Story())
    rulings, curve = before.rulings, before.curve
    for step in steps:
        rulings, curve = turns.after(rulings, step), past.curve(curve, step)
    return Story(at, rulings, curve)
