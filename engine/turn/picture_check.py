"""Compare one picture with the settled position, for the table's display."""

from collections import Counter
from dataclasses import dataclass
from itertools import zip_longest

from engine.explain import Explanation, words_at
from engine.game import Layout
from engine.moves import faces
from engine.observation import Observation
from engine.position import Piles, Position, Rows
from engine.turn.turn_state import TurnState


@dataclass(frozen=True, slots=True)
class PictureView:
    """The content of one picture, compared with the settled position."""

    cards: int = 0
    """The number of face-up cards."""
    has_stock: bool = False
    """True if at least one face-down card lies on the table."""
    words: tuple[str, ...] = ()
    """The words of the settled position that the picture shows unchanged."""
    changed: tuple[tuple[str, str], ...] = ()
    """Pairs of a settled word and the changed word that now lies in its place."""
    new: tuple[str, ...] = ()
    """The words that lie in new places."""
    missing: tuple[str, ...] = ()
    """The settled words that the picture does not show."""
    exposed: str = ""
    """The exposed card in the picture if it differs from the settled exposed card; otherwise empty."""
    must_go_back: bool = False
    """True if the new cards must go back to the hand."""
    laying_back: bool = False
    """True if people are laying the missing cards back."""
    piles: int = 0
    """The number of piles of a patience that hold cards."""
    changed_piles: int = 0
    """The number of a patience's piles that have changed."""
    pile_texts: tuple[str, ...] = ()
    """The piles of a patience, as written in a position."""
    playing: bool = False
    """True if a hand is being played."""
    loose_cards: str = ""
    """The cards beside the words, after a hand of play."""
    layout: Layout = "rows"
    """The layout of the game."""


def view_between_hands(observation: Observation, best: Explanation | None = None) -> PictureView:
    """Return the picture view of an observation while no hand is played. `best` is the likeliest explanation
    of the observation if the table was empty before; None if there is no explanation."""
    words = () if best is None else tuple(word for word, _ in words_at(best.after))
    return PictureView(_face_up_count(observation), _shows_stock(observation), words)


def view_in_counting(observation: Observation, best: Explanation, settled: Position) -> PictureView:
    """Return the picture view of an observation while hands are counted after play. `best` explains the
    observation as if the table had been empty. A word that also lies in `settled` is written as it was
    settled, with its Masters named. All other cards belong to hands."""
    settled_words = [word for word, _ in words_at(settled)]
    words, loose = list[str](), ""
    for seen, _ in words_at(best.after):
        known = next((word for word in settled_words if faces(word) == faces(seen)), None)
        if known is None:
            loose += faces(seen)
        else:
            settled_words.remove(known)
            words.append(known)
    return PictureView(
        _face_up_count(observation), _shows_stock(observation), tuple(words), loose_cards=loose
    )


def view_in_play(
    observation: Observation, best: Explanation, state: TurnState, layout: Layout = "rows"
) -> PictureView:
    """Return the picture view of an observation during a hand of play. `best` is the likeliest explanation of
    the observation. `state` is the turn in progress, already advanced by this observation."""
    up, stock, unmatched = _face_up_count(observation), _shows_stock(observation), state.unmatched
    if isinstance(best.before, Piles):
        pairs = zip_longest(best.before.piles, best.after.lines, fillvalue="")
        changed_piles = sum(was != now for was, now in pairs)
        count = sum(map(bool, best.after.lines))
        missing = unmatched.why.missing if unmatched else ()
        pile_texts = tuple(best.after.lines)
        return PictureView(
            up,
            stock,
            piles=count,
            changed_piles=changed_piles,
            pile_texts=pile_texts,
            missing=missing,
            playing=True,
            layout=layout,
        )
    old_words, new_words = (
        Counter(w for w, _ in words_at(best.before)),
        Counter(w for w, _ in words_at(best.after)),
    )
    lost = Counter(unmatched.why.missing) if unmatched else Counter[str]()
    changed = _changed_words(best) if not unmatched else ()
    return PictureView(
        up,
        stock,
        tuple(((old_words & new_words) - lost).elements()),
        changed,
        tuple((new_words - old_words - Counter(now for _, now in changed)).elements()),
        tuple(lost.elements()),
        (best.after.exposed or "") if best.after.exposed != best.before.exposed else "",
        must_go_back=state.rejected_position is not None,
        laying_back=unmatched is not None and unmatched.laying_back,
        playing=True,
    )


def _changed_words(best: Explanation) -> tuple[tuple[str, str], ...]:
    """Return pairs of an old word and the word that lies in its place. Return none for a crossword: its
    changed words all count as new."""
    if not isinstance(best.before, Rows):
        return ()
    pairs = zip(best.before.lines, best.after.lines, strict=False)
    return tuple((was, now) for was, now in pairs if was and was != now)


def _face_up_count(observation: Observation) -> int:
    return sum(card.face == "up" for card in observation.cards)


def _shows_stock(observation: Observation) -> bool:
    return any(card.face == "down" for card in observation.cards)
