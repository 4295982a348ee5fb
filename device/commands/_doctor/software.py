"""Check Tesseract, the word list and the networks."""

import subprocess
from typing import Final

from device.commands._doctor.finding import SET_UP_AGAIN, Failing
from engine.shared.scene import CARD_WIDTH, LyingCard, Scene

SAMPLE: Final = "CAT"


def tesseract(program: str | None) -> str:
    """Return Tesseract's version. Raise Failing if `program` does not run, or has no English."""
    install = "sudo apt-get install tesseract-ocr"
    if program is None:
        raise Failing("not installed", install)
    try:
        languages = _output(program, "--list-langs")
        version = _output(program, "--version").partition("\n")[0]
    except (OSError, subprocess.SubprocessError) as fault:
        raise Failing(f"{program} does not run: {fault}", install) from fault
    if "eng" not in languages.split():
        raise Failing("its English data is missing", "sudo apt-get install tesseract-ocr-eng")
    return version


def word_list(name: str) -> str:
    """Return a sentence with the number of words in the word list called `name`. Raise Failing if the
    list is empty, UsageFault if it can't be loaded."""
    from device.words.lists import load as load_words

    words = load_words(name)
    if not len(words):
        raise Failing(f"{name} is empty", f"give it words, one a line, or {SET_UP_AGAIN}")
    return f"{name}: {len(words):,} words"


def card_reader() -> str:
    """Return a report that the networks read a rendered picture of a word correctly. Raise Failing if
    they do not load, or read another word."""
    from vision.reader import Reader
    from vision.render.table import virtual_table

    picture = virtual_table()(sample_scene(SAMPLE), 0)
    try:
        cards = Reader.load().read(picture).observation.cards
    except (OSError, ValueError) as fault:
        raise Failing(f"the networks do not load: {fault}", SET_UP_AGAIN) from fault
    seen = sorted(cards, key=lambda card: card.centre)
    return reading_result(SAMPLE, "".join(card.best[0] for card in seen if card.best))


def reading_result(laid: str, seen: str) -> str:
    """Return the report that the word `laid` was read from its picture. Raise Failing if the read
    word, `seen`, is another one."""
    if seen != laid:
        raise Failing(f"{laid} on the virtual table was read as '{seen}'", SET_UP_AGAIN)
    return f"read {seen} on the virtual table"


def sample_scene(word: str) -> Scene:
    """Return a scene for a rendered picture: `word` in one row in the middle of a table. Lengths are
    mm."""
    width, height, step = 900.0, 506.0, CARD_WIDTH + 2
    left = (width - step * (len(word) - 1)) / 2
    cards = tuple(LyingCard(letter, left + step * i, height / 2) for i, letter in enumerate(word))
    return Scene(width, height, cards)


def _output(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20)
    return done.stdout or done.stderr
