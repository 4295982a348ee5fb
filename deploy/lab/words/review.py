"""Read the files that a person reviewed by hand: two.txt, three.txt, newer.txt, verbs.txt, offensive.txt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.lab.words.inflection import inflections

DIRECTORY: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Review:
    """The judgement of a reviewer on the words of one length."""

    kept: frozenset[str]
    """The words of SCOWL that stay on the word list."""
    dropped: Mapping[str, str]
    """The words of SCOWL that are left off the word list, each with the reason."""
    added: frozenset[str]
    """The words that are put on the word list although SCOWL does not list them as words."""

    @property
    def words(self) -> frozenset[str]:
        """The words that are put on the word list: the kept and the added ones."""
        return self.kept | self.added


def short_words(
    name: str, candidates: Iterable[str], directory: Path = DIRECTORY, *, likely: Iterable[str] = ()
) -> Review:
    """Return the reviewer's judgement in the file `name`.txt on words of one length.

    The file keeps, drops or adds words. It must keep or drop each of `candidates` exactly once. It must keep,
    drop or add each of `likely`. Raise ValueError for a word that is missing, that is judged twice, or that
    is kept or dropped although it is neither in `candidates` nor in `likely`.
    """
    lines = _lines(directory / f"{name}.txt")
    review = Review(
        kept=frozenset(word for line in lines if line[0] not in "-+" for word in line.split()),
        dropped=dict(_judged(line) for line in lines if line[0] == "-"),
        added=frozenset(_judged(line)[0] for line in lines if line[0] == "+"),
    )
    judged = review.kept | review.dropped.keys()
    wanted = {*candidates, *(set(likely) - review.added)}
    if odd := judged ^ wanted or review.kept & review.dropped.keys() or review.added & judged:
        raise ValueError(f"{name}.txt: not judged exactly once: {' '.join(sorted(odd))}")
    return review


def meanings(directory: Path = DIRECTORY) -> dict[str, tuple[str]]:
    """Return a dictionary from each word that the reviewer added, and each word of newer.txt, to the
    meaning that the reviewer gave it."""
    lines = (line for name in ("two", "three") for line in _lines(directory / f"{name}.txt"))
    judged = (_judged(line) for line in lines if line[0] == "+")
    newer = ((words.split()[0], meaning) for words, meaning in _newer(directory))
    return {word: (meaning,) for word, meaning in (*judged, *newer)}


def newer(directory: Path = DIRECTORY) -> frozenset[str]:
    """Return the words of newer.txt, each with the forms, such as a plural, that its line names. Raise
    ValueError for a word that occurs twice in the file, or that has fewer than four letters."""
    words = [word for line, _ in _newer(directory) for word in line.split()]
    if odd := {word for word in words if words.count(word) > 1 or len(word) < 4}:
        raise ValueError(f"newer.txt: twice, or of fewer than four letters: {' '.join(sorted(odd))}")
    return frozenset(words)


def _newer(directory: Path) -> list[tuple[str, str]]:
    lines = (line.partition(":") for line in _lines(directory / "newer.txt"))
    return [(words, meaning.strip()) for words, _, meaning in lines]


def verbs(directory: Path = DIRECTORY) -> tuple[frozenset[str], frozenset[str]]:
    """Return two sets of words from verbs.txt, the corrections of WordNet: the words that WordNet lists as
    verbs although they are hardly used as such, and the verbs that WordNet lacks."""
    lines = _lines(directory / "verbs.txt")
    rare, real = (
        frozenset(w for line in lines if line[0] == sign for w in line[1:].split()) for sign in "-+"
    )
    return rare, real


def offensive(every: Iterable[str], directory: Path = DIRECTORY) -> frozenset[str]:
    """Return the slurs and obscenities by the file offensive.txt: its words, the inflections of those words
    that have no sign, and the words of `every` that contain a part marked `~`.

    Words that the file marks with `-` are innocent, and not returned. Raise ValueError if such a word would
    not be returned without its mark either. The first lines of the file explain its signs.
    """
    known = frozenset(every)
    marks = [mark for line in _lines(directory / "offensive.txt") for mark in line.split()]
    words, parts = [mark for mark in marks if mark.isalpha()], _after("~", marks)
    marked = {*words, *_after("=", marks), *(word + "s" for word in words if word + "s" in inflections(word))}
    marked |= {form for word in words for form in inflections(word) if form in known}
    marked |= {word for word in known if any(part in word for part in parts)}
    innocent = frozenset(_after("-", marks))
    if odd := innocent - marked:
        raise ValueError(f"offensive.txt: nothing marks {' '.join(sorted(odd))}")
    return frozenset(marked - innocent)


def _after(sign: str, marks: Iterable[str]) -> list[str]:
    return [mark[1:] for mark in marks if mark[0] == sign]


def _lines(path: Path) -> list[str]:
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _judged(line: str) -> tuple[str, str]:
    word, _, reason = line[1:].partition(":")
    return word.strip(), reason.strip()
