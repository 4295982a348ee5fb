"""Cells of a spreadsheet that no program takes for a formula."""

from typing import Final

from engine.shared.player_names import clean

FORMULA: Final = frozenset("=+-@|%\t\r\n")
"""Beginnings of a text that spreadsheets take for a formula, full-width (`＝`) too: such a text, blanks and
unseen characters left out, gets an apostrophe before it.
"""


def safe_cell(value: object) -> object:
    """Return a cell's content: numbers unchanged, and texts in a form that stays a text."""
    if not isinstance(value, str):
        return value
    begins = clean(value)[:1] or value[:1]
    return f"'{value}" if {begins, value[:1]} & FORMULA else value
