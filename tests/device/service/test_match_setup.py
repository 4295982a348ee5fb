"""Test the set-up of a match from a phone, at a whole table: an enrolled deck is offered at once, and
played with."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytesseract
import pytest

from device import app
from device.records import deck_choice, decks
from device.records.decks import Deck, DeckCard
from device.running.appliance import Appliance
from device.running.inbox import TimePassed
from device.service.deck_switch import DeckInUse
from device.settings import CameraSettings, GameSettings, Settings, TableSettings
from engine.cards import PARKER
from engine.events import PackHoldsMore
from engine.match import Match
from engine.table.commands import RecordEvent
from vision.enrol import learning
from vision.ocr import pages
from web.page_services import PageServices
from web.services.match_set_up import NewMatch, SetUpService
from web.services.refusal import RefusedError


@dataclass
class Served:
    """A stand-in for the web server. It keeps the services that it is given."""

    services: PageServices
    port: int = 0

    def close(self) -> None:
        """Close nothing."""


@dataclass
class Open:
    """A running table, with the service of its set-up page."""

    table: Appliance
    setting: SetUpService

    def begun(self, match: NewMatch) -> Match:
        """Begin the match, and return it."""
        self.setting.begin(match)
        while not isinstance(message := self.table.inbox.get(0), TimePassed):
            self.table.loop.handle(message)
        found = self.table.loop.view.referee.match
        assert found is not None
        return found


@pytest.fixture(autouse=True)
def _unserved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        app, "create_page_server", lambda _web, _phones, _data, services, _code: Served(services)
    )


@contextmanager
def opened(data: Path, deck: str | None = None, players: tuple[str, ...] = ()) -> Iterator[Open]:
    """Return a table without a camera, whose settings name `deck` and `players`."""
    settings = Settings(
        game=GameSettings(players=players),
        table=TableSettings(pins="none", data=str(data), deck=deck),
        camera=CameraSettings("none"),
    )
    table = app.play(settings)
    setting = table.server.services.set_up  # type: ignore[attr-defined]  # it stands in for the server
    try:
        yield Open(table, setting)
    finally:
        table.camera.close()
        table.resources.close()


def enrolled(data: Path, name: str, like: str = "parker", counts: dict[str, int] | None = None) -> None:
    """Store a deck whose cards are counted by `counts`. Without `counts` it has one A."""
    features = np.arange(2 * 8, dtype=np.float16).tobytes()
    held = counts or {"A": 1}
    decks.store(data, Deck(name, like, held, (DeckCard("A", b""),), learning.fingerprint(), features))


def match(pack: str, game: str = "lexicon", players: int = 2) -> NewMatch:
    return NewMatch(game, ("Ann", "Ben", "Cora")[:players], pack=pack)


def test_a_deck_is_offered_as_soon_as_it_is_enrolled(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        assert table.setting.choices().decks == ()
        enrolled(tmp_path, "attic")
        offered = table.setting.choices()
    packs = {game.name: game.packs for game in offered.games}
    assert offered.decks == ("attic",)
    assert "attic" in packs["lexicon"]
    assert "attic" in packs["clock"]
    assert "attic" not in packs["keyword"]


def test_it_is_played_with_by_the_figures_of_the_pack_it_is_like(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        enrolled(tmp_path, "attic")
        begun = table.begun(match("attic"))
        assert begun.game.pack.name == "parker"
        assert table.setting.choices().last_settings.pack == "attic"


def test_it_is_still_played_with_after_a_restart_unless_the_settings_have_changed(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        enrolled(tmp_path, "attic")
        enrolled(tmp_path, "shed")
        table.setting.begin(match("attic"))
    for said, used in ((None, "attic"), ("shed", "shed")):
        with opened(tmp_path, said) as table:
            assert table.setting.choices().last_settings.pack == used


def test_a_pack_that_everybody_knows_puts_the_deck_of_the_settings_away(tmp_path: Path) -> None:
    enrolled(tmp_path, "attic")
    with opened(tmp_path, "attic") as table:
        assert table.setting.choices().last_settings.pack == "attic"
        table.begun(match("waddingtons"))
    assert deck_choice.chosen_deck(tmp_path, "attic") == ""


def test_blocks_leave_the_deck_of_cards_as_it_is(tmp_path: Path) -> None:
    enrolled(tmp_path, "attic")
    with opened(tmp_path, "attic") as table:
        assert table.begun(match("", "keyword")).game.pack.name == "keyword"
        assert table.setting.choices().last_settings.pack == "attic"


def test_a_deck_that_nobody_knows_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    enrolled(tmp_path, "attic")
    with opened(tmp_path, "attic") as table:
        with pytest.raises(RefusedError, match="doesn't have that deck"):
            table.setting.begin(match("cellar"))
        with pytest.raises(RefusedError, match="You named 1"):
            table.setting.begin(match("waddingtons", players=1))
        assert table.setting.choices().last_settings.pack == "attic"


def test_a_deck_whose_enrolment_was_taken_back_is_in_use_no_more(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        enrolled(tmp_path, "attic")
        table.setting.begin(match("attic"))
    decks.undo(tmp_path, "attic")
    assert deck_choice.chosen_deck(tmp_path, "") == ""


@pytest.mark.parametrize(("deck", "pack"), [("", "waddingtons"), ("attic", "attic"), ("", "parker")])
def test_what_the_owners_said_of_their_pack_is_kept_with_the_deck(
    tmp_path: Path, deck: str, pack: str
) -> None:
    enrolled(tmp_path, "attic")
    with opened(tmp_path) as table:
        table.begun(match(pack))
        table.table.inbox.put(RecordEvent(PackHoldsMore("M")))
        while not isinstance(message := table.table.inbox.get(0), TimePassed):
            table.table.loop.handle(message)
    with opened(tmp_path) as table:
        assert table.begun(match(pack)).game.pack.more_of == "M"
        other = "parker" if pack != "parker" else "waddingtons"
        assert table.begun(match(other)).game.pack.more_of == "", "of that pack nobody has said so"


def test_a_deck_that_was_enrolled_with_more_than_its_pack_holds_is_not_argued_with(tmp_path: Path) -> None:
    enrolled(tmp_path, "attic", counts={"A": 1, "M": 5})
    with opened(tmp_path) as table:
        assert table.begun(match("attic")).game.pack.more_of == "M"


def test_a_table_that_is_opened_anew_knows_its_deck(tmp_path: Path) -> None:
    enrolled(tmp_path, "attic", counts={"A": 1, "Q": 2})
    with opened(tmp_path, "attic", ("Ann", "Ben")) as table:
        found = table.table.loop.view.referee.match
        assert found is not None
        assert found.game.pack.more_of == "Q"


def test_a_deck_enrolled_anew_is_asked_about_anew(tmp_path: Path) -> None:
    enrolled(tmp_path, "attic")
    deck_in_use = DeckInUse(tmp_path, "attic")
    deck_in_use.learn("parker", "M")
    assert deck_in_use.surplus_letters("attic", PARKER) == "M"
    enrolled(tmp_path, "attic")
    assert deck_in_use.surplus_letters("attic", PARKER) == ""


def test_a_new_table_has_no_match_and_offers_what_its_settings_say(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        assert table.table.loop.view.referee.match is None
        offered = table.setting.choices()
        assert (offered.earlier_players, offered.last_settings.game, offered.last_settings.players) == (
            (),
            "lexicon",
            (),
        )
        table.begun(NewMatch("lexicon", ("Ann", "Ben"), options={"plurals": False, "out_at": 50}))
        again = table.setting.choices()
        assert (again.earlier_players, again.last_settings.players) == (("Ann", "Ben"), ("Ann", "Ben"))
        assert again.last_settings.options == {"plurals": False, "out_at": 50}


def test_an_option_of_another_game_is_left_over_and_not_meant(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        match = table.begun(NewMatch("crossword", ("Ann", "Ben"), form="quick", options={"hands": 7}))
        assert (match.game.goal.out_at, match.game.goal.hands) == (50, 0)
        patience = table.begun(
            NewMatch("clock", ("Ann",), mode="challenge", form="quick", options={"out_at": 50})
        )
        assert patience.game.name == "clock"


def test_cards_are_printed_for_games_of_cards(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        assert table.setting.printable_cards("lexigram", "Letter").startswith(b"%PDF")
        for game, paper in (("keyword", "A4"), ("whist", "A4"), ("lexicon", "B5")):
            with pytest.raises(RefusedError):
                table.setting.printable_cards(game, paper)


@pytest.mark.parametrize("field", ["game", "pack", "word_list", "board", "mode"])
@pytest.mark.parametrize("value", ["nonsense", "/etc/passwd", "\x00", "{x}", "\ud800"])
@pytest.mark.parametrize("game", ["lexicon", "keyword", "crossword"])
def test_a_choice_that_nobody_offered_is_refused_in_one_line(
    tmp_path: Path, field: str, value: str, game: str
) -> None:
    change: dict[str, Any] = {field: value}
    asked = replace(match("", game), **change)
    with opened(tmp_path) as table, pytest.raises(RefusedError) as caught:
        table.setting.begin(asked)
    assert str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("Anna", "Аnnа"), "Anna and Аnnа look alike. Give one of them another name."),
        (("Anna", "An\u200bna"), "Two players are called Anna. Give one of them another name."),
        (("Anna", "\u202e"), "A name has no visible letter. Write it again."),
    ],
)
def test_names_that_cannot_be_told_apart_are_refused(
    tmp_path: Path, players: tuple[str, ...], said: str
) -> None:
    with opened(tmp_path) as table, pytest.raises(RefusedError) as caught:
        table.setting.begin(NewMatch("lexicon", players))
    assert str(caught.value) == said


def test_names_are_written_down_in_one_form(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        assert table.begun(NewMatch("lexicon", ("Zoe\u0308", " Be\u200bn  B. "))).players == ("Zoë", "Ben B.")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("x" * 41, "Ben"), "The name xxxxxxxxxxxx… is too long. A name may have 40 letters."),
        (("A", "B", "A"), "Two players are called A. Give one of them another name."),
    ],
)
def test_a_name_that_is_refused_is_told(tmp_path: Path, names: tuple[str, ...], said: str) -> None:
    with opened(tmp_path) as table, pytest.raises(RefusedError, match=f"^{re.escape(said)}$"):
        table.setting.begin(NewMatch("lexicon", names))


def test_the_booklet_that_was_chosen_is_played_by_with_its_own_pack(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        begun = table.begun(replace(match(""), edition="pb"))
        assert (begun.game.edition, begun.game.pack.name) == ("pb", "parker")
        assert table.setting.choices().last_settings.edition == "pb"
        begun = table.begun(replace(match("waddingtons"), edition="pb"))
        assert (begun.game.edition, begun.game.pack.name) == ("pb", "waddingtons")
        assert table.begun(match("")).game.edition == "wd"


def test_a_deck_like_another_pack_than_the_booklets_keeps_its_figures(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        enrolled(tmp_path, "attic", "waddingtons")
        assert table.begun(replace(match("attic"), edition="pb")).game.pack.name == "waddingtons"


def test_the_booklet_of_another_game_is_left_over_and_not_meant(tmp_path: Path) -> None:
    with opened(tmp_path) as table:
        assert table.begun(replace(match("", "crossword"), edition="art")).game.edition == "pb"
        assert table.begun(replace(match("", "keyword"), edition="wd")).game.edition == "kw"


def test_a_photographed_box_tells_its_pack_and_booklet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = ["LEXICON", "Waddingtons", "LEEDS"]
    monkeypatch.setattr(pages, "read_print", lambda _: said)
    with opened(tmp_path) as table:
        told = table.setting.read_box(_picture())
        assert (told.edition, told.pack, told.games[0]) == ("wd", "waddingtons", "lexicon")
        assert told.clues == ("LEXICON", "WADDINGTONS", "LEEDS")
        said[0] = "MONOPOLY"
        with pytest.raises(RefusedError, match="I don't know this print"):
            table.setting.read_box(_picture())


@pytest.mark.parametrize("photo", [b"", b"no picture"])
def test_what_is_no_photograph_of_a_box_is_refused_in_one_line(tmp_path: Path, photo: bytes) -> None:
    with opened(tmp_path) as table, pytest.raises(RefusedError) as caught:
        table.setting.read_box(photo)
    assert "\n" not in str(caught.value)


def test_without_tesseract_the_table_says_that_it_cannot_read_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", str(tmp_path / "none"))
    with opened(tmp_path) as table, pytest.raises(RefusedError, match="Tesseract is not installed"):
        table.setting.read_box(_picture())


def _picture() -> bytes:
    """Return a picture file that is all of one grey, and shows no cards."""
    done, data = cv2.imencode(".png", np.full((300, 400, 3), 90, np.uint8))
    assert done
    return data.tobytes()
