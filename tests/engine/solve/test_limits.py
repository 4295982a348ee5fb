"""Test that solvers say "unknown" only when their time is over, and stop in time at any table."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.game import Game
from engine.match.board_effects import empty_board
from engine.moves import ASIDE_SOURCE, TURNED_SOURCE, RecycleStock, Shift, SingleMove, Spell, TurnUp, face
from engine.patience_moves import after_move, after_moves
from engine.position import FACE_DOWN, Grid, Piles
from engine.rules.patience import patience_outcome
from engine.ruling import Legal
from engine.solve.answer import STEPS_PER_TIME_CHECK, OutOfTime, SolverLimits, Watch
from engine.solve.circle import solve_circle
from engine.solve.columns import solve_columns
from engine.solve.corner import CornerDeal, solve_corner
from engine.solve.deal import solve_deal
from engine.solve.piles import solve_piles
from engine.solve.play_words import words_made
from engine.solve.tableau import solve_tableau
from engine.words import WordList

S1, S2, CLOCK, WS = map(configured, ("solitaire-1", "solitaire-2", "clock", "word-solitaire"))
CORNER = configured("keyword-patience", {"board": "...../..#../.###./..#../....."})
TEXT = "ACE AREA CART CATS COAT COST EAST ORCA SEAT STAR TACO TEAR TEAS"
WORDS = WordList.of(TEXT.split())


def never() -> bool:
    return False


def deadline_after(looks: int) -> Callable[[], bool]:
    """Return a deadline for the solver: a function that returns False for the first `looks` calls, and then
    True, which means that the time is up."""
    left = iter(range(looks))
    return lambda: next(left, None) is None


def test_the_time_is_looked_at_for_each_position_and_within_long_ones() -> None:
    watch = Watch(deadline_after(2))
    watch.count_position()
    for _ in range(STEPS_PER_TIME_CHECK - 1):
        watch.count_step()
    watch.count_position()  # a position begins anew
    for _ in range(STEPS_PER_TIME_CHECK - 1):
        watch.count_step()
    with pytest.raises(OutOfTime):
        watch.count_step()
    assert watch.positions_searched == 2


def test_many_piles_alike_are_one() -> None:
    """Eighteen piles hold the same cards. The solver treats them as one kind of pile; one by one they would
    take hours."""
    words = WordList.of(["ABBA", "BACCA", "CABB"])
    answer = solve_piles(["ABC"] * 18, words, S1, never)
    assert answer.winnability == "impossible"
    assert answer.positions_searched < 2000
    assert solve_piles(["CABB"[::-1]] * 60, words, S1, never).winnability == "solved"


def test_a_long_play_needs_no_deep_stack() -> None:
    piles = ["ABBA" * 31] * 20
    answer = solve_piles(piles, WordList.of(["ABBA"]), S1, never)
    assert (answer.winnability, len(answer.moves)) == ("solved", 31 * 20)


@pytest.mark.parametrize("masters", [0, 2, 4])
def test_a_tableau_of_many_piles_leaves_off(masters: int) -> None:
    """The tops of sixty piles are E, S and T, and all words of seven such letters are listed. There are too
    many ways to choose cards, so the solver stops at its deadline."""
    words = WordList.of("".join(letters) for letters in product("EST", repeat=7))
    at = Piles(tuple("EST"[n % 3] * (n + 1) for n in range(60)), "", 0, masters)
    assert solve_tableau(at, "EST" * 41, words, S2, deadline_after(40)).winnability == "unknown"


def tableaus(at: Piles, nest: str) -> Iterator[tuple[SingleMove, Piles, str]]:
    """Yield each single move in Solitaire 2, with the table and the rest of the stock afterwards. A move
    takes a listed word, shifts a top card into a space, or turns up the next card of the stock, `nest`."""
    tops = [(i, pile[-1]) for i, pile in enumerate(at.piles) if pile]
    tops += [(TURNED_SOURCE, at.turned[-1])] if at.turned else []
    for word in WORDS:
        if len(word) >= 4:
            options = [[i for i, top in tops if top == c] + [ASIDE_SOURCE] * bool(at.masters) for c in word]
            for sources in product(*options):
                cards = [s for s in sources if s != ASIDE_SOURCE]
                if len(set(cards)) == len(cards) > 0 and sources.count(ASIDE_SOURCE) <= at.masters:
                    text = "".join(
                        c.lower() if s == ASIDE_SOURCE else c for c, s in zip(word, sources, strict=True)
                    )
                    yield Spell(text, sources), *after_move(at, Spell(text, sources), nest)
    for i, card in tops:
        for space, pile in enumerate(at.piles):
            if not pile:
                yield Shift(card, i, space), *after_move(at, Shift(card, i, space), nest)
    if nest:
        yield TurnUp(nest[0]), *after_move(at, TurnUp(nest[0]), nest)


def circles(at: Piles, pack: str) -> Iterator[tuple[SingleMove, Piles, str]]:
    """Yield each single move in Clock Patience, with the table and the rest of the pack afterwards. A lone
    card moves to another pile, the turned-up card moves to a pile, or three more cards are turned up. If
    the pack has no card left, it is turned over."""
    for source, pile in enumerate(at.piles):
        for target in range(len(at.piles)):
            if len(pile) == 1 and source != target:
                yield Shift(pile, source, target), *after_move(at, Shift(pile, source, target), pack)
    turned = at.turned or ""
    if turned:
        for target in range(len(at.piles)):
            yield (
                Shift(turned[-1], TURNED_SOURCE, target),
                *after_move(at, Shift(turned[-1], TURNED_SOURCE, target), pack),
            )
    if pack:
        up = TurnUp(FACE_DOWN * (len(pack[:3]) - 1) + face(pack[:3][-1]))
        yield up, *after_move(at, up, pack)
    elif turned:
        yield RecycleStock(), *after_move(at, RecycleStock(), pack)


def brute(game: Game, at: Piles, stock: str) -> bool:
    """Return True if a patience can be won, found by trying every legal play. Around a clock only each
    third card may be played, so between plays a card is turned up."""
    following = tableaus if game.layout == "tableau" else circles
    edge = [(at, stock, False)]
    known = set(edge)
    for one, left, third in edge:
        outcome = patience_outcome(game, one)
        if outcome is not None and outcome.won:
            return True
        for move, then, rest in following(one, left):
            up = isinstance(move, TurnUp) or (
                third and isinstance(move, Shift) and move.source != TURNED_SOURCE
            )
            taken = isinstance(move, Shift) and move.source == TURNED_SOURCE
            said = move.word.upper() if isinstance(move, Spell) else ""
            lawful = third or not taken or game.layout == "tableau"
            if (
                lawful
                and (then, rest, up) not in known
                and _legal(game.name, game.deal.places, one, then, said)
            ):
                known.add((then, rest, up))
                edge.append((then, rest, up))
    return False


@cache
def _legal(name: str, places: int, before: Piles, after: Piles, said: str) -> bool:
    plain = configured(name)
    game = replace(plain, deal=replace(plain.deal, places=places))
    return isinstance(adjudicate(game, WORDS, before, after, called_word=said), Legal)


def test_a_tableau_is_won_or_lost_as_trying_everything_has_it() -> None:
    rng, results = random.Random(7), set()
    for number in range(40):
        words = rng.choices([word for word in WORDS if len(word) == 4], k=2)
        cards = list("".join(words))
        rng.shuffle(cards)
        masters = number % 3
        cards = cards[masters and rng.randrange(masters) :]
        piles, nest = ("".join(cards[:2]), cards[2], cards[3], cards[4]), "".join(cards[5:])
        at = Piles(piles, "", len(nest), masters)
        answer = solve_tableau(at, nest, WORDS, S2, never)
        assert answer.winnability == ("solved" if brute(S2, at, nest) else "impossible"), (at, nest)
        results.add(answer.winnability)
    assert results == {"solved", "impossible"}


def test_a_clock_is_won_or_lost_as_trying_everything_has_it() -> None:
    rng, results = random.Random(5), set()
    centred = replace(CLOCK, deal=replace(CLOCK.deal, places=2))  # the second card is the one in the centre
    for game in (CLOCK, centred) * 20:
        cards = list("".join(rng.choices([word for word in WORDS if len(word) == 4], k=2)))
        rng.shuffle(cards)
        at, pack = Piles((cards[0], cards[1]), "", 6), "".join(cards[2:])
        answer = solve_circle(at, pack, WORDS, game, never)
        assert answer.winnability == ("solved" if brute(game, at, pack) else "impossible"), (at, pack)
        results.add(answer.winnability)
    assert results == {"solved", "impossible"}


def test_two_masters_of_a_clock_may_be_two_letters() -> None:
    at = Piles(("CAR", "SEA"), "", 2)
    answer = solve_circle(at, "??", WordList.of(["CARS", "SEAT"]), CLOCK, never)
    assert answer.winnability == "solved"
    end, _ = after_moves(at, answer.moves, "??")
    assert end.piles == ("CARs", "SEAt")


def test_a_clock_is_won_when_its_words_are_complete_whatever_is_left_of_the_pack() -> None:
    at = Piles(("CAR", "SEA"), "", 4)
    assert solve_circle(at, "XXTT", WORDS, CLOCK, never).winnability == "solved"
    assert solve_circle(at, "XTXX", WORDS, CLOCK, never).winnability == "impossible"


def test_a_card_that_no_word_holds_loses_a_clock_at_once() -> None:
    at = Piles(tuple("A" * 13), "", 39)
    answer = solve_circle(at, "A" * 39, WORDS, CLOCK, never)
    assert (answer.winnability, answer.positions_searched) == ("impossible", 0)


def board(*rows: str) -> Grid:
    return Grid(tuple(row.ljust(5, ".") for row in rows) + (".....",) * (5 - len(rows)))


def test_keyword_patience_with_too_few_letters_is_impossible_at_once() -> None:
    game = configured("keyword-patience")
    answer = solve_corner(CornerDeal(empty_board(game), "CATSEATING"), WORDS, game, lambda: True)
    assert answer.winnability == "impossible"
    answer = solve_corner(CornerDeal(board("CART", "...."), "E", "AS"), WORDS, CORNER, lambda: True)
    assert answer.winnability == "impossible"  # five squares from the T to the corner


@pytest.mark.parametrize(
    ("grid", "rack", "winnability"),
    [
        (board(), "XXXXXXXXX", "impossible"),  # no first word
        (board("COAST"), "ACEARXXXX", "impossible"),  # TA gets no further
        (board("COAST", "", "", "", "CARTE"), "X", "solved"),  # nothing to do
        (board("COAST"), "AC?", "impossible"),
        (board("COAST", "....E", "....A", "....R"), "?XX", "solved"),  # a blank for TEARS
        (board("COAST", "....E", "....A", "....R"), "XXX", "impossible"),
    ],
)
def test_keyword_patience_is_solved_or_proven_impossible(grid: Grid, rack: str, winnability: str) -> None:
    words = WordList.of(["ACE", "CARTE", "COAST", "TA", "TEAR", "TEARS"])
    assert solve_corner(CornerDeal(grid, rack), words, CORNER, never).winnability == winnability


def test_the_words_of_a_play_are_whole_in_every_patience() -> None:
    at = Piles(("CAR", "SEA"), "", 2)
    assert words_made(CLOCK, at, "??", solve_circle(at, "??", WORDS, CLOCK, never).moves, WORDS) == (
        "CARt",
        "SEAt",
    )
    columns = Piles(("C", "X"), "", 8)
    answer = solve_deal(WS, columns, "ATSTARTEA", WORDS, SolverLimits(never))
    made = words_made(WS, columns, "ATSTARTEA", answer.moves, WORDS)
    assert made == ("CATS", "STAR")
    grid = board("COAST", "....E", "....A", "....R")
    words = WordList.of(["COAST", "TEAR", "TEARS"])
    moves = solve_corner(CornerDeal(grid, "?XX"), words, CORNER, never).moves
    assert words_made(CORNER, grid, "", moves, words) == ("TEARs",)


def test_columns_of_hostile_length_leave_off() -> None:
    words = WordList.of(["AT", "TA", "SAT", "TAT"])
    answer = solve_columns(["AT" * 62] * 60, "TAS" * 41, words, WS, SolverLimits(deadline_after(90)))
    assert answer.winnability == "unknown"
