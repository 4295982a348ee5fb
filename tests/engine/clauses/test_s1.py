"""Test the clauses of Lexicon Solitaire 1. The last card of a pile lies on top."""

from engine.catalogue import configured
from engine.patience_moves import dealt_patience
from engine.position import Piles
from engine.rules.gathering import words_gathered
from engine.rules.patience import is_complete_deal
from engine.ruling import Illegal, Legal, NotListed
from engine.ruling.piles import Covered, MakesNoWord, NotOfTheseCards, PilesDisturbed
from engine.words import WordList
from tests.engine.clauses.patience import clauses, move, ruled


def test_s1_waiting_is_allowed() -> None:
    assert move(ruled("solitaire-1", "MOH|E", "MOH|E")) == "pass"


def test_s1_the_pack_is_dealt_in_fans_of_three() -> None:
    """A pack of 52 makes 17 fans and one card, a pack of 51 makes 17 fans (the booklet's deal)."""
    game, fans = configured("solitaire-1"), ("ABC",) * 17
    for piles in ((*fans, "Z"), (*fans, ""), fans):
        assert is_complete_deal(game, Piles(piles))
    for piles in ((*fans[1:], "Z"), (*fans[2:], "AB", "C", "Z"), ("ABCD",) * 17, ("AB",) * 17):
        assert not is_complete_deal(game, Piles(piles))
    table, stock = dealt_patience(game, "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2)
    assert (table.piles[0], table.piles[16:], stock) == ("ABC", ("WXY", "Z"), "")
    assert is_complete_deal(game, table)


def test_s1_1_what_one_look_missed_too_much_of_is_not_searched_for_words() -> None:
    """Solitaire 1: four piles lose cards between two pictures. The 28 cards that are gone are divided into
    seven words. 32 cards could be divided in too many ways, so no words are looked for."""
    words, table = WordList.of(["AAAA"]), configured("solitaire-1").vocabulary
    seven = words_gathered(dict.fromkeys(range(4), "A" * 7), words, table, 4, last=False)
    assert seven is not None
    assert [spelt.word for spelt in seven] == ["AAAA"] * 7
    assert words_gathered(dict.fromkeys(range(4), "A" * 8), words, table, 4, last=False) is None


def test_s1_1_four_or_more_letters_a_word() -> None:
    assert move(ruled("solitaire-1", "SB|SE|SA|SR", "S|S|S|S")) == "BEAR@1,2,3,4"
    short = ruled("solitaire-1", "SC|SA|ST|S", "S|S|S|S")
    assert clauses(short) == {"S1-1"}


def test_s1_1_two_words_gathered_between_two_looks_are_two_words() -> None:
    both = ruled("solitaire-1", "SCB|SOE|SAA|STR|Z", "S|S|S|S|Z")
    assert [part.split("@")[0] for part in move(both).split(" & ")] == ["BEAR", "COAT"]


def test_s1_2_only_from_the_tops_of_piles() -> None:
    ruling = ruled("solitaire-1", "BX|SE|SA|SR", "X|S|S|S")
    assert clauses(ruling) == {"S1-2"}
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (Covered("B", ("1",)),)


def test_s1_3_a_card_uncovered_by_a_letter_may_be_used_in_the_same_word() -> None:
    """The booklet's example: H over O over M, with an E exposed elsewhere, makes HOME."""
    assert move(ruled("solitaire-1", "MOH|XE", "-|X")) == "HOME@1,1,1,2"
    assert move(ruled("solitaire-1", "XMOH|E|Z", "X|-|Z")) == "HOME@1,1,1,2"


def test_s1_4_two_or_three_cards_that_are_left_may_finish() -> None:
    last = ruled("solitaire-1", "TA|C", "-|-")
    assert move(last) == "ACT@1,2,1"
    assert isinstance(last, Legal)
    assert last.goes_out
    assert clauses(ruled("solitaire-1", "TA|C|X", "-|-|X")) == {"S1-1"}
    assert "S1-4" in clauses(ruled("solitaire-1", "A|-", "-|-"))


def test_s1_proper_nouns_and_unlisted_strings_do_not_count() -> None:
    ruling = ruled("solitaire-1", "SR|SO|SM|SE", "S|S|S|S", said="ROME")
    assert isinstance(ruling, Illegal)
    assert [type(breach) for breach in ruling.breaches] == [NotListed]
    unnamed = ruled("solitaire-1", "SR|SO|SM|SX", "S|S|S|S")
    assert isinstance(unnamed, Illegal)
    assert unnamed.breaches == (MakesNoWord("MORX"),)


def test_s1_a_word_that_was_called_is_the_word() -> None:
    assert move(ruled("solitaire-1", "SR|SO|SB|SE", "S|S|S|S", said="ROBE")) == "ROBE@1,2,3,4"
    assert clauses(ruled("solitaire-1", "SR|SO|SB|SE", "S|S|S|S", said="HOME")) == {"ALL-1"}


def test_s1_a_called_word_that_is_not_made_of_the_cards_is_named() -> None:
    """The cards HOME spell a word, but not the word that was called."""
    ruling = ruled("solitaire-1", "MOH|E|AB", "-|-|AB", said="HOMES")
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (NotOfTheseCards("HOMES", "EHMO"),)


def test_s1_nothing_is_laid_on_a_pile() -> None:
    ruling = ruled("solitaire-1", "MOH|E", "MOHE|-")
    assert isinstance(ruling, Illegal)
    assert PilesDisturbed(("1",), "S1-2") in ruling.breaches
