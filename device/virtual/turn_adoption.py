"""Make the cards that a person laid part of the company after a turn that stands.

The words get the order that they have in the match, and Masters get the letters that the match has for them.
"""

import random
from dataclasses import replace

from device.virtual import crossword_layout
from device.virtual.company import board_news
from device.virtual.company.company_state import Company, position
from device.virtual.company.next_steps import with_names
from device.virtual.motions.board import trimmed
from device.virtual.perfect_eye import look
from device.virtual.tabletop.state import Tabletop
from device.virtual.touch_moves import drawn, drew
from engine.cards import MASTER
from engine.events import PositionCorrected, TurnAmended
from engine.layout import SeenWord, arrange
from engine.match import Match
from engine.moves import EMPTY, face, faces
from engine.notation import format_position
from engine.position import Grid, Position, Rows
from engine.shared.scene import LyingCard, Scene
from engine.words import WordList

Told = PositionCorrected | TurnAmended


def taken_over(
    company: Company, before: Company, match: Match, words: WordList
) -> tuple[Company, Told | None]:
    """Return the company after the person's turn, and the event that corrects the match; None instead of
    an event if the match is right.

    A person who discarded and did not draw gets the stock's top card (LEX-B).
    """
    if len(company.discards) > len(before.discards) and not drawn(company, before) and company.stock:
        company = drew(company, before)
    if match.game.layout == "grid":
        return _crossword(company, before, match)
    known = match.position.lines if isinstance(match.position, Rows) else ()
    texts, lying = _as_known(known, _words(company.top, words))
    done = replace(company, texts=texts, top=replace(company.top, words=lying), passes=0)
    truth = Rows(texts, company.discards[-1:] or None)
    same = [*map(faces, filter(None, texts))] == [*map(faces, filter(None, known))]
    return done, None if same else PositionCorrected(format_position(truth))


def unnamed(company: Company, match: Match) -> bool:
    """Tell whether a blank lies unseen on the board that its player has not reported (KW-4)."""
    told = sum(card != "." and not card.isupper() for row in match.position.lines for card in row)
    laid = sum(card != "." and not card.isupper() for row in company.texts for card in row)
    return match.game.board is not None and laid > told


def _crossword(company: Company, before: Company, match: Match) -> tuple[Company, Told | None]:
    top, board, lies = crossword_layout.read(company.top, company.board)
    rows = _named(_named(lies, position(match.game, before)), match.position).rows
    passes = before.passes + 1 if rows == before.texts else 0
    done = replace(company, texts=rows, top=top, board=board, passes=passes)
    return done, _untold(match, Grid(rows, company.discards[-1:] or None))


def _named(lies: Grid, known: Position) -> Grid:
    """Return `lies` with the letters that `known` has for its Masters.

    If `known` has a letter card in a Master's place, it is a misreading and is ignored.
    """
    named = with_names(lies, known).lines
    rows = zip(lies.rows, named, strict=True)
    return Grid(tuple("".join(_name(*both) for both in zip(*row, strict=True)) for row in rows))


def _name(card: str, name: str) -> str:
    return name if card == MASTER and name.islower() else card


def _untold(match: Match, truth: Grid) -> Told | None:
    """Return the event that corrects a crossword in the match; None if the match is right."""
    books = match.position
    if not isinstance(books, Grid) or _printed(books) == _printed(truth):
        return None
    if match.game.board is not None and any(card == MASTER for row in truth.rows for card in row):
        return None  # the person reports it on the phone
    blanks = board_news.untold(match, truth)
    return blanks if blanks is not None else PositionCorrected(format_position(truth))


def _printed(grid: Grid) -> tuple[str, ...]:
    return tuple(
        "".join(EMPTY if card == EMPTY else face(card) for card in row) for row in trimmed(grid).rows
    )


def _words(top: Tabletop, words: WordList) -> list[tuple[LyingCard, ...]]:
    """Return the cards on the table as words, each in reading order."""
    cards = tuple(card for group in top.words for card in group)
    seen = look(Scene(top.width, top.height, cards), random.Random(0), error=0.0)
    if len(seen.cards) < len(cards):  # one card lies on another, which nobody does here
        return [group for group in top.words if group]
    found = arrange(seen, words, "rows")
    return [_read(cards, word) for word in (*found.words, *found.lone)]


def _read(cards: tuple[LyingCard, ...], word: SeenWord) -> tuple[LyingCard, ...]:
    return tuple(cards[i] for i in word.cards)


def _as_known(
    known: tuple[str, ...], lying: list[tuple[LyingCard, ...]]
) -> tuple[tuple[str, ...], tuple[tuple[LyingCard, ...], ...]]:
    """Return the words in the order of `known`, with the cards of each. Words that are not in `known` come
    last."""
    rest, texts, groups = list(lying), list[str](), list[tuple[LyingCard, ...]]()
    for text in known:
        found = _found(rest, text) if text else None
        if found is not None:
            rest.remove(found)
        texts.append(text if found is not None else "")
        groups.append(_in_order(found, text) if found is not None else ())
    texts += map(_letters, rest)
    return tuple(texts), (*groups, *rest)


def _found(lying: list[tuple[LyingCard, ...]], text: str) -> tuple[LyingCard, ...] | None:
    """Return the cards that read `text`; None without any.

    Upright cards come before those that read so upside down, as NO is ON upside down.
    """
    either = (faces(text), faces(text)[::-1])
    return next((cards for said in either for cards in lying if _letters(cards) == said), None)


def _letters(cards: tuple[LyingCard, ...]) -> str:
    return "".join(card.letter for card in cards)


def _in_order(cards: tuple[LyingCard, ...], text: str) -> tuple[LyingCard, ...]:
    return cards if _letters(cards) == faces(text) else cards[::-1]
