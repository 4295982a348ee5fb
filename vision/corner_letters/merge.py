"""Merge the cards that were read before with the cards that corner letters show.

A corner letter confirms a card, adds a missed card, or refutes a doubtful outline. It never overrules a card
that was read for sure and lies under no other card, but a sure corner letter may leave that card in doubt.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.corner_letters.acceptance import (
    GUESSED_CARD_SCORES,
    HALFWAY_SCORES,
    accept_in_fans,
    is_clear,
    is_legible,
)
from vision.corner_letters.fusion import fuse_among_rivals, fuse_unrivalled
from vision.corner_letters.relations import (
    EXPLAINED_OVERLAP,
    MIN_CARD_AREA_SHARE,
    exclude_each_other,
    is_guess_at,
    is_halfway_between,
    is_partly_covered,
    is_same_card,
    may_be_covered,
    owns_corner_letter,
    shares_corner,
)
from vision.pieces.classify import Piece, iou


def merge_corner_cards(
    pieces: tuple[Piece, ...],
    cards: tuple[Piece, ...],
    kept_pieces: tuple[Piece, ...] = (),
    edges_visible: Callable[[Piece], bool] = lambda _: False,
) -> tuple[Piece, ...]:
    """Return `pieces` as the corner letters change them: with missed cards added and wrong guesses removed.

    `cards` are known by their corner letters. `kept_pieces` are settled pieces. `edges_visible(card)` tells
    whether the picture shows the card's edges.
    """
    plain = accept_in_fans(cards, (*pieces, *kept_pieces), edges_visible)
    surest = sorted(cards, key=lambda c: -c.outline.score * c.best_probability)
    known, left = _combined(list(pieces), surest, plain, kept_pieces)
    # Use the surer reading, now that its corner letter says the same.
    plain = accept_in_fans(cards, (*known, *kept_pieces), edges_visible)
    new = _missed_cards(known, left, plain, kept_pieces, edges_visible)
    proven = [*(piece for piece in known if piece.letter_corner is not None), *new]
    return (*(piece for piece in known if not _is_disproved(piece, proven)), *new)


def _combined(
    known: list[Piece], cards: list[Piece], plain: list[Piece], kept_pieces: tuple[Piece, ...]
) -> tuple[list[Piece], list[Piece]]:
    """Return the pieces `known` combined with the evidence of their corner letters, and those of the `cards`
    that belong to none of these pieces.

    A card in `plain` is not combined with a piece that is only a doubtful guess. It counts as belonging to no
    piece.
    """
    left = list[Piece]()
    for card in cards:
        proven = (*(piece for piece in known if piece.letter_corner is not None), *kept_pieces)
        if any(shares_corner(other, card) for other in kept_pieces) or any(
            is_same_card(piece, card) for piece in proven
        ):
            continue
        if any(_excludes(piece, card) for piece in proven):
            left.append(card)
            continue
        same = [
            n for n, piece in enumerate(known) if shares_corner(piece, card) and not _is_sliver(piece, card)
        ]
        agree = [n for n in same if known[n].likeliest_letter == card.likeliest_letter]
        alone = [n for n in same if not may_be_covered(known[n], (*known, *kept_pieces))]
        if alone and (known[alone[0]].is_likely or card not in plain):
            known[alone[0]] = fuse_unrivalled(known[alone[0]], card, is_clear(card))
        elif agree and is_clear(card) and not any(exclude_each_other(card, piece) for piece in proven):
            best = max(agree, key=lambda n: known[n].best_probability)
            known[best] = fuse_among_rivals(known[best], card)
        else:
            left.append(card)
    return known, left


def _missed_cards(
    known: list[Piece],
    cards: list[Piece],
    plain: list[Piece],
    kept_pieces: tuple[Piece, ...],
    edges_visible: Callable[[Piece], bool],
) -> list[Piece]:
    """Return the missed cards. A missed card has a clear corner letter, lies among other cards, and is not
    known already."""
    new = list[Piece]()
    for card in cards:
        guessed = any(
            is_guess_at(piece, card) and piece.best_probability < MIN_SURE_LETTER_PROBABILITY
            for piece in known
        )
        halfway = is_legible(card, HALFWAY_SCORES) and is_halfway_between(card, (*known, *plain))
        at_guess = guessed and (
            is_legible(card, GUESSED_CARD_SCORES)
            or (is_legible(card, HALFWAY_SCORES) and edges_visible(card))
        )
        if not (halfway or at_guess or card in plain):
            continue
        proven = (*(piece for piece in known if piece.letter_corner is not None), *new, *kept_pieces)
        covered = guessed or is_partly_covered(card, (*known, *plain, *kept_pieces))
        known_already = any(is_same_card(piece, card) or _excludes(piece, card) for piece in proven)
        if known_already or any(owns_corner_letter(piece, card, (*known, *kept_pieces)) for piece in known):
            continue
        # The top card of a fan lies under no other card. Only its edges show that it is more than a letter.
        if covered or (
            card in plain and card.best_probability >= MIN_SURE_LETTER_PROBABILITY and edges_visible(card)
        ):
            letter_was_read = any(
                is_guess_at(piece, card) and piece.likeliest_letter == card.likeliest_letter
                for piece in known
            )
            new.append(replace(card, only_corner_seen=False) if letter_was_read else card)
    return new


def _is_sliver(piece: Piece, card: Piece) -> bool:
    """Return True if the piece is a doubtful outline of only a part of the card, while the card's letter is
    clear and sure."""
    return (
        piece.best_probability < MIN_SURE_LETTER_PROBABILITY
        and piece.area < MIN_CARD_AREA_SHARE * card.area
        and card.best_probability >= MIN_SURE_LETTER_PROBABILITY
        and is_clear(card)
    )


def _excludes(piece: Piece, card: Piece) -> bool:
    """Return True if `piece` and the corner-letter card `card` cannot both be cards, and `piece` is the one
    to keep: it is sure, or surer than `card`."""
    return piece.best_probability >= min(
        MIN_SURE_LETTER_PROBABILITY, card.best_probability
    ) and exclude_each_other(card, piece)


def _is_disproved(piece: Piece, proven: Sequence[Piece]) -> bool:
    """Return True if the piece was a wrong guess at one of the `proven` cards, whose corner letters were
    seen."""
    if piece.letter_corner is not None:
        return False
    if any(shares_corner(piece, card) and piece.likeliest_letter != card.likeliest_letter for card in proven):
        return True
    return piece.best_probability < MIN_SURE_LETTER_PROBABILITY and any(
        iou(piece.corners, card.corners) > EXPLAINED_OVERLAP for card in proven
    )
