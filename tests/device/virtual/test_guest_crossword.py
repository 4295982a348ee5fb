"""Test a person who plays a crossword at the virtual table, with and without a board: dropped cards snap to
its squares, and the plays are ruled on from perfect observations."""

import random
from dataclasses import dataclass, field, replace
from typing import Final

import pytest

from device.lab.simulation.attending import Events, Glances
from device.virtual import crossword_layout
from device.virtual.company import board_news, company_state
from device.virtual.company.next_steps import LayingPlay, Sitting, opening, simulated_chooser
from device.virtual.guest import guest_steps, may_move_cards
from device.virtual.motions.board import GridPlace, cells, shift, squares_of, trimmed
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.perfect_eye import observe
from device.virtual.tabletop.finger_drop import OccupiedError
from device.virtual.touch_moves import PERSON_SEAT, CannotError, Drop, DropKind, move_card
from engine.catalogue import configured
from engine.events import TurnFinished
from engine.game import Game
from engine.match import Match
from engine.moves import face
from engine.position import Grid
from engine.table.commands import AnswerQuestion, EndTurn, RecordEvent
from engine.words import WordList

LISTED: Final = """
ON NO AT TA TO HE EH IT HA OH AN AS IS IN OR SO US TEN NET HEN HAT THE ROT OAT EAT TEA RAT TAR ART ARE EAR
ERA HER TOE ONE ION TIN NIT HIT WIT WAR RAW WET TWO LOW OWL HOW WHO SON SET LET ALE SEA USE SUN NUT RUE IRE
"""
WORDS: Final = WordList.of(LISTED.split())


@dataclass(slots=True)
class Evening:
    """A virtual table of `game` with a person among simulated players. It keeps the finished turns."""

    game: Game
    seed: int = 1
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    sitting: Sitting = field(init=False)
    watch: Glances = field(init=False)
    turns: list[TurnFinished] = field(default_factory=list)

    def __post_init__(self) -> None:
        names = ("Zoe", "Ben", "Cora")[: self.game.seats.most]
        self.sitting = Sitting(company_state.seated(self.game, names, self.seed))
        self.watch = Glances(WORDS, lambda scene: observe(scene, self.dice))
        self.heard(self.watch.handle_command(RecordEvent(opening(self.sitting, self.game.name, {}))))

    @property
    def match(self) -> Match:
        match = self.watch.referee.match
        assert match is not None
        return match

    def heard(self, events: Events) -> None:
        self.turns += [event for event in events if isinstance(event, TurnFinished)]

    def played(self, turns: int) -> None:
        """Play until the person has finished `turns` turns."""
        step, chooser, touched = guest_steps(WORDS), simulated_chooser(self.game, WORDS, cheat=0.0), None
        for _ in range(400 * turns):
            if sum(turn.player == PERSON_SEAT for turn in self.turns) >= turns:
                return
            told = step(self.sitting, self.match, len(self.watch.referee.events), chooser)
            if told is not None:
                done, self.sitting = self.sitting.before is not None, told.sitting
                for motion_step in told.motion:
                    self.heard(self.watch.watch(motion_step))
                for command in told.commands:
                    self.heard(self.watch.handle_command(command))
                if done and self.sitting.before is None:
                    self.rules()
            elif may_move_cards(self.sitting) and touched != self.sitting.heard:
                touched = self.sitting.heard
                self.acts(chooser(self.sitting.company))
            else:
                self.waits()
        raise AssertionError(f"came to a stop: {self.match.last}")

    def rules(self) -> None:
        """Check that the match has the words of the true table, except for letters of blanks that no camera
        sees. Check that the cards on the table make these words."""
        company, books = self.sitting.company, self.match.position
        assert isinstance(books, Grid)
        now, known = trimmed(Grid(company.texts)), trimmed(books)
        assert board_news.visible_rows(self.game, known.rows) == board_news.visible_rows(self.game, now.rows)
        lying = [card.letter for group in company.top.words for card in group]
        assert lying == [face(card) for _, card in sorted(cells(Grid(company.texts)).items())]

    def waits(self) -> None:
        asked = next((one for one in self.match.questions if one.question.player == PERSON_SEAT), None)
        if asked is not None and asked.question.about == "turn":
            self.heard(self.watch.handle_command(AnswerQuestion(asked.question.choices[0], asked.event)))
        self.heard(self.watch.wait(0.5, self.sitting.company.top))

    def acts(self, play: object) -> None:
        company = self.sitting.company
        if isinstance(play, LayingPlay):
            assert isinstance(play.after, Grid)
            self.lays(play.after)
        elif self.game.plays.discards != "none":
            self.moves(f"hand-{company.hands[PERSON_SEAT].index(play.card)}", "exposed")  # type: ignore[attr-defined]
            self.moves("stock", "hand")
        self.heard(self.watch.handle_command(EndTurn()))

    def lays(self, after: Grid) -> None:
        """Lay cards from the person's hand until the table holds `after`."""
        company = self.sitting.company
        old, new, board = cells(Grid(company.texts)), cells(after), company.top.board
        (down, right), there = (0, 0), squares_of(board) if board else company.board
        if board is None:
            down, right = shift(old, new) if old else min(new)
        there = there or GridPlace(*crossword_layout.first_card_place(company.top), 0.0)
        for (r, c), card in sorted(new.items()):
            if (r - down, c - right) not in old:
                held = self.sitting.company.hands[PERSON_SEAT].index(face(card))
                self.moves(f"hand-{held}", "table", there.at((r - down, c - right)))
                there = self.sitting.company.board or there

    def moves(self, card: str, to: DropKind, at: tuple[float, float] = (0.0, 0.0)) -> None:
        """Move a card of the person, dropped a little off its place, and show the table to the referee."""
        at = (at[0] + self.dice.uniform(-6, 6), at[1] + self.dice.uniform(-6, 6))
        beneath = self.game.plays.discards == "beneath"
        self.sitting = move_card(self.sitting, card, Drop(to, at), grid=True, beneath=beneath)
        self.heard(self.watch.watch(MotionStep(0.3, self.sitting.company.top)))
        self.heard(self.watch.watch(MotionStep(1.2, self.sitting.company.top)))


@pytest.mark.parametrize("name", ["crossword", "lexigram", "keyword", "keyword-solitaire"])
def test_what_a_person_lays_is_ruled_on_and_taken_over(name: str) -> None:
    evening = Evening(configured(name))
    evening.played(3)
    assert "illegal" not in {turn.ruling for turn in evening.turns}
    assert any(turn.player == PERSON_SEAT and turn.before != turn.after for turn in evening.turns)


def test_a_card_lies_on_the_place_it_is_let_go_of_nearest_to() -> None:
    company = Evening(configured("crossword")).sitting.company
    top, board = crossword_layout.lay_in_crossword(company.top, None, "C", (500.0, 300.0), random.Random(1))
    top, board = crossword_layout.lay_in_crossword(
        top, board, "A", (500 + 58.5 + 20, 300.0 - 25), random.Random(2)
    )
    top, board = crossword_layout.lay_in_crossword(
        top, board, "T", (500 - 12, 300.0 + 90.5 + 30), random.Random(3)
    )
    assert crossword_layout.read_grid(top, board)[2].rows == ("CA", "T.")
    with pytest.raises(OccupiedError):
        crossword_layout.lay_in_crossword(top, board, "X", (505.0, 310.0), random.Random(4))


def test_off_the_board_there_is_no_square() -> None:
    top = Evening(configured("keyword")).sitting.company.top
    with pytest.raises(OccupiedError):
        crossword_layout.lay_in_crossword(top, None, "X", (5.0, 5.0), random.Random(1))


def test_the_cards_of_a_crossword_stay() -> None:
    evening = Evening(configured("keyword-solitaire"))
    company = evening.sitting.company
    top, board = crossword_layout.lay_in_crossword(
        company.top, None, "X", crossword_layout.first_card_place(company.top), random.Random(1)
    )
    there = replace(company, top=top, board=board)
    with pytest.raises(CannotError, match="stay where they lie"):
        move_card(Sitting(there, before=there), "table-0", Drop("hand"), grid=True)
    with pytest.raises(CannotError, match="You can't discard"):
        move_card(Sitting(there, before=there), "hand-0", Drop("exposed"), grid=True)
