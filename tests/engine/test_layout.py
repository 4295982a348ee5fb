"""Cards laid out with seeded jitter are read back: rows, crosswords, piles, hands."""

import random
from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin
from typing import Any

import pytest

from engine.layout import EitherWay, Faint, OutOfLine, arrange
from engine.observation import Observation, Point, Reading, Sighting
from engine.words import WordList
from engine.words.kinds import Contents, Flag, Kind

Table = Callable[..., Any]

STACK = ("MOTHER", "CAT", "THATCHED", "FIBS", "EXPERT")


def texts(observation: Observation, words: WordList | None, kind: Any = None) -> list[str]:
    return sorted(w.text for w in arrange(observation, words, kind).words)


@pytest.mark.parametrize("angle", range(0, 360, 24))
def test_a_word_is_read_at_every_angle(empty_table: Table, angle: int) -> None:
    seen = empty_table(angle).word("EXPORT", 500, 400, angle, jitter=0.03).seen()
    assert texts(seen, None) == ["EXPORT"]


@pytest.mark.parametrize("step", [0.27, 0.4, 0.7, 1.0, 1.25, 1.5])
def test_cards_may_overlap_touch_or_lie_loose(empty_table: Table, words: WordList, step: float) -> None:
    seen = empty_table(1).word("MOTHER", 500, 400, 33, step=step, jitter=0.01).seen()
    assert texts(seen, words) == ["MOTHER"]


@pytest.mark.parametrize("bend", [-2.0, 2.0])
def test_a_row_may_be_bent(empty_table: Table, bend: float) -> None:
    seen = empty_table(2).word("EXPERT", 500, 400, 200, bend=bend, jitter=0.02).seen()
    assert texts(seen, None) == ["EXPERT"]


@pytest.mark.parametrize("seed", range(25))
def test_full_tables_of_rows_are_grouped_exactly(empty_table: Table, words: WordList, seed: int) -> None:
    """Five words, 27 cards, rows a few millimetres apart, each turned its own way up."""
    rng = random.Random(seed)
    table = empty_table(seed).piles("Q", 1000, 300)
    for i, word in enumerate(rng.sample(STACK, len(STACK))):
        table = table.word(word, 400 + rng.uniform(-40, 40), 80 + 97 * i, rng.choice((0, 180)), jitter=0.03)
    assert texts(table.seen(), words) == sorted(STACK)
    assert arrange(table.seen(), words).grid is None


@pytest.mark.parametrize("seed", range(25))
def test_words_turned_to_four_seats_are_grouped_exactly(
    empty_table: Table, words: WordList, seed: int
) -> None:
    places = [(330, 90, 0), (330, 860, 180), (60, 450, 90), (1000, 450, 270), (450, 450, 37)]
    table = empty_table(seed)
    for word, place in zip(STACK, places, strict=True):
        table = table.word(word, *place, jitter=0.05)
    assert texts(table.seen(), words) == sorted(STACK)


@pytest.mark.parametrize("seed", range(12))
def test_square_tiles_are_read_whatever_quarter_is_reported(
    empty_table: Table, words: WordList, seed: int
) -> None:
    table = (
        empty_table(seed, shape=(20.0, 20.0)).word("NOON", 100, 100, 15 * seed).word("HOUSE", 300, 300, 91)
    )
    assert texts(table.seen(), words) == ["HOUSE", "NOON"]


def test_two_words_in_one_line_are_two_words(empty_table: Table, words: WordList) -> None:
    table = empty_table(3).word("CAT", 300, 300, jitter=0.02).word("MOTHER", 660, 300, jitter=0.02)
    assert texts(table.seen(), words) == ["CAT", "MOTHER"]


def test_the_line_settles_what_reads_both_ways(empty_table: Table) -> None:
    """M and W, and letters alike upside down, take their turn from a clear neighbour."""
    for word in ("MOW", "WIND", "SWIMS", "EXPOSE"):
        for angle in (0, 180, 77):
            assert texts(empty_table(4).word(word, 400, 400, angle).seen(), None) == [word]


def test_the_word_list_breaks_a_tie_and_nothing_more(empty_table: Table, words: WordList) -> None:
    """SIS and NOON are their own half turns; SHOX upside down is XOHS: only the list can tell."""
    both = empty_table(5).word("NOXS", 400, 400)
    assert texts(both.seen(), WordList.of(["SXON"])) == ["SXON"]
    assert texts(both.seen(), WordList.of(["NOXS"])) == ["NOXS"]
    clear = empty_table(5).word("TAR", 400, 400)
    assert texts(clear.seen(), WordList.of(["RAT"])) == ["TAR"]


def test_a_word_that_reads_both_ways_is_doubtful(empty_table: Table) -> None:
    (doubt,) = arrange(empty_table(6).word("NOSH", 400, 400).seen(), None).doubts
    assert isinstance(doubt, EitherWay)
    assert {doubt.text, doubt.other} == {"NOSH", "HSON"}


def _printed_both_ways(seen: Observation, upright: float) -> Observation:
    """The cards with corner letters at both ends, and `upright` of what sight gives each its right way up."""
    ways = (upright, 1 - upright)
    cards = (
        replace(s, readings=tuple(Reading(r.letter, (r.turns + 2 * k) % 4, p) for k, p in enumerate(ways)))
        for s in seen.cards
        for r in s.readings[:1]
    )
    return replace(seen, cards=tuple(cards))


@pytest.mark.parametrize("angle", [0, 77, 180])
def test_cards_printed_both_ways_begin_where_the_list_has_a_word(empty_table: Table, angle: int) -> None:
    """What leans one card to its wrong end leans them all, so four say no more than one."""
    seen = _printed_both_ways(empty_table(5).word("SPUN", 400, 400, angle).seen(), 0.36)
    assert texts(seen, None) == ["NUPS"]
    assert texts(seen, WordList.of(["SPUN"])) == ["SPUN"]
    clear = empty_table(5).word("SPUN", 400, 400, angle).seen()
    assert texts(clear, WordList.of(["NUPS"])) == ["SPUN"]


def test_of_two_listed_words_the_commoner_is_likelier_where_nothing_else_tells(
    empty_table: Table,
) -> None:
    sizes = WordList(Contents({"SMART": Kind(20, Flag.GB), "TRAMS": Kind(50, Flag.GB)}))
    for word in ("SMART", "TRAMS"):
        table = empty_table(5).word(word, 400, 400).seen()
        assert texts(_printed_both_ways(table, 0.48), sizes) == ["SMART"]
        assert texts(_printed_both_ways(table, 0.79), sizes) == [word]


def test_a_master_is_named_when_only_one_letter_is_possible(empty_table: Table, words: WordList) -> None:
    assert texts(empty_table(7).word("MO?HER", 400, 400).seen(), words) == ["MOtHER"]
    assert texts(empty_table(7).word("C?T", 400, 400).seen(), words) == ["C?T"]


def test_a_faint_letter_is_weighed_with_the_list_and_told(empty_table: Table, words: WordList) -> None:
    seen = empty_table(8).word("CAT", 400, 400).seen()
    cards = tuple(_blurred(s, "T", (("I", 0.5), ("T", 0.4))) for s in seen.cards)
    arrangement = arrange(Observation(1200, 900, cards), words)
    assert [w.text for w in arrangement.words] == ["CAT"]
    assert any(isinstance(d, Faint) for d in arrangement.doubts)


def test_clear_sight_is_never_overruled_by_the_list(empty_table: Table) -> None:
    assert texts(empty_table(9).word("CIT", 400, 400).seen(), WordList.of(["CAT", "COT"])) == ["CIT"]


def _blurred(sighting: Sighting, letter: str, readings: tuple[tuple[str, float], ...]) -> Sighting:
    if sighting.best is None or sighting.best[0] != letter:
        return sighting
    turns = sighting.readings[0].turns
    return Sighting(sighting.corners, "up", tuple(Reading(c, turns, p) for c, p in readings))


def test_stock_and_exposed_card_are_told_from_words(empty_table: Table, words: WordList) -> None:
    seen = empty_table(10).word("CAT", 300, 300).piles("K").seen()
    arrangement = arrange(seen, words)
    by_role = {role: seen.cards[i] for i, role in enumerate(arrangement.roles)}
    assert by_role["stock"].face == "down"
    assert arrangement.exposed is not None
    assert seen.cards[arrangement.exposed].best is not None
    assert seen.cards[arrangement.exposed].letters()[0][0] == "K"
    assert sorted(str(r) for r in arrangement.roles) == ["exposed", "stock", "word", "word", "word"]


def test_the_exposed_pile_may_lie_askew(empty_table: Table, words: WordList) -> None:
    table = empty_table(11).word("CAT", 300, 300).piles("K").card("B", 903, 405, 6).card("D", 897, 396, 24)
    arrangement = arrange(table.seen(), words)
    assert [w.text for w in arrangement.words] == ["CAT"]
    assert arrangement.roles.count("exposed") == 3


@pytest.mark.parametrize("wide", [0, 1, 2])
@pytest.mark.parametrize("angle", [0.0, 100.0])
def test_overlapping_cards_beside_the_stock_are_a_word_though_one_seems_too_wide(
    empty_table: Table, words: WordList, wide: int, angle: float
) -> None:
    """A covered card's outline may reach over its neighbour: its middle then lies close to that one's."""
    seen = empty_table(13).word("CAT", 300, 300, angle, step=0.55).piles("K", 300, 410).seen()
    cards = tuple(_widened(c, 1.3) if c.best and c.best[0] == "CAT"[wide] else c for c in seen.cards)
    arrangement = arrange(replace(seen, cards=cards), words)
    assert [w.text for w in arrangement.words] == ["CAT"]


def _widened(card: Sighting, times: float) -> Sighting:
    """The same with its right side too far out."""
    (a, b, c, d) = card.corners
    return replace(card, corners=(a, _beyond(a, b, times), _beyond(d, c, times), d))


def _beyond(one: Point, other: Point, times: float) -> Point:
    return (one[0] + times * (other[0] - one[0]), one[1] + times * (other[1] - one[1]))


def test_a_word_that_points_at_the_exposed_card_is_told_from_it(empty_table: Table, words: WordList) -> None:
    """Beside the stock, a little off, and no word with it: the exposed card. With a word it is a letter."""
    table = empty_table(12).card("A", 190, 210, up=False).word("ALMOST", 450, 300)
    near = table.card("N", 450 - 3.5 * 57 * 1.04 - 22, 296).seen()
    arrangement = arrange(near, WordList.of(["ALMOST"]))
    assert [w.text for w in arrangement.words] == ["ALMOST"]
    assert arrangement.exposed is not None
    assert near.cards[arrangement.exposed].letters()[0][0] == "N"
    assert texts(near, WordList.of(["NALMOST", "ALMOST"])) == ["NALMOST"]


def test_an_m_on_its_head_among_upright_letters_is_a_w_printed_alike(empty_table: Table) -> None:
    """AM is a word as well, but nobody puts one card of a crossword down wrong."""
    table = empty_table(14).card("A", 500, 300).card("W", 559, 300).card("X", 500, 391)
    cards = tuple(
        replace(s, readings=(Reading("M", (s.readings[0].turns + 2) % 4, 0.99),)) if s.best[0] == "W" else s
        for s in table.seen().cards
        if s.best is not None
    )
    words = WordList.of(["AM", "AW", "AX"])
    arrangement = arrange(Observation(1200, 900, cards), words)
    assert sorted(w.text for w in arrangement.words) == ["AW", "AX"]


def test_the_last_letter_of_a_word_downwards_is_no_exposed_card(empty_table: Table) -> None:
    """A crossword that has grown towards the stock, or a block of newsprint taken for one."""
    table = empty_table(13).card("A", 400, 600, up=False)
    for n, letter in enumerate("POILU"):
        table = table.card(letter, 500, 150 + 91 * n)
    for n, letter in ((-1, "M"), (1, "N"), (2, "X")):
        table = table.card(letter, 500 + 59 * n, 150 + 91 * 2)
    arrangement = arrange(table.seen(), WordList.of(["POILU", "MINX"]))
    assert sorted(w.text for w in arrangement.words) == ["MINX", "POILU"]
    assert arrangement.exposed is None
    beside = table.card("K", 330, 600).seen()
    apart = arrange(beside, WordList.of(["POILU", "MINX"]))
    assert apart.exposed is not None
    assert beside.cards[apart.exposed].letters()[0][0] == "K"
    assert sorted(w.text for w in apart.words) == ["MINX", "POILU"]


@pytest.mark.parametrize("gap", [4, 6, 8])
def test_the_exposed_card_may_lie_as_far_off_as_cards_of_a_word_do(empty_table: Table, gap: float) -> None:
    table = empty_table(12).card("A", 190, 210, up=False).word("ALMOST", 450, 300)
    near = table.card("N", 450 - 3.5 * 57 * 1.04 - gap, 300).seen()
    arrangement = arrange(near, WordList.of(["ALMOST"]))
    assert [w.text for w in arrangement.words] == ["ALMOST"]
    assert arrangement.exposed is not None
    assert near.cards[arrangement.exposed].letters()[0][0] == "N"


@pytest.mark.parametrize(
    ("gap", "stock", "read"), [(12, 62, "ALMOST"), (4, 62, "NALMOST"), (12, 90, "NALMOST")]
)
def test_the_exposed_card_is_told_from_a_word_that_nobody_knows_by_its_stock(
    empty_table: Table, gap: float, stock: float, read: str
) -> None:
    """Farther off than the word's cards from one another, and nearer to the stock than to the word."""
    exposed = 450 - 3.5 * 57 * 1.04 - gap
    table = empty_table(12).card("A", exposed - stock, 296, up=False).word("ALMOST", 450, 300)
    near = table.card("N", exposed, 296).seen()
    assert texts(near, WordList.of(["CAT"])) == [read]


def test_a_lone_card_away_from_the_stock_is_a_beginning(empty_table: Table, words: WordList) -> None:
    arrangement = arrange(empty_table(12).piles("K").card("M", 200, 200).seen(), words)
    assert [w.text for w in arrangement.lone] == ["M"]
    assert arrangement.words == ()


def _pictured(table: Any, rows: tuple[str, ...]) -> Any:
    """Cards whose upper left corners stand where their letters do: a letter further right is 8 mm, one row
    further down is 10 mm."""
    for down, row in enumerate(rows):
        for right, letter in enumerate(row):
            if letter != " ":
                table = table.card(letter, 300 + 8 * right, 300 + 10 * down)
    return table


STAIRS = (
    ("T", "", "  U", "", "    A"),
    ("    A", "", "  U", "", "T"),
    ("T", "  U", "    A", "      N"),
    ("C", "  A", "    T"),
    ("T", "", "  U"),
    ("T", "", "    U", "", "        A"),
)
ROWS = (
    ("T  U  A",),
    ("  U  A", "T"),
    ("T   A", "  U"),
    ("T", "    U", "        A"),
    ("T      U", "", "              A"),
)


@pytest.mark.parametrize("rows", STAIRS)
@pytest.mark.parametrize("angle", [0, 77, 180])
def test_a_stair_of_cards_is_no_word(
    empty_table: Table, words: WordList, rows: tuple[str, ...], angle: int
) -> None:
    """Not even one that spells a word: each card lies farther along and farther down than the last."""
    table = _turned(_pictured(empty_table(15), rows), angle).word("MOTHER", 600, 750)
    arrangement = arrange(table.seen(), words)
    assert [w.text for w in arrangement.words] == ["MOTHER"]
    assert arrangement.lone == ()
    assert arrangement.hands == ()
    count = sum(letter != " " for row in rows for letter in row)
    assert [type(d) for d in arrangement.doubts] == [OutOfLine] * count


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("angle", [0, 77, 180])
def test_cards_in_a_line_are_a_word_however_carelessly_laid(
    empty_table: Table, rows: tuple[str, ...], angle: int
) -> None:
    """A line may lean a little or waver; and cards side by side are no stair."""
    seen = _turned(_pictured(empty_table(16), rows), angle).seen()
    arrangement = arrange(seen, None)
    assert sorted(len(w.cards) for w in arrangement.words) == [3] * (len(seen.cards) // 3)
    assert arrangement.doubts == ()


def _turned(table: Any, angle: float) -> Any:
    """The whole table turned about a point by `angle` degrees clockwise."""
    a = radians(angle)
    cards = tuple(
        replace(
            card,
            x=500 + (card.x - 400) * cos(a) - (card.y - 350) * sin(a),
            y=350 + (card.x - 400) * sin(a) + (card.y - 350) * cos(a),
            angle=card.angle + angle,
        )
        for card in table.cards
    )
    return replace(table, cards=cards)


def test_a_fan_is_a_hand(empty_table: Table, words: WordList) -> None:
    table = empty_table(13).word("CAT", 300, 700)
    for i, letter in enumerate("AEBDRT"):
        table = table.card(letter, 500 + 17 * i, 300 + 1.3 * (i - 2.5) ** 2, -25 + 10 * i)
    arrangement = arrange(table.seen(), words)
    assert [w.text for w in arrangement.words] == ["CAT"]
    assert [len(hand) for hand in arrangement.hands] == [6]


def _few(table: Any, letters: str, turn: float) -> Any:
    """A few overlapping cards, each turned by `turn` degrees more, about a point 210 mm below them."""
    for i, letter in enumerate(letters):
        a = radians((i - 1) * turn)
        table = table.card(letter, 500 + 210 * sin(a), 500 - 210 * cos(a), (i - 1) * turn)
    return table


def test_three_cards_of_a_hand_are_no_word(empty_table: Table, words: WordList, eye: Any) -> None:
    """Held at one corner they turn; if they spell a word, somebody may have laid it carelessly."""
    sharp = eye(error=0.3, tilt=0.3)
    arrangement = arrange(_few(empty_table(17), "TUA", 5.5).seen(sharp), words)
    assert arrangement.words == ()
    assert [len(hand) for hand in arrangement.hands] == [3]
    assert texts(_few(empty_table(17), "CAT", 5.5).seen(sharp), words) == ["CAT"]


def test_a_row_that_bends_is_no_hand_whatever_it_says(empty_table: Table, words: WordList, eye: Any) -> None:
    table = empty_table(18)
    for i, letter in enumerate("TUABEX"):
        table = table.card(letter, 400 + 38 * i, 300 + 0.6 * (i - 2.5) ** 2, 1.8 * (i - 2.5))
    assert texts(table.seen(eye(error=0.3, tilt=0.3)), words) == ["TUABEX"]


CROSSWORDS = (
    ("...S..", "..GAME", "...L.V", "...T.E", ".....N"),
    ("O.......", "T.......", "YLEDIW..", "R.......", "ESOPXE..", "H......."),
    ("KNOWN", "..A..", "..B..", "..TAR"),
    ("TAR", "O..", "EAT"),
)


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("rows", CROSSWORDS)
def test_crosswords_are_read_back(empty_table: Table, rows: tuple[str, ...], seed: int) -> None:
    width = max(map(len, rows))
    full = tuple(row.ljust(width, ".") for row in rows)
    table = empty_table(seed).grid(full, 600, 450, 15 * seed, jitter=0.03).piles("K", 2200, 300)
    arrangement = arrange(table.seen(), None, "grid")
    assert arrangement.grid is not None
    assert _cut(arrangement.grid.rows) == _cut(full)


def _cut(rows: tuple[str, ...]) -> tuple[str, ...]:
    kept = [c for c in range(len(rows[0])) if any(row[c] != "." for row in rows)]
    return tuple("".join(row[c] for c in kept) for row in rows)


@pytest.mark.parametrize("seed", range(8))
def test_a_crossword_is_told_from_rows_unasked(empty_table: Table, words: WordList, seed: int) -> None:
    table = empty_table(seed).grid(CROSSWORDS[0], 600, 450, 40 * seed, jitter=0.02)
    arrangement = arrange(table.seen(), words)
    assert arrangement.grid is not None
    assert [w.text for w in arrangement.words] == ["GAME", "SALT", "EVEN"]


@pytest.mark.parametrize(("gap", "shifted", "down"), [(2, 0, True), (12, 0, False), (2, 8, False)])
def test_two_words_make_a_crossword_of_two_letters_where_they_abut(
    empty_table: Table, gap: float, shifted: float, down: bool
) -> None:
    """IF runs down from BI to FA where the one lies edge to edge upon the other."""
    table = empty_table(15).card("B", 400, 300).card("I", 459, 300)
    table = table.card("F", 459 + shifted, 389 + gap).card("A", 518 + shifted, 389 + gap)
    arrangement = arrange(table.seen(), WordList.of(["BI", "FA", "IF"]))
    assert (arrangement.grid is not None) is down
    assert ("IF" in [w.text for w in arrangement.words]) is down


def test_a_card_across_a_crossword_is_out_of_line(empty_table: Table, words: WordList) -> None:
    table = empty_table(14).grid(("CAT", "..O"), 600, 450).card("E", 655, 610, 90)
    arrangement = arrange(table.seen(), words, "grid")
    assert [type(d) for d in arrangement.doubts] == [OutOfLine]


def test_an_empty_table_is_an_empty_arrangement(words: WordList) -> None:
    arrangement = arrange(Observation(1200, 900), words)
    assert (arrangement.words, arrangement.grid, arrangement.doubts) == ((), None, ())


def test_one_position_reads_the_same_wherever_it_is_pushed(empty_table: Table, words: WordList) -> None:
    for angle in (0, 5, 90, 183):
        table = empty_table(angle).word("MOTHER", 500, 300, angle).word("CAT", 500, 700, angle)
        assert texts(table.seen(), words) == ["CAT", "MOTHER"]
