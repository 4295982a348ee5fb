"""Test the clauses of Lexicon Solitaire 2. `#` is a card face down, `/` the nest's card turned up, `*` the
rest of the nest."""

from engine.catalogue import configured
from engine.moves import Change
from engine.notation import parse_position
from engine.position import Piles
from engine.rules.patience import dealt_table
from engine.ruling import Illegal, Legal, TooFewLetters
from engine.ruling.piles import NotOfTheseCards, PilesDisturbed, TurnedTooMany, VowelFirst
from tests.engine.clauses.patience import clauses, move, ruled

DEALT = "R|#A|##Z|###O|####R|#####B|######E /- *24 +2"


def s2(before: str, after: str, said: str = "") -> str:
    return move(ruled("solitaire-2", before, after, said))


def broken(before: str, after: str) -> set[str]:
    return clauses(ruled("solitaire-2", before, after))


def test_s2_the_booklets_words_from_the_tops() -> None:
    """Solitaire 2: in the booklet RAZOR, BEAR, BORE and ROBE are made of the piles' top cards. RAZOR is
    legal before and after the cards beneath are turned up."""
    razor = "-|T|#E|##L|###I|#####B|######E /- *24 +2"
    assert s2(DEALT, razor) == "RAZOR@1,2,3,4,5"
    waiting = "-|#|##|###|####|#####B|######E /- *24 +2"
    assert s2(DEALT, waiting) == "RAZOR@1,2,3,4,5"
    bear = "-|T|##Z|###O|####R|####T|#####C /- *24 +2"
    assert s2(DEALT, bear, "BEAR") == "BEAR@6,7,2,1"


def test_s2_words_have_four_or_more_letters() -> None:
    cat = "C|A|T|#S /- *24 +2"
    assert broken(cat, "-|-|-|#S /- *24 +2") == {"S1-1"}


def test_s2_only_what_lies_exposed_may_be_used() -> None:
    assert broken("RE|#A|##B /- *20", "-|#|## /- *20") == {"S1-2"}


def test_s2_the_top_nest_card_may_be_used() -> None:
    assert s2("B|E|A /ER *20", "-|-|- /E *20") == "BEAR@1,2,3,^"


def test_s2_each_master_serves_once() -> None:
    assert s2("B|E|A|X /- *20 +2", "-|-|-|X /- *20 +1") == "BEAr@1,2,3,?"
    spent = ruled("solitaire-2", "B|E|A|X /- *20", "-|-|-|X /- *20", "BEAR")
    assert isinstance(spent, Illegal)
    assert spent.breaches == (TooFewLetters("ABE", 4, "S1-1"), NotOfTheseCards("BEAR", "ABE"))


def test_s2_1_an_exposed_vowel_may_be_moved_into_a_space() -> None:
    assert s2("-|#A|#Z /- *24", "A|T|#Z /- *24") == "A@2>1"
    assert broken("-|#A|#Z /- *24", "Z|#A|T /- *24") == {"S2-1"}
    assert broken("T|#A|#Z /- *24", "TA|T|#Z /- *24") == {"S2-1"}


def test_s2_2_a_nest_card_fills_a_space_when_no_vowel_can() -> None:
    assert s2("-|#B|#Z /QT *20", "T|#B|#Z /Q *20") == "T@^>1"
    assert broken("-|#A|#Z /QT *20", "T|#A|#Z /Q *20") == {"S2-2"}


def test_s2_2_a_vowel_that_covers_nothing_turns_nothing_up_and_holds_nobody_up() -> None:
    assert s2("-|A|#Z /QT *20", "T|A|#Z /Q *20") == "T@^>1"


def test_s2_3_one_nest_card_is_turned_at_a_time() -> None:
    assert s2("B|#A /Q *20", "B|#A /QT *19") == "*T"
    two = ruled("solitaire-2", "B|#A /Q *20", "B|#A /QTS *18")
    assert isinstance(two, Illegal)
    assert two.breaches == (TurnedTooMany(2, 1, "S2-3"),)


def test_s2_it_is_won_when_every_card_is_used() -> None:
    ruling = ruled("solitaire-2", "B|E|A /R *0 +2", "-|-|- /- *0 +2")
    assert isinstance(ruling, Legal)
    assert ruling.goes_out


def test_s2_2_of_the_nest_only_the_top_card_fills_a_space() -> None:
    assert s2("-|#T|#Z /QT *20", "T|#T|#Z /Q *20") == "T@^>1"
    assert broken("-|#T|#Z /QT *20", "Q|#T|#Z /T *20") == {"S2-2"}


def test_s2_2_the_vowel_to_be_moved_first_is_the_one_that_lies_exposed() -> None:
    ruling = ruled("solitaire-2", "-|##A|#Z /QT *20", "T|##A|#Z /Q *20")
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (VowelFirst("T", "A"),)


def test_s2_what_no_move_of_the_game_tells_is_shown_as_it_changed() -> None:
    ruling = ruled("solitaire-2", "R|#A|##Z /- *20", "X|#A|##Z /- *20")
    assert isinstance(ruling, Illegal)
    assert ruling.move == Change(0, "R", "X")
    assert ruling.breaches == (PilesDisturbed(("1",), "S2-1"),)


def test_s2_the_deal_is_told_from_the_seven_cards_that_show() -> None:
    """Solitaire 2: from the visible cards of the seven piles the table knows the whole deal: 28 cards in
    the piles, 24 in the stock, which the booklet calls the nest, and the Masters aside."""
    assert dealt_table(configured("solitaire-2"), tuple("RAZORBE")) == parse_position(DEALT)


def test_the_other_patiences_are_dealt_as_they_show() -> None:
    for game, text in (("clock", "R|A|Z|O|R|B|E|X|Q|T|S|U /- *40"), ("solitaire-1", "KPR|MVU")):
        position = parse_position(text)
        assert isinstance(position, Piles)
        assert dealt_table(configured(game), position.piles) == position


def test_more_cards_dealt_than_the_pack_has_leave_an_empty_stock() -> None:
    clock = configured("clock")
    assert dealt_table(clock, ["E" * 5] * 11).stock == 0


def test_s2_a_vowel_moved_and_a_nest_card_turned_up_are_told_together() -> None:
    assert s2("-|#A|#Z /Q *20", "A|T|#Z /QX *19") == "A@2>1 & *X"
