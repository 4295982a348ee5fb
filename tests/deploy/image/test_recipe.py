"""Test the recipe of the image: systemd understands its units, and rpi-image-gen installs all packages of
the image that is tried in the emulator."""

import configparser
import json
import lzma
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from deploy.image.manifest import manifest
from device.errors import UsageFault
from tests.deploy.unit import ROOT, analysed

IMAGE = ROOT / "deploy" / "image"
UNITS = IMAGE / "files/etc/systemd/system"
EXPOSURE = {"lexicon-table-reset.service": 2.0, "lexicon-table-log.service": 2.0}
"""The highest score, of 10, that `systemd-analyze security` may give each unit. A higher score means less
protection. These units run as root, for a few minutes at most."""


def here(unit: Path, folder: Path) -> str:
    """Copy a systemd unit into `folder`, with `/bin/true` as the program that it starts. Return the path of
    the copy."""
    there = folder / unit.name
    there.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", unit.read_text("utf-8")), "utf-8")
    return str(there)


@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.glob("lexicon-table*")))
def test_systemd_understands_the_units(unit: str, tmp_path: Path) -> None:
    for each in UNITS.glob("lexicon-table*"):
        here(each, tmp_path)
    ended = analysed("verify", str(tmp_path / unit))
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("unit", EXPOSURE)
def test_what_runs_as_root_is_kept_from_the_rest_of_the_machine(unit: str, tmp_path: Path) -> None:
    ended = analysed("security", "--offline=true", "--no-pager", here(UNITS / unit, tmp_path))
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", ended.stdout)
    assert found, ended.stderr
    assert float(found[1]) <= EXPOSURE[unit]


def made(folder: Path, architecture: str) -> Path:
    """Return a root folder of an image for `architecture`, with all that the recipe adds to it. Scripts
    stand in for the programs that would run in the image. Programs that would run in an emulator are noted
    in the file `emulated`."""
    pretended = {
        "chroot": f"[ $3 = --print-architecture ] && echo {architecture}; exit 0",
        "dpkg": "echo amd64",
        "unshare": f'echo "$@" >>{folder}/emulated',
    }
    for name, script in pretended.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    (folder / "image/etc/ssh").mkdir(parents=True)
    (folder / "image/etc/ssh/ssh_host_ed25519_key").write_text("of the package")
    path = f"{folder}:{os.environ['PATH']}"
    subprocess.run(
        [str(IMAGE / "into.sh"), str(folder / "image")], env=os.environ | {"PATH": path}, check=True
    )
    return folder / "image"


@pytest.fixture
def image(tmp_path: Path) -> Path:
    return made(tmp_path, "amd64")


def test_an_emulated_install_does_not_see_the_cores_of_this_machine(tmp_path: Path) -> None:
    made(tmp_path, "arm64")
    emulated = (tmp_path / "emulated").read_text("utf-8").splitlines()
    assert any("install.sh --no-start" in command for command in emulated)
    assert all("tmpfs" in command and "/sys" in command for command in emulated)


def test_an_install_on_a_board_of_the_same_kind_is_not_emulated(tmp_path: Path) -> None:
    made(tmp_path, "amd64")
    assert not (tmp_path / "emulated").exists()


def test_no_two_cards_have_the_same_keys(image: Path) -> None:
    assert list((image / "etc/ssh").iterdir()) == []
    keys = (image / "etc/systemd/system/ssh.service.d/keys.conf").read_text("utf-8")
    assert "ssh-keygen -A" in keys


def test_what_the_units_and_the_hotspot_run_is_in_the_image(image: Path) -> None:
    """The programs that the systemd units and the hotspot run are in the image itself, outside the folder
    of the releases. So no upgrade can remove them."""
    units = [
        path.read_text("utf-8") for path in (image / "etc/systemd/system").glob("lexicon-table*.service")
    ]
    called = re.findall(r"^ExecStart=(\S+)", "\n".join(units), re.MULTILINE)
    called += re.findall(r"^external_callback: (\S+)", (image / "etc/comitup.conf").read_text(), re.MULTILINE)
    assert len(called) == 3
    for script in called:
        assert (image / script.lstrip("/")).stat().st_mode & 0o111
        assert not script.startswith("/opt/")
    hotspot = next(script for script in called if "hotspot" in script).lstrip("/")
    ended = subprocess.run(
        [str(image / hotspot), "CONNECTED"],
        env={"DESTDIR": str(image), "PATH": os.environ["PATH"]},
        check=False,
    )
    assert ended.returncode == 0


def test_the_units_are_switched_on() -> None:
    into = (IMAGE / "into.sh").read_text("utf-8")
    for unit in UNITS.glob("lexicon-table*"):
        if "[Install]" in unit.read_text("utf-8"):
            assert unit.name in into


def test_comitup_s_settings_are_read_as_it_reads_them() -> None:
    text = (IMAGE / "files/etc/comitup.conf").read_text("utf-8")
    read = configparser.ConfigParser()
    read.read_string(f"[DEFAULT]\n{text}")
    settings = dict(read["DEFAULT"])
    assert settings.keys() == {"ap_name", "ap_password", "enable_appliance_mode", "external_callback"}
    # WPA asks for 8 to 63 characters. A network's name has at most 32.
    assert 8 <= len(settings["ap_password"]) <= 63
    assert len(settings["ap_name"]) <= 32


def packages() -> set[str]:
    lines = (IMAGE / "packages").read_text("utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def layer() -> tuple[dict[str, str], dict[str, Any]]:
    """Return two parts of `lexicon-table.yaml`, the image layer for rpi-image-gen: the fields of its head,
    by name, and the parsed YAML."""
    text = (IMAGE / "layer/lexicon-table.yaml").read_text("utf-8")
    head = text.partition("# METABEGIN\n")[2].partition("# METAEND")[0]
    fields = dict(re.findall(r"^# (X-Env-[\w-]+): (.*)$", head, re.MULTILINE))
    return fields, yaml.safe_load(text)


def test_the_layer_has_the_packages_of_the_image_that_is_tried() -> None:
    _, body = layer()
    of_a_pi = {"python3-picamera2", "python3-lgpio", "cloud-init", "cloud-guest-utils", "rpi-cloud-init-mods"}
    assert set(body["mmdebstrap"]["packages"]) == packages() | of_a_pi


def test_the_layer_runs_the_script_of_the_image_that_is_tried() -> None:
    fields, body = layer()
    into = fields["X-Env-Var-into"].replace("${DIRECTORY}", str(IMAGE / "layer"))
    assert Path(into).resolve() == IMAGE / "into.sh"
    first, *_ = body["mmdebstrap"]["customize-hooks"]
    assert f"IGconf_{fields['X-Env-VarPrefix']}_into" in first


LAYER_FIELD = re.compile(
    r"X-Env-Layer-(Name|Category|Desc|Version|Requires)|X-Env-VarPrefix"
    r"|X-Env-Var-[a-z0-9_]+(-(Desc|Required|Valid|Set))?"
)
"""The fields that the head of an image layer may have. rpi-image-gen refuses all others."""


def test_rpi_image_gen_knows_the_fields_of_the_layer_s_head() -> None:
    fields, _ = layer()
    assert [field for field in fields if not LAYER_FIELD.fullmatch(field)] == []
    assert re.fullmatch(r"\d+\.\d+\.\d+", fields["X-Env-Layer-Version"])


def hooked(folder: Path, chroot: str) -> Path:
    """Run the hooks of the memory-card image's recipe, except the first one. Return the image's root below
    `folder`. The shell script `chroot` stands in for the program chroot."""
    _, body = layer()
    root = folder / "root"
    for part in ("boot/firmware", "etc/sudoers.d"):
        (root / part).mkdir(parents=True)
    (root / "etc/sudoers.d/010_rpi-passwd").write_text("pi ALL=(ALL:ALL) ALL\n")
    (folder / "chroot").write_text(f"#!/bin/sh\n{chroot}\n")
    (folder / "chroot").chmod(0o755)
    for hook in body["mmdebstrap"]["customize-hooks"][1:]:
        # mmdebstrap runs a hook in this way.
        subprocess.run(
            ["sh", "-c", hook, "exec", str(root)],
            env={"PATH": f"{folder}:{os.environ['PATH']}", "IGconf_device_user1": "pi"},
            check=True,
        )
    return root


def test_nobody_has_an_account_before_imager_made_one(tmp_path: Path) -> None:
    root = hooked(tmp_path, f'echo "$@" >>{tmp_path}/ran')
    assert f"{root} userdel --remove pi" in (tmp_path / "ran").read_text().splitlines()
    assert list((root / "etc/sudoers.d").iterdir()) == []


def test_an_image_without_an_account_needs_none_deleted(tmp_path: Path) -> None:
    """The hook that deletes the image's account first asks `id` whether there is one. Here `id` fails, as
    for an unknown user, so the hook must not run the program that deletes it."""
    hooked(tmp_path, f'echo "$2" >>{tmp_path}/ran; test "$2" != id')
    assert (tmp_path / "ran").read_text().split() == ["id"]


def test_cloud_init_finds_its_files_on_the_boot_partition(tmp_path: Path) -> None:
    boot = hooked(tmp_path, "true") / "boot/firmware"
    assert yaml.safe_load((boot / "meta-data").read_text()) == {"instance-id": "lexicon-table"}
    assert (boot / "user-data").read_text().startswith("#cloud-config\n")
    assert yaml.safe_load((boot / "network-config").read_text()) is None


def configuration() -> dict[str, Any]:
    """Return the settings for rpi-image-gen, by section."""
    read: dict[str, Any] = yaml.safe_load((IMAGE / "config/lexicon-table.yaml").read_text("utf-8"))
    return read


def test_the_image_keeps_sudo() -> None:
    """The account of the image may use sudo, since rpi-image-gen removes sudo from an image whose account
    may not."""
    _, body = layer()
    assert "sudo" in body["mmdebstrap"]["packages"]
    assert configuration()["device"]["user1sudo"] != "none"


def test_the_image_s_configuration_has_the_layer() -> None:
    config = configuration()
    fields, _ = layer()
    assert fields["X-Env-Layer-Name"] in config["layer"]
    for needed in fields["X-Env-Layer-Requires"].split(","):
        assert needed in config["layer"]


FIELDS: dict[str, type] = {
    "name": str, "description": str, "icon": str, "url": str, "extract_size": int, "extract_sha256": str,
    "image_download_size": int, "release_date": str, "devices": list,
}  # fmt: skip
"""The type of each field that the schema of Raspberry Pi Imager demands of an entry."""


def test_the_manifest_says_what_imager_asks(tmp_path: Path) -> None:
    image = tmp_path / "table.img.xz"
    image.write_bytes(lzma.compress(b"0" * 3_000_000))
    made = json.loads(json.dumps(manifest(image, "https://example.org/table.img.xz", "1.0.0")))
    (entry,) = made["os_list"]
    for field, kind in FIELDS.items():
        assert type(entry[field]) is kind, field
    assert entry["extract_size"] == 3_000_000
    # sha256sum of the image, not of the download
    sums = subprocess.run(["sha256sum"], input=b"0" * 3_000_000, capture_output=True, check=True).stdout
    assert entry["extract_sha256"] == sums.split()[0].decode()
    assert entry["image_download_size"] == image.stat().st_size
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", entry["release_date"])
    assert entry["init_format"] == "cloudinit-rpi"


def test_imager_has_a_board_to_choose_and_then_offers_the_image(tmp_path: Path) -> None:
    """Raspberry Pi Imager lists the boards in the manifest. For the chosen board it offers the images that
    have one of the board's tags."""
    image = tmp_path / "table.img.xz"
    image.write_bytes(lzma.compress(b"0"))
    made = manifest(image, "https://example.org/table.img.xz", "1.0.0")
    (entry,) = made["os_list"]
    boards = made["imager"]["devices"]
    assert len(boards) == 4
    for board in boards:
        assert set(board["tags"]) & set(entry["devices"]), board["name"]
    assert {tag for board in boards for tag in board["tags"]} == set(entry["devices"])


def test_a_manifest_of_something_else_is_refused(tmp_path: Path) -> None:
    image = tmp_path / "table.img"
    image.write_text("no image")
    with pytest.raises(UsageFault, match=r"table\.img: not an image packed with xz"):
        manifest(image, "https://example.org/table.img", "")
