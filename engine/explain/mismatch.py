"""Detect pictures that cannot follow from the settled position: pictures of another table, of a cleared
table or of a new hand. A turn leaves most of the cards in their places and adds one word or one line of
cards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.adjudication import adjudicate
from engine.explain.explanation import Explanation, ExplanationContext, lines_of
from engine.game import Layout
from engine.grid_frames import cards_at
from engine.layout.crossword import runs
from engine.moves import EMPTY, face, faces
from engine.position import FACE_DOWN, Grid, Piles, Position, RacePosition, Rows
from engine.ruling import Legal

Spot = tuple[int, int]
MAX_WORD_LETTERS: Final = 15
"""Greatest number of cards that one turn of a patience is expected to take from the tops of piles. If
more are gone, the picture can follow from the settled position only by a legal play. The longest words of
word lists for these games have 15 letters."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The reason why a picture cannot follow from the settled position."""

    missing: tuple[str, ...] = ()
    """The settled words that the picture does not show. Empty for a patience, since its piles are not
    words."""
    new: tuple[str, ...] = ()
    """The new words of the picture."""
    hidden: bool = False
    """True if all missing words may still lie on the table, because the picture shows no other cards in
    their places."""
    empty: bool = False
    """True if no word lay on the table in the settled position."""


def mismatch(best: Explanation, context: ExplanationContext) -> Mismatch | None:
    """Return the reason why the picture that `best` explains cannot follow from the settled position; None
    if it can."""
    match best.before, best.after:
        case Rows() as before, Rows() as after:
            return _rows_mismatch(before, after, best.unseen)
        case Grid() as before, Grid() as after:
            return _grid_mismatch(before, after, best.unseen)
        case Piles() as before, Piles() as after:
            return _piles_mismatch(before, after, best, context)
        case RacePosition() as before, RacePosition():
            return _fronts_mismatch(before, best, context)
        case _:
            return None


def with_words_seen(best: Explanation, words: frozenset[str]) -> Explanation:
    """Return the explanation `best` with the settled words `words` counted as seen, because a person has said
    that they still lie on the table."""
    if not best.unseen or not words:
        return best
    known = {spot for word, spots in words_at(best.before) if word in words for spot in spots}
    return replace(best, unseen=best.unseen - known)


def hidden_words(best: Explanation, words: frozenset[str]) -> frozenset[str]:
    """Return those of the settled words `words` of which at least one card is not seen in the picture that
    `best` explains."""
    return frozenset(
        word for word, spots in words_at(best.before) if word in words and best.unseen.intersection(spots)
    )


def words_at(position: Position) -> Iterator[tuple[str, Sequence[Spot]]]:
    """Yield the words of a position with the line and place of each of their cards."""
    if isinstance(position, Rows):
        yield from (
            (word, [(i, j) for j in range(len(word))]) for i, word in enumerate(position.words) if word
        )
    if isinstance(position, Grid):
        yield from _crossing(position.rows, 0)
    if isinstance(position, RacePosition):
        first = 0
        for rows in position.laid:
            yield from _crossing(rows, first)
            first += len(rows)


def _crossing(rows: tuple[str, ...], first: int) -> Iterator[tuple[str, Sequence[Spot]]]:
    """Yield the words across and down in `rows`. Each comes with the spots of its cards, whose line numbers
    are counted from `first`."""
    cards = {(c, r): card for (r, c), card in cards_at(Grid(rows)).items()}
    for run in runs(cards):
        yield "".join(cards[cell] for cell in run), [(r + first, c) for c, r in run]


def _rows_mismatch(before: Rows, after: Rows, unseen: frozenset[Spot]) -> Mismatch | None:
    """Return the reason why one turn cannot have changed the words `before` into `after`; None if it can.
    Each word must keep half of its cards. Only one word may keep fewer, if its exchange is the only change
    (LEX-D)."""
    new = tuple(word for word in after.words[len(before.words) :] if word)
    pairs = [(was, now) for was, now in zip(before.words, after.words, strict=False) if was]
    became = [(was, now) for was, now in pairs if was != now]
    alone = len(became) == 1 and not new and before.exposed == after.exposed
    lost = [(w, n) for w, n in became if 2 * _shared(w, n) < len(w) and not (alone and len(w) == len(n))]
    hidden = [word for word, spots in words_at(before) if unseen.issuperset(spots)]
    old_count = len(pairs) - len(lost) - len(hidden)
    if not lost and not hidden and not _has_too_many_new(len(new), old_count):
        return None
    missing = tuple(word for word in before.words if word in hidden or any(word == was for was, _ in lost))
    return Mismatch(missing, (*(now for _, now in lost), *new), not lost, not pairs)


def _has_too_many_new(new: int, old: int) -> bool:
    """Return True if a picture has so many new words that it cannot follow from the settled position: more
    than one, and more than the words that stayed. A turn adds at most one word. `new` and `old` are the
    numbers of new words and of words that stayed."""
    return new > max(old, 1)


def _shared(was: str, now: str) -> int:
    """Return how many cards the two words have in common."""
    return (Counter(faces(was)) & Counter(faces(now))).total()


def _grid_mismatch(before: Grid, after: Grid, unseen: frozenset[Spot]) -> Mismatch | None:
    """Return the reason why one turn cannot have changed the grid `before` into `after`; None if it can.
    Cards on the table are never moved or taken (XW-8), and new cards lie in one line (XW-2)."""
    old, now = cards_at(before), cards_at(after)
    same_cells = {
        at for at, card in old.items() if at not in unseen and face(card) == face(now.get(at, EMPTY))
    }
    words = list(words_at(before)) or [("".join(old.values()), list(old))] * bool(old)
    lost_words = [word for word, spots in words if 2 * len(same_cells.intersection(spots)) < len(spots)]
    added = now.keys() - old.keys()
    scattered = len({r for r, _ in added}) > 1 and len({c for _, c in added}) > 1
    if not lost_words and not (scattered and len(added) > len(same_cells)):
        return None
    known = {word for word, _ in words}
    new = tuple(word for word, _ in words_at(after) if word not in known)
    hidden = all(spot in same_cells or spot in unseen for spot in old)
    return Mismatch(tuple(lost_words), new, hidden, not old)


def _piles_mismatch(
    before: Piles, after: Piles, best: Explanation, context: ExplanationContext
) -> Mismatch | None:
    """Return the reason why one turn cannot have changed the piles `before` into `after`; None if it can.

    A turn lays one card, or takes at most `MAX_WORD_LETTERS` cards from the tops of piles. The number of
    piles may differ from the settled one if a pile was pushed apart.
    """
    pairs = list(zip(before.piles, after.piles, strict=False))
    in_place = [pair for was, now in pairs for pair in zip(was, now, strict=False)]
    count_in_place = sum(was != FACE_DOWN and face(was) == face(now) for was, now in in_place)
    whole = (Counter(before.piles) & Counter(after.piles)).elements()
    earlier_count, same_count = _face_up(before.piles), max(count_in_place, _face_up(whole))
    plain = all(_can_become(was, now, context.game.layout) for was, now in pairs)
    added = _face_up(after.piles) - same_count
    follows = (
        earlier_count - same_count <= MAX_WORD_LETTERS
        if plain
        else 2 * same_count >= earlier_count and added <= same_count
    )
    return None if follows else _mismatch_unless_legal(best, context)


def _face_up(piles: Iterable[str]) -> int:
    return sum(card != FACE_DOWN for pile in piles for card in pile)


def _can_become(was: str, now: str, layout: Layout) -> bool:
    """Return True if one turn can change a patience's pile from the cards `was` to the cards `now`. Around a
    clock and in columns cards are only added. Elsewhere cards are added or taken from the top, and the next
    face-down card may be turned up."""
    was, now = "".join(map(_face, was)), "".join(map(_face, now))
    if now.startswith(was):
        return True
    if layout in ("columns", "circle"):
        return False
    down = now[:-1] if FACE_DOWN in was[len(now) - 1 :] and now else now
    return was.startswith(down) and FACE_DOWN not in was[len(now) :]


def _face(card: str) -> str:
    return card if card == FACE_DOWN else face(card)


def _fronts_mismatch(before: RacePosition, best: Explanation, context: ExplanationContext) -> Mismatch | None:
    """Return the reason why a picture of a race cannot follow from the settled position; None if it can. The
    reason is that no card of any other player is seen, and the play itself is not lawful. Single players may
    take up their words during a turn, but not all at once."""
    others = {line for seat, line, row in lines_of(before) if seat != before.player and row.strip(EMPTY)}
    if not others or others != {line for line, _ in best.unseen}:
        return None
    table_mismatch = _mismatch_unless_legal(best, context)
    missing = tuple(word for word, spots in words_at(before) if best.unseen.issuperset(spots))
    return None if table_mismatch is None else replace(table_mismatch, missing=missing, hidden=True)


def _mismatch_unless_legal(best: Explanation, context: ExplanationContext) -> Mismatch | None:
    ruling = adjudicate(context.game, context.words, best.before, best.after, packs=context.packs)
    return None if isinstance(ruling, Legal) else Mismatch()
