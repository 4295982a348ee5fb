"""Test that every number from people has an upper bound, and that one line reports a number beyond it."""

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner
from msgspec import inspect

from device.cli import Commands
from device.settings import Settings
from engine.catalogue import EDITIONS, configured, has_option
from engine.option_values import OptionFault
from engine.options import OPTIONS

TOO_MUCH = 10**12
COMMANDS = Commands(name="lexicon-table")
NUMBERS = (click.types.IntParamType, click.types.FloatParamType)


def _options() -> Iterator[tuple[str, click.Option]]:
    """Yield each numeric option of the command line with the name of its command."""
    for name in COMMANDS.list_commands(click.Context(COMMANDS)):
        command = COMMANDS.get_command(click.Context(COMMANDS), name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option) and isinstance(option.type, NUMBERS) and not option.count:
                yield name, option


GIVEN = tuple(_options())


def test_there_are_numbers_to_bound() -> None:
    commands = {name for name, _ in GIVEN}
    assert {"bench", "best", "demo", "play", "print", "read", "replay", "solve", "words"} <= commands


@pytest.mark.parametrize(("name", "option"), GIVEN, ids=[f"{name} {one.opts[0]}" for name, one in GIVEN])
def test_an_option_beyond_its_bound_is_one_line(name: str, option: click.Option) -> None:
    for value in (TOO_MUCH, -TOO_MUCH):
        result = CliRunner().invoke(COMMANDS, [name, option.opts[0], str(value)])
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1
        assert option.opts[0] in result.stderr
        assert "range" in result.stderr


def _bounds(kind: inspect.Type, key: str = "") -> Iterator[tuple[str, inspect.IntType | inspect.FloatType]]:
    """Yield the key and the type of every number in the settings file. Options of games are left out: the
    catalogue bounds them."""
    match kind:
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from _bounds(field.type, f"{key}.{field.encode_name}".lstrip("."))
        case inspect.UnionType(types=types):
            for one in types:
                yield from _bounds(one, key)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            yield from _bounds(item, key)
        case inspect.IntType() | inspect.FloatType():
            yield key, kind


def test_every_number_of_the_settings_file_is_bounded() -> None:
    found = dict(_bounds(inspect.type_info(Settings)))
    assert {"web.port", "timer.minutes", "camera.width", "bell.stroke"} <= found.keys()
    for key, kind in found.items():
        assert kind.le is not None or kind.lt is not None, key
        assert kind.ge is not None or kind.gt is not None, key


@pytest.mark.parametrize("game", EDITIONS)
def test_every_number_of_a_game_is_bounded(game: str) -> None:
    for option in OPTIONS:
        if has_option(configured(game), option):
            with pytest.raises(OptionFault, match=option):
                configured(game, {option: TOO_MUCH})


def test_a_total_written_with_a_sign_is_bounded_as_well() -> None:
    with pytest.raises(OptionFault, match="out_at"):
        configured("lexicon", {"out_at": ">100000"})
    assert configured("lexicon", {"out_at": ">300"}).goal.out_at == 300
