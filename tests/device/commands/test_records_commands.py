"""Test `export`, `import`, `replay` and `forget` on a journal that a table has written."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli import main
from device.commands._records.story import match_story
from device.commands.replay import step_through
from device.records.event_codec import decode, encode
from device.records.journal import Journal
from device.records.pictures import FOLDER
from device.records.value_files import locked_folder
from engine.breach_codec import WrittenBreach, written_breach
from engine.events import (
    AnyEvent,
    HandCorrected,
    HandDealt,
    HandScored,
    MatchEnded,
    MatchSetUp,
    PositionCorrected,
    QuestionAnswered,
    QuestionAsked,
    ScoreCorrected,
    TurnAmended,
    TurnFinished,
    TurnGiven,
    TurnTakenBack,
    Undone,
)
from engine.ruling import NotListed
from engine.words import WordRefusal

PLAYED: tuple[AnyEvent, ...] = (
    MatchSetUp("lexicon", ("Anne", "Ben")),
    HandDealt(),
    TurnFinished(1, "", "CAT", "+CAT", "legal", stands=True),
    TurnFinished(
        0,
        "CAT",
        "CAT XQ",
        "+XQ",
        "illegal",
        stands=False,
        breaches=(
            written_breach(NotListed("XQ", WordRefusal.NOT_LISTED)),
            WrittenBreach("OfOldTimes", "ALL-1"),
        ),
    ),
    ScoreCorrected(0, 30),
    Undone(4),
    HandScored(("Q", "")),
    HandDealt(),
)
MORE: tuple[AnyEvent, ...] = (MatchSetUp("crossword", ("Cora", "Dan", "Eve")), HandDealt())


def journal(path: Path) -> Journal[AnyEvent]:
    return Journal(path, encode=encode, decode=decode, clock=lambda: 1_700_000_000.0)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    book = journal(tmp_path / "table" / "journal.db")
    book.append(*PLAYED)
    book.append(*MORE)
    book.copy_to(tmp_path / "table" / "journal.backup.db")
    book.close()
    pictures = tmp_path / "table" / FOLDER
    pictures.mkdir()
    (pictures / "000002.jpg").write_bytes(b"a picture")
    return tmp_path / "table"


def run(*arguments: object, given: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments], input=given)


def test_what_is_exported_and_taken_in_is_the_same_journal(data: Path, tmp_path: Path) -> None:
    copy = run("export", "--data", data)
    assert copy.exit_code == 0
    assert len(copy.stdout.splitlines()) == 1 + len(PLAYED) + len(MORE)
    done = run("import", "-", "--data", tmp_path / "new", given=copy.stdout)
    assert done.exit_code == 0, done.output
    book = journal(tmp_path / "new" / "journal.db")
    assert tuple(book.replay()) == PLAYED + MORE
    book.close()
    assert run("export", tmp_path / "new").stdout == copy.stdout


def test_a_table_that_holds_a_match_takes_nothing_in(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    assert run("export", data, "-o", copy).exit_code == 0
    before = (data / "journal.db").read_bytes()
    refused = run("import", copy, "--data", data)
    assert refused.exit_code == 2
    assert "Name another with --data" in refused.stderr
    assert (data / "journal.db").read_bytes() == before


def test_events_that_are_no_match_are_not_taken_in(tmp_path: Path) -> None:
    book = journal(tmp_path / "odd.db")
    book.append(HandDealt())
    book.close()
    copy = run("export", tmp_path / "odd.db").stdout
    refused = run("import", "-", "--data", tmp_path / "new", given=copy)
    assert refused.exit_code == 2
    assert "no match" in refused.stderr
    assert not (tmp_path / "new").exists()


def test_pictures_leave_only_when_somebody_says_so(data: Path, tmp_path: Path) -> None:
    run("export", data, "-o", tmp_path / "copy.jsonl")
    assert b"a picture" not in (tmp_path / "copy.jsonl").read_bytes()
    done = run("export", data, "-o", tmp_path / "copy.jsonl", "--pictures", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "out" / "000002.jpg").read_bytes() == b"a picture"


def test_a_full_disk_leaves_the_copy_that_was_there(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "copy.jsonl").write_text("good")
    monkeypatch.setattr(os, "fsync", full)
    refused = run("export", data, "-o", tmp_path / "copy.jsonl")
    assert (refused.exit_code, refused.stderr) == (
        2, f"lexicon-table: --output {tmp_path}/copy.jsonl: No space left on device\n",
    )  # fmt: skip
    assert (tmp_path / "copy.jsonl").read_text() == "good"


def test_the_name_of_a_folder_controls_no_terminal(data: Path) -> None:
    folder = data.rename(data.parent / "a\x1b[31m")
    assert run("forget", "--data", folder).stderr.startswith(f"{folder.parent}/a\\x1b[31m: ")


def test_a_match_is_told_turn_by_turn_with_the_totals_of_then(data: Path) -> None:
    done = run("replay", data, "--match", 1, "--json")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["event"] for line in lines] == list(range(len(PLAYED)))
    turn, fault, corrected, undoing, scored = lines[2:7]
    assert (turn["player"], turn["move"], turn["ruling"]) == ("Ben", "+CAT", "legal")
    assert turn["text"] == "Ben played CAT."
    assert turn["position"] == "CAT"
    assert "XQ isn't in the word list (ALL-1). OfOldTimes (ALL-1)." in fault["text"]
    assert (corrected["totals"], corrected["undone"]) == ([30, 0], True)
    assert undoing["totals"] == [0, 0]
    assert scored["totals"] == [4, 0]
    assert scored["text"] == "Anne has Q left, Ben has nothing left."
    assert scored["at"] == "2023-11-14T22:13:20+00:00"


AMENDED: tuple[AnyEvent, ...] = (
    MatchSetUp("lexicon", ("Anne", "Ben")),
    HandDealt(),
    TurnFinished(1, "", "CAT", "+CAT", "legal", stands=True),
    QuestionAsked(0, "CAT", "CAT DOG", "Was it DOG or DIG?", ("CAT DOG", "CAT DIG")),
    QuestionAnswered("CAT DIG", 3),
    TurnAmended(2, "", "COT", "+COT", "legal", stands=True, cause="seen"),
    Undone(5),
    TurnGiven(0),
    PositionCorrected("COT"),
    HandCorrected(1, "7"),
    QuestionAsked(0, "", "AB", "What does Anne hold?", ("AB", "AD"), "hand"),
    QuestionAnswered(""),
    TurnTakenBack(),
    MatchEnded("supper"),
)


def test_what_was_asked_amended_and_undone_is_told_in_sentences() -> None:
    said = [one.text for one in match_story(AMENDED, range(len(AMENDED)))]
    assert said[0] == "A match of Lexicon begins: Anne, Ben."
    assert said[3:] == [
        "Anne is asked: Was it DOG or DIG?",
        "The question was answered: Anne laid DIG.",
        "The turn of Ben (+CAT) was put right, for later pictures show it: Ben played COT.",
        "Undone: The turn of Ben (+CAT) was put right, for later pictures show it: Ben played COT.",
        "It is the turn of Anne, because somebody said so.",
        "What lies on the table was put right: COT.",
        "Ben holds 7 cards.",
        "Anne is asked: What does Anne hold?",
        "The question was answered: None of these. I lay them down again.",
        "The last turn was taken back.",
        "The match was stopped before its end: supper.",
    ]
    assert next(one.player for one in match_story(AMENDED, range(6)) if one.number == 5) == "Ben"


def test_every_kind_of_event_is_told_without_its_fields() -> None:
    for one in match_story(PLAYED + MORE, range(len(PLAYED + MORE))):
        assert one.text.endswith(".")
        assert not {"=", "{", "[", "_"} & set(one.text), one.text


def test_without_a_number_it_is_the_last_match_and_in_a_pipe_all_of_it(data: Path) -> None:
    done = run("replay", data)
    assert done.exit_code == 0, done.output
    assert "Cora, Dan, Eve" in done.stdout
    assert len(done.stdout.splitlines()) == 2
    assert "there is no match 3" in run("replay", data, "--match", 3).stderr


def test_reading_leaves_no_trace(data: Path) -> None:
    before = {path.name: path.read_bytes() for path in data.iterdir() if path.is_file()}
    assert run("replay", data).exit_code == 0
    assert run("export", data).exit_code == 0
    assert {path.name: path.read_bytes() for path in data.iterdir() if path.is_file()} == before


def test_what_a_table_that_is_playing_has_just_kept_is_told(data: Path) -> None:
    book = journal(data / "journal.db")
    book.append(ScoreCorrected(0, 77))
    last = json.loads(run("replay", data, "--json").stdout.splitlines()[-1])
    book.append(ScoreCorrected(0, 78))
    book.close()
    assert last["totals"][0] == 77


def test_a_copy_is_told_like_the_journal(data: Path) -> None:
    copy = run("export", data).stdout
    assert run("replay", "-", "--json", given=copy).stdout == run("replay", data, "--json").stdout


def test_in_a_terminal_keys_go_on_and_back() -> None:
    story, shown = tuple(match_story(PLAYED, range(len(PLAYED)))), list[str]()
    keys = iter(["\r", "b", "h", "\r", "q"])
    step_through(story, lambda: next(keys), shown.append)
    lines = [line for line in shown[1:] if not line.startswith("       ")]
    begins = [line.split(maxsplit=1)[0] for line in lines]
    assert begins == ["0", "1", "0", "1", "1.1"]


def test_every_event_has_a_sentence() -> None:
    question = QuestionAsked(0, "", "CA?", "Which letter is it?", ("CAT",))
    for event in (*PLAYED, question):
        texts = [one.text for one in match_story((*PLAYED[:2], event), range(2, 3))]
        assert all(text.endswith((".", "?")) for text in texts)


def test_of_a_damaged_journal_is_told_what_can_be_read(data: Path) -> None:
    path = data / "journal.db"
    (data / "journal.backup.db").unlink()
    damaged = path.read_bytes().replace(b"+XQ", b"+YQ")
    path.write_bytes(damaged)
    done = run("replay", data, "--json")
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == 3
    assert "the first 3 events" in done.stderr
    assert path.read_bytes() == damaged


def test_what_is_refused_has_deleted_nothing(data: Path) -> None:
    (data / FOLDER).mkdir(exist_ok=True)
    picture = data / FOLDER / "7.jpg"
    picture.write_bytes(b"a picture")
    with locked_folder(data):
        refused = run("forget", "--matches", "--data", data)
    assert refused.exit_code == 2
    assert picture.exists()


def test_pictures_are_forgotten_and_matches_only_when_asked(data: Path) -> None:
    assert run("forget", "--data", data).exit_code == 0
    assert list((data / FOLDER).iterdir()) == []
    assert (data / "journal.db").exists()
    (data / "words.json").write_text("{}")
    assert run("forget", "--matches", "--data", data).exit_code == 0
    assert sorted(p.name for p in data.iterdir()) == [FOLDER, "words.json"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay", "nowhere"),
        ("export", "nowhere"),
        ("import", "nowhere", "--data", "new"),
        ("forget", "--data", "nowhere"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stderr == "lexicon-table: no such file or folder: nowhere\n"
    assert list(tmp_path.iterdir()) == []


def test_somebody_elses_file_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"a letter" * 2000)
    done = run("replay", tmp_path / "x.db")
    assert done.exit_code == 2
    assert "not a journal" in done.stderr


@pytest.mark.parametrize("command", ["export", "import", "replay"])
def test_a_folder_without_a_journal_is_said_to_have_none(command: str, tmp_path: Path) -> None:
    done = run(command, tmp_path, "--data", tmp_path / "new")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"lexicon-table: {tmp_path}: no journal is kept there\n"
    assert not (tmp_path / "new").exists()


ODD: dict[str, tuple[dict[str, object], dict[str, object], str]] = {
    "a moment": ({"at": 1e300}, {}, "at"),
    "a moment before all": ({"at": -5}, {}, "at"),
    "no moment": ({"at": "NaN"}, {}, "at"),
    "a name": ({}, {"players": ["x" * 60_000, "Ben"]}, "is too long"),
    "a name of nothing": ({}, {"players": ["\u200b", "Ben"]}, "no visible letter"),
    "two of one name": ({}, {"players": ["Ben", "Be\u200bn"]}, "two are the same"),
    "very many players": ({}, {"players": [f"P{n}" for n in range(90)]}, "are named"),
    "a huge number": ({}, {"dealer": 10**30}, "dealer"),
    "a huge option": ({}, {"options": {"hands": 10**12}}, "options"),
    "a long option": ({}, {"options": {"board": "x" * 20_000}}, "options"),
    "an option that rings": ({}, {"options": {"board": "\x07"}}, "options"),
    "many options": ({}, {"options": {f"o{n}": 1 for n in range(900)}}, "options"),
}


def line(number: int, event: Mapping[str, object], head: Mapping[str, object]) -> str:
    return json.dumps({"number": number, "at": 1.5, "event": event, **head})


@pytest.mark.parametrize("odd", ODD)
def test_what_no_table_can_have_written_is_not_taken_in(tmp_path: Path, odd: str) -> None:
    head, change, said = ODD[odd]
    event = {"type": "match set up", "game": "lexicon", "players": ["Anne", "Ben"]} | change
    copy = f'{{"lexicon-table":"journal","version":1}}\n{line(1, event, head)}\n'
    refused = run("import", "-", "--data", tmp_path / "new", given=copy)
    assert refused.exit_code == 2, refused.output
    assert said in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert len(refused.stderr) < 400
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "event",
    [
        {"type": "hand dealt", "hands": ["99999999999999", "10"]},
        {"type": "hand corrected", "player": 0, "hand": "999999999"},
        {"type": "score corrected", "player": 0, "total": 10**15},
        {"type": "pack exhausted", "stock": 10**17},
        {"type": "position corrected", "position": "C" * 20_000},
        {"type": "match ended", "reason": "\x1b]0;owned\x07"},
        {"type": "turn finished", "player": 0, "before": "", "after": "", "move": "", "ruling": "legal",
         "stands": True, "held": 10**9},
    ],
)  # fmt: skip
def test_nor_an_event_out_of_its_range(tmp_path: Path, event: dict[str, object]) -> None:
    begun = {"type": "match set up", "game": "lexicon", "players": ["Anne", "Ben"]}
    lines = ('{"lexicon-table":"journal","version":1}', line(1, begun, {}), line(2, event, {}))
    refused = run("import", "-", "--data", tmp_path / "new", given="\n".join(lines))
    assert refused.exit_code == 2, refused.output
    assert "line 3" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize("odd", [{"edges": ["top"]}, {"game": "bridge"}, {"options": {"mode": "none"}}])
def test_nor_an_earlier_match_that_is_none(tmp_path: Path, odd: dict[str, object]) -> None:
    whole = {"type": "match set up", "game": "lexicon", "players": ["Anne", "Ben"]}
    lines = ('{"lexicon-table":"journal","version":1}', line(1, whole | odd, {}), line(2, whole, {}))
    refused = run("import", "-", "--data", tmp_path / "new", given="\n".join(lines))
    assert refused.exit_code == 2, refused.output
    assert len(refused.stderr.splitlines()) == 1
    assert not (tmp_path / "new").exists()


def test_a_name_is_taken_in_as_it_is_kept(tmp_path: Path) -> None:
    begun = {"type": "match set up", "game": "lexicon", "players": ["Zoe\u0308", "Be\u200bn"]}
    lines = ('{"lexicon-table":"journal","version":1}', line(1, begun, {}))
    assert run("import", "-", "--data", tmp_path / "new", given="\n".join(lines)).exit_code == 0
    assert '"players":["Zoë","Ben"]' in run("export", tmp_path / "new").stdout


@pytest.mark.parametrize("how", [["--whole"], ["--json"], []])
def test_nothing_in_a_journal_controls_the_terminal(tmp_path: Path, how: list[str]) -> None:
    odd = "\x1b[2J\x07\x9b31m\u202e"
    book = journal(tmp_path / "odd.db")
    book.append(MatchSetUp("lexicon", (odd, "Ben")), MatchEnded(odd))
    book.close()
    told = run("replay", tmp_path / "odd.db", *how)
    assert told.exit_code == 0
    assert not set(told.output) & set(odd.replace("[2J", "").replace("31m", ""))
