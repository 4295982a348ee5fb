"""Test Lexicon with one example for each sentence of the rules."""

from itertools import product

import pytest

from engine.adjudication import adjudicate
from engine.cards import LETTERS
from engine.catalogue import configured
from engine.game import Game
from engine.moves import Lay
from engine.notation import NotationError, format_move, format_position, parse_hand, parse_position
from engine.position import Rows
from engine.rules.clauses import clauses_broken
from engine.ruling import Illegal, Legal, NotInHand, NotListed, Ruling, TooManyLetters, Unclear, is_flagged
from engine.words import WordList, WordRefusal
from engine.words.kinds import Contents, Flag, Kind

PLAIN = Kind(10, Flag.US | Flag.GB)
PLURAL = Kind(10, Flag.US | Flag.GB | Flag.PLURAL_ONLY)
SLANG = Kind(10, Flag.US | Flag.GB | Flag.SLANG)
TEXT = """
ARE AREA ARISE BARE CARESS CAT CITE COT COTE CUT CUTE DO DOG EXPERT EXPORT
EXPORTS FAIRY FAR FEARLESS HAT LARCH LURCH MAN MANY MOTHER PERT POTS RAT RATS SMOTHER
SMOTHERED STOP TAR THATCHED
"""
LISTED = TEXT.split()
KINDS = dict.fromkeys(LISTED, PLAIN) | dict.fromkeys(["CATS", "DOGS"], PLURAL) | {"YOBBO": SLANG}
WORDS = WordList(Contents(dict(sorted(KINDS.items())), proper=" PARIS ", abbreviations=" MO "))
LEXICON = configured("lexicon")


def ruled(before: str, after: str, hand: str | None = None, game: Game = LEXICON, packs: int = 1) -> Ruling:
    known = None if hand is None else parse_hand(hand)
    return adjudicate(game, WORDS, parse_position(before), parse_position(after), hand=known, packs=packs)


def clauses(ruling: Ruling) -> set[str]:
    assert isinstance(ruling, Illegal)
    return {breach.clause for breach in ruling.breaches}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("MOTHER", "SMOTHERED"),
        ("HAT", "THATCHED"),
        ("FAR", "FAIRY"),
        ("MAN", "MANY"),
        ("ARE", "BARE"),
        ("ARE", "AREA"),
        ("ARE", "ARISE"),
        ("ARE", "CARESS"),
        ("ARE", "FEARLESS"),
    ],
)
def test_lex_c_the_booklets_insertions_are_legal(before: str, after: str) -> None:
    ruling = ruled(f"DOG {before}", f"DOG {after}")
    assert isinstance(ruling, Legal)
    assert format_move(ruling.move) == f"2:{before}<{after}"


@pytest.mark.parametrize(("count", "told_nothing"), [(140, False), (145, True)])
def test_all_2_masters_that_may_have_been_many_letters_are_held_to_none(
    count: int, told_nothing: bool
) -> None:
    """??X becomes ??Y. `count` words fit each of them, and in every pair of them a Master would change its
    letter, which is illegal. If there are more than 20,000 pairs the table does not try them, and calls the
    play legal."""
    words = ["".join(letters) for letters in product("ABCDEFGH", LETTERS, "X")][:count]
    others = ["".join(letters) for letters in product("STUVWXYZ", LETTERS, "Y")][:count]
    before, after = parse_position("??X /K"), parse_position("??Y /K")
    ruling = adjudicate(LEXICON, WordList.of(words + others), before, after)
    assert isinstance(ruling, Legal) == told_nothing
    assert told_nothing or clauses(ruling) == {"ALL-2"}


@pytest.mark.parametrize(("before", "after"), [("EXPERT", "EXPORT"), ("LARCH", "LURCH")])
def test_lex_d_the_booklets_exchanges_are_legal(before: str, after: str) -> None:
    ruling = ruled(before, after)
    assert isinstance(ruling, Legal)
    assert format_move(ruling.move) == f"1:{before}={after}"


def test_lex_a_a_whole_word_may_be_laid() -> None:
    ruling = ruled("DOG", "DOG CAT", hand="TACO")
    assert ruling == Legal(Lay("CAT"), (), False)


def test_lex_a_a_word_has_two_letters_or_more() -> None:
    assert clauses(ruled("", "A")) == {"LEX-A"}


def test_lex_a_one_word_a_turn() -> None:
    assert clauses(ruled("", "CAT DOG")) == {"LEX-A", "LEX-1"}


def test_all_1_a_word_counts_when_the_dictionary_has_it() -> None:
    assert clauses(ruled("", "MOTHE")) == {"ALL-1"}
    assert clauses(ruled("MOTHER", "MOTHERED")) == {"ALL-1"}
    assert clauses(ruled("EXPERT", "EXPIRT")) == {"ALL-1"}


@pytest.mark.parametrize("word", ["PARIS", "MO"])
def test_all_1_a_table_may_let_proper_nouns_and_abbreviations_in(word: str) -> None:
    assert clauses(ruled("", word)) == {"ALL-1"}
    open_table = configured("lexicon", {"proper": True, "abbreviations": True})
    assert isinstance(ruled("", word, game=open_table), Legal)


def test_all_1_a_table_may_leave_plurals_and_slang_out() -> None:
    assert isinstance(ruled("CAT", "CATS"), Legal)
    assert isinstance(ruled("", "YOBBO"), Legal)
    strict = configured("lexicon", {"plurals": False, "slang": False})
    assert clauses(ruled("CAT", "CATS", game=strict)) == {"ALL-1"}
    assert clauses(ruled("", "YOBBO", game=strict)) == {"ALL-1"}


def test_lex_b_a_discard_is_a_turn() -> None:
    ruling = ruled("CAT /Q", "CAT /E", hand="EIO")
    assert isinstance(ruling, Legal)
    assert format_move(ruling.move) == "-E"
    assert ruling.goes_out is False


def test_lex_b2_a_card_that_was_not_in_the_hand_was_drawn_first() -> None:
    assert clauses(ruled("CAT /Q", "CAT /E", hand="AIO")) == {"LEX-B2"}
    assert clauses(ruled("CAT /Q", "CAT /-", hand="AIO")) == {"LEX-B2"}


def test_lex_b2_the_article_swaps_with_the_exposed_card_and_only_the_blind_one_waits() -> None:
    """By the rules of the article, a player may exchange a card of the hand for the exposed card. Taking
    the exposed card and discarding none is illegal (LEX-B). Discarding an E that the player has just drawn
    from the stock is illegal, too (LEX-B2)."""
    article = configured("lexicon", {"edition": "art"})
    assert clauses(ruled("CAT /Q", "CAT /-", hand="AIO", game=article)) == {"LEX-B"}
    assert clauses(ruled("CAT /Q", "CAT /E", hand="AIO", game=article)) == {"LEX-B2"}
    assert isinstance(ruled("CAT /Q", "CAT /A", hand="AIO", game=article), Legal)


def test_lex_w_a_proper_noun_counts_where_the_dictionary_in_use_lists_it_as_a_word() -> None:
    """Parker's and Waddingtons' booklets allow a proper noun that the dictionary lists. The article forbids
    it."""
    ours = WordList.of(["PARIS", "CAT"], like=WORDS)
    article = configured("lexicon", {"edition": "art"})
    before, after = parse_position(""), parse_position("PARIS")
    for edition in ("wd", "pb"):
        game = configured("lexicon", {"edition": edition})
        assert isinstance(adjudicate(game, ours, before, after), Legal)
    refused = adjudicate(article, ours, before, after)
    assert isinstance(refused, Illegal)
    assert refused.breaches == (NotListed("PARIS", WordRefusal.PROPER),)
    assert isinstance(adjudicate(article, ours, before, parse_position("CAT")), Legal)
    allowed = configured("lexicon", {"edition": "art", "proper": True})
    assert isinstance(adjudicate(allowed, ours, before, after), Legal)


@pytest.mark.parametrize(("before", "after"), [("", "PARIS"), ("PARS", "PARIS"), ("PARES", "PARIS")])
def test_lex_w_is_cited_of_a_proper_noun_however_it_came_about(before: str, after: str) -> None:
    ruling = ruled(before, after)
    assert isinstance(ruling, Illegal)
    assert "LEX-W" in {clause for clause, _ in clauses_broken(ruling)}
    unlisted = ruled("", "MIO")
    assert isinstance(unlisted, Illegal)
    assert "LEX-W" not in {clause for clause, _ in clauses_broken(unlisted)}


def test_lex_c1_the_letters_keep_their_order() -> None:
    assert clauses(ruled("CAT", "ACTS")) == {"LEX-C1", "ALL-1"}
    assert clauses(ruled("MOTHER", "SMOTHREED", hand="SEDXX")) == {"LEX-C1", "ALL-1"}


def test_lex_c1_a_letter_may_have_moved_or_else_been_exchanged_beside_an_insertion() -> None:
    assert clauses(ruled("EXPERT", "EXPORTED")) >= {"LEX-C1", "LEX-1"}
    assert clauses(ruled("EXPERT", "EXPORTED", hand="OEDXX")) >= {"LEX-C1", "LEX-1"}
    assert "LEX-1" not in clauses(ruled("EXPERT", "EXPORTED", hand="ODXXX"))


def test_lex_c2_a_word_is_not_reversed() -> None:
    assert clauses(ruled("TAR", "RATS")) == {"LEX-C2"}
    assert clauses(ruled("STOP", "POTS", hand="AEI")) == {"LEX-C2"}


def test_lex_c3_only_one_word_is_touched() -> None:
    assert clauses(ruled("CAT DOG", "CATS DOGS")) == {"LEX-C3"}
    assert clauses(ruled("CAT LARCH", "CATS LURCH")) == {"LEX-C3", "LEX-1"}


def test_lex_c_letters_are_never_removed() -> None:
    assert clauses(ruled("EXPERT", "PERT")) == {"LEX-C", "ALL-5"}
    assert clauses(ruled("CAT DOG", "DOG")) == {"LEX-C", "ALL-5"}
    assert clauses(ruled("CAT DOG", "- DOG")) == {"LEX-C", "ALL-5"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("EXPERT", "EXPORTS"),
        ("CAT", "CATS DOG"),
        ("LARCH", "LURCH DOG"),
        ("CAT /Q", "CATS /E"),
        ("CAT /Q", "CAT DOG /E"),
    ],
)
def test_lex_1_a_turn_is_one_action(before: str, after: str) -> None:
    assert clauses(ruled(before, after)) == {"LEX-1"}


def test_lex_p_nobody_passes() -> None:
    assert clauses(ruled("CAT", "CAT")) == {"LEX-P"}
    assert clauses(ruled("CAT /Q", "CAT /Q")) == {"LEX-P"}  # the pack has one Q, and there it lies
    assert clauses(ruled("CAT /E", "CAT /E", hand="AIO")) == {"LEX-P"}


def test_a_card_laid_on_one_with_the_same_face_is_not_taken_for_a_pass() -> None:
    assert isinstance(ruled("CAT /E", "CAT /E", hand="AEI"), Unclear)
    assert isinstance(ruled("CAT /E", "CAT /E"), Unclear)
    assert isinstance(ruled("CAT /Q", "CAT /Q", packs=2), Unclear)


@pytest.mark.parametrize(
    ("before", "after", "hand", "clause"),
    [
        ("MOTHER", "SMOTHERED", "SEXQZA", "LEX-C"),
        ("EXPERT", "EXPORT", "AEI", "LEX-D"),
        ("DOG", "DOG CAT", "CAR", "LEX-A"),
        ("DOG", "DOG CaT", "CAT", "LEX-A"),
    ],
)
def test_cards_not_in_the_hand_cannot_be_played(before: str, after: str, hand: str, clause: str) -> None:
    ruling = ruled(before, after, hand)
    assert clauses(ruling) == {clause}
    assert isinstance(ruling, Illegal)
    assert isinstance(ruling.breaches[0], NotInHand)


def test_more_cards_than_the_hand_had_are_counted_and_not_named() -> None:
    ruling = ruled("MOTHER", "SMOTHERED", "2")
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (TooManyLetters("DES", 2, "LEX-C"),)


def test_every_breach_is_told() -> None:
    assert clauses(ruled("MOTHER CAT /Q", "OTHER TACS DOG ZZ /E", hand="")) == {
        *("LEX-C3", "LEX-A", "LEX-1", "LEX-C", "ALL-5", "ALL-1", "LEX-C2", "LEX-B2")
    }


def test_all_2_a_master_stands_for_the_letter_it_was_declared() -> None:
    assert isinstance(ruled("", "CaT"), Legal)
    assert clauses(ruled("", "CxT")) == {"ALL-1"}
    assert clauses(ruled("CaT", "CoT")) == {"ALL-2"}  # one Master in the pack: it cannot be another one
    assert isinstance(ruled("CaT", "CoT", hand="?"), Legal)
    assert clauses(ruled("CiT", "CoTE")) == {"ALL-2"}


def test_lex_d_a_master_may_be_won() -> None:
    ruling = ruled("CaT", "CAT", hand="AEI")
    assert isinstance(ruling, Legal)
    assert format_move(ruling.move) == "1:CaT=CAT"


def test_an_unnamed_master_is_legal_if_some_letter_works_and_the_alternatives_are_kept() -> None:
    ruling = ruled("", "C?T")
    assert isinstance(ruling, Legal)
    assert [format_position(position) for position in ruling.namings] == ["CaT", "CoT", "CuT"]
    assert clauses(ruled("", "?ZZ")) == {"ALL-1"}


def test_an_unnamed_master_keeps_one_of_the_letters_it_may_have_had() -> None:
    ruling = ruled("C?T", "C?TE")
    assert isinstance(ruling, Legal)
    assert [format_position(position) for position in ruling.namings] == ["CoTE", "CuTE"]
    assert clauses(ruled("C?T", "CiTE")) == {"ALL-2"}  # I: CIT was no word
    ruling = ruled("CuT", "C?TE")
    assert isinstance(ruling, Legal)
    assert [format_position(position) for position in ruling.namings] == ["CuTE"]


def test_naming_a_master_is_no_play() -> None:
    assert clauses(ruled("C?T", "CaT")) == {"LEX-P"}


def test_the_same_letters_in_other_places_are_unclear_while_the_hand_is_hidden() -> None:
    ruling = ruled("TAR", "RAT")
    assert isinstance(ruling, Unclear)
    assert isinstance(ruled("TAR", "RAT", hand="TR"), Legal)
    assert clauses(ruled("TAR", "RAT", hand="AEI")) == {"LEX-C2"}
    assert clauses(ruled("DOG", "GOD", hand="AEI")) == {"LEX-C2", "ALL-1"}


def test_lex_o_going_out() -> None:
    assert ruled("", "CAT", hand="TAC") == Legal(Lay("CAT"), (), True)
    out = ruled("MAN", "MANY", hand="1")
    assert isinstance(out, Legal)
    assert out.goes_out is True
    exchange = ruled("EXPERT", "EXPORT", hand="O")
    assert isinstance(exchange, Legal)
    assert exchange.goes_out is False
    hidden = ruled("", "CAT")
    assert isinstance(hidden, Legal)
    assert hidden.goes_out is None


def test_challenge_mode_keeps_quiet_about_words_only() -> None:
    assert is_flagged(ruled("", "MOTHE"), "strict")
    assert not is_flagged(ruled("", "MOTHE"), "challenge")
    assert is_flagged(ruled("CAT DOG", "CATS DOGS"), "challenge")
    assert not is_flagged(ruled("", "CAT"), "strict")


def test_words_that_were_gone_before_need_not_be_listed_again() -> None:
    assert isinstance(ruled("- TAR -", "STAR"), Illegal)
    ruling = ruled("- C?T -", "C?TE")
    assert isinstance(ruling, Legal)
    assert format_position(ruling.namings[0]) == "- CoTE -"


def test_a_grid_is_no_table_of_lexicon() -> None:
    with pytest.raises(NotationError):
        ruled("GAME;", "GAMES;")


def test_many_unnamed_masters_are_ruled_on_without_delay() -> None:
    assert isinstance(ruled("????????", "?????????"), Illegal | Legal)


def test_all_2_the_master_of_the_word_that_is_laid_is_named_wherever_that_word_lies() -> None:
    swept = Rows(("DOG", "", "HAT"))
    for before, after in ((Rows(("DOG",)), Rows(("DOG", "C?T"))), (swept, Rows(("DOG", "C?T", "HAT")))):
        ruling = adjudicate(LEXICON, WORDS, before, after)
        assert isinstance(ruling, Legal)
        assert all(isinstance(named, Rows) for named in ruling.namings)
        assert {named.lines[1] for named in ruling.namings} == {"CaT", "CoT", "CuT"}
        assert {(named.lines[0], *named.lines[2:]) for named in ruling.namings} == {("DOG", *after.words[2:])}


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("EXPERT LARCH", "EXPORT LURCH", {"LEX-C3", "LEX-1", "LEX-D"}),  # exchanges are made in one word
        ("MAN HAT", "MANY THATCHED", {"LEX-C3", "LEX-1"}),
    ],
)
def test_lex_d_is_broken_by_exchanges_in_two_words_and_not_by_insertions(
    before: str, after: str, told: set[str]
) -> None:
    ruling = ruled(before, after)
    assert isinstance(ruling, Illegal)
    assert {clause for clause, _ in clauses_broken(ruling)} == told
