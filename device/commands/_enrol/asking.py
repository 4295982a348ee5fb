"""Which card is which: what the reader settles by itself, and what a person is asked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from device.errors import UsageFault
from engine.cards import PACKS
from vision.codes import LETTERS
from vision.enrol.deciding import Cards, Group, Lettering, cards, nearest_pack
from vision.enrol.gather import Find
from vision.enrol.learning import DOWN

Ask = Callable[[Find, int, str], str | None]
"""(a card, how many look like it, its likeliest letter) to the letter a person names, None for no idea."""

WHOLE: Final = 40
"""Cards from which on a photograph shows a whole deck and not a part of one: no known pack is so large that
two photographs of its parts hold as many each."""

UNSAID: Final = "."
"""How an answers file leaves a card to the reader."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A letter for each card found (`-` face down), which of them stayed in doubt, the pack they are nearest
    to, how often the deck was photographed as a whole, and how many questions it took."""

    letters: str
    doubtful: frozenset[int]
    like: str
    copies: int
    asked: int


def settle(finds: Sequence[Find], photos: int, told: Mapping[int, str], ask: Ask | None) -> Settled:
    """Letter all cards together, asking about one kind in doubt after the other; `told` is known already.

    Without `ask` nothing is asked. A kind whose card the person does not know stays in doubt.
    """
    up = [i for i, find in enumerate(finds) if told.get(i, DOWN if find.back else "") != DOWN]
    seen = cards(
        np.stack([finds[i].said for i in up]).reshape(-1, len(LETTERS)),
        np.stack([finds[i].features for i in up]),
    )
    copies = _copies(finds, photos)
    packs = {name: pack.limits(copies) for name, pack in PACKS.items() if pack.certain}
    known = {up.index(i): letter for i, letter in told.items() if i in up}
    like, lettering = nearest_pack(seen, packs, known)
    passed: set[Group] = set()
    asked = 0
    while ask is not None and (kind := _next(lettering, passed)) is not None:
        card = _clearest(seen, kind, known)
        answer = ask(finds[up[card]], len(kind), lettering.letters[card])
        asked += 1
        if answer is None:
            passed.add(kind)
            continue
        known[card] = answer
        like, lettering = nearest_pack(seen, packs, known)
    letters = [DOWN] * len(finds)
    for place, i in enumerate(up):
        letters[i] = lettering.letters[place]
    doubtful = frozenset(up[i] for kind in lettering.doubts for i in kind)
    return Settled("".join(letters), doubtful, like, copies, asked)


def _next(lettering: Lettering, passed: set[Group]) -> Group | None:
    return next((kind for kind in lettering.doubts if kind not in passed), None)


def _clearest(seen: Cards, kind: Group, known: Mapping[int, str]) -> int:
    """The card of a kind, not yet `known`, that the network is surest of: the least stained and best lit."""
    return max((i for i in kind if i not in known), key=lambda i: float(seen.said[i].max()))


def _copies(finds: Sequence[Find], photos: int) -> int:
    """How many of the photographs show a whole deck: 1 when they show parts of one."""
    counts = [sum(find.photo == n for find in finds) for n in range(photos)]
    return photos if photos > 1 and min(counts) >= WHOLE else 1


def answers(path: Path, finds: Sequence[Find], photos: Sequence[Path]) -> dict[int, str]:
    """What a file says lies there: a line of letters for each row of cards as they face, an empty line
    between two photographs; `.` leaves a card to the reader, `?` is a Master, `-` a card face down.

    Raises UsageFault naming the line that does not fit what was found.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise UsageFault(
            f"--answers {path}: {getattr(fault, 'strerror', None) or 'not UTF-8 text'}"
        ) from fault
    told: dict[int, str] = {}
    photo = row = 0
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip().upper()
        if not said:
            photo, row = photo + (row > 0), 0
            continue
        where = f"--answers {path}, line {number}"
        letters = [_letter(c, where) for c in said]
        here = [i for i, find in enumerate(finds) if (find.photo, find.row) == (photo, row)]
        if photo >= len(photos) or len(here) != len(said):
            name = photos[photo].name if photo < len(photos) else "no further photo"
            raise UsageFault(f"{where}: {len(said)} cards, but row {row + 1} of {name} has {len(here)}")
        told |= {i: letter for i, letter in zip(here, letters, strict=True) if letter != UNSAID}
        row += 1
    return told


def _letter(said: str, where: str) -> str:
    if said not in LETTERS + DOWN + UNSAID:
        raise UsageFault(f"{where}: {said!r} is no card; A-Z, ? for a Master, - face down, . not said")
    return said
