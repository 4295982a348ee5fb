"""Find the cards of a question in the newest picture, to show them with the question."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import compress, zip_longest

from engine.events import AnyEvent, PicturedCards, QuestionAsked
from engine.explain import ExplanationContext, SettledPosition, cards_in_front, cards_of_piles
from engine.notation import parse_position
from engine.observation import Observation
from engine.position import Grid, Piles, Position, RacePosition
from engine.turn.card_tracking import EXPOSED, Spot, letter_at, sightings_by_spot, spot_after
from engine.turn.packs import with_letter_offers


def with_pictured_cards(
    event: AnyEvent, settled: SettledPosition, seen: Observation, context: ExplanationContext
) -> AnyEvent:
    """Return the question `event` with the cards that it is about, as indices of the sightings in `seen`.
    `settled` is the table as it was read when the question was asked. Any other event, and a question that
    already names its cards, is returned unchanged."""
    if not isinstance(event, QuestionAsked) or event.cards:
        return event
    if event.about == "pack":
        return with_letter_offers(event, settled, seen, context)
    if event.about not in ("turn", "Master", "count"):
        return event
    groups = _groups(parse_position(event.before), parse_position(event.after), settled, seen, context)
    return replace(event, cards=tuple(cards for cards in groups if cards))


def _groups(
    before: Position,
    after: Position,
    settled: SettledPosition,
    seen: Observation,
    context: ExplanationContext,
) -> Iterator[PicturedCards]:
    """Yield the cards to show with a question, in groups: the cards of each word that was laid or changed, of
    each changed pile, or of the words formed in a race."""
    match before, settled.position:
        case Piles(piles=old), Piles(piles=now):
            changed = [was != card for was, card in zip_longest(old, now, fillvalue="")]
            yield from compress(cards_of_piles(settled, seen, context), changed)
        case RacePosition(player=seat), RacePosition():
            yield cards_in_front(seat, settled, seen)
        case _:
            lying = sightings_by_spot(settled, seen, context)
            for group in _changed_spots(before, after):
                places_after = (spot_after(after, settled.position, spot) for spot in group)
                yield tuple(lying[at] for at in places_after if at is not None and at in lying)


def _changed_spots(before: Position, after: Position) -> list[list[Spot]]:
    """Return the spots of each word that was laid or changed, of the new cards of a crossword, and of a
    new exposed card. If nothing changed, include the exposed card, because an equal card may lie there
    now."""
    lines = list(enumerate(after.lines))
    old = dict(enumerate(before.lines))
    if isinstance(after, Grid):
        spots = [
            [(r, c) for r, line in lines for c in range(len(line)) if _is_new_card(before, after, (r, c))]
        ]
    else:
        spots = [[(r, c) for c in range(len(line))] for r, line in lines if line != old.get(r)]
    if after.exposed and (after.exposed != before.exposed or before == after):
        spots.append([EXPOSED])
    return [group for group in spots if group]


def _is_new_card(before: Position, after: Position, spot: Spot) -> bool:
    same = [len(line) for line in before.lines] == [len(line) for line in after.lines]
    return not same or letter_at(before, spot) != letter_at(after, spot)
