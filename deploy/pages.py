"""Write the computed parts and the drawings of the documents: `python -m deploy.pages`."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from deploy import boards, commands, settings_tables
from device.commands.height import overview
from device.lenses import LENSES
from device.printing.stand import KINDS, stand_svg

DOCS: Final = Path(__file__).parents[1] / "docs"
PARTS: Final[Mapping[tuple[str, str], Callable[[], str]]] = {
    ("build.md", "lexicon-table height"): lambda: "\n".join(overview()),
    ("speed.md", "estimates"): lambda: "\n".join(boards.estimates()),
    ("speed.md", "counts"): lambda: "\n".join(boards.counts()),
    ("settings.md", "options of games"): settings_tables.options,
    ("games.md", "options by game"): settings_tables.options_by_game,
    **{
        ("settings.md", f"settings {name}"): partial(settings_tables.table, name)
        for name in settings_tables.sections()
    },
}
"""The functions that compute parts of the documents. A key is a page's file name and the mark of the
part.

The part stands in the page between the comments `<!-- mark -->` and `<!-- end -->`.
"""


def drawings() -> dict[str, str]:
    """Return the drawings of camera stands in docs/build.md as SVG texts, by file name."""
    return {f"stand-{kind}.svg": stand_svg(kind, LENSES["module-3"], (90.0, 60.0)) for kind in KINDS}


def page(name: str) -> str:
    """Return the text of the document `name` with its computed parts up to date. Raise ValueError if a part's
    mark is missing in it."""
    text = (DOCS / name).read_text("utf-8")
    for (where, mark), part in PARTS.items():
        if where != name:
            continue
        begin, end = f"<!-- {mark} -->\n", "<!-- end -->"
        before, found, rest = text.partition(begin)
        _, ended, after = rest.partition(end)
        if not found or not ended:
            raise ValueError(f"docs/{name}: nothing stands between {begin.strip()} and {end}")
        text = f"{before}{begin}\n{part()}\n\n{end}{after}"
    return text


def pages() -> list[str]:
    """Return the file names of the documents that have computed parts."""
    return sorted({name for name, _ in PARTS})


if __name__ == "__main__":
    commands.PAGE.write_text(commands.text(), encoding="utf-8")
    for name in pages():
        (DOCS / name).write_text(page(name), encoding="utf-8")
    for name, drawing in drawings().items():
        (DOCS / "pictures" / name).write_text(drawing, encoding="utf-8")
