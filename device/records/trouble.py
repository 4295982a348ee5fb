"""What is wrong with the disk, for people: what it means for them, and what to do about it."""

import sqlite3
from dataclasses import dataclass
from typing import Final, Literal

FULL: Final = sqlite3.SQLITE_FULL
FAILING: Final = sqlite3.SQLITE_IOERR

Kind = Literal[
    "disk full",
    "disk read-only",
    "disk failing",
    "journal damaged",
    "no backup",
    "file damaged",
    "no word list",
    "settings unread",
]


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong with what the table keeps: a sentence each of what it is and what to do."""

    kind: Kind
    text: str
    advice: str


_MEANWHILE: Final = "The game goes on, but {unsaved} of it would be lost if the power went."


def unwritten(code: int, events: int) -> Trouble:
    """The journal could not be written: `code` is SQLite's, `events` how many are in memory only."""
    unsaved = "the last event" if events == 1 else f"the last {events} events"
    meanwhile = _MEANWHILE.format(unsaved=unsaved if events else "what comes next")
    match code:
        case sqlite3.SQLITE_FULL:
            return Trouble("disk full", f"The disk is full. {meanwhile}", "Delete something from it.")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return Trouble(
                "disk read-only",
                f"The disk can't be written to. {meanwhile}",
                "Start the computer again; if that doesn't help, change the card.",
            )
        case _:
            return Trouble(
                "disk failing", f"The disk does not work. {meanwhile}", "Change the card after the game."
            )


def nearly_full() -> Trouble:
    """The disk was full, and room was made by letting go of pictures and of the reserve."""
    return Trouble(
        "disk full",
        "The disk is full; the journal uses the room kept back for it.",
        "Delete something from it.",
    )


def damaged(saved: int, missing: int, aside: str) -> Trouble:
    """The journal was found damaged: `saved` events were saved, at least `missing` were not, and the damaged
    file lies in `aside`."""
    events = "1 event was" if saved == 1 else f"{saved} events were"
    lost = " The last event is missing." if missing == 1 else f" The last {missing} events are missing."
    kept = f" The damaged file is kept as {aside}." if aside else ""
    text = f"The journal was damaged. {events} saved.{lost if missing else ''}"
    return Trouble("journal damaged", text, f"Check the scores.{kept}")


def no_backup(why: str) -> Trouble:
    """The backup could not be written."""
    return Trouble("no backup", f"The journal's backup could not be written: {why}.", "Look at its disk.")


_WITHOUT: Final = {
    "keys": (
        "The table's keys were damaged.",
        "It has a new PIN, which it printed at the start. Take your seats again.",
    ),
    "words": ("The table's choice of words was damaged.", "All words count. Choose again under A new match."),
    "more-letters": (
        "What you said of the pack's letters was damaged.",
        "Where a pack holds more of a letter than it should, the table asks again.",
    ),
    "deck": ("The choice of deck was damaged.", "Choose the deck again under A new match."),
    "virtual-table": ("The virtual table was damaged.", "Its people have dealt anew."),
}
"""What a table does without a file of that name."""


def file_damaged(aside: str) -> Trouble:
    """A file that could not be understood lies in `aside`; the table started without it."""
    name = aside.split(".")[0]
    what, advice = _WITHOUT.get(name, (f"The deck {name} was damaged.", "Enrol it again."))
    return Trouble("file damaged", what, f"{advice} The damaged file is kept as {aside}.")


def no_word_list(why: str) -> Trouble:
    """The word list that the settings or the match name can't be read: `why`."""
    text = f"The word list can't be read: {why}. The table plays with its own list."
    return Trouble("no word list", text, "Put the file back, or begin a new match with another list.")


def settings_unread(why: str) -> Trouble:
    """The settings file can't be understood: `why`."""
    text = f"The settings can't be read: {why}. The table plays by the settings of its last start."
    return Trouble("settings unread", text, "Mend the file, then start the table again.")
