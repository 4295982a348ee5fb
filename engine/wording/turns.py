"""Say a whole turn in sentences: what was played and what remains, or why the turn does not count and what
follows. Also say a challenge of a turn."""

from collections.abc import Sequence

from engine.breach_codec import WrittenBreach, breach_of
from engine.events import ChallengeSettled, TurnCorrected, TurnFinished
from engine.game import Game
from engine.i18n import Translate, english, joined
from engine.moves import EMPTY, Insert, Lay, Move, Pass, Place, faces, parts, played
from engine.notation import NotationError, parse_move, parse_position
from engine.position import Grid, Position, RacePosition
from engine.rules.grid_lines import cards_of, runs_through, text_of
from engine.rules.race import forming_result
from engine.rules.scoring import challenge_points
from engine.ruling import Breach
from engine.wording.breaches import say_reason
from engine.wording.events import say_price
from engine.wording.moves import masters_named_by, say_added, say_masters, say_move
from engine.wording.written import SOMEBODY, capitalised, words

RecordedTurn = TurnFinished | TurnCorrected


def say_turn(
    game: Game, turn: RecordedTurn, tr: Translate = english, who: str = SOMEBODY, left: int | None = None
) -> str:
    """Say what the player `who` did in a finished turn.

    `left` is the number of cards left in the player's hand; None if the cards of hands are not counted.
    """
    if turn.ruling == "illegal" and not turn.stands:
        return f"{_say_why_not(turn.breaches, tr, who)} {_say_cards_back(game, turn, tr, who)}".strip()
    sentence = _say_race_turn(game, turn, tr, who) or say_played(turn, tr, who)
    if turn.ruling == "unclear":
        return tr("I'm not sure about this turn. {sentence}").format(sentence=sentence)
    return f"{sentence} {say_left(left, tr)}" if left is not None and _lays_cards(turn) else sentence


def say_left(left: int, tr: Translate = english) -> str:
    """Say that a player has `left` cards left in the hand."""
    if left == 0:
        return tr("No cards left!")
    return tr("1 card left.") if left == 1 else tr("{count} cards left.").format(count=left)


def say_challenge(
    game: Game, event: ChallengeSettled, offender: int, players: Sequence[str], tr: Translate = english
) -> str:
    """Say the result of a challenge of the turn of `offender`, and which player it costs how many points."""
    good = event.verdict == "word good"
    singular, plural = (
        tr("{name} challenged {words}. It stands."),
        tr("{name} challenged {words}. They stand."),
    )
    if not event.words:
        singular = tr("{name} challenged the play. It stands.")
    if not good:
        singular = tr("{name} challenged {words}. It doesn't count, and {who} takes the cards back.")
        plural = tr("{name} challenged {words}. That doesn't count, and {who} takes the cards back.")
    sentence = (plural if len(event.words) > 1 else singular).format(
        name=_name(players, event.challenger, tr),
        words=joined(words(event.words), tr) or tr("the play"),
        who=_name(players, offender, tr),
    )
    charged, points = challenge_points(
        game, good=good, challenger=event.challenger, offender=offender, misspelt=event.verdict == "misspelt"
    )
    if not points:
        return capitalised(sentence)
    return f"{capitalised(sentence)} {capitalised(say_price(game, points, _name(players, charged, tr), tr))}."


def say_play(move: Move, after: Position, tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say what the player `who` played. A crossword's play is described by the words that it made. `after` is
    the position after the move."""
    if isinstance(move, Place) and isinstance(after, Grid) and (new_words := made_by(move, after)):
        laid = faces(move.cards.replace(EMPTY, ""))
        if len(new_words) == 1 and len(new_words[0]) == len(laid):
            sentence = tr("{name} played {word}.").format(name=who, word=words(new_words)[0])
        else:
            sentence = say_added(new_words, laid, tr, who)
        return f"{capitalised(sentence)} {say_masters(masters_named_by(move), tr)}".strip()
    return say_move(move, tr, who)


def say_played(turn: RecordedTurn, tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say what the player `who` played in a finished turn. If another version of the program wrote the turn
    and it cannot be read, say only who played."""
    try:
        return say_play(parse_move(turn.move), parse_position(turn.after), tr, who)
    except NotationError:
        return capitalised(tr("{name} played.").format(name=who))


def made_by(move: Place, after: Grid) -> tuple[str, ...]:
    """Return the words of a crossword that contain cards laid by the play `move`. The word along the line of
    these cards comes first. `after` is the grid with the play."""
    lying = cards_of(after)
    step = (0, 1) if move.across else (1, 0)
    line = [(move.row + n * step[0], move.column + n * step[1]) for n in range(len(move.cards))]
    laid = [cell for cell, card in zip(line, move.cards, strict=True) if card != EMPTY and cell in lying]
    runs = runs_through(lying, laid)
    main_first = sorted(runs, key=lambda run: (run[0][0] == run[-1][0]) != move.across)
    return tuple(text_of(lying, run) for run in main_first)


def _say_why_not(faults: Sequence[WrittenBreach], tr: Translate, who: str) -> str:
    """Say why a turn of the player `who` does not count. Breaches that only another version of the program
    knows are left out."""
    known = [breach for breach in map(_breach, faults) if breach is not None]
    return say_reason(known, tr, who) if known else tr("This play breaks a rule of the game.")


def _breach(fault: WrittenBreach) -> Breach | None:
    try:
        return breach_of(fault)
    except ValueError:
        return None


def _say_cards_back(game: Game, turn: RecordedTurn, tr: Translate, who: str) -> str:
    """Say where the cards of a turn that does not count go. Return "" if no cards were laid."""
    move = _move(turn)
    if isinstance(move, Pass):
        return ""
    if move is None or (game.ends != "patience" and played(move)):
        return capitalised(tr("{name} takes the cards back.").format(name=who))
    return tr("The cards go back to where they lay.")


def _lays_cards(turn: RecordedTurn) -> bool:
    """Return True if the turn laid or inserted cards of the hand, so that the hand has fewer cards."""
    move = _move(turn)
    return move is not None and any(isinstance(part, Lay | Insert | Place) for part in parts(move))


def _move(turn: RecordedTurn) -> Move | None:
    try:
        return parse_move(turn.move)
    except NotationError:
        return None


def _say_race_turn(game: Game, turn: RecordedTurn, tr: Translate, who: str) -> str:
    """Say the result of a legal turn of a race: the words formed, and how far the horse moves (MW-3). Return
    "" for any other turn."""
    if game.ends != "race" or turn.ruling != "legal" or isinstance(turn, TurnCorrected):
        return ""
    try:
        was, now = parse_position(turn.before), parse_position(turn.after)
    except NotationError:
        return ""
    if not isinstance(was, RacePosition) or not isinstance(now, RacePosition):
        return ""
    seat = was.player
    if now.laid[seat] == was.laid[seat]:
        return capitalised(tr("{name} found no word.").format(name=who))
    laid = Grid(now.laid[seat])
    then = forming_result(game, laid, was.horses[seat], was.drawn_kind)
    named = say_masters("".join(filter(str.islower, "".join(laid.rows))), tr)
    sentence = f"{_say_formed(laid, tr, who)} {named}".strip()
    return f"{sentence} {_say_ride(then.horse, game.race.track, tr, who if then.plays_again else '')}"


def _say_formed(laid: Grid, tr: Translate, who: str) -> str:
    lying = cards_of(laid)
    new_words = tuple(text_of(lying, run) for run in runs_through(lying, lying))
    return capitalised(tr("{name} made {word}.").format(name=who, word=joined(words(new_words), tr)))


def _say_ride(passed: int, track: Sequence[int], tr: Translate, again: str) -> str:
    """Say to which circle of the race's track a horse has moved, by the number printed in the circle.

    `passed` is the number of circles that the horse has passed so far. `again` is the name of a player who
    plays again; otherwise it is empty.
    """
    if passed >= len(track):
        return tr("The horse is home!")
    circle = track[passed - 1]
    if again:
        sentence = tr("The horse moves to circle {circle}, and {name} plays again.")
        return sentence.format(circle=circle, name=again)
    return tr("The horse moves to circle {circle}.").format(circle=circle)


def _name(players: Sequence[str], player: int, tr: Translate) -> str:
    return players[player] if player < len(players) else tr(SOMEBODY)
