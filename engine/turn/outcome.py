"""Make the events of a finished turn, of an answer or of a challenge."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.adjudication import adjudicate
from engine.breach_codec import breach_of, written_breach
from engine.events import (
    TURN_SUBJECTS,
    AnyEvent,
    Cause,
    ChallengeSettled,
    HandCounted,
    HandDealt,
    QuestionAnswered,
    QuestionAsked,
    RulingKind,
    TurnAmended,
    TurnFinished,
    TurnTakenBack,
)
from engine.explain import RuledPlay
from engine.grid_frames import in_same_frame
from engine.i18n import Sentence
from engine.match import CountedTurn, Match
from engine.match.rebase import best_offset
from engine.moves import EMPTY, Discard, Pass
from engine.notation import format_move, format_position, parse_position
from engine.position import Grid, Position, Rows, with_exposed
from engine.rules.party import challenge_verdict
from engine.rules.patience import is_undealt
from engine.ruling import (
    Breach,
    Illegal,
    Legal,
    OtherDoubt,
    Ruling,
    SeveralExplanations,
    TwoActions,
    TwoNewWords,
    TwoWordsTouched,
    Unclear,
    is_flagged,
)
from engine.turn import hand_owner, master_questions, masters, miscounts, packs, unseen_cards
from engine.turn.amending import amendment
from engine.turn.board_questions import events_of_answer
from engine.wording import say
from engine.wording.questions import changed_words, say_question
from engine.words import WordList

MAX_OTHER_READINGS: Final = 3
"""Number of other readings of a turn that are offered beside the likeliest: as many as fit on a phone."""

TWO_PLAYERS: Final = OtherDoubt(Sentence("These may be the turns of two players."))
"""The doubt of a ruling when either one player or two players may have acted between two photographs."""


def turn_events(
    match: Match, play: RuledPlay, at: int, *, by_photograph: bool = False
) -> tuple[AnyEvent, ...]:
    """Return the events of a finished turn, the first of which gets number `at` in the journal.

    They are the turn as ruled, and the questions about it. An unclear turn counts as it was read until the
    answer amends it, and the game continues meanwhile. Between hands there are no events, and the deal of a
    patience is no turn. `by_photograph` means that the table works from photographs, so several turns may
    have been played between two of them.
    """
    if match.turn is None:
        return ()
    explanation, ruling = play.explanation, _without_accusation(match, play, by_photograph=by_photograph)
    before, after = explanation.before, explanation.after
    if is_undealt(match.position):
        return (HandDealt(position=format_position(after)),) if isinstance(ruling, Legal) else ()
    if isinstance(ruling, Unclear):
        unsure = miscounts.with_cards_held(match, _unclear_turn(match.turn, before, after, ruling))
        questions = packs.ask_surplus_letters(match, before, after, ruling, at)
        return (
            unsure,
            *(
                questions
                or (unseen_cards.ask_unseen_card(match, play, at) or _question(match, play, ruling, at),)
            ),
        )
    turn = miscounts.with_cards_held(match, ruled_turn(match, match.turn, before, after, ruling))
    master = master_questions.ask_letter_of_master(match, turn, ruling, at) or masters.ask_if_master(
        match, turn, explanation, at
    )
    return tuple(
        event for event in (turn, master, miscounts.ask_card_count(match, turn, at)) if event is not None
    )


def ruled_turn(
    match: Match, player: int, before: Position, after: Position, ruling: Legal | Illegal
) -> TurnFinished:
    """Return the turn of `player` from `before` to `after`, with its ruling, as an event. The turn stands
    unless the referee objects. A legal turn always stands. In `challenge` mode a turn also stands if only
    the dictionary could object."""
    settled = master_questions.with_certain_masters_named(match, after, ruling)
    return TurnFinished(
        player=player,
        before=format_position(before),
        after=format_position(settled),
        move=format_move(master_questions.move_with_names(ruling.move, after, settled)),
        ruling=_ruling_kind(ruling),
        stands=not is_flagged(ruling, match.game.challenges.mode),
        breaches=tuple(map(written_breach, ruling.breaches)) if isinstance(ruling, Illegal) else (),
    )


def turn_answer_events(
    match: Match, words: WordList, after: str, question: int | None = None
) -> tuple[AnyEvent, ...]:
    """Return the events of a player's answer to an open question. The answer `after` is the true position in
    notation, or one of the choices offered. If it is empty, nothing was played and the cards go back.

    Where the question is about a turn, the events amend this turn with a new ruling. `question` is the number
    of the event that asked, None for the oldest open question.
    """
    open_question = next((q for q in match.questions if question in (None, q.event)), None)
    if open_question is None:
        return ()
    after = unseen_cards.position_meant(match, words, open_question.question, after)
    answered_question, answered = open_question.question, QuestionAnswered(after, open_question.event)
    if answered_question.about == "hand":
        return (answered, HandCounted(answered_question.player, after)) if after else (answered,)
    if answered_question.about == "whose":
        return (answered, *hand_owner.events_of_answer(match, answered_question, after))
    if not after and answered_question.about == "pack":
        return (answered,)
    if answered_question.about in ("Keyword", "letters", "over"):
        return (answered, *events_of_answer(match, answered_question, after))
    if (
        not after
        and answered_question.turn is not None
        and match.last is not None
        and match.last.event == answered_question.turn
    ):
        return (answered, TurnTakenBack())
    turn = _as_answered(match, words, answered_question, after) if after else _as_pass(answered_question)
    if answered_question.turn is None:
        return (answered, turn) if after else (answered,)
    return (answered, amendment(answered_question.turn, turn, "answered"))


def turn_amendment(
    match: Match, words: WordList, turn: CountedTurn, after: str, cause: Cause = "said"
) -> TurnAmended:
    """Return the correction of a turn that led to the position `after` (notation), with a new ruling.
    Raise NotationError if `after` is no position of the game."""
    before = parse_position(turn.turn.before)
    really = _with_exposed_card(before, parse_position(after))
    return amendment(turn.number, _ruled_anew(match, words, turn.turn.player, before, really), cause)


def _as_pass(question: QuestionAsked) -> TurnFinished:
    """Return the turn in question as a legal pass. It replaces the turn if a person answers that nothing was
    played and later turns have already followed. So nobody is blamed."""
    return TurnFinished(
        question.player, question.before, question.before, format_move(Pass()), "legal", stands=True
    )


def _as_answered(match: Match, words: WordList, question: QuestionAsked, after: str) -> TurnFinished:
    """Return the turn in question as a person has answered it. The answer `after` is the position after the
    turn, or a discard that left no mark, such as one onto an equal card."""
    before = parse_position(question.before)
    if after.startswith("-") and after[1:2].strip(" |/;"):  # a discard, not an empty place
        return TurnFinished(question.player, question.before, question.before, after, "legal", stands=True)
    return _ruled_anew(match, words, question.player, before, parse_position(after))


def _ruled_anew(
    match: Match, words: WordList, player: int, before: Position, after: Position
) -> TurnFinished:
    """Return the turn of `player` as a person has confirmed it, with a new ruling that is not unclear. In a
    crossword people may write any number of empty places around the words. On a board the squares must be
    exact."""
    before, after, ruling = confirmed_positions(match, words, before, after)
    return ruled_turn(match, player, before, after, ruling)


def confirmed_positions(
    match: Match, words: WordList, before: Position, after: Position
) -> tuple[Position, Position, Legal | Illegal]:
    """Return the position before and after a turn that a person has confirmed, and the ruling on the turn,
    which is legal or illegal. In a game without a board, grids of different sizes are first brought to one
    size."""
    if isinstance(before, Grid) and isinstance(after, Grid) and match.game.board is None:
        before, after = in_same_frame(before, after)
    ruling = adjudicate(match.game, words, before, after, packs=match.packs)
    return before, after, _settled_by_a_person(ruling) if isinstance(ruling, Unclear) else ruling


def _with_exposed_card(before: Position, after: Position) -> Position:
    """Return the corrected position `after`, with the exposed card of `before` if `after` names none."""
    return after if after.exposed is not None else with_exposed(after, before.exposed)


def challenge_event(match: Match, challenger: int) -> ChallengeSettled | None:
    """Return the event that settles a challenge of the words laid or changed last. The faults recorded with
    the last turn decide it (LEX-CH, PTY-6). Return None if there is no word to challenge, if the challenger
    laid the word, or if the challenger is out of the game (LEX-E)."""
    last, words = match.last, challengeable_words(match)
    if last is None or not words or challenger == last.player or match.scores.is_out[challenger]:
        return None
    verdict = challenge_verdict(match.game, tuple(map(breach_of, last.breaches)))
    return ChallengeSettled(challenger, words, verdict)


def challengeable_words(match: Match) -> tuple[str, ...]:
    """Return the words that may be challenged now: the words laid or changed last, until the next player has
    acted.

    Return none after a discard, and none in a patience, which has no challenger. Return none if the table has
    already ruled that the words are good: a challenge would only cost its challenger.
    """
    last = match.last
    if last is None or not match.challengeable or match.game.ends == "patience":
        return ()
    if match.game.challenges.mode == "strict" and not last.breaches:
        return ()
    return changed_words(last.before.position, last.after)


def _without_accusation(match: Match, play: RuledPlay, *, by_photograph: bool) -> Ruling:
    """Return the ruling, changed from illegal to unclear if nobody can be blamed yet. This is so if the fault
    depends on an open question about an earlier turn. In photographs (`by_photograph`) it is also so if the
    turn has two actions: two players may have acted between two photographs."""
    ruling, explanation = play.ruling, play.explanation
    if not isinstance(ruling, Illegal):
        return ruling
    if by_photograph and _has_two_actions(ruling):
        return Unclear(ruling.move, (TWO_PLAYERS,))
    for open_question in match.questions:
        if open_question.question.about not in TURN_SUBJECTS:
            continue
        depends = all(_depends_on(open_question.question, breach) for breach in ruling.breaches)
        if depends or touches_turn_in_question(open_question.question, explanation.before, explanation.after):
            return Unclear(ruling.move, (OtherDoubt(Sentence("First answer the question about this turn.")),))
    return ruling


def _has_two_actions(ruling: Ruling) -> bool:
    """Return True if the ruling objects to more than one action in the turn, so that two players may have
    acted."""
    breaches = ruling.breaches if isinstance(ruling, Illegal) else ()
    return any(isinstance(breach, TwoActions | TwoNewWords | TwoWordsTouched) for breach in breaches)


def _depends_on(question: QuestionAsked, breach: Breach) -> bool:
    """Return True if another answer to `question` may excuse `breach`. This is so if the breach is a discard
    as a second action, and the turn in question changed the exposed card: the discard may belong to that
    earlier turn."""
    match breach:
        case TwoActions(actions):
            shown = parse_position(question.before).exposed != parse_position(question.after).exposed
            return shown and len(actions) == 2 and "discard" in actions
        case _:
            return False


def touches_turn_in_question(asked: QuestionAsked, before: Position, after: Position) -> bool:
    """Return True if the turn from `before` to `after` touches the turn that the question `asked` is about:
    both changed the same word, or laid cards in the same row or column of a crossword. For piles always
    return True, since any turn there may depend on the answer."""
    was, now = parse_position(asked.before), parse_position(asked.after)
    match was, now, before, after:
        case Rows(), Rows(), Rows(), Rows():
            return bool(_changed_indexes(was.words, now.words) & _changed_indexes(before.words, after.words))
        case Grid(), Grid(), Grid(), Grid() if now.rows and before.rows:
            down, right = best_offset(now.rows, before.rows)
            doubtful = {(r + down, c + right) for r, c in _changed_cells(was, now)}
            new = _changed_cells(before, after)
            return any(r == row or c == column for r, c in new for row, column in doubtful)
        case _:
            return True


def _changed_cells(before: Grid, after: Grid) -> set[tuple[int, int]]:
    """Return the cells (row, column) of a crossword whose cards are new or changed in `after`. Return all
    cells with cards if the size of the grid changed."""
    old = before.rows if len(before.rows) == len(after.rows) else ("",) * len(after.rows)
    return {
        (r, c)
        for r, (was, now) in enumerate(zip(old, after.rows, strict=True))
        for c, card in enumerate(now)
        if card != EMPTY and (c >= len(was) or was[c] != card)
    }


def _changed_indexes(before: Sequence[str], after: Sequence[str]) -> set[int]:
    return {i for i, word in enumerate(after) if i >= len(before) or before[i] != word}


def _unclear_turn(player: int, before: Position, after: Position, ruling: Unclear) -> TurnFinished:
    """Return the unclear turn as an event, as it was read. The turn counts in this form until a person
    corrects it."""
    move = format_move(ruling.move or Pass())
    return TurnFinished(player, format_position(before), format_position(after), move, "unclear", stands=True)


def _question(match: Match, play: RuledPlay, ruling: Unclear, turn: int) -> QuestionAsked:
    before, after = play.explanation.before, play.explanation.after
    choices = tuple(dict.fromkeys(map(_choice_text, _possible_plays(match, play))))
    doubts = " ".join(say(doubt) for doubt in ruling.doubts)
    player = match.turn or 0
    question = QuestionAsked(
        player, format_position(before), format_position(after), doubts, choices, "turn", turn
    )
    asks = say_question(question, match.players).asks
    if TWO_PLAYERS in ruling.doubts:
        question = replace(
            question, asks=Sentence("{why} {question}", (("why", TWO_PLAYERS.note), ("question", asks)))
        )
    return replace(question, question=f"{doubts} {asks}".strip())


def _possible_plays(match: Match, play: RuledPlay) -> Iterator[Position | Discard]:
    """Yield the plays that are offered as answers about an unclear turn, the likeliest first.

    A pass is offered only in games where a discard may leave no mark, because it does not go on top of the
    exposed card (LG-2). In other games no answer may cost the player the turn (LEX-P).
    """
    before, after = play.explanation.before, play.explanation.after
    game = match.game
    if before != after:
        yield after
    elif before.exposed and game.layout in ("rows", "grid") and game.plays.discards == "on top":
        yield Discard(before.exposed)
    if _has_two_actions(play.ruling):
        yield from _partial_turns(before, after)
    yield from (one for one in play.others[:MAX_OTHER_READINGS] if one not in (before, after))
    if game.plays.discards != "on top":
        yield before


def _partial_turns(before: Position, after: Position) -> Iterator[Position]:
    """Yield the positions after the first player's turn, if two players acted between two photographs. Each
    position is `before` with only one of the changes that led to `after`."""
    if before.exposed != after.exposed:
        yield with_exposed(before, after.exposed)
    match before, after:
        case Rows(), Rows():
            for index in sorted(_changed_indexes(before.words, after.words)):
                lines = (*before.words[:index], after.words[index], *before.words[index + 1 :])
                yield Rows(lines, before.exposed)
        case Grid(), Grid() if before.exposed != after.exposed and before.rows != after.rows:
            yield Grid(after.rows, before.exposed)
        case _:
            pass


def _choice_text(way: Position | Discard) -> str:
    return format_move(way) if isinstance(way, Discard) else format_position(way)


def _settled_by_a_person(ruling: Unclear) -> Legal:
    """Return a legal ruling instead of the unclear `ruling`, because a person has confirmed the position. If
    several explanations fit the position, a legal one is chosen."""
    kinder = [doubt.move for doubt in ruling.doubts if isinstance(doubt, SeveralExplanations)]
    return Legal(kinder[0] if kinder else ruling.move or Pass())


def _ruling_kind(ruling: Legal | Illegal) -> RulingKind:
    return "legal" if isinstance(ruling, Legal) else "illegal"
