"""Test the enrolment of a photographed deck from a phone: its questions, and the stored deck."""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.hardware.camera import Frame
from device.phones import Phones
from device.records import decks
from device.records.decks import Deck, DeckCard
from device.service import enrolling
from device.service.deck_switch import DeckInUse
from device.service.enrolling import MAX_PHOTOS, TableEnrolment
from engine.catalogue import configured
from engine.table.referee import Referee
from engine.words import WordList
from vision.enrol import learning
from vision.enrol.gather import FoundCard, gather
from vision.lab.render.household import laid_out
from vision.picture import decode
from vision.render.prints.deck import plain_deck
from vision.render.prints.typefaces import Faces, odd, vendored
from web.languages import speaking
from web.services.enrolment import EnrolledDeck, OddDeckError
from web.services.refusal import RefusedError

CARDS = "QUARTZBLOCKS-"


def plain(grey: int) -> bytes:
    """Return a picture file that is all of one grey."""
    return cv2.imencode(".png", np.full((300, 400, 3), grey, np.uint8))[1].tobytes()


BARE = plain(90)


@dataclass(frozen=True)
class Photographed:
    """The photograph of a small deck in blackletter with one card face down, what the real reader found on
    it, and the true letter of each find."""

    jpeg: bytes
    finds: tuple[FoundCard, ...]
    letters: str


@pytest.fixture(scope="module")
def photographed() -> Photographed:
    deck = plain_deck(odd().faces[0], figure_style="none", figure_places=frozenset())
    plain = Faces(vendored().faces[:1])
    picture = laid_out(np.random.default_rng(3), deck, CARDS, (960, 720), plain)
    jpeg = cv2.imencode(".jpg", picture.image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    finds = gather((decode(jpeg, "the photograph"),))
    lying = [(label.letter or "-", label.quad.mean(0)) for label in picture.labels]
    letters = (min(lying, key=lambda one: np.abs(one[1] - f.corners.mean(0)).sum())[0] for f in finds)
    return Photographed(jpeg, finds, "".join(letters))


@dataclass
class Page:
    """A stand-in for the enrolment page. It sends the requests of the page to the table."""

    table: TableEnrolment
    phones: Phones
    deck_in_use: DeckInUse
    data: Path
    photographed: Photographed

    def looked(self, photo: bytes | None = None) -> "Page":
        """Send `photo` to the table, or else the photograph of the deck. Return this page."""
        self.table.add_photo(photo or self.photographed.jpeg)
        return self

    def answered(self) -> "Page":
        """Answer every question about a card with its true letter. Return this page."""
        for _ in CARDS:
            if (asked := self.table.state().card_in_question) is not None:
                self.table.say(asked.card, self.photographed.letters[asked.card])
        return self

    def kept(self, name: str = "attic") -> "Page":
        """Store the whole deck on disk."""
        self.looked().answered().table.keep(name, as_is=True)
        return self


def page(data: Path, photographed: Photographed, settings: str | None = None) -> Page:
    phones = Phones(Referee(WordList.of(["CAT"])), configured("lexicon"))
    deck_in_use = DeckInUse(data, settings)
    return Page(
        TableEnrolment(phones, data, deck_in_use, camera=True), phones, deck_in_use, data, photographed
    )


@pytest.fixture
def really(tmp_path: Path, photographed: Photographed) -> Page:
    """Return the enrolment page of a table that really reads its photographs, which is slow."""
    return page(tmp_path, photographed)


@pytest.fixture
def table(tmp_path: Path, photographed: Photographed, quick: None) -> Page:
    """Return the enrolment page of a table. The table's reader gives at once what the real reader once
    found on the photograph of the deck."""
    return page(tmp_path, photographed)


@pytest.fixture
def quick(photographed: Photographed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enrolling, "gather", lambda _pictures: photographed.finds)


def test_a_photographed_deck_is_asked_about_told_and_kept(really: Page) -> None:
    state = really.looked().table.state()
    assert (state.photos, state.cards, state.face_down) == (1, 12, 1)
    assert state.card_in_question is not None
    crop = really.table.crop(state.card_in_question.card)
    assert crop is not None
    assert crop.startswith(b"\x89PNG")
    state = really.answered().table.state()
    assert state.card_in_question is None
    # A strange letter may be taken for another without doubt.
    assert sum(state.counts.values()) == 12
    assert len(set(state.counts) & set(CARDS)) >= 10
    with pytest.raises(OddDeckError, match=r"12 cards; the nearest pack, .* missing"):
        really.table.keep("attic", as_is=False)
    assert decks.names(really.data) == ()
    really.table.keep("attic", as_is=True)
    deck = decks.deck(really.data, "attic")
    assert len(deck.cards) == 13
    assert "-" in {card.letter for card in deck.cards}
    assert really.table.state().photos == 0


def test_its_back_is_shown_where_one_lay(table: Page) -> None:
    (deck,) = table.kept().table.state().decks
    assert deck == EnrolledDeck(
        "attic",
        12,
        12,
        deck.similar_pack,
        has_back_picture=True,
        has_earlier_enrolment=False,
        is_in_use=False,
    )
    back = table.table.back("attic")
    assert back is not None
    assert learning.decode_crop(back).shape == (208, 160, 3)
    assert table.table.back("cellar") is None


def test_one_answer_settles_its_card_and_the_next_is_asked(table: Page) -> None:
    first = table.looked().table.state().card_in_question
    assert first is not None
    table.table.say(first.card, table.photographed.letters[first.card])
    following = table.table.state().card_in_question
    assert following is None or following.card != first.card
    with pytest.raises(RefusedError, match="answered already"):
        table.table.say(first.card, "A")


def test_what_nobody_knows_is_asked_once_and_left_out(table: Page) -> None:
    left: list[int] = []
    table.looked()
    while (asked := table.table.state().card_in_question) is not None:
        assert asked.card not in left
        left.append(asked.card)
        table.table.say(asked.card, None)
    state = table.table.state()
    assert state.learnt == sum(state.counts.values()) < state.cards
    with pytest.raises(OddDeckError, match=r"; the table has learnt only \d+ of them and is not sure of \d+"):
        table.table.keep("attic", as_is=False)
    table.table.keep("attic", as_is=True)
    deck = decks.deck(table.data, "attic")
    assert {card.letter for card in deck.cards}.isdisjoint({table.photographed.letters[n] for n in left})
    assert deck.size == 12
    assert deck.unlearnt >= len(left)
    (listed,) = table.table.state().decks
    assert (listed.cards, listed.learnt) == (12, deck.learnt)


def test_beginning_again_forgets_what_was_found(table: Page) -> None:
    table.looked().table.forget()
    assert table.table.state().photos == 0
    assert table.table.crop(0) is None
    with pytest.raises(RefusedError, match="hasn't seen a card of that deck"):
        table.table.keep("attic", as_is=True)


def test_the_cameras_picture_is_a_photograph_as_well(table: Page) -> None:
    with pytest.raises(RefusedError, match="hasn't taken a picture yet"):
        table.table.add_photo(None)
    table.phones.view = replace(table.phones.view, frame=Frame(np.zeros((72, 96, 3), np.uint8), 0.0))
    table.table.add_photo(None)
    assert table.table.state().cards == 12


def test_photographs_that_show_nothing_are_refused_in_words(really: Page) -> None:
    with pytest.raises(RefusedError, match="not a photograph"):
        really.table.add_photo(b"no picture")
    with pytest.raises(RefusedError, match="I see no letter cards lying face up"):
        really.table.add_photo(BARE)
    assert really.table.state().photos == 0


def test_the_same_photograph_again_counts_no_card_twice(table: Page) -> None:
    table.looked()
    with pytest.raises(RefusedError, match="the same picture again"):
        table.looked()
    assert (table.table.state().photos, table.table.state().cards) == (1, 12)
    table.looked(plain(1))
    assert table.table.state().photos == 2


def test_a_fourth_photograph_is_one_too_many(table: Page) -> None:
    for n in range(MAX_PHOTOS):
        table.looked(plain(n))
    with pytest.raises(RefusedError, match="Three photographs are enough"):
        table.looked()
    assert table.table.state().photos == MAX_PHOTOS


@pytest.mark.parametrize(
    ("name", "said"), [("parker", "another pack of that name"), ("A b", "a deck's name"), ("", "name")]
)
def test_a_name_that_is_none_keeps_nothing_and_loses_nothing(table: Page, name: str, said: str) -> None:
    table.looked()
    with pytest.raises(RefusedError, match=said):
        table.table.keep(name, as_is=True)
    assert (decks.names(table.data), table.table.state().photos) == ((), 1)


def test_what_does_not_add_up_is_told_in_the_phones_language(table: Page) -> None:
    table.looked()
    with speaking("de"):
        assert "Karten; das nächstliegende Kartenspiel" in table.table.state().summary


def test_undoing_gives_the_enrolment_before_back_and_then_forgets(table: Page) -> None:
    stored(table.data, "attic")
    table.kept()
    assert [deck.has_earlier_enrolment for deck in table.table.state().decks] == [True]
    table.table.undo("attic")
    assert [(deck.cards, deck.has_earlier_enrolment) for deck in table.table.state().decks] == [(1, False)]
    table.table.undo("attic")
    assert table.table.state().decks == ()
    with pytest.raises(RefusedError, match="No deck"):
        table.table.undo("attic")


def test_a_deck_in_use_is_known_as_it_looks_now_and_let_go_when_it_is_forgotten(table: Page) -> None:
    stored(table.data, "attic")
    table.deck_in_use.choose("attic")
    before = table.deck_in_use.prototypes()
    table.kept()
    assert table.deck_in_use.prototypes() is not before
    table.table.undo("attic")
    assert [deck.is_in_use for deck in table.table.state().decks] == [True]
    table.table.remove("attic")
    assert (table.deck_in_use.deck, table.deck_in_use.prototypes(), table.table.state().decks) == (
        None,
        None,
        (),
    )


def test_the_deck_of_the_settings_is_not_let_go(
    tmp_path: Path, photographed: Photographed, quick: None
) -> None:
    stored(tmp_path, "attic")
    held = page(tmp_path, photographed, "attic").kept()
    held.table.undo("attic")
    for act in (held.table.undo, held.table.remove):
        with pytest.raises(RefusedError, match="The table's settings name that deck"):
            act("attic")
    assert decks.names(tmp_path) == ("attic",)


def test_a_damaged_deck_is_listed_and_can_be_forgotten(table: Page) -> None:
    stored(table.data, "attic")
    (table.data / decks.FOLDER / "attic.json").write_text("{}")
    assert table.table.state().decks == (EnrolledDeck("attic"),)
    table.table.remove("attic")
    assert table.table.state().decks == ()


def stored(data: Path, name: str) -> None:
    """Store a deck that consists of one A among the table's data, under this name."""
    features = np.arange(2 * 8, dtype=np.float16).tobytes()
    decks.store(data, Deck(name, "parker", {"A": 1}, (DeckCard("A", b""),), learning.fingerprint(), features))
