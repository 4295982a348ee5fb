from collections import Counter
from random import Random

import pytest

from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.game import Game
from engine.moves import Discard, played, taken
from engine.position import Grid, Position, Rows
from engine.rules.position_words import new_words
from engine.ruling import Illegal, Legal
from engine.shared.players import Intent, Mind, choose
from engine.shared.players.cheating import visible_fault
from engine.words import WordList

TEXT = """
ARE AREA ARISE ART AT ATE BARE CARE CARES CAT CATS COT DO DOG EAR EAT GO GOD HAT HATE IN IS IT NET NOTE
OAR ON ONE RAT RATE ROSE SEA SEAT SIT SO STAR TAR TART TEA TEN TIE TIES TIN TO TOE TON TONE
"""
WORDS = WordList.of(TEXT.split())
LEXICON = configured("lexicon")
CROSSWORD = configured("crossword")
GRID = Grid(("........", "...TEN..", "........", "........"), "X")
EMPTY = Grid(("........",) * 5, "X")
ROWS = Rows(("CAT", "TONE", "ARE"), "X")


def chosen(game: Game, position: Position, hand: str, seed: int, cheat: float = 0.0) -> Intent:
    return choose(Mind(game, WORDS, position, hand), Random(seed), cheat=cheat)


@pytest.mark.parametrize(
    ("game", "position"), [(LEXICON, ROWS), (LEXICON, Rows()), (CROSSWORD, GRID), (CROSSWORD, EMPTY)]
)
@pytest.mark.parametrize("seed", range(8))
def test_an_honest_player_plays_by_the_rules(game: Game, position: Position, seed: int) -> None:
    hand = "".join(Random(seed).choices("AEIOSTRNDGCX?", k=8))
    intent = chosen(game, position, hand, seed)
    assert intent.legal
    ruling = adjudicate(game, WORDS, position, intent.result, hand=hand)
    assert isinstance(ruling, Legal)
    assert not isinstance(intent.move, Discard) or intent.result.exposed == intent.move.card


@pytest.mark.parametrize(("game", "position"), [(LEXICON, ROWS), (CROSSWORD, GRID)])
def test_a_cheat_breaks_a_rule_that_the_table_shows_with_cards_it_holds(
    game: Game, position: Position
) -> None:
    clauses: set[str] = set()
    for seed in range(25):
        hand = "AEISTRNDO"
        intent = chosen(game, position, hand, seed, cheat=1.0)
        assert not intent.legal
        ruling = adjudicate(game, WORDS, position, intent.result)
        assert isinstance(ruling, Illegal)
        assert ruling.breaches == intent.breaches
        assert not Counter(played(intent.move)) - Counter(hand)
        clauses |= {breach.clause for breach in intent.breaches}
    assert clauses >= ({"ALL-1", "LEX-C1", "LEX-C3"} if game is LEXICON else {"XW-3"})


@pytest.mark.parametrize(("game", "position"), [(LEXICON, ROWS), (LEXICON, Rows()), (CROSSWORD, GRID)])
def test_nobody_lays_what_offends_nor_cheats_with_it(game: Game, position: Position) -> None:
    every = set(TEXT.split())
    words = WORDS.screening(every - {"TEN", "NOTE", "TON"} | {"STA", "TAS", "SAT", "AST"})
    for seed in range(12):
        intent = choose(Mind(game, words, position, "NOTESTA"), Random(seed), cheat=seed % 2)
        assert [word for word in new_words(position, intent.result) if words.is_offensive(word)] == []


def test_a_fault_that_another_naming_of_its_master_clears_is_none() -> None:
    """A Master laid as A makes AN, which is unlisted. But nobody sees its letter: as O it makes ON, a word.
    So no fault is visible."""
    tried = Grid((".....a..", *GRID.rows[1:]), "X")
    assert isinstance(adjudicate(CROSSWORD, WORDS, GRID, tried), Illegal)
    assert visible_fault(Mind(CROSSWORD, WORDS, GRID, "?X"), tried) is None


def test_a_player_without_a_play_discards_and_keeps_the_master() -> None:
    for seed in range(10):
        intent = chosen(LEXICON, Rows((), "A"), "XXQ?", seed)
        assert intent.kind == "discard"
        assert isinstance(intent.move, Discard)
        assert intent.move.card in "XQ"
        assert intent.move.drawn_from in ("exposed", "blind")


def test_the_same_whim_gives_the_same_choice() -> None:
    assert chosen(LEXICON, ROWS, "AEISTRNDO", 5, 0.5) == chosen(LEXICON, ROWS, "AEISTRNDO", 5, 0.5)


def test_a_hand_of_cards_ends() -> None:
    """Four simulated players only lay words, discard and draw. In the end one of them has no cards left."""
    rng = Random(3)
    stock = list("AAAEEEEIIIOOOUTTTSSSRRRNNNDDCCGGHHLL" * 3)
    rng.shuffle(stock)
    hands = ["".join(stock.pop() for _ in range(6)) for _ in range(4)]
    position: Position = Rows((), stock.pop())
    for turn in range(120):
        player = turn % 4
        intent = choose(Mind(LEXICON, WORDS, position, hands[player]), rng)
        left = Counter(hands[player]) - Counter(played(intent.move))
        hands[player] = "".join((left + Counter(taken(intent.move))).elements())
        if isinstance(intent.move, Discard):
            hands[player] += stock.pop()
        position = intent.result
        if not hands[player]:
            break
    assert "" in hands
