"""Test `lexicon-table party`: a whole simulated party as text, and one line for each fault."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.commands._partytext import winners_text
from device.commands.party import command
from device.errors import UsageFault
from device.party import broker
from device.party.people import invented_names, names_in
from engine.shared.player_names import skeleton
from tests.device.party.party_broker import needs_broker


def held(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def told(result: Result) -> str:
    """Return the one line that reports a fault."""
    text = (
        str(result.exception) if isinstance(result.exception, UsageFault) else result.stderr.splitlines()[-1]
    )
    assert "\n" not in text
    return text


@needs_broker
def test_a_party_is_printed_round_by_round_and_ends_with_its_winner() -> None:
    result = held("--quick", "--demo", "3", "--hands", "2")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "12 players at 3 tables, 2 hands."
    assert [line for line in lines if line.startswith("Round")] == ["Round 1", "Round 2"]
    tables = [line for line in lines if re.match(r"  Table +\d: (\w+ \d+, ){3}\w+ \d+; .* the table$", line)]
    assert len(tables) == 6
    printed: dict[str, int] = {}
    for line in tables:
        for name, points in re.findall(r"(\w+) (\d+)[,;]", line.split(":", 1)[1]):
            printed[name] = printed.get(name, 0) + int(points)
    standing = re.findall(
        r"^ +\d+\. (\w+) +(\d+) points(?:, (\d+) of them fines)?$", result.stdout, re.MULTILINE
    )
    assert len(standing) == 10
    assert all(int(points) == printed[name] + int(fined or 0) for name, points, fined in standing)
    assert re.fullmatch(rf"{standing[0][0]}(, \w+)*( and \w+)? wins? the party\.", lines[-1])


@needs_broker
def test_the_same_seed_is_the_same_party() -> None:
    rounds = [
        [
            line
            for line in held("--quick", "--demo", "2", "--hands", "2", "--seed", "7").stdout.splitlines()
            if ";" in line
        ]
        for _ in range(2)
    ]
    assert sorted(rounds[0]) == sorted(rounds[1])


@needs_broker
def test_players_of_a_file_play_keyword(tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("name,town\nAnn,Leeds\n\n Bob \nCy,York\nDee\nEve\nFay\n")
    result = held("--quick", "--demo", "2", "--names", str(names), "--game", "keyword-party", "--hands", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("6 players at 2 tables, 1 hand.")
    assert all(name in result.stdout for name in ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ann\nBob\nCy\n", "names.csv: 3 players. A party has 4 to 4000, one a line in the first column."),
        ("", "names.csv: 0 players. A party has 4 to 4000, one a line in the first column."),
        ("name\nAnn\nBob\nANN\nCy\nDee\n", "names.csv, line 4: ANN looks like Ann in line 2."),
        ("A" * 41 + "\nBob\nCy\nDee\n", "names.csv, line 1: AAAAAAAAAAAA… is too long."),
        ("Ann\nBob\nCy\nDee\nEve\nFay\n", "names.csv: 6 players need 2 tables, not 1."),
    ],
)
def test_a_file_of_names_that_will_not_do_is_told_in_one_line(tmp_path: Path, text: str, line: str) -> None:
    names = tmp_path / "names.csv"
    names.write_text(text)
    assert line in told(held("--quick", "--demo", "1", "--names", str(names)))


def test_a_file_that_is_no_text_is_told_in_one_line(tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_bytes(b"Ann\n\xff\xfe\n")
    with pytest.raises(UsageFault, match=r"names\.csv: not a CSV file in UTF-8"):
        names_in(names)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--broker", "127.0.0.1:1"], "No broker answers at 127.0.0.1:1."),
        (["--broker", "here"], "'here' is no host and port, such as 192.168.1.20:1883."),
        (["--broker", "here:99999"], "'here:99999' is no host and port"),
    ],
)
def test_a_broker_that_is_not_there_is_told_in_one_line(
    tmp_path: Path, arguments: list[str], line: str
) -> None:
    password = tmp_path / "admin"
    password.write_text("secret\n")
    assert line in told(held("--quick", "--demo", "1", *arguments, "--admin", str(password)))


def test_a_broker_without_its_administrator_and_no_mosquitto_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "--broker and --admin belong together." in told(
        held("--quick", "--demo", "1", "--broker", "127.0.0.1:1")
    )
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(broker, "_PROGRAM_FOLDERS", ())
    assert told(held("--quick", "--demo", "1")).startswith("Mosquitto is not installed.")


def test_a_thousand_tables_of_made_up_players_are_all_told_apart() -> None:
    names = invented_names(4000)
    assert len({skeleton(name) for name in names}) == 4000
    assert names[:2] == ("Ada", "Ben")


@pytest.mark.parametrize(
    ("first", "line"),
    [
        (["Ada"], "Ada wins the party."),
        (["Ada", "Ben"], "Ada and Ben win the party."),
        (["Ada", "Ben", "Cy"], "Ada, Ben and Cy win the party."),
        (["Ada"] * 11, "11 players share the first place."),
    ],
)
def test_who_has_won_is_one_sentence(first: list[str], line: str) -> None:
    assert winners_text(first) == line


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--quick"], "--quick belongs to --demo."),
        (["--demo", "1", "--tls", "/"], "--tls does not belong to --demo"),
        (["--invite", "kitchen/1"], "'kitchen/1' is no place of a party."),
        (["--invite", "table/1"], "no party is held here."),
        (["--door", "-"], "this machine has joined no party."),
    ],
)
def test_what_does_not_fit_a_real_party_is_told_in_one_line(
    tmp_path: Path, arguments: list[str], line: str
) -> None:
    assert line in told(held("--data", str(tmp_path), *arguments))
