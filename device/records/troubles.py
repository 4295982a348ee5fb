"""Tell people about troubles with the table's disk, files and pins: what each trouble means, and how to mend
it."""

import sqlite3
from dataclasses import dataclass
from typing import Final, Literal

from engine.i18n import Sentence

FULL_CODE: Final = sqlite3.SQLITE_FULL
FAILING_CODE: Final = sqlite3.SQLITE_IOERR

Kind = Literal[
    "disk full",
    "disk read-only",
    "disk failing",
    "journal damaged",
    "no backup",
    "file damaged",
    "no word list",
    "settings unread",
    "no pins",
]


@dataclass(frozen=True, slots=True)
class Trouble:
    """A trouble with the table's disk, files or pins, for the page: its kind, a text about it, and advice."""

    kind: Kind
    text: Sentence
    advice: Sentence


_MAKE_ROOM: Final = Sentence(
    "Delete files that nobody needs from the table's disk. The table notices by itself."
)


def journal_unwritten(code: int, events: int) -> Trouble:
    """Return the trouble that events could not be written to the journal.

    `code` is SQLite's error code. `events` is the number of events that are in memory only.
    """
    unsaved = _unsaved(events)
    match code:
        case sqlite3.SQLITE_FULL:
            return Trouble("disk full", _joined(Sentence("The disk is full."), unsaved), _MAKE_ROOM)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return Trouble(
                "disk read-only",
                _joined(Sentence("The disk can't be written to."), unsaved),
                Sentence("Start the computer again. If that doesn't help, replace the memory card."),
            )
        case _:
            return Trouble(
                "disk failing",
                _joined(Sentence("The disk does not work."), unsaved),
                Sentence("Replace the memory card after the game."),
            )


def nearly_full() -> Trouble:
    """Return the trouble that the disk is full. Pictures and the reserve file have been deleted to free
    space."""
    text = Sentence(
        "The disk is full. The table keeps the game in the space that it had reserved. It keeps no pictures "
        "of turns."
    )
    return Trouble("disk full", text, _MAKE_ROOM)


def journal_damaged(saved: int, missing: int, new_name: str) -> Trouble:
    """Return the trouble that the journal was damaged.

    `saved` is the number of events that were recovered, `missing` the least number of lost events. `new_name`
    is the new name of the damaged file; empty if there is none.
    """
    sentences = [Sentence("The journal was damaged.")]
    if saved == 1:
        sentences.append(Sentence("1 event was saved."))
    else:
        sentences.append(Sentence("{count} events were saved.", (("count", saved),)))
    if missing == 1:
        sentences.append(Sentence("The last event is missing."))
    elif missing:
        sentences.append(Sentence("The last {count} events are missing.", (("count", missing),)))
    advice = [Sentence("Check the scores."), *([_kept_as(new_name)] if new_name else [])]
    return Trouble("journal damaged", _joined(*sentences), _joined(*advice))


def no_backup(why: str) -> Trouble:
    """Return the trouble that the journal's backup could not be written, for the reason `why`."""
    text = Sentence("The journal's backup could not be written: {why}.", (("why", why),))
    return Trouble("no backup", text, Sentence("Check the table's disk."))


_DAMAGED_FILE_TEXTS: Final = {
    "keys": (
        Sentence("The table's keys were damaged."),
        Sentence("The table has a new PIN, which it printed at the start. Take your seats again."),
    ),
    "words": (
        Sentence("The table's choice of words was damaged."),
        Sentence("All words count. Choose again under A new match."),
    ),
    "more-letters": (
        Sentence("Your answers about the pack's letters were damaged."),
        Sentence("If a pack holds more of a letter than it should, the table asks again."),
    ),
    "master-cards": (
        Sentence("The pictures of your Masters were damaged."),
        Sentence("If the table does not know a Master, it asks again."),
    ),
    "deck": (
        Sentence("The choice of deck was damaged."),
        Sentence("Choose the deck again under A new match."),
    ),
    "camera": (
        Sentence("The table's note of its camera was damaged."),
        Sentence("The table uses the camera that its settings name."),
    ),
    "virtual-table": (Sentence("The virtual table was damaged."), Sentence("Its players have dealt again.")),
}
"""The sentence about the trouble and the sentence of advice, by the name of the damaged file without its
suffix."""


def file_damaged(new_name: str) -> Trouble:
    """Return the trouble that tells people of a damaged file, which was moved to the name `new_name`. A
    file that `_DAMAGED_FILE_TEXTS` does not list is an enrolled deck."""
    name = new_name.split(".")[0]
    deck = Sentence("The deck {name} was damaged.", (("name", name),)), Sentence("Enrol it again.")
    what, advice = _DAMAGED_FILE_TEXTS.get(name, deck)
    return Trouble("file damaged", what, _joined(advice, _kept_as(new_name)))


def no_word_list(why: Sentence) -> Trouble:
    """Return the trouble that the word list named by the settings or the match can't be read, for the reason
    `why`."""
    text = _joined(
        Sentence("The word list can't be read."), why, Sentence("The table plays with its own list.")
    )
    advice = Sentence("Put the file back, or begin a new match with another list.")
    return Trouble("no word list", text, advice)


def settings_unread(why: Sentence, *, remembered: bool) -> Trouble:
    """Return the trouble that the settings file can't be read, for the reason `why`.

    `remembered` is true if the table uses the settings of its last start, False if it uses the built-in
    settings.
    """
    applied = (
        Sentence("The table plays by the settings of its last start.")
        if remembered
        else Sentence("The table plays by its built-in settings, without bell, display, lamp and buttons.")
    )
    text = _joined(Sentence("The settings can't be read."), why, applied)
    return Trouble("settings unread", text, Sentence("Correct the file, then start the table again."))


def setting_left_out(why: Sentence) -> Trouble:
    """Return the trouble that the table runs without a deck or a board named by the settings. Its file can't
    be read, for the reason `why`."""
    text = _joined(
        Sentence("A file that the settings name can't be read."),
        why,
        Sentence("The table plays without it."),
    )
    advice = Sentence("Put the file back, or change the settings; then start the table again.")
    return Trouble("settings unread", text, advice)


def no_pins(why: Sentence) -> Trouble:
    """Return the trouble that the table runs without its pins, which can't be used for the reason `why`."""
    text = Sentence("The table plays without its bell, display, lamp and buttons: {why}.", (("why", why),))
    return Trouble("no pins", text, Sentence("Run lexicon-table doctor on the table's computer."))


def _unsaved(events: int) -> Sentence:
    """Return a sentence that says how many events would be lost if the power failed now."""
    if not events:
        return Sentence("The game goes on, but the next events would be lost if the power failed.")
    if events == 1:
        return Sentence("The game goes on, but its last event would be lost if the power failed.")
    return Sentence(
        "The game goes on, but its last {count} events would be lost if the power failed.",
        (("count", events),),
    )


def _kept_as(new_name: str) -> Sentence:
    return Sentence("The damaged file is kept as {name}.", (("name", new_name),))


def _joined(*sentences: Sentence) -> Sentence:
    """Return one Sentence that shows the given sentences one after the other."""
    named = tuple((f"part{n}", sentence) for n, sentence in enumerate(sentences))
    text = " ".join(f"{{{name}}}" for name, _ in named)
    return Sentence(text, named)
