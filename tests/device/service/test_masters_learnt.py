"""Test that a Master confirmed once is recognised from then on: its picture is kept with the deck."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from device.hardware.camera import Frame
from device.records import master_cards
from device.running.view import FrameReading, TableView
from device.service.deck_switch import DeckInUse, DeckLearner
from engine.events import QuestionAsked, TurnAmended, TurnFinished
from engine.observation import Sighting
from engine.table.commands import AnswerQuestion, CorrectCard
from engine.table.referee import Referee
from engine.words import WordList
from tests.engine.table.test_referee import Letter, RefereeRig, card, table
from vision.crops import Pyramid, outline_of
from vision.lab.render.household import laid_out
from vision.pieces.classify import ClassifierSettings, classify
from vision.render.brushes import Image
from vision.render.prints.deck import plain_deck
from vision.render.prints.master_designs import Design, Drawing
from vision.render.prints.typefaces import Faces, vendored
from vision.render.sample import PieceTruth
from vision.tensor_format import LETTERS

WORDS = WordList.of(["HOUSE", "CAT"])
DOUBTED: Letter = ("?", 0.7)
PLAIN = Faces(vendored().faces[:1])


@dataclass(frozen=True)
class Photograph:
    """A rendered photograph of the word HO?SE, with the true place of each card."""

    image: Image
    labels: tuple[PieceTruth, ...]


def photographed(seed: int) -> Photograph:
    """Render HO?SE with cards whose Master shows a beast. Each seed gives another table."""
    design = Design(Drawing("drawn", "beast"), "lone", 11)
    deck = plain_deck(
        vendored().faces[0], figure_style="none", figure_places=frozenset(), master_design=design
    )
    picture = laid_out(np.random.default_rng(seed), deck, "HO?SE", (960, 720), PLAIN)
    return Photograph(picture.image, picture.labels)


@pytest.fixture(scope="module")
def shown() -> Photograph:
    return photographed(5)


def lies(*master: Letter) -> list[Sighting]:
    """Return the cards that are read from HO?SE. `master` has the possible letters of the Master, with
    their probabilities."""
    return [
        card(200 + 58 * n, 200, *(master if face == "?" else ((face, 0.98),)))
        for n, face in enumerate("HO?SE")
    ]


def view(rig: RefereeRig, cards: list[Sighting], shown: Photograph) -> TableView:
    corners = tuple(tuple((float(x), float(y)) for x, y in label.quad) for label in shown.labels)
    reading = FrameReading(table(cards), corners)  # type: ignore[arg-type]  # four corners each
    return TableView(rig.referee, Frame(shown.image, 0.0), reading)


def begun() -> RefereeRig:
    return RefereeRig(Referee(WORDS)).begun()


def nobody(_view: TableView) -> None:
    """Ignore a view of the table that would go to phones."""


def chance(deck_in_use: DeckInUse, shown: Photograph) -> float:
    """Return the probability with which the reader takes the Master in a photograph for a Master."""
    (master,) = (label for label in shown.labels if label.letter == "?")
    settings = ClassifierSettings(deck=deck_in_use.prototypes())
    (look,) = classify(Pyramid.of(shown.image), (outline_of(master.quad, 0.9),), settings)
    return float(look.probabilities[:, LETTERS.index("?")].sum())


def test_a_master_that_was_asked_about_is_known_in_every_later_picture(
    tmp_path: Path, shown: Photograph
) -> None:
    rig, cards = begun(), lies(DOUBTED)
    rig.plays(cards)
    (asked,) = rig.of(QuestionAsked)
    assert str(asked.asks) == "Is the ★ in HO★SE a Master, Ben?"
    deck_in_use = DeckInUse(tmp_path)
    learning = DeckLearner(deck_in_use, nobody, len(rig.referee.events))
    learning.publish(view(rig, cards, shown))
    assert deck_in_use.prototypes() is None
    other = photographed(9)
    before = chance(deck_in_use, other)
    rig.says(AnswerQuestion(asked.choices[0]))
    assert rig.of(TurnFinished)[-1].ruling == rig.of(TurnAmended)[-1].ruling == "legal"
    learning.publish(view(rig, cards, shown))
    assert len(master_cards.master_pictures(tmp_path, "")) == 1
    assert before < 0.9 < chance(deck_in_use, other)
    assert chance(DeckInUse(tmp_path), other) > 0.9, "a table that is opened anew knows it too"


def test_a_card_that_is_no_master_is_answered_by_its_letter(tmp_path: Path, shown: Photograph) -> None:
    rig, cards = begun(), lies(DOUBTED)
    rig.plays(cards)
    deck_in_use = DeckInUse(tmp_path)
    learning = DeckLearner(deck_in_use, nobody, len(rig.referee.events))
    rig.says(AnswerQuestion("U"))
    (amended,) = rig.of(TurnAmended)
    assert (amended.after, amended.ruling) == ("HOUSE", "legal")
    assert not rig.match.questions
    learning.publish(view(rig, cards, shown))
    assert master_cards.master_pictures(tmp_path, "") == ()


def test_which_letter_a_master_is_says_that_it_is_one(tmp_path: Path, shown: Photograph) -> None:
    rig, cards = RefereeRig(Referee(WordList.of(["HOUSE", "HORSE"]))).begun(), lies(DOUBTED)
    rig.plays(cards)
    deck_in_use = DeckInUse(tmp_path)
    learning = DeckLearner(deck_in_use, nobody, len(rig.referee.events))
    rig.says(AnswerQuestion(rig.of(QuestionAsked)[-1].choices[0]))
    learning.publish(view(rig, cards, shown))
    assert len(master_cards.master_pictures(tmp_path, "")) == 1


def test_a_master_that_is_plain_to_see_is_not_asked_about() -> None:
    rig = begun()
    rig.plays(lies(("?", 0.95)))
    assert not rig.of(QuestionAsked)


def test_a_card_that_people_call_a_master_is_learnt_unless_it_is_a_letter_for_sure(
    tmp_path: Path, shown: Photograph
) -> None:
    for letter, sure, learnt in (("U", 0.6, 1), ("U", 0.98, 0)):
        rig, cards = begun(), lies((letter, sure))
        rig.plays(cards)
        data = tmp_path / str(sure)
        deck_in_use = DeckInUse(data)
        learning = DeckLearner(deck_in_use, nobody, len(rig.referee.events))
        rig.says(CorrectCard(2, "?"))
        learning.publish(view(rig, cards, shown))
        assert len(master_cards.master_pictures(data, "")) == learnt


def test_what_is_replayed_teaches_nothing_again(tmp_path: Path, shown: Photograph) -> None:
    rig, cards = begun(), lies(DOUBTED)
    rig.plays(cards)
    rig.says(AnswerQuestion(rig.of(QuestionAsked)[-1].choices[0]))
    DeckLearner(DeckInUse(tmp_path), nobody, len(rig.referee.events)).publish(view(rig, cards, shown))
    assert master_cards.master_pictures(tmp_path, "") == ()
