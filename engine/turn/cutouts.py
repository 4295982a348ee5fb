"""Which cards in the newest picture a question is about: they are shown with it."""

from dataclasses import replace

from engine.events import AnyEvent, QuestionAsked
from engine.explain import Ground, Settled
from engine.notation import parse_position
from engine.observation import Observation
from engine.position import Grid, Position
from engine.turn.packs import offered
from engine.turn.spots import EXPOSED, Spot, letter_at, spots


def pictured(event: AnyEvent, settled: Settled, seen: Observation, ground: Ground) -> AnyEvent:
    """The question with the cards of `seen` that it is about; `settled` is the table as it was read when it
    was asked. Any other event, and a question that names its cards itself, as it is."""
    if not isinstance(event, QuestionAsked) or event.cards:
        return event
    if event.about == "pack":
        return offered(event, settled, seen, ground)
    if event.about not in ("turn", "Master", "count"):
        return event
    lying = spots(settled, seen, ground)
    groups = _changed(parse_position(event.before), settled.position)
    shown = (tuple(lying[spot] for spot in group if spot in lying) for group in groups)
    return replace(event, cards=tuple(cards for cards in shown if cards))


def _changed(before: Position, after: Position) -> list[list[Spot]]:
    """The spots of each word that was laid or changed, of what is new in a crossword, of the exposed card."""
    lines = list(enumerate(after.lines))
    old = dict(enumerate(before.lines))
    if isinstance(after, Grid):
        found = [[(r, c) for r, line in lines for c in range(len(line)) if _new(before, after, (r, c))]]
    else:
        found = [[(r, c) for c in range(len(line))] for r, line in lines if line != old.get(r)]
    if after.exposed and after.exposed != before.exposed:
        found.append([EXPOSED])
    return [group for group in found if group]


def _new(before: Position, after: Position, spot: Spot) -> bool:
    same = [len(line) for line in before.lines] == [len(line) for line in after.lines]
    return not same or letter_at(before, spot) != letter_at(after, spot)
