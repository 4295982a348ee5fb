"""Test solvers on small deals that can be checked by hand, and their plays against the rules."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from device.words.lists import load
from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.game import Game
from engine.match.board_effects import empty_board
from engine.moves import EMPTY, Place, SingleMove, Spell
from engine.patience_moves import after_move, dealt_patience
from engine.position import Piles
from engine.rules.grid_lines import with_cards
from engine.rules.patience import patience_outcome
from engine.ruling import Legal
from engine.solve import circle, winnable
from engine.solve.answer import SolverLimits, Watch
from engine.solve.circle import solve_circle
from engine.solve.clock_play import ClockMoment, earlier_moment, search_furthest
from engine.solve.columns import solve_columns
from engine.solve.corner import CornerDeal, prepare, solve_corner
from engine.solve.deal import solve_deal
from engine.solve.partition import MAX_SIMILAR_PARTITIONS, Partitions, choices_for
from engine.solve.piles import solve_piles
from engine.solve.tableau import solve_tableau
from engine.words import WordList

TEXT = """
ACT AT BEAR BEAT CART CAT CATS COAT DO GAME HOME LEAD LEAN LOVE MOTH MOTHER ROBE SALT SO STOP TART TEA TIE
TIL TILL TO TREE TRIP
"""
WORDS = WordList.of(TEXT.split())
S1, S2, CLOCK, WS = map(configured, ("solitaire-1", "solitaire-2", "clock", "word-solitaire"))


DIALLED = ["HOME", "HOAR", "CART", "COAT", "CARE", "TEAR", "RATE", "MOAT", "ACRE"]


def never() -> bool:
    return False


def deadline_after(looks: int) -> Callable[[], bool]:
    """Return a deadline for the solver: a function that returns False for the first `looks` calls, and then
    True, which means that the time is up."""
    left = iter(range(looks))
    return lambda: next(left, None) is None


def replayed(
    game: Game, position: Piles, stock: str, moves: Sequence[SingleMove], words: WordList = WORDS
) -> Piles:
    """Make the moves of a solution one by one, and check that each is legal. Return the table afterwards."""
    for move in moves:
        after, stock = after_move(position, move, stock)
        said = move.word.upper() if isinstance(move, Spell) else ""
        assert isinstance(adjudicate(game, words, position, after, called_word=said), Legal), (position, move)
        position = after
    return position


@pytest.mark.parametrize(
    ("piles", "winnability"),
    [
        (["EMOH", "TAC"], "solved"),
        (["TA", "C"], "solved"),
        (["MOH", "E"], "solved"),
        (["TOM", "H"], "solved"),
        (["HOME", "X"], "impossible"),  # no word holds an X
        (["A"], "impossible"),
        (["EMAG", "TLA", "S"], "solved"),
    ],
)
def test_solitaire_1_is_solved_or_proven_lost(piles: list[str], winnability: str) -> None:
    answer = solve_piles(piles, WORDS, S1, never)
    assert answer.winnability == winnability
    if winnability == "solved":
        done = replayed(S1, Piles(tuple(piles)), "", answer.moves)
        assert not any(done.piles)


def test_solitaire_1_knows_what_lies_beneath() -> None:
    """Solitaire 1: only CART and HOME together use all cards. In the first deal each of these words needs a
    card that lies beneath a card of the other, so neither can be made. In the second deal HOME can be made
    first."""
    assert solve_piles(["CE", "HA", "R", "T", "O", "M"], WORDS, S1, never).winnability == "impossible"
    assert solve_piles(["CE", "AH", "R", "T", "O", "M"], WORDS, S1, never).winnability == "solved"


def brute(piles: tuple[str, ...]) -> bool:
    """Return True if the cards can be lifted in some order so that they spell words, found by trying every
    play."""
    if not any(piles):
        return True
    left = sum(map(len, piles))
    return any(brute(after) for word in WORDS if _counts(word, left) for after in _lifted(piles, word))


def _counts(word: str, left: int) -> bool:
    return len(word) >= 4 or (len(word) == left and len(word) >= 2)


def _lifted(piles: tuple[str, ...], word: str) -> set[tuple[str, ...]]:
    if not word:
        return {piles}
    found = set()
    for i, pile in enumerate(piles):
        for letter in set(word):
            if pile.endswith(letter):
                rest = (*piles[:i], pile[:-1], *piles[i + 1 :])
                found |= _lifted(rest, word.replace(letter, "", 1))
    return found


def test_solitaire_1_agrees_with_trying_everything() -> None:
    rng, results = random.Random(4), set()
    for _ in range(60):
        cards = list("".join(rng.sample(sorted(w for w in WORDS if 3 < len(w) < 6), 2)))
        rng.shuffle(cards)
        piles = tuple("".join(cards[i : i + 3]) for i in range(0, len(cards), 3))
        answer = solve_piles(piles, WORDS, S1, never)
        assert answer.winnability == ("solved" if brute(piles) else "impossible"), piles
        results.add(answer.winnability)
    assert results == {"solved", "impossible"}


def test_a_search_whose_time_is_over_knows_nothing() -> None:
    assert solve_piles(["EMOH", "TAC"], WORDS, S1, lambda: True).winnability == "unknown"


def test_solitaire_2_plays_through_the_nest_and_keeps_its_masters() -> None:
    at = Piles(("B", "XE", "A"), "", 2, 1)
    answer = solve_tableau(at, "RT", WORDS, S2, never)
    assert answer.winnability in ("unknown", "impossible")
    at = Piles(("B", "TE", "A", "O", "C"), "", 2, 1)
    answer = solve_tableau(at, "RA", WORDS, S2, never)
    assert answer.winnability == "solved"
    done = replayed(S2, at, "RA", answer.moves)
    assert not any(done.piles)
    assert (done.turned, done.stock) == ("", 0)


def test_a_clock_that_lacks_a_letter_for_some_word_is_lost() -> None:
    """Clock patience: CA could only become CART, but no R is left in the pack. So the game is lost,
    wherever cards are moved."""
    assert solve_circle(Piles(("HOM", "CA"), "", 3), "TEX", WORDS, CLOCK, never).winnability == "impossible"


def test_the_clock_goes_on_from_cards_already_turned_up() -> None:
    at = Piles(("HOM", "CAR"), "#E", 1)
    answer = solve_circle(Piles(("HOM", "CAR"), "E", 1), "T", WORDS, CLOCK, never)
    assert answer.winnability == "solved"
    assert at.stock == 1


def test_the_clock_is_played_to_its_end() -> None:
    """Clock patience is won: the five cards left in the pack make HOME, CART and COAT. Each of them is
    turned up as a third card or as the last, at a time when it can be placed."""
    at = Piles(("HOM", "C", "COA"), "", 5)
    answer = solve_circle(at, "TRAET", WORDS, CLOCK, never)
    assert answer.winnability == "solved"
    done = replayed(CLOCK, at, "TRAET", answer.moves)
    assert done.piles == ("HOME", "CART", "COAT")


def test_a_clock_that_got_stuck_is_played_on_towards_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver first tries CART, but its R turns up last, which is too late. So it tries other words:
    CATE and COAR."""
    words = WordList.of(["CART", "CATE", "COAE", "COAR"])
    at = Piles(("CA", "CO"), "", 4)
    assert (
        search_furthest(
            ClockMoment((2, 2), ("", ""), "REAT", idle=False), ("CART", "COAE"), width=9
        ).end.placed
        == 5
    )
    monkeypatch.setattr(circle, "_rounds", lambda: [replace(circle.ROUND_EFFORTS[0], partitions=1, moved=0)])
    answer = solve_circle(at, "REAT", words, CLOCK, never)
    assert answer.winnability == "solved"
    assert replayed(CLOCK, at, "REAT", answer.moves, words).piles == ("CATE", "COAR")
    monkeypatch.setattr(circle, "MAX_CARDS_REPAIRED", 0)
    assert solve_circle(at, "REAT", words, CLOCK, never).winnability == "unknown"


def test_a_play_goes_back_to_where_so_many_cards_lay() -> None:
    end = search_furthest(ClockMoment((3, 1), ("", ""), "TREA", idle=False), ("HOME", "CART"), width=2).end
    assert [earlier_moment(end, gone).placed for gone in (9, 6, 5, 0)] == [8, 6, 5, 4]


@given(some.sampled_from(["HOME", "HOAR"]), some.sampled_from(["CART", "COAT"]), some.sampled_from(DIALLED))
def test_partitions_are_what_trying_everything_finds(one: str, two: str, three: str) -> None:
    begun = ("HO", "C", "")
    cards = one[2:] + two[1:] + three
    choices = [choices_for(letters, DIALLED) for letters in begun]
    every = {
        words
        for words in product(*(place.words for place in choices))
        if sorted("".join(words)) == sorted("".join((*begun, cards)))
    }
    found = list(Partitions(Watch(never)).divisions(choices, cards))
    assert len(found) == len(set(found)) == min(len(every), MAX_SIMILAR_PARTITIONS)
    assert set(found) <= every


def test_a_master_that_lies_alone_in_a_clock_is_moved_as_the_letter_it_is_for() -> None:
    """Clock patience: a Master is the only card in its place. The solver moves it to HOM as an E, which
    makes HOME. In the place that is now free it lays TEAR, whose cards are turned up next."""
    at, words = Piles(("HOM", "?", "CART"), "", 4), WordList.of(["HOME", "CART", "TEAR"])
    answer = solve_circle(at, "RATE", words, CLOCK, never)
    assert answer.winnability == "solved"
    assert replayed(CLOCK, at, "RATE", answer.moves, words).piles == ("HOMe", "TEAR", "CART")


def test_word_solitaire_finds_the_best_score() -> None:
    at = Piles(("T", "L"), "", 6)
    answer = solve_columns(at.piles, "ILLEAD", WORDS, WS, SolverLimits(never))
    assert (answer.winnability, answer.score, answer.bound) == ("solved", 6, 6)
    answer = solve_columns(("T", "Q"), "ILX", WORDS, WS, SolverLimits(never))
    assert (answer.winnability, answer.score) == ("solved", 2)


@settings(max_examples=12)
@given(some.sampled_from([S1, S2, CLOCK, WS]), some.randoms(use_true_random=False))
def test_every_play_reported_is_legal_and_a_solution_ends_the_game(game: Game, rng: random.Random) -> None:
    """The deals have the letters of a few words, the size of the game, and the small list."""
    words = rng.choices([w for w in WORDS if len(w) == 4], k=13 if game is CLOCK else 8)
    cards = list("".join(words))
    rng.shuffle(cards)
    at, stock = dealt_patience(game, "".join(cards))
    answer = solve_deal(game, at, stock, WORDS, SolverLimits(deadline_after(300)))
    assert answer.score is not None or answer.winnability in ("solved", "impossible", "unknown")
    done = replayed(game, at, stock, answer.moves)
    if answer.winnability == "solved" and game is not WS:
        outcome = patience_outcome(game, done)
        assert outcome is not None
        assert outcome.won


def test_keyword_patience_gets_from_corner_to_corner_by_legal_words() -> None:
    game, words = configured("keyword-patience"), load()
    letters = list(game.pack.cards())
    random.Random(3).shuffle(letters)
    rack, box = "".join(letters[: game.deal.cards]), "".join(letters[game.deal.cards :])
    answer = solve_corner(CornerDeal(empty_board(game), rack, box), words, game, deadline_after(120))
    assert answer.winnability == "solved"
    assert answer.score == len(answer.moves)
    assert answer.bound is not None
    assert answer.bound <= answer.score <= 12
    grid = empty_board(game)
    for move in answer.moves:
        assert isinstance(move, Place)
        cells = [
            (move.row + i * (not move.across), move.column + i * move.across) for i in range(len(move.cards))
        ]
        laid_out = {cell: card for cell, card in zip(cells, move.cards, strict=True) if card != EMPTY}
        following = with_cards(grid, laid_out)
        assert isinstance(adjudicate(game, words, grid, following, hand=rack), Legal), move
        for card in laid_out.values():
            rack = rack.replace(card, "", 1)
        drawn = game.deal.cards - len(rack)
        rack, box, grid = rack + box[:drawn], box[drawn:], following
    assert patience_outcome(game, grid) is not None


def test_making_a_list_ready_counts_as_time() -> None:
    game = configured("keyword-patience")
    words = WordList.of(TEXT.split())
    assert not prepare(words, game, deadline_after(0))
    assert prepare(words, game, deadline_after(1))
    assert prepare(words, game, deadline_after(0))  # it is kept


@pytest.mark.parametrize(
    "piles", [["EMOH", "TAC"], ["EMO", "HTA", "CEM", "OHT", "ACE", "MOH", "TAC", "EMO", "HTA"]]
)
def test_making_a_list_ready_for_piles_counts_as_time(piles: list[str]) -> None:
    """The solver first prepares its word list. This list has so many words of four letters that the
    deadline passes meanwhile. So no position is searched, and the answer is "unknown"."""
    letters = "ACEHMOT"
    words = WordList.of(sorted("".join(chosen) for chosen in product(letters, repeat=4)))
    answer = solve_piles(piles, words, S1, deadline_after(2))
    assert (answer.winnability, answer.positions_searched) == ("unknown", 0)
    answer = solve_tableau(Piles(tuple(piles), "", 0, 0), "", words, S2, deadline_after(2))
    assert (answer.winnability, answer.positions_searched) == ("unknown", 0)


def test_whether_a_deal_is_still_winnable_is_told_for_what_lies_open_only() -> None:
    assert winnable(S1, Piles(("EMOH", "TAC")), WORDS, never).winnability == "solved"
    assert winnable(S1, Piles(("EMOH", "X")), WORDS, never).winnability == "impossible"
    assert winnable(S1, Piles(("", "")), WORDS, never).winnability == "solved"
    assert winnable(S2, Piles(("#T",), "", 0), WORDS, never).winnability == "unknown"
    assert winnable(CLOCK, Piles(("HOM",), "", 2), WORDS, never).winnability == "unknown"
    assert winnable(WS, Piles(("TILL#", "J#"), "", 3), WORDS, never).winnability == "impossible"
    with pytest.raises(ValueError, match="Lexicon is no patience"):
        winnable(configured("lexicon"), Piles(), WORDS, never)
