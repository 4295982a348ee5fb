from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.adjudication import adjudicate
from engine.best import plays
from engine.catalogue import configured
from engine.moves import Exchange, Insert, Lay, Move, Place, faces, played, taken
from engine.notation import format_move, format_position, parse_move, parse_position
from engine.position import Grid, Position, Rows
from engine.rules.grid_lines import cards_of, run_through, text_of
from engine.ruling import Illegal, Legal
from engine.words import WordList
from engine.words.kinds import Contents, Flag, Kind

PLAIN = Kind(10, Flag.US | Flag.GB)
PLURAL = Kind(10, Flag.US | Flag.GB | Flag.PLURAL_ONLY)
TEXT = """
ACE ACT AD AT ATE CAD CAT CATE COAT COD COT DATE DO DOC DOCS
DOT EAT EGO EXPERT EXPORT GO GOAT GOD ODE SCAT SO SOD SOT TACO TAO
TEA TO TOAD TOE TOES
"""
LISTED = TEXT.split()
KINDS = dict.fromkeys(LISTED, PLAIN) | dict.fromkeys(["CATS", "COTS", "GODS", "TEAS"], PLURAL)
WORDS = WordList(Contents(dict(sorted(KINDS.items()))))
LEXICON = configured("lexicon")
CROSSWORD = configured("crossword")
HANDS = st.text("ACDEGOST?", max_size=5).filter(lambda hand: hand.count("?") <= 2)


def spellings(word: str) -> Iterator[str]:
    """Yield every spelling of `word` in which some letters are Masters. Small letters are Masters."""
    for choice in product((str.upper, str.lower), repeat=len(word)):
        yield "".join(change(letter) for change, letter in zip(choice, word, strict=True))


def order(move: Move, word: str, longer: Callable[[str], set[str]]) -> tuple[int, int, int, int, str]:
    """Return the rank of a play; the best play has the least rank. In order it compares: cards left in the
    hand, their points, Masters spent, longer words that others can make, and the notation."""
    given, won = played(move), taken(move)
    points = LEXICON.pack.points(won) - LEXICON.pack.points(given)
    masters = given.count("?") - won.count("?")
    return len(won) - len(given), points, masters, len(longer(word)), format_move(move)


def inserted(word: str) -> set[str]:
    return {one for one in WORDS if any(one[:i] + one[i + 1 :] == word for i in range(len(one)))}


def added(word: str) -> set[str]:
    return {one for one in WORDS if word in (one[1:], one[:-1])}


def made_of(move: Move) -> str:
    """Return the word that a play of Lexicon lays or leaves on the table, in capitals."""
    assert isinstance(move, Lay | Insert | Exchange)
    return (move.word if isinstance(move, Lay) else move.after).upper()


def made_in(move: Move, grid: Position) -> str:
    """Return the word that a play of a crossword completes along its own line, in capitals. `grid` is the
    position after the play."""
    assert isinstance(move, Place)
    assert isinstance(grid, Grid)
    cards = cards_of(grid)
    return text_of(cards, run_through(cards, (move.row, move.column), across=move.across)).upper()


def legal_rows(before: Rows, hand: str, words: WordList = WORDS) -> set[Position]:
    """Return every table that one legal play of Lexicon makes of `before`. Each possible table is tried and
    ruled on."""
    tables = [Rows((*before.words, laid)) for word in words for laid in spellings(word)]
    for place in range(len(before.words)):
        for word in words:
            for after in spellings(word):
                tables.append(Rows((*before.words[:place], after, *before.words[place + 1 :])))
    return {
        table for table in tables if isinstance(adjudicate(LEXICON, words, before, table, hand=hand), Legal)
    }


def legal_grids(before: Grid, hand: str, most: int) -> set[Position]:
    """Return every grid that one legal play of at most `most` cards makes of `before`. Each possible grid
    is tried and ruled on."""
    width = len(before.rows[0])
    text = "".join(before.rows)
    empty = [place for place, card in enumerate(text) if card == "."]
    letters = "ACDEGOST"
    cards = [card for card in set(hand) if card != "?"] + (list(letters.lower()) if "?" in hand else [])
    found = set()
    for number in range(1, most + 1):
        for places in combinations(empty, number):
            for chosen in product(cards, repeat=number):
                new = list(text)
                for place, card in zip(places, chosen, strict=True):
                    new[place] = card
                rows = tuple("".join(new[i : i + width]) for i in range(0, len(new), width))
                found.add(Grid(rows))
    return {g for g in found if isinstance(adjudicate(CROSSWORD, WORDS, before, g, hand=hand), Legal)}


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["CAT", "TOE", "CoT", "T?E", "GO"]), max_size=2), HANDS)
def test_lexicons_plays_are_exactly_the_legal_ones(words: list[str], hand: str) -> None:
    before = Rows(tuple(words))
    found = plays(LEXICON, WORDS, before, hand)
    assert len({play.result for play in found}) == len(found)
    assert {play.result for play in found} == legal_rows(before, hand)
    ranks = [order(play.move, made_of(play.move), inserted) for play in found]
    assert ranks == sorted(ranks)
    assert [play.cards for play in found] == [len(played(play.move)) for play in found]


@pytest.mark.parametrize("hand", ["ET???", "EETT??", "?", "OOT?"])
def test_masters_stand_for_any_of_the_letters_a_hand_has_too_few_of(hand: str) -> None:
    """All legal plays are found with a hand whose Masters must stand for letters that it lacks. Eleven
    words lie on the table, so their numbers in the notation have one digit or two."""
    words = WordList.of(["EERIE", "EYE", "OTTO", "TEE", "TEETH", "TOOT", "TOOTED", "TOT", "TOTE"])
    before = Rows(("TOOT", "EYE", *["TOT"] * 7, "TOTE", "ToT"))
    found = plays(LEXICON, words, before, hand)
    assert len({play.result for play in found}) == len(found)
    assert {play.result for play in found} == legal_rows(before, hand, words)


@pytest.mark.parametrize(
    ("table", "hand"),
    [
        ("....;.TO.;....", "EGS"),
        ("C...;OAT.;D...", "E?"),
        ("....;", "TO?"),
        ("G.A;.?.;..E", "OT"),
        (".D?;..O;...", "TCA"),
        ("CAT.;...E;....", "STO"),
    ],
)
def test_the_crosswords_plays_are_exactly_the_legal_ones(table: str, hand: str) -> None:
    before = parse_position(table)
    assert isinstance(before, Grid)
    found = plays(CROSSWORD, WORDS, before, hand)
    assert len({play.result for play in found}) == len(found)
    assert {play.result for play in found} == legal_grids(before, hand, len(hand))
    if "?" not in table:  # an unnamed Master may read several ways
        ranks = [order(play.move, made_in(play.move, play.result), added) for play in found]
        assert ranks == sorted(ranks)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([".....;.TO..;.....", "CAT..;..O..;..E..", "....;....;...."]), HANDS)
def test_no_play_of_a_crossword_is_ever_called_illegal(table: str, hand: str) -> None:
    before = parse_position(table)
    for play in plays(CROSSWORD, WORDS, before, hand):
        ruling = adjudicate(CROSSWORD, WORDS, before, play.result, hand=hand)
        assert isinstance(ruling, Legal), format_position(play.result)
        assert ruling.move == play.move


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(["CAT", "TOE", "CoT", "T?E", "GO"]), max_size=3), HANDS)
def test_no_play_of_lexicon_is_ever_called_illegal(words: list[str], hand: str) -> None:
    before = Rows(tuple(words))
    for play in plays(LEXICON, WORDS, before, hand):
        ruling = adjudicate(LEXICON, WORDS, before, play.result, hand=hand)
        assert isinstance(ruling, Legal), format_position(play.result)
        assert ruling.move == play.move


@settings(max_examples=40, deadline=None)
@given(
    st.permutations(LEXICON.pack.cards(2)), st.lists(st.sampled_from(["CAT", "TOE", "CoT", "GO"]), max_size=3)
)
def test_a_play_is_never_called_illegal_by_one_who_cannot_see_the_hand(
    cards: list[str], words: list[str]
) -> None:
    before = Rows(tuple(words))
    stock = Counter(cards) - Counter(faces("".join(words)))
    hand = "".join([card for card in cards if stock[card]][:8])
    for play in plays(LEXICON, WORDS, before, "".join(sorted((Counter(hand) & stock).elements()))):
        ruling = adjudicate(LEXICON, WORDS, before, play.result, packs=2)
        assert not isinstance(ruling, Illegal), format_position(play.result)


def test_going_out_comes_first_then_what_leaves_fewest_cards() -> None:
    out = plays(LEXICON, WORDS, Rows(("EAT",)), "DO")
    assert format_move(out[0].move) == "+DO"
    found = [format_move(play.move) for play in plays(LEXICON, WORDS, Rows(("GOD",)), "TOE")]
    assert found[:2] == ["+TOE", "+TO"]
    assert plays(LEXICON, WORDS, Rows(("CoT",)), "AX")[-1].move == parse_move(
        "1:CoT=CAT"
    )  # it takes a Master


def test_limit_cuts_the_list_short() -> None:
    everything = plays(LEXICON, WORDS, Rows(("CAT",)), "OSTE")
    assert plays(LEXICON, WORDS, Rows(("CAT",)), "OSTE", limit=3) == everything[:3]


@pytest.mark.parametrize("table", ["CAT GO", "CAT.;...E;...."])
def test_a_ranking_is_read_by_number_as_well_as_from_its_beginning(table: str) -> None:
    game = LEXICON if " " in table else CROSSWORD
    found = plays(game, WORDS, parse_position(table), "OST?")
    one_by_one = list(found)
    assert len(found) == len(one_by_one) == len(set(one_by_one)) > 10
    assert [found[number] for number in range(len(found))] == one_by_one
    assert found[-3:] == one_by_one[-3:]
    with pytest.raises(IndexError):
        found[len(found)]


def test_kinds_are_named() -> None:
    kinds = {play.kind for play in plays(LEXICON, WORDS, Rows(("CAT",)), "OSTE")}
    assert kinds == {"lay", "insert", "exchange"}
    assert {play.kind for play in plays(CROSSWORD, WORDS, Grid(("....",)), "TOE")} == {"lay"}
    assert {play.kind for play in plays(CROSSWORD, WORDS, Grid(("TO..",)), "E")} == {"extend"}
