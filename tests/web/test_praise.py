"""Test cheers: a long word and a Master won get one, an offensive word or a word that does not count never
does."""

import pytest

from engine.events import AnyEvent, ChallengeSettled, HandDealt, MatchSetUp, TurnFinished
from engine.match import fold
from web.praise import LONG_WORD_LETTERS, turn_praise

OPENED: tuple[AnyEvent, ...] = (MatchSetUp("lexicon", ("Ann", "Ben"), {"mode": "challenge"}), HandDealt())


def cheer(before: str, after: str, move: str, *more: AnyEvent, stands: bool = True, offends: str = "") -> str:
    turn = TurnFinished(1, before, after, move, "legal" if stands else "illegal", stands=stands)
    match = fold((*OPENED, turn, *more))
    assert match is not None
    told = turn_praise(match, lambda word: word == offends)
    return told.text if told else ""


def test_a_long_word_is_cheered_and_a_shorter_one_is_not() -> None:
    assert cheer("/E", "MOUNTAIN /E", "+MOUNTAIN") == "MOUNTAIN: a word of 8 letters. Well played, Ben!"
    assert cheer("/E", "MOTHERS /E", "+MOTHERS") == ""
    assert cheer("/E", "MOuNTAIN /E", "+MOuNTAIN").startswith("MOUNTAIN: ")


def test_a_word_that_was_long_before_is_not_cheered_again() -> None:
    assert cheer("MOUNTAIN /E", "MOUNTAINS /E", "1:MOUNTAIN<MOUNTAINS") == ""
    assert cheer("MOUNT /E", "MOUNTAIN /E", "1:MOUNT<MOUNTAIN") != ""


def test_what_offends_or_does_not_count_is_not_cheered() -> None:
    assert cheer("/E", "MOUNTAIN /E", "+MOUNTAIN", offends="MOUNTAIN") == ""
    assert cheer("/E", "MOUNTIAN /E", "+MOUNTIAN", stands=False) == ""
    assert cheer("/E", "MOUNTIAN /E", "+MOUNTIAN", ChallengeSettled(0, ("MOUNTIAN",), "word bad")) == ""
    assert cheer("/E", "MOUNTA?N /E", "+MOUNTA?N") == ""


def test_an_exchange_that_wins_the_master_is_cheered() -> None:
    assert cheer("CaT /E", "CAT /E", "1:CaT=CAT") == "Ben has won a Master!"
    assert cheer("CAT /E", "CaT /E", "1:CAT=CaT") == ""


@pytest.mark.parametrize("game", LONG_WORD_LETTERS)
def test_every_game_whose_words_are_measured_is_played_from_a_hand(game: str) -> None:
    match = fold(
        (MatchSetUp(game, ("Ann", "Ben", "Cleo", "Dan")[: 1 if game == "keyword-solitaire" else 4]),)
    )
    assert match is not None
    assert match.game.layout in ("rows", "grid")
