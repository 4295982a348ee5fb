"""Find the next step of the people at the virtual table, who watch the table and their phones, think, and
act.

A step depends only on the people's cards on the table and in their hands (`Sitting`), and on the referee's
match (`Match`). A stored sitting therefore continues from the same point after loading.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from device.virtual.company import board_news, company_state, record_check
from device.virtual.company.company_state import Company, CompanyAction
from device.virtual.company.scoring import due_event
from device.virtual.messages import answer_to_oldest
from device.virtual.motions.board import cells, shift
from device.virtual.motions.motion_steps import MotionStep, NoRoom
from device.virtual.pace import ANNOUNCE_PROBABILITY, HAND_REVIEW_SECONDS, MIN_STILL_SECONDS, THINKING_SECONDS
from device.virtual.tabletop.hand_end import edges, lay_hands, shows_hands
from engine.cards import MASTER
from engine.catalogue import GAMES
from engine.events import (
    MatchSetUp,
    PackExhausted,
    PositionCorrected,
    QuestionAsked,
    TurnFinished,
    TurnGiven,
)
from engine.game import Game
from engine.match import Match
from engine.moves import Discard, Pile, faces
from engine.notation import format_move, format_position, parse_position
from engine.position import Grid, Position, Rows
from engine.shared.players import Mind, Strength, choose
from engine.table.commands import ChallengeTurn, Command, EndTurn, RecordEvent
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class LayingPlay:
    """A play that lays, inserts or exchanges cards until the table reads `after`. `honest` means that the
    play is legal."""

    after: Position
    honest: bool = True


@dataclass(frozen=True, slots=True)
class DiscardPlay:
    """A play that puts a card on the exposed pile and draws another card (LEX-B)."""

    card: str
    take_exposed: bool = False


ChosenPlay = LayingPlay | DiscardPlay
PlayChooser = Callable[[Company], ChosenPlay]
"""A function that chooses the play or discard of the player on turn. It returns the same choice for the
same company."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """The company of simulated players with what they wait for and still have to do, such as report
    an event."""

    company: Company
    before: Company | None = None
    """The company before the play that waits for its ruling; None if no play waits."""
    heard: int = 0
    """The number of events in the journal when the last play began, or when this sitting was stored between
    plays."""
    honest: bool = True
    """True if the last play was legal."""
    said: bool = False
    """True if the player of the last play has said that the turn is over."""
    owes: tuple[PackExhausted, ...] = ()
    """The events that the simulated players still have to report to the table, such as that the stock is
    exhausted."""
    fresh: bool = False
    """True if the people have begun another match that is not yet in the journal."""
    waits: bool = False
    """True if the simulated players wait for a person who plays with them."""


@dataclass(frozen=True, slots=True)
class CompanyStep:
    """A step of the people: the sitting after the step, the motion that shows the step, and the commands
    to the table."""

    sitting: Sitting
    motion: tuple[MotionStep, ...] = ()
    commands: tuple[Command, ...] = ()


def simulated_chooser(
    game: Game, words: WordList, cheat: float, strengths: tuple[Strength, ...] = ("casual",)
) -> PlayChooser:
    """Return the function that chooses the simulated players' plays. They choose among the plays that they
    find, and break a rule with the probability `cheat`.

    `strengths` are given by seat, and repeated from the first if there are more seats.
    """

    def choose_play(company: Company) -> ChosenPlay:
        hand, at = company.hands[company.to_move], company_state.padded_position(game, company)
        whim, seat = company_state.dice(company, "choose"), company.to_move
        strength, played = strengths[seat % len(strengths)], game.seated(len(company.names))
        intent = choose(Mind(played, words, at, hand, seat), whim, cheat=cheat, strength=strength)
        if isinstance(intent.move, Discard):
            return DiscardPlay(intent.move.card, take_exposed=intent.move.drawn_from == "exposed")
        return LayingPlay(intent.result, honest=intent.legal)

    return choose_play


def opening(sitting: Sitting, game: str, options: dict[str, str | int | bool]) -> MatchSetUp:
    """Return the event that begins the company's match."""
    company = sitting.company
    return MatchSetUp(
        draw=GAMES[game].deal.begins_with_draw,
        game=game,
        players=company.names,
        options=options,
        dealer=company.dealer,
        edges=edges(len(company.names)),
    )


def next_step(sitting: Sitting, match: Match, event_count: int, chooser: PlayChooser) -> CompanyStep | None:
    """Return the players' next step when the table is at rest; None while the players wait.

    `event_count` is the number of events in the journal.
    """
    if sitting.owes:
        return CompanyStep(replace(sitting, owes=()), commands=tuple(map(RecordEvent, sitting.owes)))
    if match.scores.winners is not None:
        return None
    if (answer := board_news.answer(sitting.company, match, played=sitting.before is not None)) is not None:
        return CompanyStep(sitting, commands=(answer,))
    if match.question is not None and match.question.about == "Master":
        return CompanyStep(
            sitting,
            commands=(answer_to_oldest(match, _master_answer(match.question, match.game, sitting.company)),),
        )
    if match.question is not None and match.question.about == "hand":
        return CompanyStep(
            sitting, commands=(answer_to_oldest(match, sitting.company.hands[match.question.player]),)
        )
    if sitting.before is not None and match.hand.stopped:
        return _step_at_bell(sitting.company, sitting.before, match)
    if sitting.before is not None:
        return _await_ruling(sitting, sitting.before, match)
    if match.turn is None:
        return _between_hands(sitting, match)
    if match.turn != sitting.company.to_move:
        return CompanyStep(sitting, commands=(RecordEvent(TurnGiven(player=sitting.company.to_move)),))
    return _act(sitting, match, event_count, chooser)


def _between_hands(sitting: Sitting, match: Match) -> CompanyStep | None:
    """Return the next step between hands: count the cards left, clear the table, or deal."""
    company = _with_drawn_dealer(sitting.company, match)
    if match.hand.over and shows_hands(match.game, len(company.names)):
        return _count_hands(sitting, match)
    event = due_event(company, match)
    if event is not None:
        return CompanyStep(replace(sitting, company=company), commands=(RecordEvent(event),))
    players = tuple(p for p, is_out in enumerate(match.scores.is_out) if not is_out)
    dealt = company_state.next_hand(match.game, company, match.dealer, players)
    looked = MotionStep(HAND_REVIEW_SECONDS, company.top)
    return CompanyStep(
        Sitting(dealt),
        (looked, *company_state.clearing_motion(company), MotionStep(MIN_STILL_SECONDS, dealt.top)),
    )


def _with_drawn_dealer(company: Company, match: Match) -> Company:
    """Return the company with the dealer of the match, if the players have cut cards for the deal (ALL-3,
    PTY-4). The hands stay as they were dealt."""
    if match.cutting or company.round <= match.hand.number or company.dealer == match.dealer:
        return company
    dealt = replace(company, dealer=match.dealer)
    return replace(dealt, to_move=company_state.next_seat(dealt, match.dealer))


def _count_hands(sitting: Sitting, match: Match) -> CompanyStep | None:
    """Return the step at the end of a hand: lay the remaining cards face up for the camera to count, or
    answer a question about them. Return None while the camera counts."""
    company, question = sitting.company, match.question
    if question is not None:
        text = format_position(company_state.position(match.game, company))
        return CompanyStep(sitting, commands=(answer_to_oldest(match, text),))
    if company.shown:
        return None
    acted = lay_hands(company)
    return CompanyStep(
        replace(sitting, company=acted.company),
        (*acted.motion, MotionStep(MIN_STILL_SECONDS, acted.company.top)),
    )


def _step_at_bell(company: Company, before: Company, match: Match) -> CompanyStep:
    """Return the step after the bell has ended a play. If the play is in the match, it counts. Otherwise
    its cards go back (PTY-2)."""
    if record_check.records_agree(match, company):
        return CompanyStep(Sitting(company_state.passed_on(company_state.filled_up(match.game, company))))
    back = company_state.take_back(match.game, company, before)
    return CompanyStep(Sitting(back.company), back.motion)


def _act(sitting: Sitting, match: Match, event_count: int, chooser: PlayChooser) -> CompanyStep:
    company = sitting.company
    if match.game.board_scoring is not None and (due := board_news.due_events(company, match)):
        return CompanyStep(sitting, commands=tuple(map(RecordEvent, due)))
    if not record_check.records_agree(match, company):
        text = format_position(company_state.position(match.game, company))
        return CompanyStep(sitting, commands=(RecordEvent(PositionCorrected(text)),))
    if not company.stock and len(company.discards) > 1:
        return reshuffle_step(sitting)
    play = chooser(company)
    acted = _carry_out(match, company, play)
    honest = not isinstance(play, LayingPlay) or play.honest
    thinking = MotionStep(company_state.dice(company, "think").uniform(*THINKING_SECONDS), company.top)
    after = Sitting(acted.company, before=company, heard=event_count, honest=honest)
    return CompanyStep(after, (thinking, *acted.motion, MotionStep(MIN_STILL_SECONDS, acted.company.top)))


def _carry_out(match: Match, company: Company, play: ChosenPlay) -> CompanyAction:
    """Return the action by which the player on turn makes `play`. If the table is too full for a word, the
    player discards a card instead."""
    try:
        if isinstance(play, LayingPlay):
            return company_state.lay(company, company_state.position(match.game, company), play.after)
    except NoRoom:
        play = DiscardPlay(company.hands[company.to_move][0])
    beneath = match.game.plays.discards == "beneath"
    return company_state.discard_and_draw(company, play.card, take_exposed=play.take_exposed, beneath=beneath)


def reshuffle_step(sitting: Sitting) -> CompanyStep:
    """Turn the exposed pile into the stock, and report that to the table (ALL-8)."""
    acted = company_state.reshuffled(sitting.company)
    exhausted = PackExhausted(stock=len(acted.company.stock), exposed=acted.company.discards)
    return CompanyStep(replace(sitting, company=acted.company, owes=(exhausted,)), acted.motion)


def _await_ruling(sitting: Sitting, before: Company, match: Match) -> CompanyStep | None:
    """Return the step after a play: react to its ruling, answer a question, or end the turn."""
    if match.question is not None:
        return CompanyStep(
            sitting, commands=(answer_to_oldest(match, _position_answer(sitting, before, match)),)
        )
    last = match.last
    if last is not None and last.event >= sitting.heard:
        return _after_ruling(sitting, before, match)
    nothing = _is_invisible(match.game, before, sitting.company)
    if nothing and match.game.plays.discards == "on top":
        return CompanyStep(sitting, commands=(RecordEvent(_report(match, before, sitting.company)),))
    says = (
        nothing or not sitting.honest or match.game.challenges.mode == "challenge"
    )  # no countdown ends such a play
    if not sitting.said and (
        says or company_state.dice(sitting.company, "says so").random() < ANNOUNCE_PROBABILITY
    ):
        return CompanyStep(replace(sitting, said=True), commands=(EndTurn(),))
    return None


def _position_answer(sitting: Sitting, before: Company, match: Match) -> str:
    """Return the player's answer to a question about a play. It is a discard, such as `-E`, if the table has
    not noticed this discard; otherwise it is the true position on the table."""
    question, company = match.question, sitting.company
    text = format_position(company_state.position(match.game, company))
    thrown = company.texts == before.texts and company.discards != before.discards
    unseen = question is not None and question.before == question.after
    return f"-{company.discards[-1]}" if thrown and unseen and match.game.plays.discards == "on top" else text


def _after_ruling(sitting: Sitting, before: Company, match: Match) -> CompanyStep:
    """Return the step after the ruling on a play.

    A play that does not stand is taken back. In a game with challenges, an illegal play that stands is
    challenged by the next player. If the match lacks the letter of a blank or a Master, the step reports
    this letter. Otherwise the turn passes.
    """
    last, company = match.last, sitting.company
    if last is not None and not last.stands:
        back = company_state.take_back(match.game, company, before)
        again = match.turn == before.to_move  # the player may try again (Keyword Party)
        return CompanyStep(
            Sitting(back.company if again else company_state.passed_on(back.company)),
            (*back.motion, MotionStep(MIN_STILL_SECONDS, back.company.top)),
        )
    if not sitting.honest and match.game.challenges.mode == "challenge" and match.challengeable:
        return CompanyStep(replace(sitting, honest=True), commands=(ChallengeTurn(company.next_player),))
    blanks = board_news.unreported_blanks(match, company_state.position(match.game, company))
    if blanks is not None:
        return CompanyStep(sitting, commands=(RecordEvent(blanks),))
    unnamed = _masters_correction(match, company)
    if unnamed is not None:
        return CompanyStep(sitting, commands=(RecordEvent(unnamed),))
    return CompanyStep(Sitting(company_state.passed_on(company_state.filled_up(match.game, company))))


def _is_invisible(game: Game, before: Company, after: Company) -> bool:
    """Return True if no camera can see the play: a card equal to the exposed one was discarded, a card was
    put beneath the exposed one, or a blank block was laid."""
    unchanged = board_news.visible_rows(game, before.texts) == board_news.visible_rows(game, after.texts)
    return unchanged and before.discards[-1:] == after.discards[-1:]


def _report(match: Match, before: Company, after: Company) -> TurnFinished:
    """Return the event with which the player reports a discard that no camera can see."""
    took: Pile = "blind" if len(after.stock) < len(before.stock) else "exposed"
    text = format_position(match.position)
    move = format_move(Discard(after.discards[-1], took))
    return TurnFinished(
        player=before.to_move, before=text, after=text, move=move, ruling="legal", stands=True, drew=took
    )


def _masters_correction(match: Match, company: Company) -> PositionCorrected | None:
    """Return the event that gives the match's Masters the letters that their player meant (ALL-2). Return
    None if every Master has a letter in the match."""
    named = with_master_letters(match.position, company_state.position(match.game, company))
    return None if named == match.position else PositionCorrected(position=format_position(named))


def _master_answer(question: QuestionAsked, game: Game, company: Company) -> str:
    """Return the answer to a question about a Master: the choice that its player meant (ALL-2).

    Return an empty text, which leaves the letter open, if the player has chosen no letter, or if the table
    has misread another card of the word.
    """
    meant = with_master_letters(parse_position(question.after), company_state.position(game, company))
    return next((way for way in question.choices if _has_meant_letters(parse_position(way), meant)), "")


def _has_meant_letters(way: Position, meant: Position) -> bool:
    return all(
        card == other
        for line, named in zip(way.lines, meant.lines, strict=True)
        for card, other in zip(line, named, strict=True)
        if card.islower()
    )


def with_master_letters(known: Position, truth: Position) -> Position:
    """Return the position `known` with letters for its unnamed Masters. The letters are those that these
    Masters have in the true position `truth`."""
    if isinstance(known, Rows) and isinstance(truth, Rows):
        names = {faces(word): word for word in truth.words}
        return replace(known, words=tuple(names.get(w, w) if MASTER in w else w for w in known.words))
    if isinstance(known, Grid) and isinstance(truth, Grid):
        return _grid_with_master_letters(known, truth)
    return known


def _grid_with_master_letters(known: Grid, truth: Grid) -> Grid:
    down, right = shift(cells(truth), cells(known))
    names = {(r + down, c + right): card for (r, c), card in cells(truth).items()}
    rows = (
        "".join(names.get((r, c), card) if card == MASTER else card for c, card in enumerate(row))
        for r, row in enumerate(known.rows)
    )
    return replace(known, rows=tuple(rows))
