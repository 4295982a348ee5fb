"""The review of a hand as sentences: the better plays that were missed, and remarkable plays."""

from engine.best import PlayValue, ReviewedTurn
from engine.i18n import Translate, english, joined
from engine.moves import Discard, parts
from engine.notation import NotationError, parse_move
from engine.wording.written import capitalised, words


def say_missed(turn: ReviewedTurn, name: str, number: int, tr: Translate = english) -> str:
    """Say which better play the player `name` missed in turn `number` of the hand, and what was played
    instead. Return "" if no better play was missed."""
    if turn.missed is None:
        return ""
    sentence = _missed_sentence(turn, tr).format(
        name=name,
        better=joined(words(turn.missed.words), tr),
        points=_points(turn.missed, tr),
        number=number,
        played=joined(words(turn.played.words), tr),
    )
    return capitalised(sentence)


def _missed_sentence(turn: ReviewedTurn, tr: Translate) -> str:
    if not turn.stood:
        return tr("{name} lost turn {number}, and could have played {better} ({points}).")
    if turn.played.words:
        return tr("{name} could have played {better} ({points}) on turn {number}, instead of {played}.")
    if _discards(turn.played):
        return tr("{name} could have played {better} ({points}) on turn {number}, instead of discarding.")
    return tr("{name} could have played {better} ({points}) on turn {number}.")


def _discards(play: PlayValue) -> bool:
    try:
        return any(isinstance(part, Discard) for part in parts(parse_move(play.move)))
    except NotationError:
        return False


def _points(play: PlayValue, tr: Translate) -> str:
    return tr("1 point") if play.points == 1 else tr("{points} points").format(points=play.points)


def say_long_word(word: str, name: str, tr: Translate = english) -> str:
    """Praise the player `name` for the long word `word`, and say how many letters it has."""
    sentence = tr("{word}: a word of {count} letters. Well played, {name}!")
    return sentence.format(word=words((word,))[0], count=len(word), name=name)


def say_master_won(name: str, tr: Translate = english) -> str:
    """Say that the player `name` has won a Master, by an exchange that took it out of a word."""
    return capitalised(tr("{name} has won a Master!").format(name=name))


def say_comeback(name: str, *, won: bool, tr: Translate = english) -> str:
    """Say that the player `name`, who had been last, has come back: now wins the game if `won` is true,
    otherwise leads."""
    won_it = tr("What a comeback! {name} was last once, and wins.")
    leads = tr("What a comeback! {name} was last before this hand, and now leads.")
    return (won_it if won else leads).format(name=name)
