"""The match's open question as phones show it, and what an answer to it means."""

from hashlib import blake2b
from typing import Final, assert_never

from engine.events import QuestionAsked
from engine.notation import NotationError, format_position, parse_position, square
from engine.position import Grid, Position
from engine.tongue import cards
from web.languages import ENGLISH, spoken
from web.languages import translate as _
from web.requests import Answer
from web.snapshot import Choice, Question

BACK: Final = "back"
"""The answer that is none of the choices: the player takes the cards back."""


def shown(asked: QuestionAsked) -> Question:
    """The question with one tap for each choice, by its number, and one to take the cards back."""
    choices = tuple(Choice(str(n), label(asked.before, text)) for n, text in enumerate(asked.choices))
    back = Choice(BACK, _("None of these: cards back"))
    return Question(identity(asked), told(asked), (*choices, back), asked.player)


def told(asked: QuestionAsked) -> str:
    """The question as it was written down, which is English; in another language what it is about, in a
    sentence of that language's own."""
    if spoken() == ENGLISH:
        return asked.question
    match asked.about:
        case "turn":
            return _("It could not be read for certain. What was played?")
        case "Master":
            return _("Which letter does the Master stand for?")
        case "hand":
            return _("Which cards were left in the hand?")
        case "Keyword":
            return _("Which Keyword lies open?")
        case "letters":
            return _("Are the letters used up?")
        case "over":
            return _("Is the game over?")
        case never:
            assert_never(never)


def identity(asked: QuestionAsked) -> str:
    """The same for the same question, another for the next one."""
    text = "\n".join((str(asked.player), asked.before, asked.after, asked.question, *asked.choices))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def meaning(asked: QuestionAsked | None, answer: Answer) -> str | None:
    """The position in notation that `answer` says lies there, empty for cards taken back; None when
    `answer` is to another question or no answer to this one."""
    if asked is None or identity(asked) != answer.question:
        return None
    by_value = {str(n): text for n, text in enumerate(asked.choices)} | {BACK: ""}
    return by_value.get(answer.choice)


def label(before: str, after: str) -> str:
    """What a choice changes, short enough for a button: "SMOTHERED", "discard Q", "S L T at C2"."""
    try:
        return _difference(parse_position(before), parse_position(after)) or _("Nothing changed")
    except NotationError:
        return after


def _difference(before: Position, after: Position) -> str:
    said = _grid(before, after) if isinstance(after, Grid) else _rows(before, after)
    if not said and before.exposed != after.exposed and after.exposed:
        return _("discard {card}").format(card=cards(after.exposed, _))
    return said


def _rows(before: Position, after: Position) -> str:
    if isinstance(after, Grid):
        return ""
    old = before.lines if not isinstance(before, Grid) else ()
    padded = (*old, *("",) * len(after.lines))
    changed = [
        new or _("{word} gone").format(word=was)
        for was, new in zip(padded, after.lines, strict=False)
        if was != new
    ]
    return ", ".join(changed)


def _grid(before: Position, after: Grid) -> str:
    if not isinstance(before, Grid) or _size(before) != _size(after):
        return ", ".join(row.strip(".") for row in after.rows if row.strip(".")) or format_position(after)
    new = [
        (square(r, c), letter)
        for r, row in enumerate(after.rows)
        for c, letter in enumerate(row)
        if before.rows[r][c] != letter
    ]
    laid = " ".join(letter for _square, letter in new)
    return _("{cards} at {square}").format(cards=laid, square=new[0][0]) if new else ""


def _size(grid: Grid) -> tuple[int, int]:
    return len(grid.rows), len(grid.rows[0]) if grid.rows else 0
