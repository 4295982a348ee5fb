"""Make cells of a spreadsheet that no program takes for a formula."""

from typing import Final

from engine.shared.player_names import clean

FORMULA: Final = frozenset("=+-@|%\t\r\n")
"""Characters with which spreadsheets let a formula begin, the full-width `＝` included. A text that begins
with one, after blanks and invisible characters, gets an apostrophe in front."""


def safe_cell(value: object) -> object:
    """Return the content of a cell. Numbers are unchanged, and a text has a form that stays a text."""
    if not isinstance(value, str):
        return value
    begins = clean(value)[:1] or value[:1]
    return f"'{value}" if {begins, value[:1]} & FORMULA else value
