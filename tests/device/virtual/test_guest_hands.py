"""Test a person who lays nonsense now and then among players who obey the rules: after every turn the
match agrees with the table, and no honest player is accused."""

import random
from dataclasses import dataclass, field
from typing import Final

import pytest

from device.lab.simulation.attending import Events, Glances
from device.virtual.company import company_state
from device.virtual.company.next_steps import ChosenPlay, LayingPlay, Sitting, opening, simulated_chooser
from device.virtual.guest import guest_steps, may_move_cards
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.perfect_eye import observe
from device.virtual.tabletop.free_places import CARD_STEP_MM
from device.virtual.touch_moves import PERSON_SEAT, Drop, DropKind, move_card
from engine.catalogue import configured
from engine.events import TurnFinished
from engine.match import Match
from engine.moves import faces
from engine.notation import NotationError, parse_position
from engine.position import Rows
from engine.table.commands import AnswerQuestion, EndTurn, RecordEvent
from engine.words import WordList

GAME: Final = configured("lexicon")
LISTED: Final = """
ON NO AT TA TO HE EH IT HA OH TEN NET HEN HAT THE ROT OAT EAT TEA RAT TAR ART ARE EAR ERA HER TOE ONE ION
TIN NIT HIT WIT WAR RAW WET TWO LOW OWL HOW WHO SON SET LET ALE SEA USE SUN NUT RUE IRE SIR AIR
"""
WORDS: Final = WordList.of(LISTED.split())
CHOSEN: Final = simulated_chooser(GAME, WORDS, cheat=0.0)
STEP: Final = guest_steps(WORDS)


@dataclass(slots=True)
class Evening:
    """A virtual table with a person who sometimes lays nonsense. It keeps the rulings on
    everybody's turns."""

    seed: int
    dice: random.Random = field(init=False)
    sitting: Sitting = field(init=False)
    watch: Glances = field(init=False)
    nonsense: bool = False
    rulings: list[tuple[str, bool, TurnFinished]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.sitting = Sitting(company_state.seated(GAME, ("Zoe", "Ben", "Cora"), self.seed))
        self.watch = Glances(WORDS, lambda scene: observe(scene, self.dice))
        self.heard(self.watch.handle_command(RecordEvent(opening(self.sitting, "lexicon", {}))))

    @property
    def match(self) -> Match:
        match = self.watch.referee.match
        assert match is not None
        return match

    def heard(self, events: Events) -> None:
        for event in events:
            if isinstance(event, TurnFinished):
                self.rulings.append((event.ruling, self.nonsense and event.player == PERSON_SEAT, event))

    def played(self, turns: int) -> None:
        """Play until `turns` turns have been ruled on, or a hand is over."""
        touched = None
        for _ in range(60 * turns):
            if len(self.rulings) >= turns or (self.rulings and self.match.turn is None):
                return
            step = STEP(self.sitting, self.match, len(self.watch.referee.events), CHOSEN)
            if step is not None:
                done, self.sitting = self.sitting.before is not None, step.sitting
                for motion_step in step.motion:
                    self.heard(self.watch.watch(motion_step))
                for command in step.commands:
                    self.heard(self.watch.handle_command(command))
                if done and step.sitting.before is None:
                    self.rules()
            elif may_move_cards(self.sitting) and touched != self.sitting.heard:
                touched = self.sitting.heard
                self.acts()
            elif (said := self.asked()) is not None:
                self.heard(self.watch.handle_command(said))
            elif self.watch.referee.asks_if_finished:
                self.heard(self.watch.handle_command(EndTurn()))
            else:
                self.heard(self.watch.wait(0.5, self.sitting.company.top))
        raise AssertionError(f"came to a stop: {self.match.last}")

    def asked(self) -> AnswerQuestion | None:
        """Return the true answer to an open question about the person's turn, or None if no such question
        is open."""
        one = next((one for one in self.match.questions if one.question.about == "turn"), None)
        if one is None or one.question.player != PERSON_SEAT:
            return None
        truth = sorted(card.letter for group in self.sitting.company.top.words for card in group)
        said = (one.question.after, *one.question.choices)
        return next(
            (AnswerQuestion(text, one.event) for text in said if sorted(letters(text)) == truth), None
        )

    def rules(self) -> None:
        """Check that the match, the simulated players' words and the cards on the table agree."""
        company, books = self.sitting.company, self.match.position
        assert isinstance(books, Rows)
        lying = ["".join(card.letter for card in group) for group in company.top.words if group]
        texts = [faces(text) for text in company.texts if text]
        assert lying == texts
        assert sorted(map(faces, filter(None, books.words))) == sorted(texts)
        assert books.exposed == company.discards[-1:]
        assert len(company.stock) == company.top.stock
        assert self.match.table.stock >= 0

    def acts(self) -> None:
        """Let the person lay nonsense, lay a word from the hand, or discard and draw."""
        hand = self.sitting.company.hands[PERSON_SEAT]
        self.nonsense = len(hand) > 4 and self.dice.random() < 0.8
        word = self.unlisted(hand) if self.nonsense else laid_by(CHOSEN(self.sitting.company), self.sitting)
        if word:
            self.lays(word)
        else:
            self.moves("hand-0", "exposed", (0.0, 0.0))
            self.moves("stock", "hand", (0.0, 0.0))
        if self.nonsense or self.dice.random() < 0.5:  # time rules on no word that is not listed
            self.heard(self.watch.handle_command(EndTurn()))

    def unlisted(self, hand: str) -> str:
        while True:
            word = "".join(self.dice.sample(hand.replace("?", ""), self.dice.randint(2, 4)))
            if word not in WORDS and word[::-1] not in WORDS:
                return word

    def lays(self, word: str) -> None:
        for n, card in enumerate(word):
            place = self.sitting.company.hands[PERSON_SEAT].index(card)
            last = self.sitting.company.top.words[-1][-1] if n else None
            at = (last.x + CARD_STEP_MM, last.y) if last else (0.0, 0.0)
            self.moves(f"hand-{place}", "table" if n else "word", at)

    def moves(self, card: str, to: DropKind, at: tuple[float, float]) -> None:
        """Move a card of the person, and show the table to the referee."""
        self.sitting = move_card(self.sitting, card, Drop(to, at))
        self.heard(self.watch.watch(MotionStep(0.3, self.sitting.company.top)))
        self.heard(self.watch.watch(MotionStep(1.2, self.sitting.company.top)))


def letters(text: str) -> str:
    """Return the letters of the words in `text`, an answer offered to a question. Return an empty text if
    the answer is no position in notation."""
    try:
        return faces("".join(parse_position(text).lines))
    except NotationError:
        return ""


def laid_by(play: ChosenPlay, sitting: Sitting) -> str:
    """Return the new word that a play lays. Return an empty text if the play lays no word, or a word with a
    Master."""
    texts = sitting.company.texts
    new = play.after.lines[len(texts) :] if isinstance(play, LayingPlay) else ()
    return new[0] if len(new) == 1 and new[0].isupper() else ""


@pytest.mark.parametrize("seed", range(1, 4))
def test_after_nonsense_was_taken_back_books_and_table_are_one(seed: int) -> None:
    evening = Evening(seed)
    evening.played(turns=9)
    accused = [turn for ruling, nonsense, turn in evening.rulings if ruling == "illegal" and not nonsense]
    let_through = [turn for ruling, nonsense, turn in evening.rulings if ruling == "legal" and nonsense]
    assert accused == []
    assert let_through == []
    assert any(nonsense for _, nonsense, _ in evening.rulings)
