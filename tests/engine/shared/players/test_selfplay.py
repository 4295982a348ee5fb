import os
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.moves import EMPTY, faces
from engine.position import Position, Rows
from engine.ruling import Legal
from engine.shared.players import STRENGTHS, Mind, Strength, choose, selfplay
from engine.shared.players.selfplay import play_hand, play_match
from engine.words import WordList

TEXT = """
AD ADD AN AND ANT ARE AREA ART AS AT ATE BARE BAT BE BED BIT BUT BY CARE CARES CAT COT CUT DATE DEN DID DO
DOG DOT EAR EAT END FAN FAR FAT FED FIT FOG FOR FUN GET GO GOD GUM GUN HAD HAT HATE HE HEN HER HIM HIS HIT
HOP HOT HUG HUT ICE IF IN INK IS IT JAM JET JOG JUG KEN KID KIN KIT LAP LED LEG LET LID LIT LOG LOT MAD MAN
MAP MAT ME MEN MET MUD MY NET NIT NO NOD NOT NOTE NUT OAK OAR OF OH ON ONE OR OUR OUT OWL PAN PAT PEN PET PIN
PIT POT PUT QUIT RAN RAT RATE RED RIM ROD ROSE RUB RUG RUN SAD SAT SEA SEAT SET SHE SIT SO SON STAR SUN TAR
TART TEA TEN THE TIE TIN TIP TO TOE TON TONE TOP TUB UP US USE VAN VAT VET WAR WAS WAX WE WET WHO WIN WIT YES
YET YOU ZIP ZOO
"""
WORDS = WordList.of(TEXT.split())
LEXICON = configured("lexicon")
GAMES = ("lexicon", "crossword", "lexigram")


@pytest.mark.parametrize("name", GAMES[:2])
@pytest.mark.parametrize("strength", [*STRENGTHS, "casual"])
def test_every_strength_plays_a_hand_to_its_end(name: str, strength: Strength) -> None:
    game = configured(name)
    hand = play_hand(game, WORDS, [strength] * 2, Random(5))
    assert hand.plays <= hand.turns
    assert hand.points == tuple(map(game.pack.points, hand.remaining_hands))
    assert hand.finishing_seat is None or hand.remaining_hands[hand.finishing_seat] == ""


@pytest.mark.parametrize("name", [*GAMES, "keyword"])
def test_no_card_is_ever_lost_or_made_and_every_turn_is_legal(name: str) -> None:
    game, rng = configured(name).seated(2), Random(8)
    table = selfplay._dealt_table(game, WORDS, ("greedy", "random"), (True, True), rng)
    pack = Counter(game.pack.cards())
    for turn in range(12):
        before, hand = table.position, table.hands[turn % 2]
        intent = choose(
            Mind(game, WORDS, before, hand, turn % 2), Random(turn), strength=table.players[turn % 2]
        )
        if intent.kind not in ("discard", "pass"):
            assert isinstance(adjudicate(game, WORDS, before, intent.result, hand=hand), Legal)
        table = selfplay._after_turn(table, turn % 2, Random(turn))
        lying = faces("".join(table.position.lines).replace(EMPTY, ""))
        assert Counter("".join((*table.hands, table.stock, table.pile, lying))) == pack
        if not all(table.hands):
            break


def test_the_same_whims_give_the_same_hand() -> None:
    one, other = (play_hand(LEXICON, WORDS, STRENGTHS, Random(4)) for _ in range(2))
    assert one == other


def test_the_same_whims_give_the_same_hand_in_every_process() -> None:
    """A set of letters has another order in each process. The simulated players' choices must not depend on
    it."""
    told = (
        "from tests.engine.shared.players.test_selfplay import *\n"
        "for name in GAMES: print(*(play_hand(configured(name), WORDS, ('ahead', 'casual'), Random(n))"
        " for n in range(1)))"
    )
    hands = [
        subprocess.run(
            [sys.executable, "-c", told],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert hands[0] == hands[1] != ""


def test_looking_ahead_is_worth_more_than_playing_at_random() -> None:
    points = Counter[Strength]()
    for seed in range(6):
        seats: tuple[Strength, ...] = ("random", "ahead") if seed % 2 else ("ahead", "random")
        points.update(dict(zip(seats, play_hand(LEXICON, WORDS, seats, Random(seed)).points, strict=True)))
    assert points["ahead"] < points["random"] / 2


def test_a_match_goes_on_until_one_is_left_below_the_limit() -> None:
    match = play_match(LEXICON, WORDS, STRENGTHS, Random(2))
    assert len(match.winners) == 1
    assert [not LEXICON.goal.reached(total) for total in match.totals] == [
        seat in match.winners for seat in range(3)
    ]
    assert match.totals == tuple(sum(hand.points[seat] for hand in match.hands) for seat in range(3))


def test_who_is_out_of_the_match_is_dealt_nothing_and_costs_nothing() -> None:
    hand = play_hand(LEXICON, WORDS, STRENGTHS, Random(3), still_in=(True, False, True))
    assert (hand.remaining_hands[1], hand.points[1]) == ("", 0)
    assert hand.finishing_seat != 1


def test_a_hand_in_which_nothing_fits_is_broken_off() -> None:
    hand = play_hand(LEXICON, WordList.of(["ZQJ"]), ["greedy"] * 2, Random(1))
    assert (hand.plays, hand.finishing_seat) == (0, None)


def test_the_game_of_a_board_ends_when_nobody_can_lay_and_the_highest_wins() -> None:
    match = play_match(configured("keyword"), WordList.of(["CAT", "DOG", "CATS"]), ["greedy"] * 2, Random(1))
    (hand,) = match.hands
    assert hand.finishing_seat is None
    assert {match.totals[seat] for seat in match.winners} == {max(match.totals)}


def test_a_small_hand_goes_out_with_its_master() -> None:
    at: Position = Rows(("CAT", "TONE"), "X")
    strengths: tuple[Strength, ...] = ("greedy", "ahead")
    for strength in strengths:
        intent = choose(Mind(LEXICON, WORDS, at, "A?"), Random(1), strength=strength)
        assert len(intent.result.lines) == 3
        assert "A" in intent.result.lines[-1]


def test_who_looks_ahead_keeps_what_can_still_be_laid() -> None:
    """BE lies on the table; the hand is ACTV. CAT leaves V, which fits no word. ATV leaves C, which makes
    BEC. Looking ahead chooses ATV."""
    words, at = WordList.of(["CAT", "ATV", "BE", "BEC"]), Rows(("BE",), "Q")
    mind = Mind(LEXICON, words, at, "ACTV")
    chosen = {one: choose(mind, Random(1), strength=one).result for one in STRENGTHS}
    assert chosen["greedy"].lines == ("BE", "CAT")
    assert chosen["ahead"].lines == ("BE", "ATV")
