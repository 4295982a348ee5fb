"""Read and write a position as lines of text, which people edit to correct a turn. Each line is a word, a row
or a pile.

A letter stands for its card, in capitals or not. A star before a letter (★ or *) makes the card a Master that
stands for the letter; ★? is a Master that nobody has named. In a crossword a space is an empty square. In a
pile _ is a face-down card.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, assert_never

from engine.cards import MASTER
from engine.moves import EMPTY
from engine.notation import NotationError, format_position, parse_position
from engine.position import FACE_DOWN, Grid, Piles, Position, RacePosition, Rows
from web.languages import translate as _

BLANK_LINES: Final = 1
"""Number of empty lines below the words in the form that corrects a position. People use them to add a word
that the camera missed."""

_STAR: Final = "★"
_PIECE: Final = re.compile(r"[★*](?P<master>[A-Za-z?])|(?P<letter>[A-Za-z])|(?P<other>[ _])")
_OTHER: Final = {" ": EMPTY, "_": FACE_DOWN}


def line_kind(position: Position) -> Literal["words", "squares", "piles"]:
    """Return what a line of text describes in the form that corrects `position`: `words` for a word,
    `squares` for a row of a grid, `piles` for a pile."""
    match position:
        case Rows():
            return "words"
        case Grid() | RacePosition():
            return "squares"
        case Piles():
            return "piles"
        case _:
            assert_never(position)


def position_lines(position: Position) -> tuple[str, ...]:
    """Return a line of text for each word, row or pile of `position`. Add empty lines where the game
    allows further words. In a race the lines are the words before the player on turn."""
    match position:
        case Rows(words=words):
            return (*map(_cards_as_text, words), *("",) * BLANK_LINES)
        case Grid(rows=rows):
            return tuple(map(_cards_as_text, rows))
        case RacePosition():
            return (*map(_cards_as_text, position.laid[position.player]), *("",) * BLANK_LINES)
        case Piles(piles=piles):
            return tuple(map(_cards_as_text, piles))
        case _:
            assert_never(position)


def read_lines(before: Position, written: Sequence[str]) -> str:
    """Return the position that the lines `written` describe, in notation. `before` is the position before the
    correction. Raise NotationError with a sentence for people if a line holds anything but cards, or if the
    game can't have the position."""
    lines = [_cards_of_line(number, line) for number, line in enumerate(written, 1)]
    match before:
        case Rows(words=words):
            position: Position = Rows(_words(lines, len(words)), before.exposed)
        case Grid():
            position = Grid(_padded(lines, max(map(len, before.rows), default=0)), before.exposed)
        case RacePosition():
            mine = _padded([row for row in lines if row.strip(EMPTY)])
            laid = (*before.laid[: before.player], mine, *before.laid[before.player + 1 :])
            position = replace(before, laid=laid)
        case Piles():
            position = replace(before, piles=tuple(lines))
        case _:
            assert_never(before)
    return _checked(position)


def _cards_as_text(cards: str) -> str:
    """Return a line of text for `cards`, in the form that people edit, such as `C★AT` for a word with a
    Master as A. Leave out empty squares at the end."""
    plain = {EMPTY: " ", FACE_DOWN: "_", MASTER: _STAR + MASTER}
    return "".join(
        plain.get(card, _STAR + card.upper() if card.islower() else card) for card in cards
    ).rstrip()


def _cards_of_line(number: int, line: str) -> str:
    """Return the cards that people have written in line `number`. Raise NotationError, with a sentence for
    people, if the line holds anything else."""
    line = line.rstrip()
    pieces = list(_PIECE.finditer(line))
    if "".join(piece[0] for piece in pieces) != line:
        raise NotationError(_("Line {number} holds something other than letters.").format(number=number))
    return "".join(
        (piece["master"] or "").lower() or (piece["letter"] or "").upper() or _OTHER[piece["other"]]
        for piece in pieces
    )


def _words(written_lines: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the words that people have written, one in each line. An empty line in place of one of the first
    `most` words stays as an empty word, so that the words after it keep their places. Leave out all other
    empty lines."""
    lines = [line.strip(EMPTY) for line in written_lines]
    lines = [line for place, line in enumerate(lines) if line or place < most]
    while lines and not lines[-1]:
        lines.pop()
    return tuple(lines)


def _padded(rows: Sequence[str], least: int = 0) -> tuple[str, ...]:
    """Return the rows with empty squares added at their ends, so that all have the length of the longest, and
    at least `least` squares."""
    width = max(least, *map(len, rows), 0)
    return tuple(row.ljust(width, EMPTY) for row in rows)


def _checked(position: Position) -> str:
    """Return `position` in notation. Raise NotationError, with a sentence for people, if the game can't have
    such a position."""
    text = format_position(position)
    try:
        is_readable = parse_position(text) == position
    except NotationError:
        is_readable = False
    if not is_readable:
        raise NotationError(_("Cards can't lie like that in this game."))
    return text
