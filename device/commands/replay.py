"""Show a match turn by turn, each with its ruling and the totals."""

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from device.commands import _partystory as partystory
from device.commands._partytext import standings_text
from device.commands._records.stored_journals import events_of, folder, folder_options, match_of, rows_of
from device.commands._records.story import StoryEvent, match_story
from device.errors import UsageFault
from device.files import terminal_line
from device.json_input import json_line
from device.party.records import is_party
from device.party.records import rows_of as party_rows
from device.records.journal import JournalRow
from device.records.journal_lines import MAX_TIMESTAMP
from engine.party import Party

EXAMPLE = """\b
Example:
  lexicon-table replay
  lexicon-table replay evening.jsonl --match 1 --json
"""

MARKS: Final = {"legal": "✓", "illegal": "✗", "unclear": "?"}
KEYS: Final = "Enter: next, b: back, h: next hand, q: end"


@click.command(epilog=EXAMPLE)
@click.argument("source", required=False, type=click.Path(path_type=Path))
@click.option(
    "--match",
    "number",
    type=click.IntRange(1, 999_999),
    help="Show this match, counted from 1. Without it: the last one.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per event.")
@click.option("--whole", is_flag=True, help="Print everything at once, also in a terminal.")
@folder_options
def command(
    source: Path | None, number: int | None, as_json: bool, whole: bool, data: Path | None, file: Path | None
) -> None:
    """Show a match turn by turn: the player, the move in notation, the ruling, and the totals.

    SOURCE is a table's folder, a journal, or a file from `export` (- for standard input). A terminal shows
    one turn at a time. The command changes nothing, and the table may be playing. A party's folder or journal
    is told in sentences, all at once.
    """
    where = source or folder(data, file)
    if is_party(where):
        _party(where, number, as_json=as_json)
        return
    rows = rows_of(where)
    events = events_of(rows, where)
    try:
        story = tuple(match_story(events, match_of(events, number, where)))
    except ValueError as fault:
        raise UsageFault(f"{where}: {fault}") from fault
    if as_json:
        for story_event in story:
            click.echo(json_line(as_object(story_event, rows[story_event.number])))
    elif whole or sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        for story_event in story:
            click.echo(as_line(story_event))
    else:
        step_through(story, click.getchar, click.echo)


def _party(where: Path, number: int | None, *, as_json: bool) -> None:
    """Print the events of a party from its hub's journal, then the standings."""
    if number is not None:
        raise UsageFault(f"--match {number}: {where} holds a party, not matches")
    party = Party()
    for row in partystory.party_story(party_rows(where)):
        party = row.party
        if as_json:
            click.echo(json_line(partystory.as_object(row, _moment(row.at))))
        else:
            for line in row.lines:
                click.echo(terminal_line(line))
    if not as_json:
        for line in "\n".join(standings_text(party)).split("\n"):
            click.echo(terminal_line(line))


def as_object(one: StoryEvent, row: JournalRow) -> dict[str, object]:
    """Return one event of a match as values for a line of JSON."""
    return {
        "event": one.number,
        "at": _moment(row.at),
        "type": one.kind,
        "undone": one.undone,
        "hand": one.hand,
        "turn": one.turn,
        "player": one.player or None,
        "move": one.move or None,
        "ruling": one.ruling or None,
        "text": one.text,
        "position": one.position,
        "totals": one.totals,
        "facts": one.facts,
    }


def _moment(at: float) -> str | None:
    """Return the time `at`, seconds since 1970, as an ISO date and time in UTC. Return None if `at` is
    so large or small that no table can have written it."""
    if not 0 <= at <= MAX_TIMESTAMP:
        return None
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def as_line(one: StoryEvent) -> str:
    """Return one event of a match as a line for people: hand and turn, player, notation, ruling and
    totals."""
    place = f"{one.hand}.{one.turn}" if one.move else f"{one.hand}"
    mark = MARKS.get(one.ruling, " ")
    taken_back = " (undone)" if one.undone else ""
    head = f"{place:>5}  {one.player:<10.10} {mark} {one.move:<24} {' '.join(map(str, one.totals)):<14}"
    return terminal_line(f"{head} {one.text}{taken_back}")


def step_through(story: Sequence[StoryEvent], key: Callable[[], str], say: Callable[[str], object]) -> None:
    """Print one event of a match at a time, with the table after it. `key` waits for a key that the
    person presses, and returns it. `say` prints a line."""
    say(KEYS)
    at = 0
    while at < len(story):
        say(as_line(story[at]))
        say(terminal_line(f"       {story[at].position}"))
        pressed = key()
        if pressed in ("q", "\x1b", "\x03", "\x04"):
            return
        at = _following(story, at, pressed)


def _following(story: Sequence[StoryEvent], at: int, pressed: str) -> int:
    if pressed == "b":
        return max(at - 1, 0)
    if pressed == "h":
        hand = story[at].hand
        return next((n for n in range(at + 1, len(story)) if story[n].hand > hand), len(story))
    return at + 1
