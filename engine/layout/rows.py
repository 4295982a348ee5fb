"""Turn chains into words: find the end at which each chain begins, its text and its place."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians

from engine.layout.arrangement import Letters, SeenWord
from engine.layout.chains import Chain
from engine.layout.geometry import heading, mean_axis, middle
from engine.layout.rotated_letters import direction_weights
from engine.layout.spelling import (
    letter_likelihoods,
    letters_at_turns,
    likelihood,
    probability_of_first,
    settled_letter_likelihoods,
    spell,
    with_masters_named,
)
from engine.observation import Sighting
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class _DirectedReading:
    """One direction in which a chain can be read, with the reading in this direction."""

    chain: Chain
    letters: tuple[Letters, ...]
    sight: float
    text: str
    score: float
    angle: float


def word_of(chain: Chain, sightings: Sequence[Sighting], words: WordList | None) -> SeenWord:
    """Return the word of a chain, read from its likelier end. A lone card is turned to its own likeliest
    way up."""
    ways = [_directed_reading(c, sightings, words) for c in _readings(chain)]
    best = max(ways, key=lambda w: w.score)
    turned = _directed_reading(best.chain.backward(), sightings, words)
    pairs = zip(best.chain.pieces, best.chain.sides, strict=True)
    letters = tuple(settled_letter_likelihoods(sightings[p.index], side) for p, side in pairs)
    return SeenWord(
        text=with_masters_named(spell(letters, words).text, words),
        cards=tuple(p.index for p in best.chain.pieces),
        letters=_letters_as_read(best.chain, sightings),
        centre=middle(p.centre for p in best.chain.pieces),
        angle=best.angle,
        direction_probability=probability_of_first(best.sight, turned.sight),
        backward=_letters_as_read(turned.chain, sightings),
    )


def _letters_as_read(chain: Chain, sightings: Sequence[Sighting]) -> tuple[Letters, ...]:
    pairs = zip(chain.pieces, chain.sides, strict=True)
    return tuple(letters_at_turns(sightings[p.index], side) for p, side in pairs)


def _readings(chain: Chain) -> list[Chain]:
    if len(chain.pieces) > 1 or not chain.pieces[0].is_square:
        return [chain, chain.backward()]
    return [Chain(chain.pieces, (side,)) for side in range(4)]


def _directed_reading(
    chain: Chain, sightings: Sequence[Sighting], words: WordList | None
) -> _DirectedReading:
    """Return the reading of a chain of cards in the direction of the chain, with its score. Cards that are
    printed alike both ways up give both directions the same score. So a direction that is upright in the
    picture gets slightly more."""
    pairs = zip(chain.pieces, chain.sides, strict=True)
    letters = tuple(letter_likelihoods(sightings[p.index], side) for p, side in pairs)
    angle = mean_axis((heading(chain.direction(i)) for i in range(len(chain.pieces))), 360.0)
    count = direction_weights([sightings[piece.index] for piece in chain.pieces])
    sight, spelling = likelihood(letters, count), spell(letters, words)
    evidence = sight + spelling.score - _without_list(letters)
    return _DirectedReading(
        chain, letters, sight, spelling.text, evidence + 0.02 * cos(radians(angle - 10)), angle
    )


def _without_list(letters: Sequence[Letters]) -> float:
    return spell(letters, None).score
