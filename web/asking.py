"""The match's open question as phones show it, and what an answer to it means."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, assert_never

from engine.events import About, QuestionAsked
from engine.notation import NotationError, format_position, parse_position, square
from engine.position import Grid, Position
from engine.tongue import cards
from web.languages import ENGLISH, spoken
from web.languages import translate as _
from web.requests import TYPED, Answer
from web.snapshot import Choice, Question

BACK: Final = "back"
"""The answer that is none of the choices: the player takes the cards back."""


def shown(asked: QuestionAsked, players: Sequence[str] = ()) -> Question:
    """The question with one tap for each choice, by its number, and one for none of them. A Keyword may be
    typed as well."""
    choices = tuple(Choice(str(n), _choice(asked, text)) for n, text in enumerate(asked.choices))
    back = Choice(BACK, _none_of_these(asked.about))
    typed = asked.about == "Keyword"
    return Question(identity(asked), told(asked, players), (*choices, back), asked.player, typed)


def told(asked: QuestionAsked, players: Sequence[str] = ()) -> str:
    """The question as it was written down, which is English; in another language what it is about, in a
    sentence of that language's own, made of its facts."""
    if spoken() == ENGLISH:
        return asked.question
    return _about(asked).format(
        name=players[asked.player] if asked.player < len(players) else _("the player"),
        read=label(asked.before, asked.after),
    )


def _about(asked: QuestionAsked) -> str:
    match asked.about:
        case "turn" if asked.before != asked.after:
            return _("It was read as: {read}. But it could not be read for certain. What was played?")
        case "turn":
            return _("It could not be read for certain. What was played?")
        case "Master":
            return _("Which letter does the Master stand for?")
        case "hand":
            return _("Which cards are left in the hand of {name}?")
        case "Keyword":
            return _("Which Keyword lies open?")
        case "letters":
            return _("The letters may be used up. How many has {name} now?")
        case "over":
            return _("Is the game over: has {name} no letters left, or can nobody lay any more?")
        case never:
            assert_never(never)


def _choice(asked: QuestionAsked, text: str) -> str:
    """A choice, short enough for a button. Of a question about the board they are words and numbers; of one
    about a hand its cards."""
    match asked.about:
        case "over":
            return _("Yes, count up")
        case "Keyword" | "letters":
            return text
        case "hand":
            return cards(text, _) or _("none")
        case "turn" | "Master":
            return label(asked.before, text)


def _none_of_these(about: About) -> str:
    match about:
        case "turn":
            return _("None of these: cards back")
        case "over":
            return _("No, it goes on")
        case "Keyword":
            return _("No card lies open")
        case "letters":
            return _("Nobody knows")
        case "hand" | "Master":
            return _("None of these")


def identity(asked: QuestionAsked) -> str:
    """The same for the same question, another for the next one."""
    text = "\n".join((str(asked.player), asked.before, asked.after, asked.question, *asked.choices))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def meaning(asked: QuestionAsked | None, answer: Answer) -> str | None:
    """The position in notation that `answer` says lies there, empty for cards taken back; None when
    `answer` is to another question or no answer to this one."""
    if asked is None or identity(asked) != answer.question:
        return None
    if asked.about == "Keyword" and answer.choice == TYPED:
        return answer.word.upper()
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
