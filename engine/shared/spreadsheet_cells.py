"""Cells of a spreadsheet that no program takes for a formula."""

from typing import Final

from engine.shared.player_names import clean

FORMULA: Final = frozenset("=+-@|%\t\r\n")
"""What makes spreadsheets take a text for a formula, full-width (`＝`) too: a text that begins so, blanks and
what is not seen left out, gets an apostrophe before it."""


def plain(value: object) -> object:
    """Return a cell's content: numbers unchanged, and texts in a form that stays a text."""
    if not isinstance(value, str):
        return value
    begins = clean(value)[:1] or value[:1]
    return f"'{value}" if {begins, value[:1]} & FORMULA else value
