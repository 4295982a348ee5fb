"""Test the report of cards that run out of the picture, with the side. Cards that merely end near the edge
are not reported."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.layout import (
    CutOffCard,
    DoubtfulLetter,
    LineAtEdge,
    VisibleTable,
    arrange,
    decide_letters,
    lines_at_edge,
    with_cut_cards_doubted,
    with_edge_doubts,
)
from engine.layout.picture_edge import MAX_CUT_CARD_PROBABILITY
from engine.observation import Observation, Quad, Reading, Sighting
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH
from engine.words import WordList

Table = Callable[..., Any]
FAR = 3000.0


def oblong(left: float = -FAR, top: float = -FAR, right: float = FAR, bottom: float = FAR) -> Quad:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def ends(observation: Observation) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom end of all cards together, in mm."""
    points = [point for card in observation.cards for point in card.corners]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def told(observation: Observation, rim: Quad, *strange: Quad) -> list[tuple[str, str, str]]:
    found = lines_at_edge(arrange(observation), observation, VisibleTable(rim, strange))
    return [(doubt.what, doubt.text, doubt.side) for doubt in found]


@pytest.fixture
def export(empty_table: Table, eye: Callable[..., Any]) -> Observation:
    return empty_table(1).word("EXPORT", 500, 400).seen(eye(error=0, tilt=0))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("gap", "is_told"), [(-0.5, True), (-0.1, True), (0.3, True), (0.5, False), (0.9, False), (4.0, False)]
)
def test_a_word_that_the_rim_cuts_or_all_but_touches_may_go_on(
    export: Observation, gap: float, is_told: bool
) -> None:
    right = ends(export)[2] + gap * CARD_WIDTH
    assert told(export, oblong(right=right)) == [("word", "EXPORT", "right")] * is_told


def test_a_sliver_that_is_seen_to_be_bare_table_hides_no_card(export: Observation) -> None:
    asked: list[tuple[Quad, Quad]] = []

    def bare(strip: Quad, card: Quad) -> bool:
        asked.append((strip, card))
        return True

    right = ends(export)[2]
    for gap, is_told in ((0.3, False), (0.02, True), (-0.1, True)):
        view = VisibleTable(oblong(right=right + gap * CARD_WIDTH), is_bare=bare)
        assert bool(lines_at_edge(arrange(export), export, view)) is is_told
    ((strip, card),) = asked  # where no table shows, nobody is asked
    assert min(x for x, _ in strip) == pytest.approx(max(x for x, _ in card), abs=1)
    assert max(x for x, _ in strip) == pytest.approx(right + 0.3 * CARD_WIDTH, abs=1)


@pytest.mark.parametrize(
    ("angle", "first", "last"),
    [(0, "left", "right"), (90, "top", "bottom"), (180, "right", "left"), (270, "bottom", "top")],
)
def test_the_side_is_the_pictures(
    empty_table: Table, eye: Callable[..., Any], angle: float, first: str, last: str
) -> None:
    seen = empty_table(2).word("EXPORT", 500, 400, angle).seen(eye(error=0, tilt=0))
    left, top, right, bottom = ends(seen)
    close = {"left": left - 2, "top": top - 2, "right": right + 2, "bottom": bottom + 2}
    for side in (first, last):
        assert told(seen, oblong(**{side: close[side]})) == [("word", "EXPORT", side)]
    assert sorted(side for *_, side in told(seen, oblong(**{s: close[s] for s in (first, last)}))) == sorted(
        (first, last)
    )


def test_a_rim_beside_the_line_says_nothing_of_its_ends(export: Observation) -> None:
    """The picture's edge runs along a word and cuts the lower side of all its cards. It does not cut off an
    end of the word, so nothing is reported: one more card at an end would be seen in part as well."""
    assert told(export, oblong(bottom=ends(export)[3] - 20)) == []


def test_something_unread_beyond_the_last_card_may_be_the_next(export: Observation) -> None:
    right, middle = ends(export)[2], 400.0

    def piece(left: float, down: float = 0.0) -> Quad:
        top = middle + down - CARD_HEIGHT / 2
        return oblong(left, top, left + 0.5 * CARD_WIDTH, top + CARD_HEIGHT)

    rim = oblong(right=right + 0.5 * CARD_WIDTH)
    assert told(export, rim, piece(right + 3)) == [("word", "EXPORT", "right")]
    assert told(export, rim, piece(right + 3, down=1.2 * CARD_HEIGHT)) == []
    assert told(export, rim, piece(right - 3 * CARD_WIDTH, down=CARD_HEIGHT)) == []
    assert told(export, oblong(right=right + 2 * CARD_WIDTH), piece(right + 3)) == []


def test_a_half_seen_card_that_is_in_no_word_counts_alike(export: Observation) -> None:
    """An unread piece, half outside the picture, lies too far out of line for a letter of EXPORT. The table
    still reports that EXPORT may go on there."""
    left, right = ends(export)[2] + 0.1 * CARD_WIDTH, ends(export)[2] + 1.1 * CARD_WIDTH
    shadow = Sighting(oblong(left, 317, right, 406), "up", (), whole=False)
    seen = replace(export, cards=(*export.cards, shadow))
    assert told(seen, oblong(right=ends(export)[2] + 0.6 * CARD_WIDTH)) == [("word", "EXPORT", "right")]


def test_a_camera_that_looks_aslant_sees_a_slanted_rim(export: Observation) -> None:
    """Under a tilted camera the picture's edge is a slanted line on the table. It runs close to the last
    card of EXPORT, so the table reports that the word may go on there, although the picture's corner is far
    away."""
    _, top, right, bottom = ends(export)
    slanted: Quad = ((-FAR, -FAR), (right + 900, top - 900), (right - 900, bottom + 900), (-FAR, FAR))
    assert told(export, slanted) == [("word", "EXPORT", "right")]


def test_a_crossword_is_told_once_a_side(empty_table: Table, eye: Callable[..., Any]) -> None:
    seen = empty_table(3).grid(["..S..", "GAME.", "..T.."], 500, 400).seen(eye(error=0, tilt=0))
    left, top, _, bottom = ends(seen)
    assert told(seen, oblong(bottom=bottom + 5)) == [("crossword", "", "bottom")]
    assert sorted(side for *_, side in told(seen, oblong(left=left - 3, top=top + 10))) == ["left", "top"]
    assert told(seen, oblong(bottom=bottom + 0.5 * CARD_HEIGHT)) == []


def test_a_hand_is_told(empty_table: Table) -> None:
    table = empty_table(4)
    for n, letter in enumerate("SHELFWING"):
        table = table.card(letter, 300 + 19 * n, 400 + 1.6 * (n - 4) ** 2, 6.0 * (n - 4))
    seen = table.seen()
    assert [len(hand) for hand in arrange(seen).hands] == [9]
    assert told(seen, oblong(right=ends(seen)[2] - 30)) == [("hand", "", "right")]
    assert told(seen, oblong(right=ends(seen)[2] + 60)) == []


def test_one_card_alone_has_no_line_to_go_on_in(empty_table: Table) -> None:
    assert told(empty_table(5).card("R", 500, 400).seen(), oblong(right=500)) == []


def test_the_doubt_bears_the_word_as_it_was_settled(export: Observation, words: WordList) -> None:
    view = VisibleTable(oblong(right=ends(export)[2] + 2))
    settled = with_edge_doubts(decide_letters(export, arrange(export, words), words), export, view)
    (doubt,) = settled.arrangement.doubts
    assert isinstance(doubt, LineAtEdge)
    assert (doubt.text, doubt.side) == ("EXPORT", "right")
    assert doubt.cards == settled.arrangement.words[0].cards


@pytest.mark.parametrize("out", [0.0, 0.2, 0.3, 0.45])
@pytest.mark.parametrize("p", [0.99, 0.7])
def test_a_card_cut_through_its_letter_is_never_sure(out: float, p: float) -> None:
    """The picture's edge cuts a J. If more than a quarter is missing, the letter is never sure, since half
    a J looks like an I. A smaller cut changes nothing."""
    quad = oblong(100, 100, 157, 189)
    seen = Observation(
        400, 300, (Sighting(quad, "up", (Reading("J", 0, p), Reading("I", 0, 0.008)), whole=False),)
    )
    best = with_cut_cards_doubted(seen, oblong(100 + out * 57, 0, 400, 300)).cards[0].best
    assert best is not None
    assert best[0] == "J"
    assert best[1] == pytest.approx(min(p, MAX_CUT_CARD_PROBABILITY) if out > 0.25 else p)


def test_a_card_cut_through_is_doubtful_and_told_as_cut_off(export: Observation, words: WordList) -> None:
    last = max(range(6), key=lambda i: export.cards[i].centre[0])
    cut = tuple(replace(card, whole=i != last) for i, card in enumerate(export.cards))
    rim = oblong(right=ends(export)[2] - 0.4 * CARD_WIDTH)
    doubtful = with_cut_cards_doubted(replace(export, cards=cut), rim)
    doubts = arrange(doubtful, words).doubts
    assert {type(doubt) for doubt in doubts} == {DoubtfulLetter, CutOffCard}
    assert {doubt.card for doubt in doubts if isinstance(doubt, DoubtfulLetter | CutOffCard)} == {last}


def test_what_lies_whole_is_left_as_it_was(export: Observation) -> None:
    assert with_cut_cards_doubted(export, oblong()) is export
