"""Test that a release is complete and signed, names each licence, and can be built, installed and run by
itself."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest

from deploy.release import __main__ as release
from deploy.release import notice
from deploy.release.assets import ASSETS, OWN_FILES
from deploy.release.contents import NAME, ROOT, SBOM_FILE, shipped_files, tracked, version, without_left_out
from deploy.release.packing import SUMS_FILE
from deploy.release.pins import pins
from deploy.release.signing import SIGNERS, is_signed, sign
from tests.deploy.released import Release, built, made_key

SCHEMAS: Final = Path(__file__).with_name("cyclonedx")
ROOMS: Final = ("device", "engine", "vision", "web")
SCENE: Final = ROOT / "tests/vision/scenes/ink-blue.jpg"
"""A small picture of the words OCEAN and WAVY."""
TURN: Final = {"game": "lexicon", "before": {"words": ["MOTHER"]}, "after": {"words": ["SMOTHERED"]}}


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Release:
    return built(tmp_path_factory)


@pytest.fixture(scope="module")
def archived(made: Release) -> dict[str, bytes]:
    """Return the names of the files in the release archive."""
    with tarfile.open(made.archive) as tar:
        files = {entry.name: tar.extractfile(entry) for entry in tar if entry.isfile()}
        return {name: file.read() for name, file in files.items() if file is not None}


@pytest.fixture(scope="module", params=["wheel", "sdist"])
def environment(
    made: Release, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Path:
    """Install the wheel or the sdist into a new environment, with the packages of this environment. Return
    the folder of its programs."""
    package = {"wheel": made.wheel, "sdist": made.sdist}[request.param]
    folder = tmp_path_factory.mktemp("clean")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python3*/site-packages")
    (packages / "pinned.pth").write_text(sysconfig.get_path("purelib"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(folder)]
    install = ["install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--force-reinstall"]
    subprocess.run([*pip, *install, str(package)], check=True, env=_plain(folder), cwd=folder)
    return folder / "bin"


def _plain(home: Path) -> dict[str, str]:
    """Return the environment variables of a person who has installed the program, and has no checkout."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}


def _run(programs: Path, *arguments: str, given: str = "") -> str:
    """Run the installed command in a folder that is no checkout, and return its output."""
    ended = subprocess.run(
        [str(programs / NAME), *arguments],
        cwd=programs, env=_plain(programs), input=given, capture_output=True, text=True,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_a_package_runs_by_itself(environment: Path) -> None:
    where = [str(environment / "python"), "-c", "import device, vision, web, engine; print(device.__file__)"]
    said = subprocess.run(where, cwd=environment, env=_plain(environment), capture_output=True, text=True)
    assert said.stdout.startswith(str(environment.parent)), said.stderr
    assert _run(environment, "--version") == f"{NAME} {version()}\n"
    assert json.loads(_run(environment, "judge", given=json.dumps(TURN)))["ruling"] == "legal"


EVERY_COMMAND: Final = """
import click
from device.cli import main
context = click.Context(main)
for name in main.list_commands(context):
    if name != "bench":  # the command measures, which needs the laboratory
        assert main.get_command(context, name), name
        print(name)
"""


def test_every_command_of_a_package_finds_what_it_needs(environment: Path) -> None:
    command = [str(environment / "python"), "-c", EVERY_COMMAND]
    said = subprocess.run(command, cwd=environment, env=_plain(environment), capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert {"play", "demo", "doctor", "party", "restore"} <= set(said.stdout.split())


def test_a_package_reads_a_picture(environment: Path) -> None:
    cards = json.loads(_run(environment, "read", str(SCENE), "--json"))["cards"]
    assert sorted(card["letter"] for card in cards) == sorted("OCEANWAVY")


def test_the_wheel_holds_the_rooms_and_nothing_else(made: Release) -> None:
    rooms = {path for path in shipped_files() if path.split("/", 1)[0] in ROOMS}
    with zipfile.ZipFile(made.wheel) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        about = {name.rsplit("/", 1)[1] for name in set(wheel.namelist()) - names}
    assert names == rooms
    assert {"LICENSE", "NOTICE", "entry_points.txt"} <= about
    with tarfile.open(made.sdist) as sdist:
        assert rooms <= {entry.name.partition("/")[2] for entry in sdist}


def test_the_networks_and_the_words_are_in_it_and_the_laboratory_is_not(archived: dict[str, bytes]) -> None:
    top = f"{NAME}-{version()}"
    names = {name.removeprefix(f"{top}/") for name in archived}
    networks = {
        f"vision/weights/{name}.onnx" for name in ("finder", "glyphs", "figures", "speller", "spotter")
    }
    lists = {"device/words/data/words.bin", "device/words/data/glosses.bin"}
    assert len(networks) == 5
    assert {*networks, *lists, "deploy/install.sh", SBOM_FILE} <= names
    for pattern in ("*/lab/*", "tests/*"):
        assert not [name for name in names if fnmatchcase(name, pattern)], pattern
    assert not [name for name in names if name.endswith((".pyc", ".po"))]


def test_the_installer_takes_from_a_checkout_what_the_archive_holds(archived: dict[str, bytes]) -> None:
    packed = f"""packed "{ROOT}" "{ROOT}" "${{parts[@]}}" | tar --list --file -"""
    script = f"source '{ROOT}/deploy/releases.sh'; {packed}"
    said = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    installed = set(said.stdout.splitlines()) & set(tracked())
    top = f"{NAME}-{version()}/"
    assert installed == {name.removeprefix(top) for name in archived} - {SBOM_FILE, SUMS_FILE}


def test_every_file_of_the_archive_has_its_digest(archived: dict[str, bytes]) -> None:
    top = f"{NAME}-{version()}"
    lines = archived[f"{top}/{SUMS_FILE}"].decode().splitlines()
    listed = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    assert listed == {
        name.removeprefix(f"{top}/"): hashlib.sha256(data).hexdigest()
        for name, data in archived.items()
        if name != f"{top}/{SUMS_FILE}"
    }


def test_two_builds_are_equal_to_the_byte(
    made: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    before = os.umask(0o077)
    try:
        again = release.build(tmp_path / "elsewhere", draft=True)
    finally:
        os.umask(before)
    for one, other in zip((made.archive, made.sdist, made.wheel), again, strict=True):
        assert one.read_bytes() == other.read_bytes(), one.name


def test_the_signature_is_believed_and_no_other(made: Release, tmp_path: Path) -> None:
    assert is_signed(made.archive, made.signature, made.signers)
    other, _ = made_key(tmp_path, "other")
    foreign = tmp_path / made.archive.name
    shutil.copy(made.archive, foreign)
    assert not is_signed(foreign, sign(foreign, other), made.signers)
    with foreign.open("r+b") as file:
        file.seek(1000)
        file.write(b"\0")
    assert not is_signed(foreign, made.signature, made.signers)


def test_no_key_is_believed_by_default() -> None:
    """The makers of the first release add their key. Until then a table refuses every archive."""
    lines = [line for line in SIGNERS.read_text().splitlines() if not line.startswith("#")]
    allowed = re.compile(r'release@lexicon-table namespaces="lexicon-table-release" \S+ \S+')
    assert [line for line in lines if not allowed.fullmatch(line)] == []


def test_no_private_key_is_in_the_tree() -> None:
    head = b"PRIVATE " + b"KEY-----"
    assert [path for path in tracked() if head in (ROOT / path).read_bytes()] == []


def test_what_no_commit_has_is_not_released(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "_git", lambda *_: " M engine/cards.py")
    assert release.main(["--out", str(tmp_path)]) == 2
    assert "changes that no commit has" in capsys.readouterr().err


def test_nothing_is_released_with_a_key_that_no_table_believes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "_git", lambda *_: "")
    key, _ = made_key(tmp_path)
    assert release.main(["--key", str(key), "--out", str(tmp_path / "out")]) == 2
    assert "no table believes this key" in capsys.readouterr().err
    assert release.main(["--key", str(tmp_path / "none"), "--out", str(tmp_path / "out")]) == 2
    assert not (tmp_path / "out").exists()


def test_patterns_leave_out_folders_wherever_they_are() -> None:
    out = ("vision/lab/a.py", "deploy/x.py", "a.egg-info/b", "web/lab/c/d.py")
    left = ("deploy/x/y.sh", "device/lab.py", "web/deploy/x.sh")
    assert without_left_out((*left, *out), ("lab", "deploy/*.py", "*.egg-info")) == left


def _sbom(archived: dict[str, bytes]) -> dict[str, Any]:
    return dict(json.loads(archived[f"{NAME}-{version()}/{SBOM_FILE}"]))


def test_the_list_of_components_is_valid(archived: dict[str, bytes]) -> None:
    def schema(address: str) -> Any:
        return json.loads((SCHEMAS / address.rsplit("/", 1)[1]).read_text("utf-8"))

    validator = jsonschema_rs.validator_for(schema("/bom-1.6.SNAPSHOT.schema.json"), retriever=schema)
    listed = _sbom(archived)
    assert [str(fault) for fault in validator.iter_errors(listed)] == []
    listed["components"][0]["hashes"][0]["content"] = "short"
    assert not validator.is_valid(listed)


def test_the_list_of_components_names_every_pin_and_every_asset(archived: dict[str, bytes]) -> None:
    listed = {component["bom-ref"]: component for component in _sbom(archived)["components"]}
    for pin in pins(ROOT / "deploy" / "requirements.txt"):
        assert [one["content"] for one in listed[pin.purl]["hashes"]] == list(pin.hashes)
    for asset in ASSETS:
        files = listed[f"asset:{asset.name}"]["components"]
        assert files, asset.name
        for file in files:
            data = archived[f"{NAME}-{version()}/{file['name']}"]
            assert file["hashes"][0]["content"] == hashlib.sha256(data).hexdigest()


def _of_others(path: str) -> bool:
    """Return True if a file may come from another author: a binary file, or a file in a `vendor` folder."""
    return "/vendor/" in path or b"\0" in (ROOT / path).read_bytes()


def test_every_file_of_others_is_named_with_its_licence() -> None:
    named = [*(pattern for asset in ASSETS for pattern in asset.files), *OWN_FILES]
    texts = {asset.notice for asset in ASSETS} | {"web/static/vendor/README.txt"}
    others = [path for path in shipped_files() if _of_others(path) and path not in texts]
    assert [path for path in others if not any(fnmatchcase(path, one) for one in named)] == []
    works = [pattern for asset in ASSETS for pattern in asset.files]
    assert [one for one in works if not any(fnmatchcase(path, one) for path in others)] == []


def test_every_licence_in_the_tree_is_in_the_notice() -> None:
    kinds = re.compile(r"licen[cs]e|notice|OFL|copying", re.IGNORECASE)
    texts = [path for path in shipped_files() if path.endswith(".txt") and kinds.search(Path(path).name)]
    assert set(texts) == {asset.notice for asset in ASSETS}


def test_the_notice_is_the_present_one() -> None:
    assert notice.NOTICE_FILE.read_text("utf-8") == notice.text(), "run: python -m deploy.release.notice"
    for asset in ASSETS:
        assert asset.holder in notice.text()
        assert (ROOT / asset.notice).read_text("utf-8").strip() in notice.text()
