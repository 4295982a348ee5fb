"""Write NOTICE, which lists other people's works in the product: `python -m deploy.release.notice`."""

from pathlib import Path
from typing import Final

from deploy.release.assets import ASSETS, Asset
from deploy.release.contents import ROOT

NOTICE_FILE: Final = ROOT / "NOTICE"
SEPARATOR: Final = "=" * 100
OWN_LICENCE: Final = """\
The Lexicon table is under the MIT licence (LICENSE). It contains the works of others that
this file names, under licences of their own. The text of each licence follows the list.

The Python packages that a table installs are not in it. Each brings its own licence along: installed, it
lies in .venv/lib/python3.*/site-packages/NAME-VERSION.dist-info. A release's sbom.cdx.json names every one
of them with its hashes.
"""


def text(root: Path = ROOT) -> str:
    """Return the text of NOTICE: the owner of each work of other people, and each licence once."""
    notices: dict[str, list[Asset]] = {}
    for asset in ASSETS:
        notices.setdefault(asset.notice, []).append(asset)
    listed = "".join(_line(asset) for asset in ASSETS)
    texts = (
        f"\n{SEPARATOR}\n{', '.join(asset.name for asset in assets)} ({file})\n\n{_licence(root / file)}\n"
        for file, assets in notices.items()
    )
    return f"{OWN_LICENCE}\n{listed}{''.join(texts)}"


def _licence(file: Path) -> str:
    return file.read_text("utf-8").strip()


def _line(asset: Asset) -> str:
    name = f"{asset.name} {asset.version}".strip()
    return f"- {name}, by {asset.holder}. Licence: {asset.licence}. In {', '.join(asset.files)}\n"


if __name__ == "__main__":
    NOTICE_FILE.write_text(text(), encoding="utf-8")
