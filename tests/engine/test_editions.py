"""Test the differences between the booklets: each is an option, and has its effect."""

import pytest

from engine.catalogue import configured
from engine.events import ChallengeSettled, HandDealt, MatchSetUp, Option, TurnFinished
from engine.match import Match, fold
from engine.option_values import OptionFault
from engine.rules.scoring import challenge_points, eliminated
from tests.engine.clauses.grids import board


@pytest.mark.parametrize(
    ("game", "options", "good", "charged"),
    [
        ("lexicon", {}, False, (2, -10)),  # PB, WD: off the challenger's score
        ("lexicon", {"edition": "art"}, False, (0, 10)),  # ART: the offender is penalised
        ("lexicon", {"challenge_credit": "offender"}, False, (0, 10)),
        ("lexicon", {"edition": "art", "challenge_credit": "challenger"}, False, (2, -10)),
        ("lexicon", {}, True, (2, 10)),  # all: the challenger was wrong
        ("crossword", {"challenge_credit": "offender"}, False, (0, 10)),
        ("lexigram", {}, False, (0, 5)),  # ATW: the player who is wrong gets five more
        ("lexigram", {}, True, (2, 5)),
        ("lexigram", {"challenge_points": 10, "challenge_credit": "challenger"}, False, (2, -10)),
        ("keyword", {}, False, (2, 25)),  # KW: the highest wins, so the challenger gains
        ("keyword", {}, True, (2, -25)),
        ("keyword", {"challenge_points": 5}, True, (2, -5)),
        ("lexicon-party", {}, False, (0, 50)),  # PTY-6: the steward fines
        ("lexicon-party", {"fine": 20}, False, (0, 20)),
    ],
)
def test_what_a_challenge_moves(
    game: str, options: dict[str, Option], good: bool, charged: tuple[int, int]
) -> None:
    """Player 2 challenges a word of player 0, which is good or bad. `charged` is the expected result: the
    player whose score changes, and by how many points."""
    chosen = configured(game, options)
    assert challenge_points(chosen, good=good, challenger=2, offender=0) == charged


@pytest.mark.parametrize(
    ("options", "out"),
    [
        ({}, (1, 2)),  # PB, WD: reaches a hundred
        ({"edition": "art"}, (2,)),  # ART: exceeds it
        ({"exceeds": True}, (2,)),
        ({"out_at": 50}, (0, 1, 2)),
        ({"out_at": ">100"}, (2,)),
        ({"edition": "art", "out_at": ">=100"}, (1, 2)),
    ],
)
def test_when_a_player_is_out(options: dict[str, Option], out: tuple[int, ...]) -> None:
    assert eliminated(configured("lexicon", options), (99, 100, 101)) == out


@pytest.mark.parametrize(
    ("options", "masters"),
    [
        ({}, 1),  # WD
        ({"edition": "pb"}, 2),
        ({"edition": "art"}, 1),
        ({"pack": "parker"}, 2),
        ({"masters": 0}, 0),
        ({"masters": 2}, 2),
        ({"masters": 1, "edition": "pb"}, 1),
        ({"masters": 1, "pack": "parker"}, 1),
    ],
)
def test_how_many_masters_there_are(options: dict[str, Option], masters: int) -> None:
    game = configured("lexicon", options)
    assert game.pack.counts["?"] == masters
    assert configured("lexicon", dict(reversed(options.items()))) == game


def test_masters_that_no_pack_has_are_refused() -> None:
    for wrong in (-1, 5, True, "two"):
        with pytest.raises(OptionFault, match=r"option masters: .* is not a whole number from 0 to 4"):
            configured("lexicon", {"masters": wrong})


def caught(game: str) -> Match:
    """Return a match in which the first player's word MIO was challenged, and was found bad."""
    lies = ";".join(board().rows)
    laid = ";".join(board(("MIO", 9, 8, ">")).rows)
    turn = TurnFinished(1, lies, laid, "I10>MIO", "legal", True)
    match = fold(
        [MatchSetUp(game, ("A", "B", "C")), HandDealt(), turn, ChallengeSettled(2, ("MIO",), "word bad")]
    )
    assert match is not None
    return match


def test_at_keyword_who_is_caught_loses_the_turn_and_at_a_party_corrects_the_word() -> None:
    assert caught("keyword").turn == 2
    party = caught("keyword-party")
    assert (party.turn, party.scores.totals) == (1, (0, 0, 0))
