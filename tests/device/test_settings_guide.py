"""Test that docs/settings.md agrees with the schema: every key, its values, its default, and no other key."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import NODEFAULT, inspect

from deploy.settings_tables import KEY_TEXTS, keys
from device.schema import describe_type
from device.settings import parse
from engine.catalogue import GAMES
from engine.options import OPTIONS

GUIDE: Final = (Path(__file__).parents[2] / "docs" / "settings.md").read_text("utf-8")
LEFT_OUT: Final = "left out"


def default_of(field: inspect.Field) -> Any:
    made = field.default if field.default_factory is NODEFAULT else field.default_factory()
    return list(made) if isinstance(made, tuple) else made


def told_keys() -> dict[str, tuple[str, str]]:
    """Return the values and the default that docs/settings.md gives for each key, by the key's full name."""
    told: dict[str, tuple[str, str]] = {}
    for section in re.split(r"^## ", GUIDE, flags=re.MULTILINE):
        head = re.match(r"\[(\w+)\]", section)
        rows = re.findall(r"^\| `([\w.]+)` \| ([^|]+) \| ([^|]+) \| [^|]+ \|$", section, re.MULTILINE)
        told |= {f"{head[1]}.{key}": (what, usual.strip("`")) for key, what, usual in rows if head}
    return told


SCHEMA: Final = dict(keys())


def test_every_key_of_the_schema_stands_there_and_no_other() -> None:
    assert told_keys().keys() == SCHEMA.keys() == KEY_TEXTS.keys()


@pytest.mark.parametrize("key", SCHEMA)
def test_what_it_may_be_and_its_default_are_told_as_they_are(key: str) -> None:
    what, usual = told_keys()[key]
    assert what == describe_type(SCHEMA[key].type)
    told = None if usual == LEFT_OUT else tomllib.loads(f"it = {usual}")["it"]
    assert told == default_of(SCHEMA[key])


def test_every_option_and_every_game_stand_there_and_no_other() -> None:
    _, _, after = GUIDE.partition("## The games' names")
    names, _, options = after.partition("## The games' options")
    assert set(re.findall(r"`([\w-]+)`", names)) == GAMES.keys()
    assert set(re.findall(r"^\| `(\w+)` ", options, re.MULTILINE)) == set(OPTIONS)


def test_its_settings_file_is_one() -> None:
    example = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert example is not None
    assert parse(example[1], "docs/settings.md").game.options == {"quick": True}


def test_the_documents_that_need_settings_point_to_it() -> None:
    for name in ("README.md", "docs/appliance.md", "docs/hardware.md", "docs/cameras.md"):
        assert "settings.md" in (Path(__file__).parents[2] / name).read_text("utf-8"), name
