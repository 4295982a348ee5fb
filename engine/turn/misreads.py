"""Misreadings that come to light: a settled card that later pictures show to be another one.

Cards do not change by themselves. One that reads differently now was misread before when nobody's hand has
been over the table since, or when it was doubtful then and this is what else it might have been. Anything
else may be a play, and is ruled on as one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import dist
from typing import Final

from engine.adjudication import adjudicate
from engine.events import AnyEvent, TurnTakenBack
from engine.evidence import SURE_PROBABILITY
from engine.explain import Explanation, ExplanationContext, Settled
from engine.explain.letters import probability
from engine.layout import Letters
from engine.match.rebase import offset
from engine.moves import EMPTY, face
from engine.observation import Observation, Point, Reading, Sighting
from engine.position import Grid, Position, Rows, exposing
from engine.ruling import Legal
from engine.turn.card_tracking import EXPOSED, Spot, letter_at, spot_after, spots

POSSIBLE: Final = 0.02
"""Least probability by sight at which another letter of a card is remembered."""
RIVAL: Final = 0.2
"""Least probability by sight at which another letter counts as a misreading although hands have been over the
table since. A card that looks alike from picture to picture does not turn into a letter that it hardly
resembled; it was exchanged. For the exposed card POSSIBLE is enough if a play was made as well, because
nobody discards besides. If none was made, a hand that came has most likely discarded, although one of 26
letters is just the one that the card may have been.
"""
CONTRADICTED: Final = 0.5
"""Probability of a card's old letter after one picture corrected it: that picture may be the wrong one."""
FADING: Final = 0.5
"""Factor by which a clear look weakens the other possible faces of a card. After CONTRADICTED, one more look
leaves a RIVAL and two do not; an ordinary doubt is gone at once, or after the second look.
"""
SAME_CARD_MM: Final = 40.0
"""Millimetres within which a card is the one that a person spoke of: less than to its neighbour."""


@dataclass(frozen=True, slots=True)
class Insisted:
    """Note that the camera reads the card at `at` (mm) as `wrong`, and a person says that it is `right`.
    `exposed`: it is the exposed card, which others will cover.
    """

    at: Point
    wrong: str
    right: str
    exposed: bool = False


@dataclass(frozen=True, slots=True)
class ExplainedChange:
    """A change of the table since its settled position, explained."""

    settled: Settled
    """The position that the table held before the picture."""
    observation: Observation
    """The cards that the picture shows."""
    best: Explanation
    """The likeliest explanation of the change."""
    ground: ExplanationContext
    """The game, its words and the packs in play."""


@dataclass(frozen=True, slots=True)
class RememberedReadings:
    """Remember the uncertain cards of `position`, with their other readings. `insisted` are people's
    corrections of single cards. `shown` is the exposed card if a picture showed it again after it was
    settled.
    """

    position: Position = Rows()  # noqa: RUF009 - a frozen value
    doubts: tuple[tuple[Spot, Letters], ...] = ()
    insisted: tuple[Insisted, ...] = ()
    shown: str = ""

    def others(self, spot: Spot) -> Letters:
        """Return the other letters that the card at `spot` may have been when it was settled."""
        return next((letters for at, letters in self.doubts if at == spot), ())


def corrected(memory: RememberedReadings, observation: Observation) -> tuple[RememberedReadings, Observation]:
    """Return the observation with the letters that people gave to cards, even after the cards were pushed."""
    cards, kept = list(observation.cards), []
    for one in memory.insisted:
        near = [i for i, card in enumerate(cards) if _is(card, one)]
        if near:
            i = min(near, key=lambda n: dist(cards[n].centre, one.at))
            one = replace(one, at=cards[i].centre)
            cards[i] = certain(cards[i], one.right)
        kept.append(one)
    return replace(memory, insisted=tuple(kept)), replace(observation, cards=tuple(cards))


def _is(card: Sighting, one: Insisted) -> bool:
    best = card.best
    return best is not None and best[0] == one.wrong and dist(card.centre, one.at) < SAME_CARD_MM


def certain(card: Sighting, letter: str) -> Sighting:
    """Return the card with the letter that a person named, in its place as seen."""
    turns = card.readings[0].turns if card.readings else 0
    return replace(card, face="up", readings=(Reading(letter, turns, 1.0),))


def insisting(
    memory: RememberedReadings, card: Sighting, letter: str, *, exposed: bool = False
) -> RememberedReadings:
    """Remember a person's correction: `card` is `letter`, whatever the camera reads from now on."""
    best = card.best
    others = [one for one in memory.insisted if dist(one.at, card.centre) >= SAME_CARD_MM]
    said = Insisted(card.centre, best[0] if best else "", letter, exposed)
    return replace(memory, insisted=(*others, said))


def believing(
    memory: RememberedReadings, settled: Settled, observation: Observation, ground: ExplanationContext
) -> RememberedReadings:
    """Remember that people confirmed the settled position. A settled card that is taken for another one is
    misread from now on.
    """
    for spot, i in spots(settled, observation, ground).items():
        card, letter = observation.cards[i], face(letter_at(settled.position, spot))
        if card.best is not None and card.best[0] != letter:
            memory = insisting(memory, card, letter, exposed=spot == EXPOSED)
    return memory


def remembered(
    memory: RememberedReadings, settled: Settled, observation: Observation, ground: ExplanationContext
) -> RememberedReadings:
    """Remember the uncertain settled cards after one more look. A card that looks clear becomes more
    certain.
    """
    doubts = dict(_moved(memory, settled.position))
    said = tuple(one for one in memory.insisted if not one.exposed or one.right == settled.position.exposed)
    for spot, i in spots(settled, observation, ground).items():
        letters = observation.cards[i].letters()
        now = face(letter_at(settled.position, spot))
        others = tuple((c, min(p, CONTRADICTED)) for c, p in letters if c != now and p >= POSSIBLE)
        if others:
            doubts.setdefault(spot, others)
        elif letters and letters[0][0] == now:
            doubts[spot] = tuple((c, FADING * p) for c, p in doubts.get(spot, ()) if FADING * p >= RIVAL)
    left = sorted((spot, letters) for spot, letters in doubts.items() if letters)
    return replace(memory, position=settled.position, doubts=tuple(left), insisted=said)


def looked(memory: RememberedReadings, settled: Settled, best: Explanation) -> RememberedReadings:
    """Remember, after one more look that `best` explains, whether the exposed card was seen again."""
    exposed = settled.position.exposed
    return replace(memory, shown=exposed) if exposed and best.after.exposed == exposed else memory


def wavering(
    memory: RememberedReadings, excuse: Iterable[AnyEvent], was: Position, now: Position
) -> RememberedReadings:
    """Return the memory after later pictures have corrected `was` by the events of `excuse`: the table is
    `now`. The old letters of its cards stay possible for a while: a card that reads as the one and then as
    the other may be either, and the next player has not exchanged it. A play taken back was no misreading.
    """
    alike = [len(line) for line in was.lines] == [len(line) for line in now.lines]
    if not alike or any(isinstance(event, TurnTakenBack) for event in excuse):
        return memory
    doubts = dict(_moved(memory, was))
    for r, (old, new) in enumerate(zip(was.lines, now.lines, strict=True)):
        for c, (one, other) in enumerate(zip(old, new, strict=True)):
            if EMPTY not in (one, other) and face(one) != face(other):
                doubts[r, c] = ((face(one), CONTRADICTED),)
    if was.exposed and now.exposed and was.exposed != now.exposed:
        doubts[EXPOSED] = ((was.exposed, CONTRADICTED),)
    return replace(memory, position=now, doubts=tuple(sorted(doubts.items())))


def misread(
    memory: RememberedReadings, picture: ExplainedChange, *, untouched: bool, holds: str = ""
) -> tuple[tuple[Spot, str], ...]:
    """Return the settled cards that the explanation takes for exchanged and that were misread, with their
    letters. `untouched`: nobody's hand has been over the table since the last look. `holds`: cards that the
    player to move is known to hold, and may discard.
    """
    position, best = picture.settled.position, picture.best
    changed = _substituted(position, best)
    if not changed:
        return ()
    lying = spots(picture.settled, picture.observation, picture.ground)
    doubts = dict(_moved(memory, position))
    found = []
    for spot, letter in changed:
        if spot == EXPOSED and letter in holds and not untouched:
            continue
        others = doubts.get(spot, ())
        enough = POSSIBLE if spot == EXPOSED and best.before.lines != best.after.lines else RIVAL
        possible = any(c == letter and p >= enough for c, p in others)
        possible = possible or (spot == EXPOSED and _seen_once(memory, position, best, picture.ground))
        if (untouched or possible) and spot in lying:
            card, was = picture.observation.cards[lying[spot]], face(letter_at(position, spot))
            if _clearly(card, letter) and _outweighs(card, letter, was, others):
                found.append((spot, letter))
    return tuple(found)


def _seen_once(
    memory: RememberedReadings, position: Position, best: Explanation, ground: ExplanationContext
) -> bool:
    """Tell whether the exposed card was seen as settled when it was laid and never again, and all other
    changes are a legal play: one look at a discard is not enough to accuse anybody of two actions.
    """
    if memory.shown == position.exposed or best.before.lines == best.after.lines:
        return False
    before = exposing(best.before, best.after.exposed)
    return isinstance(adjudicate(ground.game, ground.words, before, best.after, packs=ground.packs), Legal)


def _clearly(card: Sighting, letter: str) -> bool:
    best = card.best
    return best is not None and best[0] == letter and best[1] >= SURE_PROBABILITY


def _outweighs(card: Sighting, letter: str, was: str, others: Letters) -> bool:
    """Tell whether `card` is `letter` rather than `was`, its settled letter, by this look and the former ones
    together. `others`: its other possible letters; a letter that was not remembered had POSSIBLE at most.
    """
    before, kept = dict(others).get(letter, POSSIBLE), max(0.0, 1 - sum(p for _, p in others))
    now = card.letters()
    return before * probability(now, letter) > kept * probability(now, was)


def steadied(
    memory: RememberedReadings, settled: Settled, observation: Observation, ground: ExplanationContext
) -> Observation:
    """Steady a picture of a table that nobody has touched since it was seen as settled: cards that now read
    differently, but not clearly enough to outweigh their old letters, keep the old letters.
    """
    doubts, cards = dict(_moved(memory, settled.position)), list(observation.cards)
    for spot, i in spots(settled, observation, ground).items():
        best, was = cards[i].best, face(letter_at(settled.position, spot))
        if best and best[0] != was and not _outweighs(cards[i], best[0], was, doubts.get(spot, ())):
            cards[i] = certain(cards[i], was)
    return replace(observation, cards=tuple(cards))


def _substituted(position: Position, best: Explanation) -> list[tuple[Spot, str]]:
    """Return the cards of `position` in whose place the explanation has others, by the faces of those."""
    before, after = best.before, best.after
    down, right = 0, 0
    found: list[tuple[Spot, str]] = []
    if position.exposed and after.exposed and position.exposed != after.exposed:
        found.append((EXPOSED, after.exposed))
    if isinstance(position, Grid) and isinstance(before, Grid) and position.rows and before.rows:
        down, right = offset(position.rows, before.rows)
    for r, (was, now) in enumerate(zip(before.lines, after.lines, strict=False)):
        if len(was) == len(now):
            for c, (one, other) in enumerate(zip(was, now, strict=True)):
                if EMPTY not in (one, other) and face(one) != face(other):
                    found.append(((r - down, c - right), face(other)))
    return found


def _moved(memory: RememberedReadings, position: Position) -> list[tuple[Spot, Letters]]:
    """Return the doubts by the present places of their cards: a word has grown, or the crossword at its upper
    or left side; doubts of cards that are gone are left out.
    """
    old = memory.position
    if old == position:
        return list(memory.doubts)
    places = ((spot_after(old, position, spot), letters) for spot, letters in memory.doubts)
    return [(spot, letters) for spot, letters in places if spot is not None]
