"""Find the words that a player of the race has formed (MW). The place of each group of cards tells its
owner, and the letters tell the spelling."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from engine.explain.explanation import Explanation, ExplanationContext, SettledPosition, WordPlace, lines_of
from engine.explain.grid import explain_grid
from engine.i18n import Sentence
from engine.layout import arrangements
from engine.layout.geometry import distance
from engine.moves import EMPTY, faces
from engine.observation import Observation, Point, Quad
from engine.position import Grid, RacePosition
from engine.ruling import OtherDoubt

MAX_JOINED_DISTANCE_SIDES: Final = 1.35
"""Greatest distance between two cards, centre to centre, in long sides of a card, at which both belong to
the same player's words. It bridges a gap for one card in a word. The cards of different players lie
further apart."""
MAX_PUSHED_MM: Final = 120.0
"""Greatest distance, in mm, by which a player's group of cards may have been pushed and still be
recognised by its place: one and a third card lengths. The figure is a judgement. Players sit further
apart."""
MIN_AGREEING_SHARE: Final = 0.5
"""Least share of common letters at which a group of cards is recognized as the words of a player whose place
is unknown: one half. The figure is a judgement. The words of two players seldom have half of their letters
in common."""


@dataclass(frozen=True, slots=True)
class _Group:
    """A group of cards in a race that lie close together, and so belong to one player."""

    cards: tuple[int, ...]
    """The indices of the cards in the observation."""
    letters: str
    """The likeliest letter of each card."""
    centre: Point
    """The middle of the group, mm."""


def explain_fronts(
    before: RacePosition, settled: SettledPosition, observation: Observation, context: ExplanationContext
) -> list[Explanation]:
    """Return explanations of the words that the player on turn has formed in a race, the likeliest first.

    Cards that match the other players' words are not part of the turn. If all cards match, the player on turn
    has taken up the cards to lay them again. Then the only explanation is the unchanged position.
    """
    groups = list(_groups(observation))
    theirs = _groups_of_players(before, settled, groups)
    mine = [group for group in groups if group not in theirs.values()]
    places = [_place(theirs.get(seat), settled.place(seat)) for seat in range(len(before.laid))]
    unseen = frozenset(
        (i, j)
        for seat, i, row in lines_of(before)
        if seat != before.player and seat not in theirs
        for j, card in enumerate(row)
        if card != EMPTY
    )
    if not mine:
        return [Explanation(before, before, 1.0, (), tuple(places), unseen=unseen)]
    fresh = [group for group in mine if not _is_unchanged(group, before)] or mine
    main = max(fresh, key=lambda group: len(group.cards))
    places[before.player] = _place(main, None)
    doubts = (OtherDoubt(Sentence("One player's cards lie in more than one place.")),) * (len(mine) > 1)
    return [
        Explanation(
            before,
            _formed(before, grid),
            each.share,
            (*each.open_points, *doubts),
            tuple(places),
            unseen=unseen,
        )
        for each, grid in _read(before, main, observation, context)
    ]


def _read(
    before: RacePosition, group: _Group, observation: Observation, context: ExplanationContext
) -> list[tuple[Explanation, Grid]]:
    """Return the explanations of one player's group of cards, each paired with a grid of the words that the
    cards form. If the player's words are unchanged, return one explanation. Otherwise return one for each
    possible reading of the letters."""
    cut = replace(observation, cards=tuple(observation.cards[i] for i in group.cards))
    ways = arrangements(cut, context.words)
    old_grid = Grid(before.laid[before.player])
    if old_grid.rows:
        explanations = explain_grid(old_grid, ways, cut, context)
        if not explanations[0].changed:
            return [(explanations[0], old_grid)]
    explanations = explain_grid(Grid(), ways, cut, context)
    return [(each, each.after) for each in explanations if isinstance(each.after, Grid)]


def _formed(before: RacePosition, grid: Grid) -> RacePosition:
    seat = before.player
    return replace(before, laid=(*before.laid[:seat], grid.rows, *before.laid[seat + 1 :]))


def cards_in_front(seat: int, settled: SettledPosition, observation: Observation) -> tuple[int, ...]:
    """Return the indices of the cards of `observation` that lie in the settled place of the player `seat`;
    none if the place is unknown."""
    place = settled.place(seat)
    near = [
        group
        for group in _groups(observation)
        if place and distance(place.centre, group.centre) < MAX_PUSHED_MM
    ]
    return min(near, key=lambda group: distance(place.centre, group.centre)).cards if place and near else ()


def _groups(observation: Observation) -> Iterator[_Group]:
    """Yield the groups of adjoining cards. A group with a face-down or unread card is left out, because it
    is the stock with the discards."""
    cards = observation.cards
    reach = MAX_JOINED_DISTANCE_SIDES * median([_long(card.corners) for card in cards] or [0.0])
    left = set(range(len(cards)))
    while left:
        group, edge = set[int](), [left.pop()]
        while edge:
            group_member = edge.pop()
            group.add(group_member)
            close = {
                other for other in left if distance(cards[group_member].centre, cards[other].centre) < reach
            }
            left -= close
            edge.extend(close)
        if all(cards[i].face == "up" and cards[i].readings for i in group):
            yield _group(sorted(group), observation)


def _group(members: Sequence[int], observation: Observation) -> _Group:
    cards = [observation.cards[i] for i in members]
    x, y = (sum(card.centre[axis] for card in cards) / len(cards) for axis in (0, 1))
    return _Group(tuple(members), "".join(card.readings[0].letter for card in cards), (x, y))


def _groups_of_players(
    before: RacePosition, settled: SettledPosition, groups: Sequence[_Group]
) -> dict[int, _Group]:
    """Return the group of each player who is not on turn, by seat. Groups are recognized by their places
    and letters."""
    pairs = sorted(
        (
            (_closeness(group, before, settled, seat), seat, n)
            for seat, rows in enumerate(before.laid)
            if rows and seat != before.player
            for n, group in enumerate(groups)
        ),
        reverse=True,
    )
    group_of_seat: dict[int, _Group] = {}
    for closeness, seat, n in pairs:
        if closeness > 0 and seat not in group_of_seat and groups[n] not in group_of_seat.values():
            group_of_seat[seat] = groups[n]
    return group_of_seat


def _closeness(group: _Group, before: RacePosition, settled: SettledPosition, seat: int) -> float:
    """Return how well a group of neighbouring cards matches the words of the player `seat` in place and
    letters: from 0 (not at all) to 2 (same place, same letters)."""
    share, place = _shared_letters_share(group, before.laid[seat]), settled.place(seat)
    near = 0.0 if place is None else max(0.0, 1.0 - distance(place.centre, group.centre) / MAX_PUSHED_MM)
    return (
        near + share if near > 0 or (place is None and share >= MIN_AGREEING_SHARE) or share == 1.0 else 0.0
    )


def _is_unchanged(group: _Group, before: RacePosition) -> bool:
    return _shared_letters_share(group, before.laid[before.player]) == 1.0


def _shared_letters_share(group: _Group, rows: tuple[str, ...]) -> float:
    """Return the share of letters, from 0 to 1, that a group of cards and a player's words `rows` have in
    common. It is the number of common letters, divided by the number of letters in both together. A common
    letter counts once."""
    old_cards = Counter(faces("".join(rows).replace(".", "")))
    seen = Counter(group.letters)
    return (old_cards & seen).total() / max((old_cards | seen).total(), 1)


def _place(group: _Group | None, before: WordPlace | None) -> WordPlace | None:
    return before if group is None else WordPlace(group.centre, 0.0)


def _long(corners: Quad) -> float:
    return max(distance(corners[0], corners[1]), distance(corners[1], corners[2]))
