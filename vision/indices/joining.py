"""What was read of the cards, settled with the cards that corner letters tell of.

A corner letter confirms a card, adds one that nobody saw, or proves a doubtful outline a bad guess. It never
overrules a card that was read for sure and lies under no other, unless both its corner letters do, though
read for sure itself it may leave it in doubt; nor, while itself in doubt, one that lies under others, unless
that letter may be one of theirs.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.indices.relations import (
    DOUBLE,
    EXPLAINED,
    OPPOSITE,
    SURE,
    UNDER,
    WHOLE,
    at_corner,
    beneath,
    between,
    both_ends,
    each_over_the_other,
    ends_seen,
    guess,
    hidden,
    in_the_middle,
    may_be,
    meet,
    on_top,
    opposite,
    over_picture,
    stands_for,
    told_by,
    turned_amiss,
    upon,
    within_card,
)
from vision.indices.telling import PLACED, SUPPOSED, clear, founded, legible, masterly
from vision.indices.witness import agreement, confirmed, saying, weighed, witnessed
from vision.pieces.letters import Piece, overlap
from vision.sifting.printed import print_of_corner

LITTLE: Final = 0.2
"""As `UNDER`, of a plain Master: one that shows most of its picture is seldom seen for itself, either."""


def joined(
    pieces: tuple[Piece, ...],
    cards: tuple[Piece, ...],
    among: tuple[Piece, ...] = (),
    shown: Callable[[Piece], bool] = lambda _: False,
) -> tuple[Piece, ...]:
    """`pieces` and what `cards`, known by their corner letters, add to them and prove wrong. `shown` says
    whether the picture shows the edges of one."""
    # Whatever says the same elsewhere is another card: two of one letter may lie next to one another.
    pieces = tuple(replace(piece, ends=True) if ends_seen(piece, cards) else piece for piece in pieces)
    plain = founded(cards, (*pieces, *among), shown)
    surest = sorted(cards, key=lambda c: -c.outline.score * c.best)
    known, left = _settled(list(pieces), surest, plain, among)
    # By what is sure now that its corner letter says the same, too.
    plain = founded(cards, (*known, *among), shown)
    new = _missed(known, left, plain, among, shown)
    told = [*(piece for piece in known if piece.index is not None), *new]
    whole = [card for card in new if any(both_ends(card, other) for other in plain)]
    stood = [card for card in left if any(stands_for(piece, card) for piece in known)]
    return (
        *(p for p in known if not (_disproved(p, told) or _better(p, whole) or _seen_twice(p, stood))),
        *new,
    )


def outvoted(pieces: tuple[Piece, ...], cards: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """`pieces`, those read anew of which the letters in both corners say another than the whole card: of a
    card with corner letters alone they are all there is to read, and there they are seen more closely. Of
    twelve such on traced tables they were right in all, in three of them against a sure reading. Where no
    card bears a corner letter that says the same as it, they are figures: an 8 is a plain B."""
    plain = [card for card in cards if clear(card)]
    lettered = any(piece.index is not None for piece in pieces)
    return tuple(
        _outvoted(piece, plain, pieces) if lettered or piece.best < SURE else piece for piece in pieces
    )


def _settled(
    known: list[Piece], cards: list[Piece], plain: list[Piece], among: tuple[Piece, ...]
) -> tuple[list[Piece], list[Piece]]:
    """What was found, with what its corner letters say of it; and the cards that none of it accounts for. A
    guess that is hardly a card accounts for none that is `plain`."""
    left = list[Piece]()
    for card in cards:
        told = (*(piece for piece in known if piece.index is not None), *among)
        if any(at_corner(other, card) for other in among) or any(told_by(piece, card) for piece in told):
            known = [_again(piece, card) for piece in known]
            continue
        if any(_instead(piece, card) for piece in told):
            left.append(card)
            continue
        same = [n for n, piece in enumerate(known) if at_corner(piece, card) and not _sliver(piece, card)]
        same = same or [n for n, piece in enumerate(known) if _bears(piece, card, (*known, *among))]
        agree = [n for n in same if known[n].likeliest == card.likeliest]
        alone = [n for n in same if not beneath(known[n], (*known, *among))]
        sure = [n for n in same if _stands(known[n], card, cards)]
        if alone and (known[alone[0]].likely or not (card in plain or masterly(card))):
            known[alone[0]] = weighed(known[alone[0]], card, clear(card))
        elif sure:
            known[sure[0]] = weighed(known[sure[0]], card, clear(card))
        elif agree and clear(card) and not any(each_over_the_other(card, piece) for piece in told):
            best = max(agree, key=lambda n: known[n].best)
            known[best] = confirmed(known[best], card)
        else:
            left.append(card)
    return known, left


def _missed(
    known: list[Piece],
    cards: list[Piece],
    plain: list[Piece],
    among: tuple[Piece, ...],
    shown: Callable[[Piece], bool],
) -> list[Piece]:
    """The cards that nobody saw: plain corner letters on what lies among other cards."""
    new = list[Piece]()
    for card in cards:
        guessed = any(guess(piece, card) and piece.best < SURE for piece in known)
        placed = legible(card, PLACED) and between(card, (*known, *plain))
        supposed = guessed and (legible(card, SUPPOSED) or (legible(card, PLACED) and shown(card)))
        picture = masterly(card, cards)
        if not (placed or supposed or card in plain or picture):
            continue
        told = (*(piece for piece in known if piece.index is not None), *new, *among)
        whole = any(both_ends(card, other) for other in plain)
        printed = any(print_of_corner(piece, card) for piece in known)
        there = (
            guessed
            or whole
            or printed
            or hidden(card, (*known, *plain, *among), LITTLE if picture else UNDER)
        )
        strange = any(told_by(piece, card) or _instead(piece, card) for piece in told)
        its_own = any(
            (stands_for(piece, card) and not (whole or _another(piece, card, told)))
            or on_top(piece, card, (*known, *among))
            for piece in known
            if not print_of_corner(piece, card)
        )
        amiss = any(
            turned_amiss(piece, card) or over_picture(piece, card) or in_the_middle(piece, card)
            for piece in (*known, *among)
        )
        if strange or its_own or amiss:
            continue
        # The uppermost card of a fan lies under none: only its edges tell that it is more than a letter.
        if there or (card in plain and card.best >= SURE and shown(card)):
            read = any(guess(piece, card) and piece.likeliest == card.likeliest for piece in known)
            new.append(replace(card, unseen=False) if read else card)
    return new


def _sliver(piece: Piece, card: Piece) -> bool:
    """Whether the piece is a doubtful outline of a part of the card, whose own letter is plain."""
    return piece.best < SURE and piece.area < WHOLE * card.area and card.best >= SURE and clear(card)


def _bears(piece: Piece, card: Piece, others: Sequence[Piece]) -> bool:
    """Whether a plain corner letter is that of a card under none, whose outline is too narrow for it."""
    if piece.index is not None or card.best < SURE or not clear(card):
        return False
    return upon(piece, card, others)


def _stands(piece: Piece, card: Piece, cards: Sequence[Piece]) -> bool:
    """Whether a card read for sure, though others lie over it, stands against its own doubtful corner letter:
    unless its letter is that of one of these."""
    if piece.best < SURE or card.best >= SURE or piece.likeliest == card.likeliest:
        return False
    return not any(
        other is not card and may_be(other, piece.likeliest) and meet(other, piece) for other in cards
    )


def _instead(piece: Piece, card: Piece) -> bool:
    """Whether `piece` is a card and `card` therefore none: one read for sure stays, else the surer one."""
    return piece.best >= min(SURE, card.best) and each_over_the_other(card, piece)


def _another(piece: Piece, card: Piece, told: Sequence[Piece]) -> bool:
    """Whether `piece` is rather one of those `told` already, seen twice: two of one letter may lie side by
    side in a hand."""
    shared = overlap(piece.corners, card.corners)
    return any(o.likeliest == piece.likeliest and overlap(o.corners, piece.corners) > shared for o in told)


def _is_anothers(card: Piece, piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether a corner letter is rather that of another of the pieces, which bears it."""
    shared = overlap(piece.corners, card.corners)
    bearing = (p for p in pieces if p is not piece and p.likeliest == card.likeliest)
    return any(overlap(p.corners, card.corners) >= shared for p in bearing)


def _outvoted(piece: Piece, plain: Sequence[Piece], pieces: Sequence[Piece]) -> Piece:
    # Where the card lies the piece tells; each corner letter alone tells less of it than of its letter.
    here = [c for c in plain if c.likeliest != piece.likeliest and overlap(c.corners, piece.corners) > DOUBLE]
    # The next card of a fan lies nearly there, and has corner letters of its own.
    here = [c for c in here if not _is_anothers(c, piece, pieces)]
    pairs = ((one, two) for one in here for two in here if opposite(one, two))
    said = max((agreement(*pair) for pair in pairs), key=lambda letters: float(letters.max()), default=None)
    return piece if said is None else saying(piece, said)


def _again(piece: Piece, card: Piece) -> Piece:
    """The piece, with the letter in its opposite corner as one more witness if that is what `card` is."""
    if piece.index is None or card.index is None or not told_by(piece, card):
        return piece
    apart = float(np.hypot(*(piece.index - card.index))) / card.outline.height
    # What the whole card said for sure is not asked again.
    return witnessed(piece, card) if apart > OPPOSITE and piece.best < SURE else piece


def _better(piece: Piece, cards: Sequence[Piece]) -> bool:
    """Whether one of the cards seen by both corners is the piece with its outline amiss."""
    return any(stands_for(piece, card) for card in cards)


def _seen_twice(piece: Piece, cards: Sequence[Piece]) -> bool:
    """Whether the piece is a bad guess at a card read for sure, which one of the cards, of the same letter,
    is."""
    if piece.index is not None or piece.best >= SURE:
        return False
    same = (card for card in cards if card.likeliest == piece.likeliest)
    return any(overlap(piece.corners, card.corners) > EXPLAINED for card in same)


def _disproved(piece: Piece, told: Sequence[Piece]) -> bool:
    """Whether the piece was a bad guess at one of the cards that are told by corner letters."""
    if piece.index is not None:
        return False
    if any(print_of_corner(piece, card) for card in told):
        return True
    if any(at_corner(piece, card) and piece.likeliest != card.likeliest for card in told):
        return True
    if any(card.best >= SURE and clear(card) and within_card(piece, card) for card in told):
        return True
    return piece.best < SURE and any(overlap(piece.corners, card.corners) > EXPLAINED for card in told)
