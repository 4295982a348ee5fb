"""Measure the benefit of each stage of reading: read the same photographs with the stage and without it.

If a stage changed nothing on a photograph, the photograph is not read again without the stage. Readings can
be stored in a file. A later run then uses them, as long as the reader's code and weights stay the same.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from device.commands._doctor.stages import NETWORKS, replaced_function
from device.commands._doctor.timing import now
from device.lab.bench import reading, reading_path
from device.lab.bench.stages_off import GROUPS, STAGES, StageEffect, recording, without
from engine.layout import arrange, decide_letters
from engine.words import WordList
from vision import network
from vision.lab.measuring import golden, labelled_sets
from vision.lab.measuring.measure import LabelledPhoto, ReadingTally, compare
from vision.lab.measuring.unlettered import UnletteredTally, compare_unlettered
from vision.picture import load
from vision.reader import PieceKind, Reader

FIGURES: Final = ("of", "found", "right", "words_of", "words", "told", "sure_wrong", "false")
"""The counts of one photograph, in this order:

`of` is the number of letters on the table, `found` those that the reader found, `right` those read right.
`words_of` is the number of words on the table, `words` those read whole. `told` counts what else was reported
rightly: backs, cards without a letter, doubtful letters and cards at the edge. `sure_wrong` counts letters
read wrong with certainty. `false` counts letters reported where no card lies.
"""

EVERY_STAGE: Final = "every stage"
BOOTSTRAP_DRAWS: Final = 2000
STAGES_LEFT_OUT: Final[Mapping[str, tuple[str, ...]]] = {**GROUPS, **{name: (name,) for name in STAGES}}
"""The choices of stages that one reading leaves out, by name: each of `GROUPS`, and each single stage."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled photograph. `of_set` names its set. The function `score` reads the photograph with a reader,
    and returns the counts in the order of `FIGURES`."""

    of_set: str
    path: Path
    kind: PieceKind
    score: Callable[[Reader], tuple[int, ...]]


def measure(folder: Path, words: WordList, kept: Path | None, seed: int) -> dict[str, Any]:
    """Measure each set of photographs: the counts with every stage, and their change without each of
    `STAGES_LEFT_OUT`.

    Each change has a 95 % interval (bootstrap by photograph). `kept` is a file of stored readings, which
    count in the result. New readings are added to this file. Raise UsageFault if the folder has no labelled
    photographs.
    """
    if not any(folder.glob("*.txt")):
        reading.check(folder)
    done = _FinishedReadings(kept)
    for photo in _photos(folder, words):
        _read(photo, done)
    return {"reading path": reading_path.measure(), **_table(done.rows, seed)}


class _FinishedReadings:
    """The finished readings, by set, photograph and stages left out. If there is a file, finished readings
    are loaded from the file, and each new reading is added to the file at once."""

    def __init__(self, file: Path | None) -> None:
        self.file, self.mark = file, _reader_fingerprint()
        lines = file.read_text().splitlines() if file is not None and file.exists() else []
        every = (json.loads(line) for line in lines)
        self.rows = {tuple(row["key"]): row for row in every if row["reader"] == self.mark}

    def add(self, key: tuple[str, str, str], figures: tuple[int, ...], **more: Any) -> None:
        row = {"reader": self.mark, "key": key, "figures": figures, **more}
        self.rows[key] = row
        if self.file is not None:
            with self.file.open("a") as out:
                out.write(json.dumps(row) + "\n")


def _reader_fingerprint() -> str:
    """Return a fingerprint of the reader's code and weights. Stored readings with another fingerprint are not
    used."""
    home = Path(network.__file__).parent
    files = [*sorted(home.rglob("*.py")), *sorted((home / "weights").glob("*.onnx"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def _photos(folder: Path, words: WordList) -> Iterator[Photo]:
    for text in sorted(folder.glob("*.txt")):
        if (picture := text.with_suffix(".jpg")).exists():
            truth = golden.truth_of(picture)
            kind: PieceKind = "tiles" if truth.pieces == "tiles" else "cards"
            yield Photo("golden", picture, kind, partial(_golden, picture, truth, words))
    for name, kind, photos in labelled_sets.lettered_parts(folder):
        for photo in photos:
            yield Photo(name, photo.path, kind, partial(_labelled, photo, kind, words))
    for name, photos in labelled_sets.unlettered_parts(folder):
        for photo in photos:
            yield Photo(name, photo.path, "cards", partial(_bare, photo))


def _golden(picture: Path, truth: golden.GoldenTruth, words: WordList, reader: Reader) -> tuple[int, ...]:
    got = golden.score_picture(load(picture), truth, reader, words)
    doubtful = got.backs + got.exposed + got.strangers + got.either + got.edge
    lie = truth.letters.total(), len(truth.words)
    return lie[0], got.found, got.right, lie[1], got.words, doubtful, got.sure_wrong, got.false


def _labelled(photo: LabelledPhoto, kind: PieceKind, words: WordList, reader: Reader) -> tuple[int, ...]:
    seen, tally = reader.read(load(photo.path), kind), ReadingTally()
    compare(photo, seen, tally)
    settled = decide_letters(seen.observation, arrange(seen.observation, words), words)
    good, of = reading.count_words(photo, settled.arrangement)
    wrong, false = tally.sure_wrong, tally.false + tally.false_backs
    return tally.counted, tally.found, tally.right, of, good, 0, wrong, false


def _bare(photo: LabelledPhoto, reader: Reader) -> tuple[int, ...]:
    bare = UnletteredTally()
    compare_unlettered(photo, reader.read(load(photo.path), "cards"), bare)
    return 0, 0, 0, 0, 0, bare.found, bare.sure, len(bare.letter_probabilities)


def _read(photo: Photo, done: _FinishedReadings) -> None:
    """Read a photograph with every stage of reading. Then read it without each choice of `STAGES_LEFT_OUT`,
    if a stage of the choice changed something on the photograph. Add the results to `done`."""
    reader, name = Reader.load(), photo.path.name
    key = (photo.of_set, name, EVERY_STAGE)
    if key not in done.rows:
        figures, seen, whole = _read_watched(photo, reader)
        did = {stage: (s.changed, round(s.milliseconds, 2), s.network_values) for stage, s in seen.items()}
        spent = (True, round(whole.milliseconds, 2), whole.network_values)
        done.add(key, figures, stages={EVERY_STAGE: spent, **did})
    base = done.rows[key]
    for way, stages in STAGES_LEFT_OUT.items():
        if (photo.of_set, name, way) in done.rows or not any(base["stages"][s][0] for s in stages):
            continue
        with without(stages):
            done.add((photo.of_set, name, way), photo.score(reader))


def _read_watched(
    photo: Photo, reader: Reader
) -> tuple[tuple[int, ...], dict[str, StageEffect], StageEffect]:
    """Read a photograph with every stage. Return its counts, the effect of each stage, and the effect of all
    stages together."""
    network_values = [0]

    def counted(own: Callable[..., Any]) -> Callable[..., Any]:
        def run(name: str, batch: NDArray[np.uint8]) -> Any:
            network_values[0] += batch.size
            return own(name, batch)

        return run

    def clock() -> float:
        return float(now()[1])

    each = {name: StageEffect() for name in STAGES}
    with ExitStack() as put:
        for name, stage in STAGES.items():
            run = recording(stage, each[name], clock, lambda: network_values[0])
            put.enter_context(replaced_function(stage.owner, stage.name, run))
        for owner, name in (place for places in NETWORKS.values() for place in places):
            put.enter_context(replaced_function(owner, name, counted(getattr(owner, name))))
        began = clock()
        figures = photo.score(reader)
        whole = StageEffect(True, clock() - began, network_values[0])
    return figures, each, whole


Rows = Mapping[tuple[str, ...], dict[str, Any]]


def _table(rows: Rows, seed: int) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for of_set in dict.fromkeys(key[0] for key in rows):
        names = [key[1] for key in rows if key[0] == of_set and key[2] == EVERY_STAGE]
        base = np.array([rows[of_set, name, EVERY_STAGE]["figures"] for name in names])
        every = dict(zip(FIGURES, base.sum(0).tolist(), strict=True))
        table[of_set] = {"photographs": len(names), EVERY_STAGE: every}
        spent = [rows[of_set, name, EVERY_STAGE]["stages"] for name in names]
        for way, stages in STAGES_LEFT_OUT.items():
            row: dict[str, Any] = {"changed": sum(any(one[s][0] for s in stages) for one in spent)}
            row |= {"time": _share(spent, stages, 1), "shown": _share(spent, stages, 2)}
            table[of_set][f"without {way}"] = row | _row(rows, of_set, names, base, way, seed)
    return table


def _share(spent: list[dict[str, Any]], stages: tuple[str, ...], what: int) -> float:
    """Return the share of a cost of reading that `stages` cause, 0 to 1. `what` is 1 for processor time, and
    2 for the number of values that the networks process. `spent` has these costs by photograph and stage."""
    whole = sum(one[EVERY_STAGE][what] for one in spent)
    taken = sum(float(one[s][what]) for one in spent for s in stages)
    return round(taken / max(1e-9, float(whole)), 4)


def _row(
    rows: Rows, of_set: str, names: list[str], base: NDArray[np.int64], way: str, seed: int
) -> dict[str, Any]:
    """Return how each count changes on the photographs `names` when stages of reading are left out. `way`
    names these stages. Each change has its 95 % interval.

    Counts that change on no photograph are omitted.
    """
    off = (
        np.array([rows.get((of_set, n, way), rows[of_set, n, EVERY_STAGE])["figures"] for n in names]) - base
    )
    pick = np.random.default_rng(seed).integers(len(names), size=(BOOTSTRAP_DRAWS, len(names)))
    low, high = np.percentile(off[pick].sum(1), (2.5, 97.5), axis=0).round().astype(int).tolist()
    each = zip(FIGURES, off.sum(0).tolist(), low, high, (off != 0).any(0).tolist(), strict=True)
    return {name: f"{total:+d} ({a:+d} to {b:+d})" for name, total, a, b, moved in each if moved}
