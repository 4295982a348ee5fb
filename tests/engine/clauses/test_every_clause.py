"""Test that every clause of the rules has a test named after it."""

import ast
from pathlib import Path

TESTS = Path(__file__).parents[2]
CLAUSES = """
ALL-1 ALL-2 ALL-3 ALL-4 ALL-5 ALL-6 ALL-7 ALL-8
LEX-P LEX-1 LEX-A LEX-B LEX-B2 LEX-C LEX-C1 LEX-C2 LEX-C3 LEX-D LEX-O LEX-E LEX-CH LEX-W
XW-1 XW-2 XW-3 XW-4 XW-5 XW-6 XW-7 XW-8 XW-9 XW-CH
PTY-1 PTY-2 PTY-3 PTY-4 PTY-5 PTY-6 PTY-7
S1-1 S1-2 S1-3 S1-4 S1-5 S2-1 S2-2 S2-3 CLK-1 CLK-2 CLK-3 WS-1 WS-2 WS-3 WS-4 WS-5
MW-1 MW-2 MW-3 MW-4 MW-5 MW-6 MW-7 MW-8 LG-1 LG-2 LG-3 LG-4 LG-5 LG-6 LG-7
KW-1 KW-2 KW-3 KW-4 KW-5 KW-6 KW-7 KW-8
"""


def names() -> set[str]:
    """Return the names of all tests."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in TESTS.rglob("test_*.py"))
    return {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_clause_has_a_test_named_by_it() -> None:
    found = names()
    starts = {clause: f"test_{clause.lower().replace('-', '_')}_" for clause in CLAUSES.split()}
    wanting = [
        clause for clause in CLAUSES.split() if not any(name.startswith(starts[clause]) for name in found)
    ]
    assert wanting == []
