"""Enrol a household's deck from a phone: photographs or the camera's picture, then the cards in doubt one
by one."""

import hashlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from device.commands._enrol import deck_making
from device.commands._enrol.asking import EnrolResult, LetterQuestion, find_letters
from device.errors import UsageFault
from device.hardware.camera import Image
from device.phones import Phones
from device.records import decks
from device.service.deck_switch import DeckInUse
from device.service.phone_photos import decoded
from device.service.refusals import refuse_usage_faults
from engine.cards import PACKS
from vision.enrol import learning
from vision.enrol.gather import FoundCard, gather
from vision.tensor_format import LETTERS
from web.languages import translate as _
from web.services.enrolment import CardInQuestion, EnrolledDeck, Enrolment, OddDeckError
from web.services.refusal import RefusedError

MAX_PHOTOS: Final = 3
"""Maximum number of photographs for one enrolment. More photographs of the same deck teach
nothing."""
MAX_LETTERS_OFFERED: Final = 5
"""Number of letters that a question for the letter of a card offers as buttons. Other letters are
typed."""


@dataclass(frozen=True, slots=True)
class _UnfinishedEnrolment:
    """What an enrolment on a phone has found so far: the photographed cards, the answers and the
    doubts."""

    pictures: tuple[bytes, ...] = ()
    """A digest of each photograph that was read, by which a photograph that is sent again is noticed.
    The photographs themselves would take tens of megabytes."""
    finds: tuple[FoundCard, ...] = ()
    """The cards found on all photographs so far."""
    answers: Mapping[int, str] = field(default_factory=dict)
    """The letters that people have named in answer to questions, by the number of the card."""
    passed: frozenset[int] = frozenset()
    """The numbers of the cards about which the person answered that nobody knows the letter."""
    result: EnrolResult | None = None
    """The letters of all cards; None before the first photograph."""
    question: CardInQuestion | None = None
    """The card that the next question is about; None if no card is in doubt."""

    @property
    def photos(self) -> int:
        """The number of photographs that were read."""
        return len(self.pictures)


_NO_ENROLMENT: Final = _UnfinishedEnrolment()


class TableEnrolment:
    """Enrol one deck at a time into the data folder `data`. `phones` have the camera's newest picture.
    `deck_in_use` is the deck in use."""

    def __init__(self, phones: Phones, data: Path, deck_in_use: DeckInUse, *, camera: bool) -> None:
        self._phones, self._data, self._deck_in_use, self._camera = phones, data, deck_in_use, camera
        self._deck = _NO_ENROLMENT
        self._one = threading.Lock()

    def state(self) -> Enrolment:
        """Return the progress of the enrolment as the page shows it."""
        deck = self._deck
        known = tuple(self._described(name) for name in decks.readable_names(self._data))
        if deck.result is None:
            return Enrolment(decks=known, has_camera=self._camera)
        contents = deck_making.contents(deck.finds, deck.result)
        return Enrolment(
            photos=deck.photos,
            cards=contents.size,
            learnt=contents.learnt,
            face_down=deck.result.letters.count(learning.FACE_DOWN),
            card_in_question=deck.question,
            similar_pack=contents.difference.pack.name,
            counts=dict(contents.counts),
            missing=dict(contents.difference.missing),
            surplus=dict(contents.difference.surplus),
            summary=contents.summary(_),
            decks=known,
            has_camera=self._camera,
        )

    def add_photo(self, photo: bytes | None) -> None:
        """Add the cards on `photo`, a picture file, to the enrolment. Without `photo` use the camera's
        newest picture. Raise RefusedError if the picture is missing, unreadable, the same as an earlier
        one or without face-up cards, or if `MAX_PHOTOS` pictures were read before."""
        picture = self._camera_picture() if photo is None else decoded(photo)
        with self._one:
            deck = self._deck
            if deck.photos >= MAX_PHOTOS:
                raise RefusedError(_("Three photographs are enough. More of the same deck don't help."))
            mark = hashlib.sha256(picture.tobytes()).digest()
            if mark in deck.pictures:
                raise RefusedError(_("That is the same picture again. Its cards would count twice."))
            finds = tuple(replace(find, photo=deck.photos) for find in gather((picture,)))
            if not any(not find.is_face_down for find in finds):
                raise RefusedError(_("I see no letter cards lying face up."))
            self._deck = _with_letters(
                replace(deck, pictures=(*deck.pictures, mark), finds=(*deck.finds, *finds))
            )

    def crop(self, card: int) -> bytes | None:
        """Return the picture of the card with the number `card`, upright, as PNG. Return None if there is no
        such card."""
        finds = self._deck.finds
        if not 0 <= card < len(finds):
            return None
        _done, data = cv2.imencode(".png", finds[card].crop)
        return np.asarray(data).tobytes()

    def say(self, card: int, letter: str | None) -> None:
        """Name the letter of `card`, and of all cards that look like `card`. If `letter` is None, nobody
        knows the letter, and all these cards are left out. Raise RefusedError if `card` is not the card
        in question."""
        with self._one:
            deck = self._deck
            if deck.question is None or deck.question.card != card:
                raise RefusedError(_("That question is answered already."))
            if letter is None:
                self._deck = _with_letters(replace(deck, passed=deck.passed | {card}))
            else:
                self._deck = _with_letters(replace(deck, answers={**deck.answers, card: letter}))

    def keep(self, name: str, *, as_is: bool) -> None:
        """Store the enrolled deck as `name`. Raise OddDeckError if it has missing or surplus cards and
        `as_is` is false. Raise RefusedError if the deck has no card, the name is a pack's, or the deck
        can't be stored."""
        with self._one, refuse_usage_faults():
            deck = self._deck
            if deck.result is None:
                raise RefusedError(_("The table hasn't seen a card of that deck yet."))
            if decks.checked_name(name) in PACKS:
                raise RefusedError(
                    _("The table knows another pack of that name. Give yours a different one.")
                )
            contents = deck_making.contents(deck.finds, deck.result)
            if not (contents.adds_up or as_is):
                raise OddDeckError(contents.summary(_))
            decks.store(self._data, deck_making.deck(name, deck.finds, deck.result, contents))
            self._deck_in_use.reread(name)
            self._deck = _NO_ENROLMENT

    def forget(self) -> None:
        """Discard the enrolment and begin again."""
        with self._one:
            self._deck = _NO_ENROLMENT

    def back(self, name: str) -> bytes | None:
        """Return the back of the enrolled deck `name` as JPEG; None if no back was seen, or the deck does
        not exist."""
        stored_deck = self._read(name)
        crops = () if stored_deck is None else stored_deck.cards
        return next((card.crop for card in crops if card.letter == learning.FACE_DOWN), None)

    def undo(self, name: str) -> None:
        """Undo the last enrolment of the deck `name`: restore its earlier enrolment, or remove the deck if
        it has none. Raise RefusedError if the table's settings name a deck to be removed, or if the
        disk fails."""
        with self._one, refuse_usage_faults():
            if decks.earlier_count(self._data, name) == 0:
                self._check_removable(name)
            decks.undo(self._data, name)
            self._deck_in_use.reread(name)

    def remove(self, name: str) -> None:
        """Remove the enrolled deck `name`. Raise RefusedError if the table's settings name the deck, or if
        the disk fails."""
        with self._one, refuse_usage_faults():
            self._check_removable(name)
            decks.forget(self._data, name)
            self._deck_in_use.reread(name)

    def _check_removable(self, name: str) -> None:
        """Raise RefusedError if the table's settings name the deck `name`, because then the table needs
        the deck."""
        if name == self._deck_in_use.name_in_settings:
            raise RefusedError(_("The table's settings name that deck. Take it out of them first."))

    def _described(self, name: str) -> EnrolledDeck:
        used, earlier = self._deck_in_use.deck, decks.earlier_count(self._data, name) > 0
        playing = used is not None and used.name == name
        stored_deck = self._read(name)
        if stored_deck is None:
            return EnrolledDeck(name, has_earlier_enrolment=earlier, is_in_use=playing)
        back = any(card.letter == learning.FACE_DOWN for card in stored_deck.cards)
        return EnrolledDeck(
            name, stored_deck.size, stored_deck.learnt, stored_deck.like, back, earlier, playing
        )

    def _read(self, name: str) -> decks.Deck | None:
        try:
            return decks.deck(self._data, name)
        except UsageFault:
            return None  # damaged, or just removed: it can still be forgotten

    def _camera_picture(self) -> Image:
        frame = self._phones.view.frame
        if frame is None:
            raise RefusedError(_("The camera hasn't taken a picture yet."))
        return frame.image


def _with_letters(deck: _UnfinishedEnrolment) -> _UnfinishedEnrolment:
    """Return the enrolment with a letter for every card, assigned to all cards together, and with the next
    card in question."""
    questions: list[CardInQuestion] = []

    def note(question: LetterQuestion) -> str | None:
        card = question.card
        if card not in deck.passed and not questions:
            questions.append(
                CardInQuestion(
                    card, question.similar_count, _letters_to_offer(deck.finds[card], question.likeliest)
                )
            )
        return None

    result = find_letters(deck.finds, deck.photos, deck.answers, note)
    return replace(deck, result=result, question=questions[0] if questions else None)


def _letters_to_offer(find: FoundCard, likeliest: str) -> tuple[str, ...]:
    """Return the letters to offer for a card: first `likeliest`, which fits the whole deck best, then the
    letters that the card resembles, the most similar first."""
    by_sight = [LETTERS[i] for i in np.argsort(find.log_probabilities)[::-1][:MAX_LETTERS_OFFERED]]
    return tuple(dict.fromkeys((likeliest, *by_sight)))[:MAX_LETTERS_OFFERED]
