"""Test the export of a finished party as CSV, as JSON and as a story."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.commands import replay, results
from device.errors import UsageFault
from device.party.records import folded_log, is_party
from device.party.results import as_csv, as_json
from engine.party import Party, standings
from tests.device.party.kept import NAMES, kept, played


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(tmp_path_factory.mktemp("party"), played())


@pytest.fixture(scope="module")
def party(folder: Path) -> Party:
    return folded_log(folder).party


def ran(command: object, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(one) for one in arguments])  # type: ignore[arg-type]


def test_a_spreadsheet_has_a_row_for_each_player_the_best_first(party: Party) -> None:
    rows = list(csv.DictReader(StringIO(as_csv(party))))
    assert [row["player"].lstrip("'") for row in rows] == [
        party.names[one.player] for one in standings(party)
    ]
    for row in rows:
        assert int(row["total"]) == int(row["hand 1"]) + int(row["hand 2"]) + int(row["fines"])
        assert row["table 1"] in ("1", "2")
    assert [row["fines"] for row in rows].count("50") == 1


def test_no_name_is_a_formula_in_a_spreadsheet(party: Party) -> None:
    assert "'=SUM(A1)" in as_csv(party)
    assert ",=SUM" not in as_csv(party)


def test_json_holds_every_hand_and_every_call(party: Party) -> None:
    told = json.loads(as_json(party))
    assert (told["party"], told["played"], told["finished"]) == ("Saturday", 2, True)
    assert {one["name"] for one in told["players"]} == set(NAMES)
    for one, standing in zip(told["players"], standings(party), strict=True):
        assert one["total"] == standing.total
        assert sum(hand["points"] for hand in one["hands"]) + one["fines"] == one["total"]
        assert all(hand["own"] and hand["table"] in (1, 2) for hand in one["hands"])
    assert sum(hand["moves"] for one in told["players"] for hand in one["hands"]) == 4
    (call,) = told["calls"]
    fined = next(one for one in told["players"] if one["fines"])
    assert call["against"] == fined["name"]
    assert (call["table"], call["word"], call["ruling"]) == (1, "PARIS", "word bad")


def test_a_hand_that_somebody_sat_out_is_told_apart() -> None:
    told = json.loads(as_json(played(NAMES[:5]).party))
    out = [[hand for one in told["players"] for hand in one["hands"] if hand["hand"] == n] for n in (1, 2)]
    for hands in out:
        (sat_out,) = (hand for hand in hands if not hand["own"])
        assert "table" not in sat_out
        assert sat_out["points"] == 16  # the mean of 10, 0, 25 and 30


def test_results_are_written_by_the_command(folder: Path, party: Party) -> None:
    assert ran(results.command, folder).stdout.splitlines() == as_csv(party).splitlines()
    assert json.loads(ran(results.command, folder, "--json").stdout) == json.loads(as_json(party))
    out = folder / "party.csv"
    assert ran(results.command, folder, "--output", out).exit_code == 0
    assert out.read_bytes() == as_csv(party).encode()


def test_a_party_is_told_from_its_journal(folder: Path, party: Party) -> None:
    said = ran(replay.command, folder).stdout
    assert said.startswith("Ada takes part.\n")
    assert "Saturday is set up: lexicon-party, 2 hands of 7 minutes.\n" in said
    assert said.count("The bell rings for round") == 2
    assert "calls the steward about PARIS" in said
    assert "the players who tie cut, and" in said
    best = [party.names[one.player] for one in standings(party) if one.place == 1]
    assert said.splitlines()[-1] == f"{' and '.join(best)} {'wins' if len(best) == 1 else 'win'} the party."
    assert ran(replay.command, folder / "hub.journal").stdout == said


def test_each_row_is_told_as_json(folder: Path) -> None:
    rows = [json.loads(line) for line in ran(replay.command, folder, "--json").stdout.splitlines()]
    assert [row["event"] for row in rows] == list(range(1, len(rows) + 1))
    assert rows[0]["type"] == "player entered"
    assert rows[0]["fact"] == {"player": "p1", "name": "Ada"}
    assert rows[0]["text"] == "Ada takes part."
    assert rows[0]["at"] == "1970-01-12T13:46:40+00:00"


def test_one_line_says_that_no_party_is_kept_there(tmp_path: Path) -> None:
    assert not is_party(tmp_path)
    (tmp_path / "hub.journal").write_text("no journal")
    for where in (tmp_path / "nowhere", tmp_path):
        found = ran(results.command, where).exception
        assert isinstance(found, UsageFault)
        assert "\n" not in str(found)
