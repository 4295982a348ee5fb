"""Move hands at separate words: lay, insert, exchange and take away cards, as players of Lexicon do.

Inserting a card shifts the word's other cards, and sometimes the words beside it. A word without space to
grow is moved to a free place. The cards are moved in the order in which a person would move them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from device.virtual.motions.motion_steps import Handling, NoRoom
from device.virtual.tabletop.free_places import (
    CARD_STEP_MM,
    NEAREST_FREE_MM,
    Oblong,
    find_room,
    is_free,
    oblong_around,
    offset_point,
    overlaps,
    word_oblong,
)
from device.virtual.tabletop.state import Tabletop, printed
from engine.observation import Point
from engine.position import Rows
from engine.shared.scene import LyingCard

MIN_MOVE_MM: Final = 3.0
"""Distance in mm up to which a card may lie off its place in the word. A card that lies farther off is moved
into its place."""
PUSH_DISTANCES_MM: Final = tuple(10.0 * step for step in range(1, 21))
"""Distances by which a neighbouring word may be pushed aside, mm."""


def play_rows(hands: Handling, before: Rows, after: Rows) -> None:
    """Change the words `before` to `after`, word by word. Raise NoRoom if a word finds no place on the
    table."""
    for index, word in enumerate(after.words):
        old = before.words[index] if index < len(before.words) else ""
        if [*map(printed, old)] != [*map(printed, word)]:
            change_word(hands, index, old, word)
    for index in range(len(after.words), len(before.words)):
        change_word(hands, index, before.words[index], "")


def change_word(hands: Handling, index: int, before: str, after: str) -> None:
    """Change the word `index` on the table from `before` to `after`, card by card. Cards that are not kept
    are taken away first.

    Raise NoRoom if the word can't grow in its place and no other place is free.
    """
    if not before:
        _lay(hands, index, after)
    elif len(before) == len(after):
        _exchange(hands, index, before, after)
    else:
        _reshape(hands, index, before, after)


def _lay(hands: Handling, index: int, word: str) -> None:
    manner, top = hands.manner, hands.top
    tilt = manner.facing + max(-4.0, min(4.0, manner.dice.gauss(0, 1.2)))
    place = find_room(len(word), top.blocked_areas(), top.width, top.height, tilt)
    if place is None:
        raise NoRoom(word)
    for count, card in enumerate(word):
        laid = hands.put(printed(card), _spot(place, count, len(word)), tilt)
        cards_before = hands.top.words[index] if count else ()
        hands.visit(hands.top.with_word(index, (*cards_before, laid)), (laid.x, laid.y), bring=laid)


def _exchange(hands: Handling, index: int, before: str, after: str) -> None:
    """Change the word `before` on the table to `after`, which has as many cards. One card after another is
    taken out and replaced."""
    for i, (old, new) in enumerate(zip(before, after, strict=True)):
        if printed(old) != printed(new):
            cards = hands.top.words[index]
            card = cards[i]
            without = hands.top.with_word(index, cards[:i] + cards[i + 1 :])
            hands.visit(without, (card.x, card.y), take=card)
            cards = hands.top.words[index]
            laid = hands.put(printed(new), (card.x, card.y), card.angle)
            filled = hands.top.with_word(index, (*cards[:i], laid, *cards[i:]))
            hands.visit(filled, (laid.x, laid.y), bring=laid)


def _reshape(hands: Handling, index: int, before: str, after: str) -> None:
    """Make the word `index` on the table longer or shorter. First the cards that are not kept are taken away,
    the last one first; then the new cards are laid."""
    pairs = matched(before, after)
    for old in reversed(range(len(before))):
        if old not in pairs.values():
            cards = hands.top.words[index]
            card = cards[old]
            hands.visit(
                hands.top.with_word(index, cards[:old] + cards[old + 1 :]), (card.x, card.y), take=card
            )
    if after and not pairs:
        _lay(hands, index, after)
    elif after:
        _grow(hands, index, after, sorted(pairs))


def matched(before: str, after: str) -> Mapping[int, int]:
    """Return which cards of the word `before` stay when it becomes the word `after`, as many as possible. The
    result has the index in `before` of each such card, by its index in `after`."""
    a, b = [printed(c) for c in before], [printed(c) for c in after]
    longest = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in reversed(range(len(a))):
        for j in reversed(range(len(b))):
            same = longest[i + 1][j + 1] + 1 if a[i] == b[j] else 0
            longest[i][j] = max(same, longest[i + 1][j], longest[i][j + 1])
    return _common_cards(a, b, longest)


def _common_cards(a: Sequence[str], b: Sequence[str], longest: Sequence[Sequence[int]]) -> Mapping[int, int]:
    places: dict[int, int] = {}
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j] and longest[i][j] == longest[i + 1][j + 1] + 1:
            places[j] = i
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return places


def _grow(hands: Handling, index: int, after: str, kept_indices: Sequence[int]) -> None:
    """Make space for the word `after` on the table, and lay its new cards one by one.

    `index` is the number of the word on the table. `kept_indices` lists, in ascending order, the letters
    of `after` whose cards already lie there, counted from 0.
    """
    anchor = _make_room(hands, index, len(after), kept_indices)
    _close_up(hands, index, kept_indices, anchor)
    word_places = list(kept_indices)
    for new in (i for i in range(len(after)) if i not in kept_indices):
        word_places = sorted([*word_places, new])
        _slip_in(hands, index, word_places, new, printed(after[new]), anchor)


def _slip_in(
    hands: Handling, index: int, word_places: Sequence[int], new: int, letter: str, anchor: tuple[int, Oblong]
) -> None:
    """Lay the card `letter` as the letter number `new` of the growing word `index`, and move the word's other
    cards as far as needed. `word_places` lists the places in the word that then have a card."""
    targets = _targets(word_places, anchor)
    laid = hands.put(letter, targets[word_places.index(new)], anchor[1].angle)
    olds = iter(hands.top.words[index])
    cards = [
        laid if i == new else _set_right(hands, next(olds), to)
        for i, to in zip(word_places, targets, strict=True)
    ]
    hands.visit(hands.top.with_word(index, cards), (laid.x, laid.y), bring=laid)


def _close_up(hands: Handling, index: int, kept_indices: Sequence[int], anchor: tuple[int, Oblong]) -> None:
    """Move the cards of the word `index` to the places that they have in the changed word. `kept_indices`
    lists these places by number, and `anchor` is one of them with the place of its card on the table. Do
    nothing if all cards lie right."""
    cards = hands.top.words[index]
    moved = [_set_right(hands, c, to) for c, to in zip(cards, _targets(kept_indices, anchor), strict=True)]
    if tuple(moved) != cards:
        middle = moved[len(moved) // 2]
        hands.visit(hands.top.with_word(index, moved), (middle.x, middle.y))


def _targets(word_places: Sequence[int], anchor: tuple[int, Oblong]) -> list[Point]:
    """Return the points (mm) at which the cards of a growing word are to lie. `word_places` lists the letters
    of the word that have a card, and `anchor` is one of these letters with its card's place."""
    fixed, place = anchor
    return [
        offset_point(place, (rank - word_places.index(fixed)) * CARD_STEP_MM)
        for rank in range(len(word_places))
    ]


def _set_right(hands: Handling, card: LyingCard, to: Point) -> LyingCard:
    """Return the card as laid again at the point `to` (mm). If the card is within `MIN_MOVE_MM` of `to`,
    return it unchanged."""
    if abs(card.x - to[0]) <= MIN_MOVE_MM and abs(card.y - to[1]) <= MIN_MOVE_MM:
        return card
    return hands.put(card.letter, to, card.angle)


def _spot(place: Oblong, i: int, n: int) -> Point:
    """Return the centre (mm) of card number `i` (from 0) of a word of `n` cards that lies in the rectangle
    `place`."""
    return offset_point(place, (i - (n - 1) / 2) * CARD_STEP_MM)


def _make_room(hands: Handling, index: int, n: int, kept_indices: Sequence[int]) -> tuple[int, Oblong]:
    """Make space for the word `index`, which is to have `n` cards. The word stays, or another word is pushed
    aside, or the word moves elsewhere.

    Return the index of a card in the finished word, with the place of this card. This place fixes those of
    all other cards.
    """
    for push in (_fits, _fits_after_a_push):
        for rank in dict.fromkeys((0, len(kept_indices) - 1, len(kept_indices) // 2)):
            anchor = _anchor_at(hands.top.words[index], kept_indices, rank)
            if push(hands, index, _finished_area(anchor, n)):
                return anchor
    return _move_elsewhere(hands, index, n, kept_indices)


def _anchor_at(cards: Sequence[LyingCard], kept_indices: Sequence[int], rank: int) -> tuple[int, Oblong]:
    card = cards[rank]
    angle = sum(c.angle for c in cards) / len(cards)
    return kept_indices[rank], Oblong(card.x, card.y, 0.0, 0.0, angle)


def _finished_area(anchor: tuple[int, Oblong], n: int) -> Oblong:
    """Return the rectangle (mm) that a word of `n` cards will cover. `anchor` is the index of a card in this
    word, with the place of this card."""
    fixed, place = anchor
    return word_oblong(n, *offset_point(place, ((n - 1) / 2 - fixed) * CARD_STEP_MM), place.angle)


def _fits(hands: Handling, index: int, place: Oblong) -> bool:
    top = hands.top
    return is_free(place, top.blocked_areas(index), top.width, top.height, NEAREST_FREE_MM)


def _fits_after_a_push(hands: Handling, index: int, place: Oblong) -> bool:
    """Return True if the word `index` fits at `place` after another word was pushed aside.

    The other word is pushed only if it is the only one in the way, and if its push frees the place.
    """
    top, wide = hands.top, place.grown(*NEAREST_FREE_MM)
    blocking = [
        i
        for i, cards in enumerate(top.words)
        if cards and i != index and overlaps(wide, oblong_around(cards))
    ]
    if len(blocking) != 1:
        return False
    pushed = _pushed(top, index, blocking[0], place)
    if pushed is None:
        return False
    hands.visit(pushed, (pushed.words[blocking[0]][0].x, pushed.words[blocking[0]][0].y))
    return True


def _pushed(top: Tabletop, index: int, other: int, place: Oblong) -> Tabletop | None:
    """Return the table with word `other` moved by the smallest distance that frees `place`; None if no
    distance frees it."""
    cards = top.words[other]
    for step in PUSH_DISTANCES_MM:
        for across, down in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
            moved = [replace(c, x=c.x + across, y=c.y + down) for c in cards]
            after = top.with_word(other, moved).with_word(index, ())
            if _is_clear(after, other, place):
                return top.with_word(other, moved)
    return None


def _is_clear(top: Tabletop, other: int, place: Oblong) -> bool:
    moved = oblong_around(top.words[other])
    rest = [*top.blocked_areas(other), place]
    return is_free(moved, rest, top.width, top.height, NEAREST_FREE_MM) and is_free(
        place, top.blocked_areas(), top.width, top.height, NEAREST_FREE_MM
    )


def _move_elsewhere(hands: Handling, index: int, n: int, kept_indices: Sequence[int]) -> tuple[int, Oblong]:
    top = hands.top
    angle = oblong_around(top.words[index]).angle
    place = find_room(n, top.blocked_areas(index), top.width, top.height, angle)
    if place is None:
        raise NoRoom(f"no room for a word of {n} cards")
    return kept_indices[0], Oblong(*_spot(place, kept_indices[0], n), 0.0, 0.0, angle)
