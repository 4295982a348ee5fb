"""Add the cards that a person laid to the company of simulated players, after a turn that stands.

The words then have the order that they have in the match, and the Masters the letters that they have in the
match.
"""

import random
from dataclasses import replace

from device.virtual import crossword_layout
from device.virtual.company import board_news
from device.virtual.company.company_state import Company, position
from device.virtual.company.next_steps import with_master_letters
from device.virtual.motions.board import trimmed
from device.virtual.perfect_eye import observe
from device.virtual.tabletop.state import Tabletop
from device.virtual.touch_moves import draw_from_stock, has_drawn
from engine.cards import MASTER
from engine.events import PositionCorrected, TurnAmended
from engine.layout import SeenWord, arrange
from engine.match import Match
from engine.moves import EMPTY, face, faces
from engine.notation import format_position
from engine.position import Grid, Position, Rows
from engine.shared.scene import LyingCard, Scene
from engine.words import WordList

Correction = PositionCorrected | TurnAmended


def adopt_turn(
    company: Company, before: Company, match: Match, words: WordList
) -> tuple[Company, Correction | None]:
    """Return the company after the person's turn, and the event that corrects the match; None instead of
    an event if the match is right.

    A person who discarded and did not draw gets the stock's top card (LEX-B).
    """
    if len(company.discards) > len(before.discards) and not has_drawn(company, before) and company.stock:
        company = draw_from_stock(company, before)
    if match.game.layout == "grid":
        return _adopt_crossword(company, before, match)
    known = match.position.lines if isinstance(match.position, Rows) else ()
    texts, lying = _in_known_order(known, _words(company.top, words))
    done = replace(company, texts=texts, top=replace(company.top, words=lying), passes=0)
    truth = Rows(texts, company.discards[-1:] or None)
    same = [*map(faces, filter(None, texts))] == [*map(faces, filter(None, known))]
    return done, None if same else PositionCorrected(format_position(truth))


def has_unreported_blank(company: Company, match: Match) -> bool:
    """Return True if the board has a blank that its player has not reported (KW-4). No camera sees a
    blank."""
    reported = sum(card != "." and not card.isupper() for row in match.position.lines for card in row)
    laid = sum(card != "." and not card.isupper() for row in company.texts for card in row)
    return match.game.board is not None and laid > reported


def _adopt_crossword(company: Company, before: Company, match: Match) -> tuple[Company, Correction | None]:
    top, board, grid = crossword_layout.read_grid(company.top, company.board)
    rows = _with_known_masters(_with_known_masters(grid, position(match.game, before)), match.position).rows
    passes = before.passes + 1 if rows == before.texts else 0
    done = replace(company, texts=rows, top=top, board=board, passes=passes)
    return done, _correction_of(match, Grid(rows, company.discards[-1:] or None))


def _with_known_masters(grid: Grid, known: Position) -> Grid:
    """Return `grid` with the letter that the position `known` has for each Master.

    If `known` has a letter card in a Master's place, this card is a misreading and is ignored.
    """
    named = with_master_letters(grid, known).lines
    rows = zip(grid.rows, named, strict=True)
    return Grid(tuple("".join(_named_card(*both) for both in zip(*row, strict=True)) for row in rows))


def _named_card(card: str, name: str) -> str:
    return name if card == MASTER and name.islower() else card


def _correction_of(match: Match, truth: Grid) -> Correction | None:
    """Return the event that corrects a crossword in the match; None if the match is right."""
    books = match.position
    if not isinstance(books, Grid) or _printed(books) == _printed(truth):
        return None
    if match.game.board is not None and any(card == MASTER for row in truth.rows for card in row):
        return None  # the person reports it on the phone
    blanks = board_news.unreported_blanks(match, truth)
    return blanks if blanks is not None else PositionCorrected(format_position(truth))


def _printed(grid: Grid) -> tuple[str, ...]:
    return tuple(
        "".join(EMPTY if card == EMPTY else face(card) for card in row) for row in trimmed(grid).rows
    )


def _words(top: Tabletop, words: WordList) -> list[tuple[LyingCard, ...]]:
    """Return the cards on the table as words, each in reading order."""
    cards = tuple(card for group in top.words for card in group)
    seen = observe(Scene(top.width, top.height, cards), random.Random(0), error=0.0)
    if len(seen.cards) < len(cards):  # one card lies on another, which nobody does here
        return [group for group in top.words if group]
    arrangement = arrange(seen, words, "rows")
    return [_cards_of(cards, word) for word in (*arrangement.words, *arrangement.lone)]


def _cards_of(cards: tuple[LyingCard, ...], word: SeenWord) -> tuple[LyingCard, ...]:
    return tuple(cards[i] for i in word.cards)


def _in_known_order(
    known: tuple[str, ...], lying: list[tuple[LyingCard, ...]]
) -> tuple[tuple[str, ...], tuple[tuple[LyingCard, ...], ...]]:
    """Return the texts of the words on the table, and the cards of each word. The order is that of the
    match's words `known`.

    A word of `known` that no longer lies on the table becomes an empty text. Words that are not in `known`
    come last.
    """
    rest, texts, groups = list(lying), list[str](), list[tuple[LyingCard, ...]]()
    for text in known:
        ordered = _cards_that_read(rest, text) if text else None
        if ordered is not None:
            rest.remove(ordered)
        texts.append(text if ordered is not None else "")
        groups.append(_in_reading_order(ordered, text) if ordered is not None else ())
    texts += map(_letters, rest)
    return tuple(texts), (*groups, *rest)


def _cards_that_read(lying: list[tuple[LyingCard, ...]], text: str) -> tuple[LyingCard, ...] | None:
    """Return the word on the table whose letters are `text`, as its cards; None if no word fits.

    Words that read `text` upright come first, then words that read it upside down, as NO reads ON.
    """
    either = (faces(text), faces(text)[::-1])
    return next((cards for reading in either for cards in lying if _letters(cards) == reading), None)


def _letters(cards: tuple[LyingCard, ...]) -> str:
    return "".join(card.letter for card in cards)


def _in_reading_order(cards: tuple[LyingCard, ...], text: str) -> tuple[LyingCard, ...]:
    return cards if _letters(cards) == faces(text) else cards[::-1]
