"""Laying a clock's words out when it is settled which they are to be: only each third card may be played, and
what is skipped comes round again as another third (CLK-1 to CLK-3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.moves import TURNED, Shift, Single, Turn, TurnOver, face
from engine.position import FACE_DOWN
from engine.rules.circle import BY_THREES
from engine.rules.patience import COMPLETE


@dataclass(frozen=True, slots=True)
class Dial:
    """A moment of the play. `laid`: letters of each target that lie in its place, `loose` the lone cards that
    wait to be moved elsewhere, by place; `pack` in the order it is turned, `place` how far this time. `idle`:
    nothing was played since it was turned over. `moves` led here from `before`."""

    laid: tuple[int, ...]
    loose: tuple[str, ...]
    pack: str
    place: int = 0
    idle: bool = True
    moves: tuple[Single, ...] = ()
    before: "Dial | None" = None

    @property
    def gone(self) -> int:
        """Letters that lie where they are to be."""
        return sum(self.laid)


def furthest(start: Dial, targets: Sequence[str], width: int) -> Dial:
    """The end of a play that lays all of `targets`; where none is found among the `width` best ways at each
    card, the first of those that laid the most of them."""
    kept = [_settled(start, targets)]
    best = kept[0]
    while kept:
        best = max(best, kept[0], key=lambda at: at.gone)
        found: dict[object, Dial] = {}
        for at in kept:
            for after in _after(at, targets):
                if after.gone == COMPLETE * len(targets):
                    return after
                found.setdefault((after.laid, after.loose, after.pack, after.place, after.idle), after)
        kept = sorted(found.values(), key=lambda at: (-at.gone, at.place))[:width]
    return best


def earlier(end: Dial, gone: int) -> Dial:
    """The last moment on the way to `end` when no more than `gone` letters lay where they were to be, or its
    beginning."""
    at = end
    while at.gone > gone and at.before is not None:
        at = at.before
    return at


def moves_to(end: Dial | None) -> tuple[Single, ...]:
    """The moves that led there from the beginning."""
    moves: list[Single] = []
    while end is not None:
        moves[:0] = end.moves
        end = end.before
    return tuple(moves)


def _after(at: Dial, targets: Sequence[str]) -> Iterator[Dial]:
    """What may be done with the next third card: laid in one of the places that want it, or left."""
    over: tuple[Single, ...] = ()
    origin = at
    if at.place >= len(at.pack):
        if at.idle:
            return
        at, over = replace(at, place=0, idle=True), (TurnOver(),)
    third = min(at.place + BY_THREES, len(at.pack)) - 1
    card, turned = at.pack[third], third + 1 - at.place
    began = (*over, Turn(FACE_DOWN * (turned - 1) + face(card)))
    rest = at.pack[:third] + at.pack[third + 1 :]
    for index in _wanting(at, targets, card):
        laid = _with(at.laid, index, at.laid[index] + 1)
        played = Dial(laid, at.loose, rest, third, False, (*began, Shift(card, TURNED, index)), origin)
        yield _settled(played, targets)
    yield replace(at, place=third + 1, moves=began, before=origin)


def _wanting(at: Dial, targets: Sequence[str], card: str) -> Iterator[int]:
    """Places whose next letter `card` is; of places that lie alike and go on alike one."""
    seen = set()
    for index, target in enumerate(targets):
        done = at.laid[index]
        if done == len(target) or at.loose[index] or target[done] != card.upper():
            continue
        if (target, done) not in seen:
            seen.add((target, done))
            yield index


def _settled(at: Dial, targets: Sequence[str]) -> Dial:
    """With every loose card moved that some begun word waits for: that is free, and makes room (CLK-1)."""
    for index, card in enumerate(at.loose):
        if not card:
            continue
        waiting = (
            other
            for other, target in enumerate(targets)
            if other != index and not at.loose[other] and 0 < at.laid[other] < len(target)
            and target[at.laid[other]] == card.upper()
        )  # fmt: skip
        other = next(waiting, None)
        if other is not None:
            loose, laid = _with(at.loose, index, ""), _with(at.laid, other, at.laid[other] + 1)
            moved = replace(
                at, laid=laid, loose=loose, moves=(*at.moves, Shift(card, index, other)), idle=False
            )
            return _settled(moved, targets)
    return at


T = TypeVar("T")


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
