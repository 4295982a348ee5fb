"""Test that faults in TOML are reported in plain words, with the line."""

import tomllib

import pytest

from device.toml_faults import not_toml


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lamp on\n", "not TOML, at line 1, 'lamp on': a setting is written NAME = VALUE"),
        ("\n= 3\n", "not TOML, at line 2, '= 3': a setting is written NAME = VALUE"),
        ("[game\n", "not TOML, at line 1, '[game': the name of a table stands in brackets, [bell]"),
        ('a = "x\n', "not TOML, at line 1, 'a = \"x': a quotation mark is left open"),
        ('a = """x', "not TOML: it ends too soon: a bracket or a quotation mark is left open"),
        ("a = on\n", "true or false, or text in"),
        ("a = [1,\nb = 3", "not TOML, at line 2, 'b = 3': a value is"),
        ("a = 1\na = 2\n", "not TOML, at line 2, 'a = 2': it is set already further up"),
        ("[x]\n[x]\n", "not TOML, at line 2, '[x]': this table is there already further up"),
        ("a = 1 2\n", "not TOML, at line 1, 'a = 1 2': more follows the value"),
        ('a = "\\q"\n', "a backslash stands before a character that takes none"),
        ("a = {b = 1\n", "a bracket is left open"),
        ("a = {b = 1, b = 2}\n", "not TOML, at line 1, 'a = {b = 1, b = 2}': "),
        ("x" * 200 + "\n", "xx…': a setting is written NAME = VALUE"),
    ],
)
def test_faulty_toml_is_told_with_its_line(text: str, said: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as fault:
        tomllib.loads(text)
    told = not_toml(fault.value, text)
    assert said in told
    assert "column" not in told
    assert len(told) < 180
