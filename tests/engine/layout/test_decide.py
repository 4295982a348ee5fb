"""Test the decision on one photograph: a sure letter holds, the packs and the line settle the letters that
sight leaves open."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import exp, log
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.cards import LETTERS, WADDINGTONS
from engine.evidence import (
    CONSISTENT_LISTED_LOG_FACTOR,
    LISTED_CROSSING_LOG_FACTOR,
    LISTED_LOG_FACTOR,
    MIN_SURE_LETTER_PROBABILITY,
    SURPLUS_CARD_LOG_COST,
)
from engine.layout import Decision, DoubtfulLetter, SurplusCards, TwoWayWord, arrange, decide_letters
from engine.observation import Observation, Reading, Sighting
from engine.words import WordList

Table = Callable[..., Any]
WIDTH, HEIGHT = 57.0, 89.0


def row_of(cards: list[dict[str, float]], y: float = 200.0) -> list[Sighting]:
    """Return upright cards side by side, with the probabilities of their letters."""
    found = []
    for n, letters in enumerate(cards):
        x = 100 + n * (WIDTH + 1)
        corners = ((x, y), (x + WIDTH, y), (x + WIDTH, y + HEIGHT), (x, y + HEIGHT))
        readings = [Reading(c, 0, p) for c, p in sorted(letters.items(), key=lambda i: -i[1])]
        found.append(Sighting(corners, "up", tuple(readings)))
    return found


def settled(
    *rows: list[dict[str, float]], words: WordList | None = None, limits: dict[str, int] | None = None
) -> Decision:
    cards = [card for n, row in enumerate(rows) for card in row_of(row, 100 + 130 * n)]
    seen = Observation(1200, 900, tuple(cards))
    return decide_letters(seen, arrange(seen, words), words, limits)


def texts(decision: Decision) -> list[str]:
    return [word.text for word in decision.arrangement.words]


def two_ways(first: str, second: str, share: float) -> dict[str, float]:
    return {first: share, second: 1 - share} if first != second else {first: 1.0}


UPRIGHT = st.sampled_from("ABCDEFGJKLPQRTUVY")
CARD = st.builds(two_ways, UPRIGHT, UPRIGHT, st.floats(0.5, 0.99))
CARDS = st.lists(CARD, min_size=2, max_size=7)
FEW = st.lists(CARD, min_size=2, max_size=4)


def test_the_list_is_worth_less_than_a_clear_letter() -> None:
    assert (
        log(MIN_SURE_LETTER_PROBABILITY / (1 - MIN_SURE_LETTER_PROBABILITY))
        > LISTED_LOG_FACTOR
        == 2 * LISTED_CROSSING_LOG_FACTOR
    )


@given(CARDS, st.data())
@settings(max_examples=60, deadline=None)
def test_clear_sight_is_never_overruled(cards: list[dict[str, float]], data: st.DataObject) -> None:
    """Each letter that is sure by sight is the letter decided on, whatever words are listed."""
    listed = {"".join(data.draw(st.sampled_from(sorted(card))) for card in cards) for _ in range(4)}
    decision = settled(cards, words=WordList.of(listed))
    for card, letters in zip(cards, decision.letters, strict=True):
        letter = max(card, key=card.__getitem__)
        if card[letter] >= MIN_SURE_LETTER_PROBABILITY:
            assert letters[0][0] == letter
            assert letters[0][1] >= 0.5


@given(CARDS)
@settings(max_examples=30, deadline=None)
def test_without_packs_and_list_sight_alone_decides(cards: list[dict[str, float]]) -> None:
    decision = settled(cards)
    for card, letters in zip(cards, decision.letters, strict=True):
        assert dict(letters) == pytest.approx(card, abs=0.02)


@given(st.lists(FEW, min_size=1, max_size=3), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_table_beyond_the_packs_is_told_of(rows: list[list[dict[str, float]]], listed: bool) -> None:
    first = "".join(max(card, key=card.__getitem__) for card in rows[0])
    limits = dict.fromkeys(LETTERS, 1)
    decision = settled(*rows, words=WordList.of([first]) if listed else None, limits=limits)
    lie = Counter(letters[0][0] for letters in decision.letters)
    over = {d.face for d in decision.arrangement.doubts if isinstance(d, SurplusCards)}
    assert over == {face for face, count in lie.items() if count > 1}
    assert over or assignable([card for row in rows for card in row], limits)


@given(st.floats(-9, 9).filter(lambda odds: abs(odds - SURPLUS_CARD_LOG_COST) > 0.01))
@example(SURPLUS_CARD_LOG_COST - 0.02)
@example(SURPLUS_CARD_LOG_COST + 0.02)
@settings(max_examples=30, deadline=None)
def test_the_packs_give_way_to_what_is_plain_to_see_and_to_nothing_less(odds: float) -> None:
    clear = 1 / (1 + exp(-odds))
    decision = settled([{"B": 1.0}], [{"B": clear, "A": 1 - clear}], limits={"A": 1, "B": 1})
    assert (decision.letters[1][0][0] == "B") == (odds > SURPLUS_CARD_LOG_COST)


def assignable(cards: list[dict[str, float]], limits: dict[str, int]) -> bool:
    """Return True if the pack has enough cards for every card to show one of its letters. By Hall's theorem
    no set of letters may be needed by more cards than the pack has."""
    needed = {frozenset(card) for card in cards}
    unions = {frozenset[str]()}
    for need in needed:
        unions |= {union | need for union in unions}
    return all(sum(set(card) <= union for card in cards) <= sum(limits[c] for c in union) for union in unions)


@given(CARDS, st.floats(0.5, 0.95), st.floats(0.0, 0.05))
@settings(max_examples=30, deadline=None)
def test_a_letter_seen_better_is_never_believed_less(
    cards: list[dict[str, float]], share: float, more: float
) -> None:
    words = WordList.of(["".join(min(card, key=card.__getitem__) for card in cards)])
    weak = settled([{"A": share, "E": 1 - share}, *cards], words=words)
    strong = settled([{"A": share + more, "E": 1 - share - more}, *cards], words=words)
    assert dict(strong.letters[0])["A"] >= dict(weak.letters[0])["A"] - 1e-9


def test_the_packs_tell_an_o_from_the_only_q() -> None:
    clear = {"Q": 0.97, "O": 0.03}
    doubtful = {"Q": 0.6, "O": 0.4}
    rows = [clear, {"U": 1.0}], [{"T": 1.0}, doubtful, {"E": 1.0}]
    assert texts(settled(*rows)) == ["QU", "TQE"]
    with_pack = settled(*rows, limits=dict(WADDINGTONS.limits()))
    assert texts(with_pack) == ["QU", "TOE"]
    assert with_pack.letters[3][0][1] > 0.9
    assert texts(settled(*rows, limits=dict(WADDINGTONS.limits(2)))) == ["QU", "TQE"]


def test_more_than_the_packs_hold_is_told_and_stands() -> None:
    decision = settled([{"Q": 1.0}, {"U": 1.0}, {"Q": 1.0}], limits=dict(WADDINGTONS.limits()))
    assert texts(decision) == ["QUQ"]
    assert [d for d in decision.arrangement.doubts if isinstance(d, SurplusCards)] == [
        SurplusCards("Q", 2, 1)
    ]


def test_the_list_finds_a_word_among_more_spellings_than_can_be_tried() -> None:
    """Each of nine cards may be one of four letters, which makes 262,144 spellings. COURTSHIP alone is
    listed, and is found, although sight prefers other letters. No letter becomes sure by this."""
    cards = [{c: 0.24, "Q": 0.3, "X": 0.24, "Z": 0.22} for c in "COURTSHIP"]
    assert texts(settled(cards)) == ["QQQQQQQQQ"]
    decision = settled(cards, words=WordList.of(["COURTSHIP"]))
    assert texts(decision) == ["COURTSHIP"]
    assert all(letters[0][1] < MIN_SURE_LETTER_PROBABILITY for letters in decision.letters)


def test_a_confidence_is_what_is_left_after_everything_has_spoken() -> None:
    """By sight the middle letter of C_T is a U (0.6) or an A (0.4). The list has CAT alone, which
    multiplies the odds of the A by a known factor. The decision gives the A the resulting probability.
    Without a list the letter is reported as doubtful."""
    decision = settled([{"C": 1.0}, {"U": 0.6, "A": 0.4}, {"T": 1.0}], words=WordList.of(["CAT"]))
    assert texts(decision) == ["CAT"]
    factor = 0.4 / 0.6 * exp(CONSISTENT_LISTED_LOG_FACTOR)
    letter, confidence = decision.letters[1][0]
    assert letter == "A"
    assert confidence == pytest.approx(factor / (1 + factor), abs=0.01)
    doubts = settled([{"C": 1.0}, {"U": 0.6, "A": 0.4}, {"T": 1.0}]).arrangement.doubts
    assert any(isinstance(d, DoubtfulLetter) and d.card == 1 for d in doubts)


def both_ways(seen: Observation, lean: float = 0.5) -> Observation:
    """Return the cards as if they had corner letters only, and so looked alike upside down. `lean` is the
    probability that the reader takes a card for upright."""
    return replace(seen, cards=tuple(_alike(card, lean) for card in seen.cards))


def _alike(card: Sighting, lean: float) -> Sighting:
    """Return the card as if its letter looked alike upside down: it is upright with probability `lean`,
    otherwise upside down."""
    letter, upright = card.letters()[0][0], 0 if card.corners[0][1] < card.corners[2][1] else 2
    return replace(card, readings=(Reading(letter, upright, lean), Reading(letter, 2 - upright, 1 - lean)))


@pytest.mark.parametrize("lean", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("turned", [0, 180])
def test_cards_alike_both_ways_up_are_read_as_a_word(
    empty_table: Table, words: WordList, turned: int, lean: float
) -> None:
    """Each card of LARCH looks alike both ways up, and the reader prefers the same way up for all, perhaps
    the wrong one. LARCH is read all the same, since the list has it."""
    seen = both_ways(empty_table(1).word("LARCH", 500, 400, turned).seen(), lean)
    decision = decide_letters(seen, arrange(seen, words), words)
    assert texts(decision) == ["LARCH"]
    assert not [d for d in decision.arrangement.doubts if isinstance(d, TwoWayWord)]


def test_a_word_whose_way_up_is_clear_is_not_turned_by_the_list(empty_table: Table, eye: Any) -> None:
    """Only NIM is listed. But the M of MIN is clearly upright, so the word stays MIN."""
    seen = empty_table(7).word("MIN", 500, 400).seen(eye(certainty=0.995))
    decision = decide_letters(seen, arrange(seen, None), WordList.of(["NIM", "NIW"]))
    assert texts(decision) == ["MIN"]
    assert decision.arrangement.doubts == ()


def test_words_beside_one_another_face_the_same_way(empty_table: Table) -> None:
    """A word reads as TAR one way up and as RAT the other. Clear words above and below it decide: all three
    face the same way."""
    words = WordList.of(["TAR", "RAT", "MOTHER", "LARCH"])
    for turned in (0, 180):
        table = empty_table(2).word("TAR", 500, 450, turned)
        seen = both_ways(table.seen())
        others = empty_table(3).word("MOTHER", 500, 250, turned).word("LARCH", 500, 650, turned).seen()
        every = Observation(1200, 900, (*seen.cards, *others.cards))
        assert sorted(texts(decide_letters(every, arrange(every, words), words))) == [
            "LARCH",
            "MOTHER",
            "TAR",
        ]


def test_a_word_nothing_settles_is_a_doubt(empty_table: Table) -> None:
    words = WordList.of(["TAR", "RAT"])
    seen = both_ways(empty_table(4).word("TAR", 500, 450).seen())
    doubts = decide_letters(seen, arrange(seen, words), words).arrangement.doubts
    (either,) = [d for d in doubts if isinstance(d, TwoWayWord)]
    assert {either.text, either.other} == {"TAR", "RAT"}


@pytest.mark.parametrize("seed", range(6))
def test_a_crossword_is_decided_as_one(empty_table: Table, words: WordList, seed: int) -> None:
    """A doubtful letter is settled by both words through it. Without a list its likelier letter stays."""
    seen = empty_table(seed).grid(("...S..", "..GAME", "...L.V", "...T.E", ".....N"), 600, 450).seen()
    doubtful = [_unsure(card, "A", "U") for card in seen.cards]
    table = Observation(1200, 900, tuple(doubtful))
    decision = decide_letters(table, arrange(table, words, "grid"), words, WADDINGTONS.limits())
    assert decision.arrangement.grid is not None
    assert decision.arrangement.grid.rows == (".S..", "GAME", ".L.V", ".T.E", "...N")
    assert sorted(texts(decision)) == ["EVEN", "GAME", "SALT"]
    none = decide_letters(table, arrange(table, None, "grid"))
    assert sorted(texts(none)) == ["EVEN", "GUME", "SULT"]


def _unsure(card: Sighting, letter: str, other: str) -> Sighting:
    if card.letters()[0][0] != letter:
        return card
    turns = card.readings[0].turns
    return replace(card, readings=(Reading(other, turns, 0.52), Reading(letter, turns, 0.44)))


def test_masters_cards_alone_and_backs_keep_their_places(empty_table: Table, words: WordList) -> None:
    seen = empty_table(5).word("MO?HER", 400, 300).piles("K").card("B", 200, 700).seen()
    decision = decide_letters(seen, arrange(seen, words), words, WADDINGTONS.limits())
    assert texts(decision) == ["MOtHER"]
    said = Counter(letters[0][0] for letters in decision.letters if letters)
    assert said == Counter("MO?HERKB")
    backs = [not letters for letters in decision.letters]
    assert backs == [card.face == "down" for card in seen.cards]


def test_an_empty_table_is_decided_at_once() -> None:
    nothing = Observation(1200, 900)
    assert decide_letters(nothing, arrange(nothing)) == Decision(arrange(nothing), ())


def test_shares_never_exceed_what_the_reader_left(empty_table: Table, words: WordList) -> None:
    rng = random.Random(6)
    cards = [{LETTERS[rng.randrange(26)]: 0.7, LETTERS[rng.randrange(26)]: 0.2} for _ in range(6)]
    for letters in settled(cards, words=words).letters:
        assert sum(p for _, p in letters) <= 0.9 + 1e-9


LISTED_WORDS = WordList.of(["CAT", "MAT"])
SURE = [("A", 0, 0.99)]


def turned_row(cards: list[list[tuple[str, int, float]]]) -> Decision:
    """Return the decision on a row of cards. Each card has readings of letter, quarter turns and
    probability."""
    laid = row_of([{"A": 1.0} for _ in cards])
    said = [tuple(Reading(*r) for r in readings) for readings in cards]
    seen = [replace(card, readings=readings) for card, readings in zip(laid, said, strict=True)]
    observation = Observation(1200, 900, tuple(seen))
    return decide_letters(observation, arrange(observation, LISTED_WORDS), LISTED_WORDS)


def test_which_way_up_a_card_lies_makes_no_letter_clear_that_was_not() -> None:
    doubtful = [("J", 0, 0.88), ("L", 2, 0.08)]
    letters = turned_row([doubtful, SURE, [("T", 0, 0.99)]]).letters
    assert letters[0][0][0] == "J"
    assert letters[0][0][1] < MIN_SURE_LETTER_PROBABILITY <= letters[1][0][1]


def test_but_a_listed_word_does_and_an_m_stays_as_clear_as_its_line_makes_it() -> None:
    doubtful = [("C", 0, 0.88), ("L", 2, 0.08)]
    assert turned_row([doubtful, SURE, [("T", 0, 0.99)]]).letters[0][0][1] >= MIN_SURE_LETTER_PROBABILITY
    either = [("M", 0, 0.6), ("W", 2, 0.38)]
    assert turned_row([[("X", 0, 0.99)], SURE, either]).letters[2][0] >= ("M", MIN_SURE_LETTER_PROBABILITY)
