"""Measure the size of the code that reads a photograph: `vision.reader`, and all modules of `vision` that it
needs."""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ENTRY_MODULE: Final = "vision.reader"


def measure() -> dict[str, int]:
    """Return the number of modules that reading a photograph needs, with their numbers of lines and of
    constants (upper-case names at the top level)."""
    trees = {file: ast.parse(file.read_text("utf-8")) for file in _files()}
    lines = sum(len(file.read_text("utf-8").splitlines()) for file in trees)
    constants = sum(name.isupper() for tree in trees.values() for name in _named(tree))
    return {"modules": len(trees), "lines": lines, "constants": constants}


def _files() -> set[Path]:
    paths, left = set[Path](), [ENTRY_MODULE]
    while left:
        file = _file(left.pop())
        if file is not None and file not in paths:
            paths.add(file)
            left += _imported(ast.parse(file.read_text("utf-8")))
    return paths


def _file(module: str) -> Path | None:
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:  # a name within a module, not one of its own
        return None
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield the full names that a module imports from `vision`. Some of them are modules, others names within
    a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "vision":
            yield str(node.module)
            yield from (f"{node.module}.{one.name}" for one in node.names)


def _named(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        yield from (target.id for target in targets if isinstance(target, ast.Name))
