"""Draw the golden pictures of an upgrade: small tables, each with one word. A new release must read them
before it is used.

`.venv/bin/python deploy/lab/pictures/golden.py` writes deploy/golden/. Each picture has the name of its word.
"""

from pathlib import Path
from typing import Final

from device.commands._doctor.software import sample_scene
from vision.picture import save
from vision.render.table import virtual_table

FOLDER: Final = Path(__file__).parents[2] / "golden"
LOOK_OF_WORD: Final = {"JUMBLE": "classic", "QUARTZ": "modern", "VOWS": "club"}
"""The look of the deck on each table, by the word on the table."""

if __name__ == "__main__":
    for seed, (word, look) in enumerate(LOOK_OF_WORD.items()):
        save(FOLDER / f"{word}.jpg", virtual_table((960, 540), seed, look)(sample_scene(word), 0), quality=70)
