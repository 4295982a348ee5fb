"""Replace the training runs, which take an hour, with stand-ins."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from vision.lab.training import fine_tune, recipe


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return a list that collects the training runs with their arguments. Each run leaves empty files in
    place of its results."""
    lines: list[list[str]] = []

    def run(module: str, *arguments: object) -> None:
        assert find_spec(f"vision.lab.training.{module}") is not None
        line = [module, *map(str, arguments)]
        lines.append(line)
        for made in _made(line):
            made.parent.mkdir(parents=True, exist_ok=True)
            made.touch()

    for module in (fine_tune, recipe):
        monkeypatch.setattr(module, "run", run)
    return lines


def _made(line: list[str]) -> list[Path]:
    match line:
        case ["train", name, _, folder, *_]:
            return [Path(folder) / f"{name}.{kind}" for kind in ("pt", "json")]
        case ["quantisation.dequantise", _, _, weights, *_]:
            return [Path(weights)]
        case ["weight_averaging", _, weights, *meant]:
            assert all(Path(path).exists() for path in meant)
            return [Path(weights)]
    return []
