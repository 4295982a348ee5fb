"""Test that every numeric constant of vision and layout has its reason beside it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PLACES: Final = ("vision", "engine/layout", "engine/evidence")
MODULES: Final = sorted(path for place in PLACES for path in (ROOT / place).rglob("*.py"))


def silent(source: str) -> Iterator[str]:
    """Yield the names of a module's numeric constants that have no explanation: no docstring below, and no
    comment above or beside."""
    tree, lines = ast.parse(source), source.splitlines()
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        name = knob(node)
        if name is None or says(after) or lines[node.lineno - 2].startswith("#"):
            continue
        if not any("#" in line and "# fmt" not in line for line in lines[node.lineno - 1 : node.end_lineno]):
            yield name


def knob(node: ast.stmt) -> str | None:
    """Return the name of a constant that holds a number or is computed from numbers. Return None for any
    other statement."""
    targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
    if len(targets) != 1 or not isinstance(targets[0], ast.Name) or not targets[0].id.isupper():
        return None
    assert isinstance(node, ast.AnnAssign | ast.Assign)
    held = list(ast.walk(node.value)) if node.value else []
    number = any(isinstance(part, ast.Constant) and type(part.value) in (int, float) for part in held)
    return targets[0].id if number or any(isinstance(part, ast.BinOp) for part in held) else None


def says(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_number_says_why(module: Path) -> None:
    assert list(silent(module.read_text(encoding="utf-8"))) == []


def test_a_number_that_says_nothing_is_named() -> None:
    source = 'ONE: Final = 1\n"""Why."""\n\nTWO = 2\nTHREE: Final = 2 * TWO\n# Why.\nFOUR = 4\nNAME = "x"\n'
    assert list(silent(source)) == ["TWO", "THREE"]
