"""Find which of Lexicon's four actions changed one table of words into another."""

from collections import Counter
from collections.abc import Iterator

from engine.moves import Change, Discard, Draw, Exchange, Insert, Lay, SingleMove, faces, same_card
from engine.position import Rows
from engine.rules.masters import keeps_cards

WordMove = Lay | Insert | Exchange | Change


def row_moves(before: Rows, after: Rows) -> tuple[SingleMove, ...]:
    """Return the moves that changed a table of Lexicon: one for each changed word, in the order of the words,
    and last the discard or draw. `after` must be as `aligned_words` returns it."""
    moves: tuple[SingleMove, ...] = tuple(_word_moves(before.words, after.words))
    pile = _pile_move(before.exposed, after.exposed)
    unseen = before.exposed is None and moves
    return moves if pile is None or unseen else (*moves, pile)


def aligned_words(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words `after` a turn with an empty text for every word that is gone, so that each word keeps
    the index that it has in `before`.

    If `after` has fewer words than `before`, words that do not occur in `after` are taken as the ones that
    are gone.
    """
    words: list[str] = []
    rest = list(after)
    for place, word in enumerate(before):
        missing = len(before) - place - len(rest)
        is_missing = missing > before[place + 1 :].count("") and word not in rest
        words.append("" if is_missing or (not word and missing > 0) else rest.pop(0))
    return (*words, *rest)


def has_same_cards(before: str, after: str) -> bool:
    """Return True if both words hold the same cards, in any order. The names of Masters may differ."""
    return sorted(faces(before)) == sorted(faces(after))


def keeps_all_cards(before: str, after: str) -> bool:
    """Return True if every card of `before` is still in `after`, in any order."""
    return not Counter(faces(before)) - Counter(faces(after))


def exchanged_and_inserted(before: str, after: str) -> Iterator[str]:
    """Yield the cards that came from the hand if one card of the word `before` was exchanged and others were
    inserted to make `after`. There is one result for each card that may have been exchanged. For EXPERT and
    EXPORTED the only result is "DEO"."""
    for place in range(len(before)):
        if _holds_around(before[:place], before[place + 1 :], after):
            remaining = Counter(faces(before[:place] + before[place + 1 :]))
            yield "".join(sorted((Counter(faces(after)) - remaining).elements()))


def _holds_around(head: str, tail: str, word: str) -> bool:
    """Return True if the cards of `head`, at least one other card, and the cards of `tail` occur in `word` in
    this order."""
    rest = iter(word)
    first = all(any(same_card(card, other) for other in rest) for card in head)
    return first and next(rest, "") != "" and keeps_cards(tail, "".join(rest))


def _word_moves(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[WordMove]:
    for index, word in enumerate(after):
        move = _word_move(index, before[index] if index < len(before) else "", word)
        if move:
            yield move


def _word_move(index: int, before: str, after: str) -> WordMove | None:
    if not before:
        return Lay(after) if after else None
    if len(before) == len(after):
        same = all(same_card(b, a) for b, a in zip(before, after, strict=True))
        return None if same else Exchange(index, before, after)
    if len(before) < len(after) and keeps_cards(before, after):
        return Insert(index, before, after)
    return Change(index, before, after)


def _pile_move(before: str | None, after: str | None) -> Discard | Draw | None:
    if after is None or after == before:
        return None
    if after == "":
        return Draw() if before else None
    return Discard(after)
