"""The letters of the cards found: those the reader settles by itself, and those a person is asked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.cards import PACKS
from vision.enrol.gather import Find
from vision.enrol.labelling import Group, Lettering, UnlabelledCards, cards, nearest_pack
from vision.enrol.learning import DOWN
from vision.tensor_format import LETTERS


@dataclass(frozen=True, slots=True)
class LetterQuestion:
    """A question for the letter of `card`, counted among all found.

    `alike` cards look the same, and `likeliest` is the reader's guess; `letters` are all cards as read now
    (`-` face down).
    """

    card: int
    alike: int
    likeliest: str
    letters: str


Ask = Callable[[LetterQuestion], str | None]
"""A function that asks a person a question: it returns a letter, None for no idea, or BACK."""

BACK: Final = "<"
"""The answer that takes the previous one back: its question is asked again."""

WHOLE_DECK_CARDS: Final = 40
"""The number of cards from which a photograph shows a whole deck and not a part of one: no known pack is
so large that two photographs of its parts hold as many each."""


@dataclass(frozen=True, slots=True)
class EnrolResult:
    """The result of enrolling: a letter for each card found (`-` face down), and the cards left in
    `doubtful`.

    `like` is the nearest pack, `copies` the number of photographs of the whole deck, and `asked` the number
    of answers.
    """

    letters: str
    doubtful: frozenset[int]
    like: str
    copies: int
    asked: int


def settle(finds: Sequence[Find], photos: int, told: Mapping[int, str], ask: Ask | None) -> EnrolResult:
    """Assign letters to all cards together, asking about one doubtful kind after the other. `told` are the
    known answers.

    Without `ask` nothing is asked. A kind stays doubtful if the person does not know its card.
    """
    up = [i for i, find in enumerate(finds) if told.get(i, DOWN if find.back else "") != DOWN]
    seen = cards(
        np.stack([finds[i].log_probabilities for i in up]).reshape(-1, len(LETTERS)),
        np.stack([finds[i].features for i in up]),
    )
    copies = _copies(finds, photos)
    packs = {name: pack.limits(copies) for name, pack in PACKS.items() if pack.certain}
    known = {up.index(i): letter for i, letter in told.items() if i in up}
    like, lettering = nearest_pack(seen, packs, known)
    passed: frozenset[Group] = frozenset()
    before: list[tuple[dict[int, str], frozenset[Group]]] = []
    while ask is not None and (kind := _next(lettering, passed)) is not None:
        card = _clearest(seen, kind, known)
        everything = _everywhere(len(finds), up, lettering.letters)
        answer = ask(LetterQuestion(up[card], len(kind), lettering.letters[card], everything))
        if answer == BACK:
            known, passed = before.pop() if before else (known, passed)
        else:
            before.append((known, passed))
            known, passed = (known, passed | {kind}) if answer is None else ({**known, card: answer}, passed)
        like, lettering = nearest_pack(seen, packs, known)
    doubtful = frozenset(up[i] for kind in lettering.doubts for i in kind)
    return EnrolResult(_everywhere(len(finds), up, lettering.letters), doubtful, like, copies, len(before))


def _everywhere(finds: int, up: Sequence[int], letters: str) -> str:
    """Return a letter for each of `finds` cards; those not in `up` lie face down."""
    every = [DOWN] * finds
    for i, letter in zip(up, letters, strict=True):
        every[i] = letter
    return "".join(every)


def _next(lettering: Lettering, passed: frozenset[Group]) -> Group | None:
    return next((kind for kind in lettering.doubts if kind not in passed), None)


def _clearest(seen: UnlabelledCards, kind: Group, known: Mapping[int, str]) -> int:
    """Return the card of a kind, not yet `known`, that the network is surest of: the least stained and
    best lit."""
    return max((i for i in kind if i not in known), key=lambda i: float(seen.log_probabilities[i].max()))


def _copies(finds: Sequence[Find], photos: int) -> int:
    """Count the photographs that show a whole deck: 1 when they show parts of one."""
    counts = [sum(find.photo == n for find in finds) for n in range(photos)]
    return photos if photos > 1 and min(counts) >= WHOLE_DECK_CARDS else 1
