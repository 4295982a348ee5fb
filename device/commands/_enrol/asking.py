"""Find the letters of the cards: the reader tells most of them, and a person is asked about the others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.cards import PACKS
from vision.enrol.gather import FoundCard
from vision.enrol.labelling import Group, Lettering, UnlabelledCards, group_cards, nearest_pack
from vision.enrol.learning import FACE_DOWN
from vision.tensor_format import LETTERS


@dataclass(frozen=True, slots=True)
class LetterQuestion:
    """A question to a person during an enrolment: which letter is on a doubtful card."""

    card: int
    """The number of the card among all cards found."""
    similar_count: int
    """The number of cards that look the same."""
    likeliest: str
    """The letter that the reader considers likeliest."""
    letters: str
    """The letters of all cards found, as far as they are known now: for a doubtful card the likeliest
    letter, for a face-down card `-`."""


Ask = Callable[[LetterQuestion], str | None]
"""A function that asks a person for a letter. It returns the letter, None if the person does not
know the letter, or `TAKE_BACK`."""

TAKE_BACK: Final = "<"
"""The answer that takes the previous answer back. The previous question is asked again."""

WHOLE_DECK_CARDS: Final = 40
"""Minimum number of cards on each photograph from which all photographs count as pictures of the
whole deck. With fewer cards, each photograph shows a part of it. Half of the largest known pack
has fewer."""


@dataclass(frozen=True, slots=True)
class EnrolResult:
    """The letters of all cards on a deck's photographs, and how they were found."""

    letters: str
    """A letter for each card found; `-` is a face-down card."""
    doubtful: frozenset[int]
    """The numbers of the cards still in doubt."""
    nearest_pack: str
    """The name of the known pack that the deck resembles most."""
    copies: int
    """The number of photographs if each shows the whole deck; 1 if each shows a part of it."""
    answer_count: int
    """The number of answers that people gave."""


def find_letters(
    finds: Sequence[FoundCard], photos: int, answers: Mapping[int, str], ask: Ask | None
) -> EnrolResult:
    """Assign letters to all cards together, and ask about each group of doubtful cards that look the same.
    `answers` are the letters that are already known, by card.

    Without `ask` no question is asked. A group stays doubtful if the person does not know its letter.
    """
    up = [
        i
        for i, find in enumerate(finds)
        if answers.get(i, FACE_DOWN if find.is_face_down else "") != FACE_DOWN
    ]
    seen = group_cards(
        np.stack([finds[i].log_probabilities for i in up]).reshape(-1, len(LETTERS)),
        np.stack([finds[i].features for i in up]),
    )
    copies = _copies(finds, photos)
    packs = {name: pack.limits(copies) for name, pack in PACKS.items() if pack.certain}
    known = {up.index(i): letter for i, letter in answers.items() if i in up}
    like, lettering = nearest_pack(seen, packs, known)
    passed: frozenset[Group] = frozenset()
    before: list[tuple[dict[int, str], frozenset[Group]]] = []
    while ask is not None and (kind := _next(lettering, passed)) is not None:
        card = _clearest(seen, kind, known)
        everything = _all_letters(len(finds), up, lettering.letters)
        answer = ask(LetterQuestion(up[card], len(kind), lettering.letters[card], everything))
        if answer == TAKE_BACK:
            known, passed = before.pop() if before else (known, passed)
        else:
            before.append((known, passed))
            known, passed = (known, passed | {kind}) if answer is None else ({**known, card: answer}, passed)
        like, lettering = nearest_pack(seen, packs, known)
    doubtful = frozenset(up[i] for kind in lettering.doubts for i in kind)
    return EnrolResult(_all_letters(len(finds), up, lettering.letters), doubtful, like, copies, len(before))


def _all_letters(finds: int, up: Sequence[int], letters: str) -> str:
    """Return a text with a letter for each of `finds` cards. The cards with the numbers `up` have
    `letters`, in this order. All other cards lie face down and get `-`."""
    every = [FACE_DOWN] * finds
    for i, letter in zip(up, letters, strict=True):
        every[i] = letter
    return "".join(every)


def _next(lettering: Lettering, passed: frozenset[Group]) -> Group | None:
    return next((kind for kind in lettering.doubts if kind not in passed), None)


def _clearest(seen: UnlabelledCards, kind: Group, known: Mapping[int, str]) -> int:
    """Return the number of the card of `kind` of whose letter the network is surest. It is the cleanest
    and best lit card. Cards in `known` are left out."""
    return max((i for i in kind if i not in known), key=lambda i: float(seen.log_probabilities[i].max()))


def _copies(finds: Sequence[FoundCard], photos: int) -> int:
    """Return the number of photographs that each show a whole deck; 1 if they show parts of one deck."""
    counts = [sum(find.photo == n for find in finds) for n in range(photos)]
    return photos if photos > 1 and min(counts) >= WHOLE_DECK_CARDS else 1
