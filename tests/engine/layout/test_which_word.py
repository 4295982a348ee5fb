"""Test how a row of ambiguous cards is read: first by the line in which they stand, then by the word list.
The word list only breaks a tie."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.layout import DoubtfulLetter, TwoWayWord, arrange
from engine.observation import Observation, Reading, Sighting
from engine.words import WordList
from engine.words.kinds import Contents, Flag, Kind
from tests.engine.layout.conftest import texts

Table = Callable[..., Any]


def test_the_line_settles_what_reads_both_ways(empty_table: Table) -> None:
    """In MOW or WIND some letters read either way up. They are read the same way up as their sure
    neighbours, without a word list."""
    for word in ("MOW", "WIND", "SWIMS", "EXPOSE"):
        for angle in (0, 180, 77):
            assert texts(empty_table(4).word(word, 400, 400, angle).seen(), None) == [word]


def test_the_word_list_breaks_a_tie_and_nothing_more(empty_table: Table, words: WordList) -> None:
    """The cards of NOXS read as SXON from the other side, so the word list decides which of the two lies
    there. TAR is clearly upright, so the list does not make RAT of it."""
    both = empty_table(5).word("NOXS", 400, 400)
    assert texts(both.seen(), WordList.of(["SXON"])) == ["SXON"]
    assert texts(both.seen(), WordList.of(["NOXS"])) == ["NOXS"]
    clear = empty_table(5).word("TAR", 400, 400)
    assert texts(clear.seen(), WordList.of(["RAT"])) == ["TAR"]


def test_a_word_that_reads_both_ways_is_doubtful(empty_table: Table) -> None:
    (doubt,) = arrange(empty_table(6).word("NOSH", 400, 400).seen(), None).doubts
    assert isinstance(doubt, TwoWayWord)
    assert {doubt.text, doubt.other} == {"NOSH", "HSON"}


def _printed_both_ways(seen: Observation, upright: float) -> Observation:
    """Return the observation as if each card had a corner letter at both ends. By sight a card is upright
    with probability `upright`, otherwise upside down."""
    ways = (upright, 1 - upright)
    cards = (
        replace(s, readings=tuple(Reading(r.letter, (r.turns + 2 * k) % 4, p) for k, p in enumerate(ways)))
        for s in seen.cards
        for r in s.readings[:1]
    )
    return replace(seen, cards=tuple(cards))


@pytest.mark.parametrize("angle", [0, 77, 180])
def test_cards_printed_both_ways_begin_where_the_list_has_a_word(empty_table: Table, angle: int) -> None:
    """The reader takes each card of SPUN for upside down, with probability 0.64. All cards have the same
    print, so this counts as one piece of evidence and not as four. The word list outweighs it: SPUN is
    read, and not NUPS."""
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


def test_a_doubtful_letter_is_weighed_with_the_list_and_told(empty_table: Table, words: WordList) -> None:
    seen = empty_table(8).word("CAT", 400, 400).seen()
    cards = tuple(_blurred(s, "T", (("I", 0.5), ("T", 0.4))) for s in seen.cards)
    arrangement = arrange(Observation(1200, 900, cards), words)
    assert [w.text for w in arrangement.words] == ["CAT"]
    assert any(isinstance(d, DoubtfulLetter) for d in arrangement.doubts)


def test_clear_sight_is_never_overruled_by_the_list(empty_table: Table) -> None:
    assert texts(empty_table(9).word("CIT", 400, 400).seen(), WordList.of(["CAT", "COT"])) == ["CIT"]


def _blurred(sighting: Sighting, letter: str, readings: tuple[tuple[str, float], ...]) -> Sighting:
    if sighting.best is None or sighting.best[0] != letter:
        return sighting
    turns = sighting.readings[0].turns
    return Sighting(sighting.corners, "up", tuple(Reading(c, turns, p) for c, p in readings))


def test_an_m_on_its_head_among_upright_letters_is_a_w_printed_alike(empty_table: Table) -> None:
    """In a crossword of AW and AX the W is read as an M that lies upside down. It is taken for a W, since
    nobody lays one card of a crossword upside down."""
    table = empty_table(14).card("A", 500, 300).card("W", 559, 300).card("X", 500, 391)
    cards = tuple(
        replace(s, readings=(Reading("M", (s.readings[0].turns + 2) % 4, 0.99),)) if s.best[0] == "W" else s
        for s in table.seen().cards
        if s.best is not None
    )
    words = WordList.of(["AM", "AW", "AX"])
    arrangement = arrange(Observation(1200, 900, cards), words)
    assert sorted(w.text for w in arrangement.words) == ["AW", "AX"]
