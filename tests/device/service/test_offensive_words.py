"""Test that words the steward marks as offensive are kept, and apply at once to every word that the table
itself lays or shows."""

from pathlib import Path

import pytest

from device.phones import Phones
from device.records.word_choice import choice
from device.service.offensive_words import TableWordScreening
from engine.catalogue import GAMES
from engine.moves import Lay, parts
from engine.notation import parse_move
from engine.table.commands import ScreenWords
from engine.table.referee import Referee
from engine.words import WordList
from tests.web import in_play
from web.services.refusal import RefusedError

WORDS = WordList.of(["CAT", "DRAT"])


@pytest.fixture
def phones() -> Phones:
    return Phones(Referee(WORDS), GAMES["lexicon"])


def test_a_word_is_kept_and_the_table_hears_of_it(phones: Phones, tmp_path: Path) -> None:
    screening = TableWordScreening(phones, tmp_path)
    screening.screen("drat zounds", offends=True)
    assert screening.words() == choice(tmp_path).offensive == ("DRAT", "ZOUNDS")
    heard = phones.inbox.get(0)
    assert heard == ScreenWords(("DRAT", "ZOUNDS"))
    assert isinstance(heard, ScreenWords)
    referee = phones.view.referee.after_command(heard, 0.0).referee
    assert referee.words.is_offensive("DRAT")
    assert "DRAT" in referee.words


def test_a_word_is_taken_out_again(phones: Phones, tmp_path: Path) -> None:
    screening = TableWordScreening(phones, tmp_path)
    screening.screen("DRAT", offends=True)
    screening.screen("DRAT", offends=False)
    assert screening.words() == ()


def test_what_is_no_word_is_refused_and_nothing_is_said(phones: Phones, tmp_path: Path) -> None:
    screening = TableWordScreening(phones, tmp_path)
    for word in ("", "d4mn"):
        with pytest.raises(RefusedError):
            screening.screen(word, offends=True)
    with pytest.raises(RefusedError):
        screening.screen("CAT", offends=False)
    assert not isinstance(phones.inbox.get(0), ScreenWords)


def test_simulated_players_do_not_lay_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def first_word() -> str:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        referee = in_play.in_play("lexicon", lambda match: match.last is not None, folder)
        assert referee.match is not None
        assert referee.match.last is not None
        laid = parts(parse_move(referee.match.last.move))[0]
        assert isinstance(laid, Lay)
        return laid.word.upper()

    word = first_word()
    screened = in_play.words().screening((word,))
    monkeypatch.setattr(in_play, "words", lambda: screened)
    assert first_word() != word
