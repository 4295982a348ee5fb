"""Find misread cards: a settled card that later pictures show to be another card.

A card that reads differently in a later picture counts as misread in two cases: no hand has been over the
table since, or the earlier reading was doubtful and the new letter was one of its possible letters. Any other
change may be a play, and is ruled on as one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import dist
from typing import Final

from engine.adjudication import adjudicate
from engine.events import AnyEvent, TurnTakenBack
from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.explain import Explanation, ExplanationContext, SettledPosition
from engine.explain.letters import probability
from engine.layout import Letters
from engine.match.rebase import best_offset
from engine.moves import EMPTY, face
from engine.observation import Observation, Point, Reading, Sighting
from engine.position import Grid, Position, Rows, with_exposed
from engine.ruling import Legal
from engine.turn.card_tracking import EXPOSED, Spot, letter_at, sightings_by_spot, spot_after

MIN_REMEMBERED_PROBABILITY: Final = 0.02
"""Least probability of another possible letter of a settled card at which the letter is remembered,
because the card may have been misread."""
MIN_RIVAL_PROBABILITY: Final = 0.2
"""If a settled card now shows another letter, the card was misread if that letter had at least this
probability when the card was settled. If the letter was less probable and hands have been over the table
since, the card was exchanged.

For the exposed card MIN_REMEMBERED_PROBABILITY is enough if the picture also shows a play, because a
player who has played does not discard. Without a play, the player has most likely discarded.
"""
CORRECTED_LETTER_PROBABILITY: Final = 0.5
"""The probability with which a card's old letter is remembered after a picture has corrected the letter.
The correcting picture may be wrong."""
SURE_LOOK_FACTOR: Final = 0.5
"""Factor by which the probability of a card's other letters falls with each picture that shows its letter
surely.

A correction leaves the old letter of a card with CORRECTED_LETTER_PROBABILITY. That probability stays
above MIN_RIVAL_PROBABILITY after one such picture, and falls below it after two.
"""
SAME_CARD_MM: Final = 40.0
"""A card nearer than this, in mm, to the place of a card that a person corrected counts as that card. It
is less than the distance to the next card."""


@dataclass(frozen=True, slots=True)
class CardReport:
    """A person's correction of a card. The camera still reads the card wrong in later pictures."""

    centre: Point
    """The centre of the card, in mm."""
    wrong: str
    """The letter that the camera reads."""
    right: str
    """The letter that the person named."""
    exposed: bool = False
    """True if the card is the exposed card, which other cards will cover."""


@dataclass(frozen=True, slots=True)
class ExplainedChange:
    """A picture with its likeliest explanation as a change of the settled position."""

    settled: SettledPosition
    """The position that the table held before the picture."""
    observation: Observation
    """The cards that the picture shows."""
    best: Explanation
    """The likeliest explanation of the change."""
    context: ExplanationContext
    """The game, the words and the packs in play."""


@dataclass(frozen=True, slots=True)
class RememberedReadings:
    """What pictures have shown of the uncertain settled cards: their other possible letters, and people's
    corrections."""

    position: Position = Rows()  # noqa: RUF009 - a frozen value
    doubts: tuple[tuple[Spot, Letters], ...] = ()
    """The other possible letters of each uncertain card of `position`."""
    card_reports: tuple[CardReport, ...] = ()
    """People's corrections of single cards."""
    confirmed_exposed: str = ""
    """The exposed card, if a picture has shown it again after the play that exposed it; otherwise empty."""

    def others(self, spot: Spot) -> Letters:
        """Return the other letters that the card at `spot` may have, with the probability of each."""
        return next((letters for at, letters in self.doubts if at == spot), ())


def with_card_reports(
    memory: RememberedReadings, observation: Observation
) -> tuple[RememberedReadings, Observation]:
    """Return a pair: the remembered readings with the present places of the cards that people corrected, and
    the observation with the letters that people named for these cards. A card is recognised even after it was
    pushed a little."""
    cards, reports = list(observation.cards), []
    for report in memory.card_reports:
        near = [i for i, card in enumerate(cards) if _is_reported_card(card, report)]
        if near:
            i = min(near, key=lambda n: dist(cards[n].centre, report.centre))
            report = replace(report, centre=cards[i].centre)
            cards[i] = as_certain_letter(cards[i], report.right)
        reports.append(report)
    return replace(memory, card_reports=tuple(reports)), replace(observation, cards=tuple(cards))


def _is_reported_card(card: Sighting, one: CardReport) -> bool:
    best = card.best
    return best is not None and best[0] == one.wrong and dist(card.centre, one.centre) < SAME_CARD_MM


def as_certain_letter(card: Sighting, letter: str) -> Sighting:
    """Return the card, in its place as seen, with a certain reading as `letter`."""
    turns = card.readings[0].turns if card.readings else 0
    return replace(card, face="up", readings=(Reading(letter, turns, 1.0),))


def after_report(
    memory: RememberedReadings, card: Sighting, letter: str, *, exposed: bool = False
) -> RememberedReadings:
    """Return the remembered readings with a person's correction of a card. From now on `card` counts as
    `letter`, even where the camera reads it otherwise."""
    best = card.best
    others = [one for one in memory.card_reports if dist(one.centre, card.centre) >= SAME_CARD_MM]
    report = CardReport(card.centre, best[0] if best else "", letter, exposed)
    return replace(memory, card_reports=(*others, report))


def after_confirmation(
    memory: RememberedReadings,
    settled: SettledPosition,
    observation: Observation,
    context: ExplanationContext,
) -> RememberedReadings:
    """Return the remembered readings after people confirmed the settled position. A settled card that the
    camera now reads as another letter counts as misread from then on."""
    for spot, i in sightings_by_spot(settled, observation, context).items():
        card, letter = observation.cards[i], face(letter_at(settled.position, spot))
        if card.best is not None and card.best[0] != letter:
            memory = after_report(memory, card, letter, exposed=spot == EXPOSED)
    return memory


def remembered_readings(
    memory: RememberedReadings,
    settled: SettledPosition,
    observation: Observation,
    context: ExplanationContext,
) -> RememberedReadings:
    """Return the remembered readings of the uncertain settled cards after the picture `observation`. A card
    that is read for sure becomes more certain."""
    doubts = dict(_moved_doubts(memory, settled.position))
    card_reports = tuple(
        one for one in memory.card_reports if not one.exposed or one.right == settled.position.exposed
    )
    for spot, i in sightings_by_spot(settled, observation, context).items():
        letters = observation.cards[i].letters()
        now = face(letter_at(settled.position, spot))
        others = tuple(
            (c, min(p, CORRECTED_LETTER_PROBABILITY))
            for c, p in letters
            if c != now and p >= MIN_REMEMBERED_PROBABILITY
        )
        if others:
            doubts.setdefault(spot, others)
        elif letters and letters[0][0] == now:
            doubts[spot] = tuple(
                (c, SURE_LOOK_FACTOR * p)
                for c, p in doubts.get(spot, ())
                if SURE_LOOK_FACTOR * p >= MIN_RIVAL_PROBABILITY
            )
    left = sorted((spot, letters) for spot, letters in doubts.items() if letters)
    return replace(memory, position=settled.position, doubts=tuple(left), card_reports=card_reports)


def after_look(memory: RememberedReadings, settled: SettledPosition, best: Explanation) -> RememberedReadings:
    """Return the remembered readings after a new picture. If the picture shows the same exposed card as
    before, this card counts from now on as seen twice (`confirmed_exposed`). `best` is the likeliest
    explanation of the picture."""
    exposed = settled.position.exposed
    return replace(memory, confirmed_exposed=exposed) if exposed and best.after.exposed == exposed else memory


def after_correction(
    memory: RememberedReadings,
    corrections: Iterable[AnyEvent],
    old_position: Position,
    new_position: Position,
) -> RememberedReadings:
    """Return the remembered readings after the events `corrections`, by which later pictures corrected the
    position `old_position` to `new_position`.

    The old letter of a corrected card stays possible for some pictures, since the correction may be wrong. If
    a later picture shows the old letter again, the card does not count as exchanged. If a play was taken
    back, nothing changes.
    """
    alike = [len(line) for line in old_position.lines] == [len(line) for line in new_position.lines]
    if not alike or any(isinstance(event, TurnTakenBack) for event in corrections):
        return memory
    doubts = dict(_moved_doubts(memory, old_position))
    for r, (old, new) in enumerate(zip(old_position.lines, new_position.lines, strict=True)):
        for c, (one, other) in enumerate(zip(old, new, strict=True)):
            if EMPTY not in (one, other) and face(one) != face(other):
                doubts[r, c] = ((face(one), CORRECTED_LETTER_PROBABILITY),)
    if old_position.exposed and new_position.exposed and old_position.exposed != new_position.exposed:
        doubts[EXPOSED] = ((old_position.exposed, CORRECTED_LETTER_PROBABILITY),)
    return replace(memory, position=new_position, doubts=tuple(sorted(doubts.items())))


def misread_cards(
    memory: RememberedReadings, picture: ExplainedChange, *, untouched: bool, known_hand: str = ""
) -> tuple[tuple[Spot, str], ...]:
    """Return the spots of the settled cards that were misread, each with its true letter. The explanation
    of the picture takes these cards for exchanged by a player.

    `untouched` means that no hand has been over the table since the last picture. `known_hand` are the
    cards that the player on turn is known to hold, and may discard.
    """
    position, best = picture.settled.position, picture.best
    changed = _substituted_cards(position, best)
    if not changed:
        return ()
    lying = sightings_by_spot(picture.settled, picture.observation, picture.context)
    doubts = dict(_moved_doubts(memory, position))
    misreads = []
    for spot, letter in changed:
        if spot == EXPOSED and letter in known_hand and not untouched:
            continue
        others = doubts.get(spot, ())
        enough = (
            MIN_REMEMBERED_PROBABILITY
            if spot == EXPOSED and best.before.lines != best.after.lines
            else MIN_RIVAL_PROBABILITY
        )
        possible = any(c == letter and p >= enough for c, p in others)
        possible = possible or (
            spot == EXPOSED and _exposed_card_seen_once(memory, position, best, picture.context)
        )
        if (untouched or possible) and spot in lying:
            card, was = picture.observation.cards[lying[spot]], face(letter_at(position, spot))
            if _is_sure_of(card, letter) and _outweighs(card, letter, was, others):
                misreads.append((spot, letter))
    return tuple(misreads)


def _exposed_card_seen_once(
    memory: RememberedReadings, position: Position, best: Explanation, context: ExplanationContext
) -> bool:
    """Return True if the exposed card was seen in one picture only, and all other changes are a legal play.
    Then the exposed card may have been misread: one picture is not enough to accuse a player of two
    actions."""
    if memory.confirmed_exposed == position.exposed or best.before.lines == best.after.lines:
        return False
    before = with_exposed(best.before, best.after.exposed)
    return isinstance(adjudicate(context.game, context.words, before, best.after, packs=context.packs), Legal)


def _is_sure_of(card: Sighting, letter: str) -> bool:
    best = card.best
    return best is not None and best[0] == letter and best[1] >= MIN_SURE_LETTER_PROBABILITY


def _outweighs(card: Sighting, letter: str, settled_letter: str, others: Letters) -> bool:
    """Return True if `card` is likelier to be `letter` than its settled letter, by this picture and the
    earlier pictures together. `others` are the other letters that the earlier pictures left possible, with
    their probabilities. A letter not in `others` counts with MIN_REMEMBERED_PROBABILITY."""
    before, settled_weight = (
        dict(others).get(letter, MIN_REMEMBERED_PROBABILITY),
        max(0.0, 1 - sum(p for _, p in others)),
    )
    now = card.letters()
    return before * probability(now, letter) > settled_weight * probability(now, settled_letter)


def steady_readings(
    memory: RememberedReadings,
    settled: SettledPosition,
    observation: Observation,
    context: ExplanationContext,
) -> Observation:
    """Return the observation of a table that nobody has touched, with the readings of cards kept steady. A
    card that now reads differently keeps its settled letter, unless the new reading is likelier
    (`_outweighs`)."""
    doubts, cards = dict(_moved_doubts(memory, settled.position)), list(observation.cards)
    for spot, i in sightings_by_spot(settled, observation, context).items():
        best, was = cards[i].best, face(letter_at(settled.position, spot))
        if best and best[0] != was and not _outweighs(cards[i], best[0], was, doubts.get(spot, ())):
            cards[i] = as_certain_letter(cards[i], was)
    return replace(observation, cards=tuple(cards))


def _substituted_cards(position: Position, best: Explanation) -> list[tuple[Spot, str]]:
    """Return the settled cards that the explanation of a picture takes for exchanged: the spot of each in
    `position`, with the letter of the other card."""
    before, after = best.before, best.after
    down, right = 0, 0
    substitutions: list[tuple[Spot, str]] = []
    if position.exposed and after.exposed and position.exposed != after.exposed:
        substitutions.append((EXPOSED, after.exposed))
    if isinstance(position, Grid) and isinstance(before, Grid) and position.rows and before.rows:
        down, right = best_offset(position.rows, before.rows)
    for r, (was, now) in enumerate(zip(before.lines, after.lines, strict=False)):
        if len(was) == len(now):
            for c, (one, other) in enumerate(zip(was, now, strict=True)):
                if EMPTY not in (one, other) and face(one) != face(other):
                    substitutions.append(((r - down, c - right), face(other)))
    return substitutions


def _moved_doubts(memory: RememberedReadings, position: Position) -> list[tuple[Spot, Letters]]:
    """Return the remembered doubts, each with the present spot of its card. A spot changes when a word grows,
    or when a crossword grows at its upper or left side. Doubts about cards that are gone are left out."""
    old = memory.position
    if old == position:
        return list(memory.doubts)
    places = ((spot_after(old, position, spot), letters) for spot, letters in memory.doubts)
    return [(spot, letters) for spot, letters in places if spot is not None]
