"""Test whole matches of the simulated players under a referee who knows the true table."""

from collections import Counter
from dataclasses import replace

import pytest

from device.running.inbox import Inbox
from device.virtual.company import company_state
from device.virtual.company.company_state import Company
from device.virtual.company.next_steps import (
    ChosenPlay,
    DiscardPlay,
    LayingPlay,
    PlayChooser,
    Sitting,
    next_step,
    opening,
    with_master_letters,
)
from device.virtual.messages import REPLY_SECONDS, CommandSender
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.tabletop.state import Tabletop
from engine.adjudication import adjudicate
from engine.best import plays
from engine.breach_codec import written_breach
from engine.catalogue import configured
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    PositionCorrected,
    QuestionAsked,
    TurnFinished,
)
from engine.game import Game
from engine.match import Match, applied, fold
from engine.moves import Discard, faces
from engine.notation import format_move, format_position
from engine.position import Grid, Position, Rows
from engine.ruling import Illegal, Legal
from engine.table.commands import AnswerQuestion, ChallengeTurn, Command, EndTurn, RecordEvent
from engine.words import WordList

NAMES = ("Anne", "Ben", "Cora")
TEXT = """
AT AN AS IT IS IN ON NO SO TO HE ME WE BE OR OF UP US GO DO TEA EAT SEA ATE TEN NET SET LET HER SHE THE HAT
CAT RAT MAT FAR FAIR FAIRY RAIN TRAIN STRAIN HOME WORD HAIR CHAIR LION OIL SOIL TOIL USE RUSE DEAR READ RED
LED OLD TOLD AWE RAW WAR SAW WAS ARE BARE HARE CARE JOKE KEY QUIT ZOO BOX FOX VOW VIE
"""
WORDS = WordList.of(TEXT.split())


class Omniscient:
    """A referee that knows the true cards and rules on them as soon as they lie still."""

    def __init__(self, sitting: Sitting, game: Game) -> None:
        self.game = game
        self.events: list[AnyEvent] = []
        self.commands: list[Command] = []
        self.match: Match = applied(None, 0, opening(sitting, game.name, {}))
        self.happened(opening(sitting, game.name, {"mode": game.challenges.mode, "out_at": game.goal.out_at}))

    def happened(self, event: AnyEvent) -> None:
        before = None if not self.events else self.match
        self.match = applied(before, len(self.events), event)
        self.events.append(event)

    def hears(self, command: Command) -> None:
        self.commands.append(command)
        if isinstance(command, RecordEvent):
            self.happened(command.event)
        if isinstance(command, ChallengeTurn):
            last = self.match.last
            assert last is not None
            settled = ChallengeSettled(challenger=command.player, words=(last.move,), verdict="word bad")
            self.happened(settled)

    def rules(self, before: Company, after: Company, stands: bool | None = None) -> None:
        match, was, now = (
            self.match,
            company_state.position(self.game, before),
            company_state.position(self.game, after),
        )
        if before.texts == after.texts:
            self.finished(was, now, format_move(Discard(now.exposed or "")), "legal", drew="blind")
            return
        ruling = adjudicate(self.game, WORDS, was, now, hand=before.hands[before.to_move])
        assert ruling.move is not None
        kind = "legal" if isinstance(ruling, Legal) else "illegal"
        stands = kind == "legal" if stands is None else stands
        faults = tuple(map(written_breach, ruling.breaches)) if isinstance(ruling, Illegal) else ()
        assert match.turn == before.to_move
        self.finished(was, now, format_move(ruling.move), kind, stands=stands, faults=faults)

    def finished(self, was: Position, now: Position, move: str, kind: str, **more: object) -> None:
        stands = bool(more.get("stands", True))
        event = TurnFinished(
            player=self.match.turn or 0,
            before=format_position(was),
            after=format_position(now),
            move=move,
            ruling="legal" if kind == "legal" else "illegal",
            stands=stands,
            breaches=more.get("faults", ()),  # type: ignore[arg-type]
            drew="blind" if more.get("drew") else "",
        )
        self.happened(event)


def chooser(game: Game, cheat: float = 0.0) -> PlayChooser:
    def choose(company: Company) -> ChosenPlay:
        hand, at = company.hands[company.to_move], company_state.padded_position(game, company)
        dice = company_state.dice(company, "choose")
        if dice.random() < cheat and isinstance(at, Rows):
            nonsense = "".join(sorted(c for c in hand[:3] if c != "?")) + "Q" * ("Q" in hand)
            if len(nonsense) > 1 and nonsense not in WORDS:
                return LayingPlay(Rows((*at.words, nonsense), at.exposed), honest=False)
        found = plays(game, WORDS, at, hand, limit=5)
        if found:
            return LayingPlay(found[0].result)
        return DiscardPlay(dice.choice(hand), take_exposed=dice.random() < 0.3)

    return choose


def watched(motion: tuple[MotionStep, ...], top: Tabletop) -> Tabletop:
    return motion[-1].top if motion else top


def play(game: Game, choose: PlayChooser, seed: int, max_steps: int) -> tuple[Omniscient, list[Sitting]]:
    """Play until the match is over, or until `max_steps` steps have been made."""
    sitting = Sitting(company_state.seated(game, NAMES, seed))
    referee, told = Omniscient(sitting, game), [sitting]
    for _ in range(max_steps):
        match = referee.match
        step = next_step(sitting, match, len(referee.events), choose)
        if step is None:
            if match.scores.winners is not None:
                break
            assert sitting.before is not None
            stands = True if game.challenges.mode == "challenge" else None
            referee.rules(sitting.before, sitting.company, stands)
            continue
        assert watched(step.motion, step.sitting.company.top) == step.sitting.company.top
        for command in step.commands:
            referee.hears(command)
        sitting = step.sitting
        told.append(sitting)
    return referee, told


@pytest.mark.parametrize("seed", [1, 2])
def test_hand_after_hand_is_played_and_no_card_is_lost(seed: int) -> None:
    game = configured("lexicon", {"out_at": 60})
    referee, told = play(game, chooser(game), seed, 500)
    assert fold(referee.events) == referee.match
    for sitting in told:
        company = sitting.company
        lying = faces("".join(company.texts).replace(".", ""))
        held = sum(len(hand) for hand in company.hands)
        assert held + len(company.stock) + len(company.discards) + len(lying) == game.pack.size
    assert referee.match.hand.number >= 1
    assert any(isinstance(w, RecordEvent) for w in referee.commands)
    assert any(isinstance(w, EndTurn) for w in referee.commands)


def test_the_books_agree_with_the_truth() -> None:
    game = configured("lexicon")
    referee, told = play(game, chooser(game), 3, 400)
    match, company = referee.match, told[-1].company
    assert match.hand.turns > 0
    if told[-1].before is None and match.turn is not None:
        assert [h.count for h in match.table.hands] == [len(h) for h in company.hands]


def test_who_cheats_takes_the_cards_back_and_loses_the_turn() -> None:
    game = configured("lexicon")
    referee, told = play(game, chooser(game, cheat=0.5), 5, 120)
    lost = [e for e in referee.events if isinstance(e, TurnFinished) and not e.stands]
    assert lost
    planted = [s for s in told if s.before is not None and not s.honest]
    assert len({s.heard for s in planted}) == len(lost)
    for sitting in planted:
        later = next(s for s in told[told.index(sitting) :] if s.before is None)
        assert sitting.before is not None
        assert later.company.hands == sitting.before.hands
        assert later.company.texts == sitting.before.texts
        assert later.company.to_move == sitting.before.next_player


def test_at_a_table_of_bluffers_a_neighbour_challenges() -> None:
    game = configured("lexicon", {"mode": "challenge"})
    referee, _ = play(game, chooser(game, cheat=0.5), 5, 120)
    assert any(isinstance(w, ChallengeTurn) for w in referee.commands)
    settled = [e for e in referee.events if isinstance(e, ChallengeSettled)]
    assert settled


def test_when_the_referee_asks_the_truth_is_told() -> None:
    game = configured("lexicon")
    sitting = Sitting(company_state.seated(game, NAMES, 1))
    referee = Omniscient(sitting, game)
    while sitting.before is None:
        step = next_step(sitting, referee.match, len(referee.events), chooser(game))
        assert step is not None
        for command in step.commands:
            referee.hears(command)
        sitting = step.sitting
    was = format_position(company_state.position(game, sitting.before))
    now = format_position(company_state.position(game, sitting.company))
    referee.happened(QuestionAsked(player=1, before=was, after=now, question="?"))
    asked = next_step(sitting, referee.match, len(referee.events), chooser(game))
    assert asked is not None
    assert asked.commands == (AnswerQuestion(now, question=len(referee.events) - 1),)


def test_whoever_is_asked_what_is_left_says_so_whatever_else_is_waited_for() -> None:
    game = configured("lexicon")
    sitting = Sitting(company_state.seated(game, NAMES, 1))
    sitting = replace(sitting, before=sitting.company)
    referee = Omniscient(sitting, game)
    referee.happened(HandDealt(exposed="U"))
    referee.happened(QuestionAsked(1, "", "QV", "?", ("QV", "QX"), "hand"))
    asked = next_step(sitting, referee.match, len(referee.events), chooser(game))
    assert asked is not None
    assert asked.commands == (AnswerQuestion(sitting.company.hands[1], question=len(referee.events) - 1),)


def test_people_who_were_put_away_go_on_as_if_nothing_had_been() -> None:
    game = configured("lexicon")
    one, _ = play(game, chooser(game), 7, 60)
    other, _ = play(game, chooser(game), 7, 60)
    assert one.events == other.events
    assert Counter(map(type, one.events))[TurnFinished] > 5


def test_a_discard_that_no_camera_can_see_is_told() -> None:
    """The player discards U onto the exposed U. The picture does not change, so the simulated players tell
    the table."""
    game = configured("lexicon")
    company = replace(company_state.seated(game, NAMES, 1), discards="U")
    company = replace(company, hands=(company.hands[0], "U" + company.hands[1][1:], company.hands[2]))
    sitting = Sitting(company)
    referee = Omniscient(sitting, game)
    referee.happened(HandDealt(exposed="U"))
    thrown = next_step(sitting, referee.match, len(referee.events), lambda _: DiscardPlay("U"))
    assert thrown is not None
    told = next_step(thrown.sitting, referee.match, len(referee.events), lambda _: DiscardPlay("U"))
    assert told is not None
    referee.hears(told.commands[0])
    assert referee.match.turn == 2
    assert [h.count for h in referee.match.table.hands] == [10, 10, 10]


def test_a_discard_of_which_the_table_noticed_nothing_is_the_answer_to_its_question() -> None:
    game = configured("lexicon")
    sitting = Sitting(company_state.seated(game, NAMES, 1))
    referee = Omniscient(sitting, game)
    referee.happened(HandDealt(exposed=sitting.company.discards))
    card = sitting.company.hands[1][0]
    thrown = next_step(sitting, referee.match, len(referee.events), lambda _: DiscardPlay(card))
    assert thrown is not None
    lies = format_position(company_state.position(game, thrown.sitting.company))
    referee.happened(QuestionAsked(player=1, before=lies, after=lies, question="?"))
    told = next_step(thrown.sitting, referee.match, len(referee.events), lambda _: DiscardPlay(card))
    assert told is not None
    assert told.commands == (AnswerQuestion(f"-{card}", question=len(referee.events) - 1),)


def test_people_put_the_books_right_before_they_play_on() -> None:
    """The referee takes the exposed card for another card. Before anybody plays on, the simulated players
    correct the position."""
    game = configured("lexicon")
    sitting = Sitting(company_state.seated(game, NAMES, 1))
    referee = Omniscient(sitting, game)
    top = sitting.company.discards
    referee.happened(HandDealt(exposed="Q" if top != "Q" else "X"))
    step = next_step(sitting, referee.match, len(referee.events), chooser(game))
    assert step is not None
    assert step.commands == (RecordEvent(PositionCorrected(f"/{top}")),)
    referee.hears(step.commands[0])
    played = next_step(step.sitting, referee.match, len(referee.events), chooser(game))
    assert played is not None
    assert played.sitting.before == sitting.company


def test_what_a_busy_table_has_not_heard_yet_is_not_said_again() -> None:
    inbox = Inbox()
    sender = CommandSender(inbox)
    sender.send((EndTurn(),), event_count=3, now=0.0)
    assert sender.awaits_answer(3, now=REPLY_SECONDS + 1)
    assert inbox.get(0.0) == EndTurn()
    assert sender.awaits_answer(3, now=REPLY_SECONDS + 2)
    assert not sender.awaits_answer(3, now=2 * REPLY_SECONDS + 2)


def test_who_plays_a_master_says_what_it_stands_for() -> None:
    assert with_master_letters(Rows(("C?T", "DOG")), Rows(("DOG", "CaT"))) == Rows(("CaT", "DOG"))
    known, truth = Grid(("....", ".C?T", "....")), Grid(("CaT",))
    assert with_master_letters(known, truth) == Grid(("....", ".CaT", "...."))
    assert with_master_letters(Rows(("CAT",)), Rows(("CAT",))) == Rows(("CAT",))


@pytest.mark.parametrize(("lies", "said"), [("CaT", "CaT"), ("C?T", ""), ("CxT", ""), ("DaT", "")])
def test_who_is_asked_what_a_master_stands_for_says_what_was_meant_or_leaves_it_open(
    lies: str, said: str
) -> None:
    game = configured("lexicon")
    company = replace(company_state.seated(game, NAMES, 1), texts=(lies,))
    choices = ("CaT", "CoT", "CuT")
    events: list[AnyEvent] = [
        opening(Sitting(company), "lexicon", {}),
        HandDealt(),
        TurnFinished(1, "", "C?T", "+C?T", "legal", stands=True),
        QuestionAsked(1, "", "C?T", "", choices, "Master", 2),
    ]
    match = fold(events)
    assert match is not None
    step = next_step(Sitting(company), match, len(events), lambda _company: DiscardPlay("A"))
    assert step is not None
    assert step.commands == (AnswerQuestion(said, 3),)
