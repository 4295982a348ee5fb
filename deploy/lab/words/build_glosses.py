"""Build device/words/data/glosses.bin: one or two glosses, mostly WordNet's, for words of the word list.

python -m deploy.lab.words.build_glosses
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from deploy.lab.words import review, wordnet
from deploy.lab.words.inflection import bases
from device.words import glosses
from engine.words.codec import unpack
from engine.words.kinds import Flag

ROOT: Final = Path(__file__).resolve().parents[3]
WORDS: Final = ROOT / "device" / "words" / "data" / "words.bin"
_PARTS: Final = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}
_NOT_A_VERB: Final = _PARTS.keys() - {"v"}
"""The parts of speech except the verb. Glosses of a word that counts only as a plural come from these,
because a rare verb that is spelt in the same way would not explain the plural."""
_MAX_GLOSS_CHARACTERS: Final = 150
_MAX_GLOSSES: Final = 2


def build() -> dict[str, tuple[str, ...]]:
    """Return the glosses of each word, by the word in upper case.

    The glosses come from WordNet. A short or newer word that WordNet lacks has the meaning that the reviewer
    gave it.
    """
    source = wordnet.load()
    meanings = review.meanings()
    glosses_by_word = {}
    for word, kind in unpack(WORDS.read_bytes()).words.items():
        parts = _NOT_A_VERB if kind.flags & Flag.PLURAL_ONLY else _PARTS
        lemmas = [lemma for lemma in dict.fromkeys(bases(word.lower(), source)) if lemma[1] in parts]
        lines = tuple(islice(_glosses(word.lower(), lemmas, source), _MAX_GLOSSES)) or meanings.get(
            word.lower(), ()
        )
        if lines:
            glosses_by_word[word] = lines
    return glosses_by_word


def _glosses(word: str, lemmas: Iterable[wordnet.Lemma], source: wordnet.WordNet) -> Iterator[str]:
    """Yield a line for each meaning of each of the lemmas.

    The first meanings of all lemmas come first, then the second meanings, and so on. Within each group the
    lemma that is used most comes first.
    """
    lemmas = sorted(lemmas, key=lambda lemma: -source.count(*lemma))
    senses = {lemma: [sense for sense in source.senses[lemma] if sense.lower_case] for lemma in lemmas}
    deepest = max((len(found) for found in senses.values()), default=0)
    for depth in range(deepest):
        yield from (_line(word, lemma, found[depth]) for lemma, found in senses.items() if depth < len(found))


def _line(word: str, lemma: wordnet.Lemma, sense: wordnet.Sense) -> str:
    base, part = lemma
    of = "" if base == word else f", of {base.upper()}"
    return f"{_PARTS[part]}{of}: {_shortened(sense.gloss)}"


def _shortened(gloss: str) -> str:
    """Return the definition in `gloss` without its quoted examples. A long definition is cut between two
    words."""
    definition = gloss.partition('; "')[0].partition(' "')[0].strip(" ;")
    if len(definition) <= _MAX_GLOSS_CHARACTERS:
        return definition
    return definition[:_MAX_GLOSS_CHARACTERS].rsplit(" ", 1)[0].rstrip(" ,;(") + " …"


def main() -> int:
    """Write the file device/words/data/glosses.bin."""
    glosses_by_word = build()
    data = glosses.pack_glosses(glosses_by_word)
    glosses.FILE.write_bytes(data)
    sys.stderr.write(f"{glosses.FILE}: glosses of {len(glosses_by_word)} words, {len(data)} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
