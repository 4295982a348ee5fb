"""Make cells of a spreadsheet that no program interprets as a formula."""

from typing import Final

from engine.shared.player_names import clean_name

FORMULA_STARTS: Final = frozenset("=+-@|%\t\r\n")
"""Characters with which a formula can begin in a spreadsheet, the full-width `＝` included. A text that
begins with one of them, after blanks and invisible characters, gets an apostrophe in front."""


def safe_cell(value: object) -> object:
    """Return `value` as the content of a cell. A number is unchanged. A text that could be a formula gets
    an apostrophe in front."""
    if not isinstance(value, str):
        return value
    begins = clean_name(value)[:1] or value[:1]
    return f"'{value}" if {begins, value[:1]} & FORMULA_STARTS else value
