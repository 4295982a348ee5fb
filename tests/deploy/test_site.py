"""Test that the documents build as a site: every link and every name in the reference has a target."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def test_the_documents_build_as_a_site_without_a_warning(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    for name in ("engine", "vision", "device"):
        (tmp_path / name).symlink_to(ROOT / name)
    program = Path(sys.executable).with_name("zensical")
    done = subprocess.run([program, "build", "--strict"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / "out" / "site"
    pages = {page.relative_to(ROOT / "docs").with_suffix("") for page in (ROOT / "docs").rglob("*.md")}
    built = {page.relative_to(site).with_suffix("") for page in site.rglob("*.html")}
    assert {page for page in pages if page.name != "README"} <= built
    assert "from engine import" in (site / "api" / "engine.html").read_text("utf-8")
    assert "before" in (site / "api" / "engine.html").read_text("utf-8")


def test_every_document_has_its_place_in_the_site() -> None:
    listed = (ROOT / "zensical.toml").read_text("utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        name = str(page.relative_to(ROOT / "docs"))
        assert name.startswith("decisions/0") or f'"{name}"' in listed, name
