"""Measure this machine and this version, as docs/measured.md does.

Example: lexicon-table bench --json --photos labelled/ --hands 100
"""

import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final

import click

from device.commands._ranges import SEED, FiniteRange
from device.errors import UsageFault
from device.lab.bench import (
    ablation,
    absence,
    best,
    confused,
    corruption,
    enrolment,
    evidence,
    faults,
    gaps,
    hands,
    hardships,
    kills,
    memory,
    party,
    phones,
    players,
    publication,
    reading,
    siege,
    sizes,
    soak,
    solving,
    speed,
    texts,
    vocabulary,
    watching,
)
from device.words.lists import load

COUNT: Final = click.IntRange(1, 10_000)
HOURS: Final = FiniteRange(0, 1_000, min_open=True)
SECONDS: Final = FiniteRange(0, 86_400, min_open=True)
Section = Callable[[], dict[str, Any]]
SECTIONS = (
    "reading",
    "hardships",
    "ablation",
    "texts",
    "gaps",
    "sizes",
    "speed",
    "memory",
    "still",
    "latency",
    "words",
    "hands",
    "confused",
    "evidence",
    "enrolment",
    "solve",
    "best",
    "players",
    "kills",
    "corruption",
    "faults",
    "soak",
    "phones",
    "siege",
    "publication",
    "party",
)
LABELLED: Final = ("reading", "hardships", "ablation")
"""The sections of the bench that need labelled photographs."""


@click.command(
    epilog="Example: lexicon-table bench --json --photos labelled/ --hands 100",
    short_help="Measure the figures of docs/measured.md.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with labelled photos/ and scenes/.")
@click.option(
    "--hands", "count", type=COUNT, default=4, show_default=True, help="Simulated hands of each game."
)
@click.option(
    "--evenings",
    type=click.IntRange(1, confused.MAX_EVENINGS),
    default=50,
    show_default=True,
    help="Confused evenings.",
)
@click.option("--seed", type=SEED, default=100, show_default=True, help="Decides the simulated hands.")
@click.option("--runs", type=COUNT, default=9, show_default=True, help="Runs of which a time is the median.")
@click.option("--decks", type=COUNT, default=2, show_default=True, help="Decks enrolled in each typeface.")
@click.option(
    "--deals", type=COUNT, default=20, show_default=True, help="Random deals of each patience to solve."
)
@click.option(
    "--matches", type=COUNT, default=6, show_default=True, help="Matches of simulated players of each game."
)
@click.option("--kills", "deaths", type=COUNT, default=10, show_default=True, help="Times a game is killed.")
@click.option(
    "--faults", "trials", type=COUNT, default=100, show_default=True, help="Games kept on a disk that fails."
)
@click.option(
    "--hours", type=HOURS, default=0.25, show_default=True, help="Table time of a long evening in fast time."
)
@click.option(
    "--mixed", type=SECONDS, default=30.0, show_default=True, help="Seconds of good and faulty requests."
)
@click.option(
    "--siege", "besieged", type=SECONDS, default=600.0, show_default=True, help="Seconds of attack."
)
@click.option("--turns", type=COUNT, default=20, show_default=True, help="Turns whose ruling is timed.")
@click.option(
    "--printed",
    type=COUNT,
    default=5,
    show_default=True,
    help="Tables with cards that bear no letter, or that nobody can read.",
)
@click.option(
    "--kept",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File that keeps what ablation has read, so that it may be stopped and goes on.",
)
@click.option("--only", type=click.Choice(SECTIONS), help="One section alone.")
def command(
    as_json: bool,
    photos: Path | None,
    count: int,
    evenings: int,
    seed: int,
    runs: int,
    decks: int,
    deals: int,
    matches: int,
    deaths: int,
    trials: int,
    hours: float,
    mixed: float,
    besieged: float,
    turns: int,
    printed: int,
    kept: Path | None,
    only: str | None,
) -> None:
    """Measure reading, speed, the word list, and whole hands from pixels to the final score.

    Reading is measured on labelled photographs when --photos names a folder with them. Times are medians of
    this machine; compare only the ratios.
    """
    if photos is not None and not photos.is_dir():
        raise UsageFault(f"--photos {photos}: no such folder")
    if only in LABELLED and photos is None:
        raise UsageFault(f"--only {only} needs --photos, a folder with labelled photographs")
    words = load()
    sections: dict[str, Section] = {
        "words": lambda: vocabulary.measure(),
        "speed": lambda: speed.measure(runs, photos, seed),
        "sizes": lambda: sizes.measure(photos),
        "memory": memory.measure,
        "still": lambda: watching.watching_shares(runs),
        "latency": lambda: watching.latency(turns, words),
        "reading": lambda: reading.measure(photos, words) if photos else {},
        "hardships": lambda: hardships.measure(photos) if photos else {},
        "ablation": lambda: ablation.measure(photos, words, kept, seed) if photos else {},
        "texts": lambda: texts.measure(printed, seed),
        "gaps": lambda: gaps.measure(printed, words, seed),
        "hands": lambda: {game: hands.measure(count, words, game, seed) for game in ("lexicon", "crossword")},
        "confused": lambda: confused.measure(evenings, words, seed),
        "evidence": lambda: evidence.measure(photos, words),
        "enrolment": lambda: enrolment.measure(decks, seed),
        "solve": lambda: {game: solving.measure(deals, words, seed, game) for game in solving.PATIENCES},
        "best": lambda: best.measure(runs, words, seed),
        "players": lambda: players.measure(matches, words, seed),
        "kills": lambda: kills.measure(deaths, seed),
        "corruption": lambda: corruption.measure(deaths, seed),
        "faults": lambda: faults.measure(trials, words, seed),
        "soak": lambda: soak.measure(hours, seed),
        "phones": lambda: {**phones.measure(mixed), "phones that were away": absence.measure()},
        "siege": lambda: siege.measure(besieged, seed),
        "publication": lambda: publication.measure(runs),
        "party": lambda: party.measure(seed),
    }
    chosen = {name: section for name, section in sections.items() if only in (None, name)}
    result = _measured(chosen, () if photos else LABELLED)
    click.echo(json.dumps(result) if as_json else _table(result))


def _measured(sections: Mapping[str, Section], unlabelled: Collection[str]) -> dict[str, Any]:
    """Run the sections of the bench, and return their results by name. Report that those in `unlabelled`
    measure nothing, because they need labelled photographs and have none."""
    result: dict[str, Any] = {}
    for name, section in sections.items():
        progress = f"{name} needs --photos: not measured" if name in unlabelled else f"measuring {name} ..."
        click.echo(progress, err=True)
        result[name] = section()
    return result


def _table(result: dict[str, Any], indent: str = "") -> str:
    """Return the nested results as lines of text, indented by their depth."""
    lines = []
    for name, value in result.items():
        if isinstance(value, dict) and value and all(isinstance(one, tuple) for one in value.values()):
            counts = ", ".join(f"{key} {'/'.join(map(str, one))}" for key, one in value.items())
            lines.append(f"{indent}{name}: {counts}")
        elif isinstance(value, dict):
            lines += [f"{indent}{name}", _table(value, indent + "  ")] if value else []
        elif not (isinstance(value, (list, tuple)) and not value):
            lines.append(f"{indent}{name}: {value}")
    return "\n".join(lines)
