"""Test the names that `from engine import ...` offers."""

import pytest

import engine


def test_every_name_of_the_library_can_be_imported() -> None:
    for name in engine.__all__:
        assert getattr(engine, name) is not None


def test_an_unknown_name_is_named() -> None:
    with pytest.raises(AttributeError, match="juge"):
        engine.__getattr__("juge")
