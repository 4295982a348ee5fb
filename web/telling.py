"""What happens at a table besides turns, in sentences: the deal, cards drawn and cut, the bell, the counting,
initials, Keywords and prizes; and what a race's turn comes to."""

from collections.abc import Sequence

from engine.cards import MASTER
from engine.events import (
    AnyEvent,
    CardsCut,
    HandCounted,
    HandDealt,
    HandScored,
    KeywordTurned,
    MatchEnded,
    PackExhausted,
    PrizeNamed,
    ScoreCorrected,
    ScoreInitialled,
    SpecialDrawn,
    TimeUp,
)
from engine.game import Game
from engine.moves import EMPTY, Move, Place, faces
from engine.notation import NotationError, parse_position
from engine.position import Fronts, Grid, Position
from engine.rules.gridlines import cards_of, runs_through, text_of
from engine.rules.party import highest_cut, plays_first
from engine.rules.race import onward
from engine.tongue import cards, first, joined
from engine.turn import lost
from engine.wording import say_move
from web.languages import translate as _


def happened(event: AnyEvent, game: Game, players: Sequence[str]) -> str:
    """An event in a sentence; empty for turns, questions and corrections, which are told elsewhere or not at
    all."""
    match event:
        case HandDealt():
            return _dealt(game)
        case TimeUp():
            return _rung(game)
        case SpecialDrawn(player, card):
            return _drawn(players[player], card)
        case CardsCut(drawn):
            return _cut(drawn, game, players)
        case HandCounted() | HandScored() | ScoreInitialled() | ScoreCorrected():
            return _reckoned(event, players)
        case KeywordTurned() | PrizeNamed() | PackExhausted():
            return _on_the_board(event, game)
        case MatchEnded(reason):
            return ended(reason)
        case _:
            return ""


def ended(reason: str) -> str:
    """Why a match ended before somebody won it."""
    match reason:
        case lost.NO_WORD:
            return _("No word can be made of the cards left: this patience is lost.")
        case lost.NO_CARD:
            return _("No card can be moved any more: this patience is lost.")
        case lost.NO_PLAY:
            return _("The whole pack was gone through and nothing played: this patience is lost.")
        case _:
            return _("The match was stopped before its end.")


def raced(game: Game, before: str, after: str) -> str:
    """What a turn of a race came to, from the table before and after it in notation: the words, and the
    horse's way (MW-3). Empty when the notation is none of a race's."""
    try:
        was, now = parse_position(before), parse_position(after)
    except NotationError:
        return ""
    if not isinstance(was, Fronts) or not isinstance(now, Fronts):
        return ""
    seat = was.player
    if now.laid[seat] == was.laid[seat]:
        return _("Nothing was formed: the turn is lost.")
    laid = Grid(now.laid[seat])
    then = onward(game, laid, was.horses[seat], was.drawn)
    return f"{_formed(laid)} {_ridden(then.horse, game.track, then.again)}"


def said(move: Move, after: Position) -> str:
    """A move in a sentence; one of a crossword by the words it made, which tell people more than squares do.
    `after`: the table as the move left it."""
    if isinstance(move, Place) and isinstance(after, Grid) and (words := made(move, after)):
        return _made(faces(move.cards.replace(EMPTY, "")), words)
    return say_move(move, _)


def made(move: Place, after: Grid) -> tuple[str, ...]:
    """The words that cards laid in a crossword are part of, that along their own line first."""
    lying = cards_of(after)
    step = (0, 1) if move.across else (1, 0)
    line = [(move.row + n * step[0], move.column + n * step[1]) for n in range(len(move.cards))]
    laid = [cell for cell, card in zip(line, move.cards, strict=True) if card != EMPTY and cell in lying]
    runs = runs_through(lying, laid)
    main_first = sorted(runs, key=lambda run: (run[0][0] == run[-1][0]) != move.across)
    return tuple(text_of(lying, run).replace(MASTER, "★") for run in main_first)


def _made(laid: str, words: tuple[str, ...]) -> str:
    if len(words) == 1 and len(words[0]) == len(laid):
        return _("{word} was laid.").format(word=words[0])
    one, some = _("{card} made {words}."), _("{cards} made {words}.")
    if len(laid) == 1:
        return one.format(card=first(laid, _), words=joined(words, _))
    return some.format(cards=first(laid, _), words=joined(words, _))


def _formed(laid: Grid) -> str:
    lying = cards_of(laid)
    words = tuple(text_of(lying, run) for run in runs_through(lying, lying))
    if len(words) == 1:
        return _("{word} was formed.").format(word=words[0])
    return _("{words} were formed, crossing.").format(words=joined(words, _))


def _ridden(passed: int, track: Sequence[int], again: bool) -> str:
    """How far a horse went; a circle is called by the number that stands in it."""
    if passed >= len(track):
        return _("The horse is home.")
    circle = track[passed - 1]
    if again:
        return _("The horse goes on to circle {circle}, and its rider plays again.").format(circle=circle)
    return _("The horse goes on to circle {circle}.").format(circle=circle)


def _dealt(game: Game) -> str:
    if game.ends == "race":
        return _("A race begins.")
    return "" if game.ends == "patience" else _("A new hand was dealt.")


def _rung(game: Game) -> str:
    match game.timed:
        case "turn":
            return _("Time is up: the turn is lost.")
        case "hand":
            return _("Time is up: the hand ends as it stands.")
        case "match":
            return _("Time is up: the game ends as it stands.")


def _drawn(name: str, card: str) -> str:
    told = (
        _("{name} drew a number card: a number from one to ten is to be spelt.")
        if card == "number"
        else _("{name} drew a picture card: what it says is to be done.")
    )
    return told.format(name=name)


def _cut(drawn: Sequence[str], game: Game, players: Sequence[str]) -> str:
    """Who drew what, and who is highest; those who tie draw again (ALL-3, PTY-4)."""
    pairs = zip(players, drawn, strict=False)
    each = tuple(_("{name} {card}").format(name=name, card=card) for name, card in pairs if card)
    first = tuple(players[seat] for seat in highest_cut(drawn))
    if len(first) > 1:
        told = _("Cards were cut: {each}. {names} tie and draw again.")
    elif plays_first(game):
        told = _("Cards were cut: {each}. {names} plays first.")
    else:
        told = _("Cards were cut: {each}. {names} deals.")
    return told.format(each=joined(each, _), names=joined(first, _))


def _reckoned(
    event: HandCounted | HandScored | ScoreInitialled | ScoreCorrected, players: Sequence[str]
) -> str:
    match event:
        case HandCounted(player, ""):
            return _("{name} has no cards left.").format(name=players[player])
        case HandCounted(player, left):
            return _("{name} has {cards} left.").format(name=players[player], cards=_held(left))
        case HandScored():
            return _("The hand was scored.")
        case ScoreInitialled(player, by):
            told = _("{by} checked and initialled the score of {name}.")
            return told.format(by=players[by], name=players[player])
        case ScoreCorrected(player, total):
            return _("The total of {name} was set to {total}.").format(name=players[player], total=total)


def _held(left: str) -> str:
    """A hand, which may be known as a number of cards alone."""
    return _("{count} cards").format(count=left) if left.isdecimal() else cards(left, _)


def _on_the_board(event: KeywordTurned | PrizeNamed | PackExhausted, game: Game) -> str:
    match event:
        case KeywordTurned(""):
            return _("No Keyword lies open.")
        case KeywordTurned(word):
            return _("The Keyword {word} was turned up.").format(word=word)
        case PrizeNamed(word, everyone=True):
            return _("Everybody who spells {word} wins this table's prize.").format(word=word)
        case PrizeNamed(word):
            return _("Whoever spells {word} first wins the room's prize.").format(word=word)
        case PackExhausted() if game.discards == "none":
            return _("The letters are used up.")
        case PackExhausted():
            return _("The stock was used up: the exposed pile is the new stock.")
