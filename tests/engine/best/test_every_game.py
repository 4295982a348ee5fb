"""Test that in every game the plays found are exactly the legal ones: every possible table is ruled on."""

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import TypeVar

import pytest

from engine.adjudication import adjudicate
from engine.best import plays
from engine.catalogue import configured
from engine.moves import Close, Pass, Shift, Spell
from engine.notation import format_move, format_position, parse_position
from engine.position import FACE_DOWN, Grid, Piles, Position, RacePosition
from engine.ruling import Legal
from engine.words import WordList

Table = TypeVar("Table", bound=Position)
TEXT = """
AT ACT ARE ART BEAR BEAT BORE CART CAT CATS CATE COAT EAR EAT EEL HOME OAR ONE RATE ROBE STOP TAR TEA TEN
TIE TIL TILL TILT TO TOE TON TONE TREE ZEAL
"""
WORDS = WordList.of(TEXT.split())


def legal(game: str, before: Position, tables: Iterator[Table], hand: str | None = None) -> set[Table]:
    """Return those of the possible `tables` that a legal play leads to from the position `before`. A table
    that a pass leads to is left out."""
    found = set()
    for table in tables:
        ruling = adjudicate(configured(game), WORDS, before, table, hand=hand)
        if isinstance(ruling, Legal) and not isinstance(ruling.move, Pass):
            found.add(table)
    return found


def lifted(at: Piles, most: int) -> Iterator[Piles]:
    """Yield every table of a patience that remains when cards are taken: up to `most` from the top of each
    pile, perhaps the card turned up from the stock, and any number of the Masters set aside."""
    sources = [range(min(len(pile), most) + 1) for pile in at.piles]
    tops = (at.turned, at.turned[:-1]) if at.turned else (at.turned,)
    for heights in product(*sources):
        left = tuple(pile[: len(pile) - n] for pile, n in zip(at.piles, heights, strict=True))
        for turned, masters in product(tops, range(at.masters + 1)):
            yield Piles(left, turned, at.stock, masters)


def laid(at: Piles, cards: str) -> Iterator[Piles]:
    """Yield every table of a patience after one card has moved to another pile. It is the top card of a
    pile, or the card turned up from the stock, which may be any of `cards`."""
    for target in range(len(at.piles)):
        for source, pile in enumerate(at.piles):
            if pile and source != target:
                yield put(Piles(without(at, source), at.turned, at.stock, at.masters), target, pile[-1])
        if at.turned:
            for card in cards:
                yield put(Piles(at.piles, at.turned[:-1], at.stock, at.masters), target, card)


def without(at: Piles, index: int) -> tuple[str, ...]:
    return tuple(pile[:-1] if i == index else pile for i, pile in enumerate(at.piles))


def put(at: Piles, index: int, card: str) -> Piles:
    piles = tuple(pile + card if i == index else pile for i, pile in enumerate(at.piles))
    return Piles(piles, at.turned, at.stock, at.masters)


def piles(text: str) -> Piles:
    at = parse_position(text)
    assert isinstance(at, Piles)
    return at


@pytest.mark.parametrize(
    "text", ["RTA|EEB|OAC|TSE", "MOH|E|TAC", "EEL|RT|O|A|B", "TO|-", "A|E|T", "ARE|RAB|TIL|LIT"]
)
def test_solitaire_1s_words_are_those_that_can_be_gathered(text: str) -> None:
    before = piles(text)
    brute = {
        table
        for table in legal("solitaire-1", before, lifted(before, 4))
        if isinstance(ruling_move("solitaire-1", before, table), Spell)
    }
    found = plays(configured("solitaire-1"), WORDS, before, "")
    assert {play.result for play in found} == brute
    assert [play.cards for play in found] == sorted((play.cards for play in found), reverse=True)


def ruling_move(game: str, before: Position, after: Position) -> object:
    ruling = adjudicate(configured(game), WORDS, before, after)
    assert isinstance(ruling, Legal)
    return ruling.move


@pytest.mark.parametrize(
    "text",
    ["B|#E|#A|R /- *9", "B|#E|#A|-|#R /T *9 +1", "-|#X|#Q|C /A *3", "C|O|-|T /- *2 +2", "-|E|- /T *0 +1"],
)
def test_solitaire_2s_plays_are_words_and_cards_into_spaces(text: str) -> None:
    before = piles(text)
    tables = chain(lifted(before, 1), laid(before, before.turned[-1:] if before.turned else ""))
    brute = {
        table
        for table in legal("solitaire-2", before, tables)
        if isinstance(ruling_move("solitaire-2", before, table), Spell | Shift)
        and (table.turned != before.turned or sorted(table.lines) != sorted(before.lines))
    }  # a lone vowel moved to another space changes nothing, and is not offered
    assert {play.result for play in plays(configured("solitaire-2"), WORDS, before, "")} == brute


@pytest.mark.parametrize("text", ["BE|R|C|-|TI /T *9", "T|TON|RAT|ST /E *9", "TR|E|OA /? *3", "BEAR|T /Z *3"])
def test_the_clocks_plays_are_the_lawful_ways_to_lay_the_third_card(text: str) -> None:
    before = piles(text)
    cards = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".lower() if before.turned == "?" else before.turned or ""
    one = list(laid(before, cards))
    two = [after for at in laid(before, "") for after in laid(at, cards)]
    brute = legal("clock", before, iter([*one, *two]))
    assert {play.result for play in plays(configured("clock"), WORDS, before, "")} == brute


@pytest.mark.parametrize("text", ["TI|E|CA#|TIL|O|A|S|B /L *9", "T|E#|C|TI /X *9", "TILT|TIL|TO /E *5"])
def test_word_solitaires_plays_are_the_columns_that_fit_or_those_that_close(text: str) -> None:
    before = piles(text)
    brute = legal("word-solitaire", before, laid(before, (before.turned or "") + FACE_DOWN))
    found = plays(configured("word-solitaire"), WORDS, before, "")
    assert {play.result for play in found} == brute
    assert {type(play.move) for play in found} in ({Shift}, {Close})


def spelt_with_masters(word: str, most: int) -> Iterator[str]:
    for number in range(most + 1):
        for places in combinations(range(len(word)), number):
            yield "".join(c.lower() if i in places else c for i, c in enumerate(word))


def on_grid(at: Grid, masters: int) -> Iterator[Grid]:
    """Yield the grid with each word of the list in each place, wherever it fits the cards that lie there
    already."""
    side = len(at.rows)
    for word in (spelling for one in WORDS for spelling in spelt_with_masters(one, masters)):
        for row, column, across in product(range(side), range(side), (True, False)):
            if (column if across else row) + len(word) > side:
                continue
            cells = {(row + (not across) * i, column + across * i): card for i, card in enumerate(word)}
            if all(at.rows[r][c] in (".", card) for (r, c), card in cells.items()):
                lines = [list(line) for line in at.rows]
                for (r, c), card in cells.items():
                    lines[r][c] = card
                yield Grid(tuple(map("".join, lines)), at.exposed)


@pytest.mark.parametrize(
    ("game", "rows", "hand"),
    [
        ("lexigram", (".....",) * 2 + (".TON.",) + (".....",) * 2, "AES?"),
        ("keyword", (".....",) * 2 + (".TON.",) + (".....",) * 2, "AES?"),
        ("keyword", ("......",) * 2 + (".CATS.",) + ("......",) * 2, "EOTRT"),
    ],
)
def test_the_other_crosswords_plays_are_every_word_that_fits(
    game: str, rows: tuple[str, ...], hand: str
) -> None:
    before = Grid(rows)
    tables = (table for table in on_grid(before, hand.count("?")) if table != before)
    found = plays(configured(game), WORDS, before, hand)
    assert {play.result for play in found} == legal(game, before, tables, hand)


def test_keywords_first_words_lie_on_the_dark_squares() -> None:
    before = Grid(("." * 19,) * 19)
    found = plays(configured("keyword"), WORDS, before, "CATE")
    small = Grid(tuple(row[8:14] for row in before.rows[8:14]))
    brute = set()
    for table in on_grid(small, 0):
        rows = [*before.rows]
        for number, row in enumerate(table.rows):
            rows[8 + number] = "." * 8 + row + "....."
        brute.add(Grid(tuple(rows)))
    assert {play.result for play in found} == legal("keyword", before, iter(brute), "CATE")


def crossings(number: int, masters: int) -> Iterator[tuple[str, ...]]:
    """Yield, as the rows of a grid, each word of the list that has `number` cards, and each two crossing
    words that have `number` cards together. Up to `masters` of the cards are Masters."""
    words = [one for word in WORDS for one in spelt_with_masters(word, masters)]
    yield from ((word,) for word in words if len(word) == number)
    for across, down in product(words, words):
        if len(across) + len(down) != number + 1:
            continue
        for column, row in product(range(len(across)), range(len(down))):
            if across[column] == down[row]:
                lines = ["." * column + card + "." * (len(across) - column - 1) for card in down]
                lines[row] = across
                yield tuple(lines)


def turned_about(rows: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """Return a crossing, and the same crossing with across and down exchanged. Both are the same play."""
    return frozenset((rows, tuple(map("".join, zip(*rows, strict=True)))))


@pytest.mark.parametrize(("horse", "cards"), [(0, "CATE?"), (1, "TONEA"), (2, "TOTEAR"), (1, "COT?E")])
def test_my_words_plays_are_every_word_and_every_crossing_of_so_many_cards(horse: int, cards: str) -> None:
    game, before = configured("my-word"), RacePosition(((), ()), (0, horse), player=1)
    tables = {
        RacePosition(((), rows), (0, horse), player=1)
        for rows in crossings(game.race.track[horse], cards.count("?"))
    }
    brute = legal("my-word", before, iter(tables), cards)
    found = [play.result for play in plays(game, WORDS, before, cards)]
    ways = [turned_about(at.laid[1]) for at in found if isinstance(at, RacePosition)]
    assert len(set(ways)) == len(found)
    assert set(ways) == {turned_about(at.laid[1]) for at in brute if isinstance(at, RacePosition)}


def test_a_single_word_comes_first_in_the_race_and_home_there_is_nothing_more() -> None:
    game, before = configured("my-word"), RacePosition(((), ()), (1, 0), player=0)
    moves = [format_move(play.move) for play in plays(game, WORDS, before, "TONEAC")]
    assert moves[0] == "+CATE"
    assert moves == [*sorted(m for m in moves if m.count("+") == 1), *(m for m in moves if m.count("+") == 2)]
    assert plays(game, WORDS, RacePosition(((), ()), (7, 0), player=0), "TONE") == []


def test_after_a_number_card_only_numbers_will_do() -> None:
    at = RacePosition(((), ()), (1, 0), player=0, drawn_kind="number")
    found = plays(configured("my-word"), WORDS, at, "TONEN")
    assert [format_move(play.move) for play in found[:2]] == ["+ONE", "+TEN"]
    assert len(found) > 2
    for play in found:
        ruling = adjudicate(configured("my-word"), WORDS, at, play.result, hand="TONEN")
        assert isinstance(ruling, Legal)


def test_a_patiences_longest_word_of_the_hardest_letters_comes_first() -> None:
    at = piles("Z|E|A|L|C|T")
    found = plays(configured("solitaire-1"), WORDS, at, "")
    assert format_move(found[0].move) == "ZEAL@1,2,3,4"
    assert format_position(found[0].result) == format_position(piles("-|-|-|-|C|T"))
