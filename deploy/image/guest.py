"""Run a virtual machine in QEMU from the image of an SD card. Its power can be cut, and a moment can be saved
and continued.

`make.sh --key` makes the image. qemu-system-aarch64 or qemu-system-x86_64, qemu-img and ssh must be
installed.
"""

import json
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

PAGE_PORT: Final = 8080
"""The port at which the table's page answers inside the virtual machine."""

COMMAND_TIMEOUT_SECONDS: Final = 1800.0
"""The time limit, in seconds, for a command in the virtual machine, and for waiting until the machine
reaches a state.

It is long because the machine is emulated and the computer that runs it may be busy.
"""

SNAPSHOT_NAME: Final = "saved"
"""The name of the snapshot in the virtual machine's disk file that holds the saved moment."""

SSH_OPTIONS: Final = (
    *("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
    *("-o", "LogLevel=ERROR", "-o", "ConnectTimeout=600"),
)
"""The options of ssh for the virtual machine. Host keys are not checked, because each new machine makes
its own."""


class GuestError(Exception):
    """The error when a command in the virtual machine or a program for it fails or takes too long, or when
    the machine is on or off at the wrong time."""


@dataclass(slots=True)
class Guest:
    """A virtual machine in QEMU that runs the image of an SD card. What it writes goes to a file of its own,
    and the image stays unchanged.

    An image for arm64 is emulated. An image for amd64 needs KVM, and has this computer's processor.
    """

    folder: Path
    """The folder with the image of the SD card, its kernel and the virtual machine's own files."""
    key: Path
    """The file with the private SSH key with which root logs in to the virtual machine."""
    port: int
    """The port on this computer at which the virtual machine's page answers. Its SSH server answers at
    the next port."""
    memory: int = 1024
    """The memory of the virtual machine, MiB."""
    cpu: str = "cortex-a72"
    """The processor that the virtual machine emulates for an image for arm64: cortex-a53 (Pi 3, Zero 2 W),
    cortex-a72 (Pi 4) or cortex-a76 (Pi 5)."""
    _emulator: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def disk(self) -> Path:
        """The disk file of the virtual machine. It holds everything that the machine has written."""
        return self.folder / "trial.qcow2"

    @property
    def image(self) -> Path:
        """The file of the SD card's image, which the virtual machine reads and never writes."""
        return self.folder / "disk.img"

    def reset_disk(self) -> None:
        """Delete everything that the virtual machine has written, so that its next start is the first one of
        the image."""
        image = str(self.image.resolve())
        create = ("qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", image, str(self.disk))
        subprocess.run(create, check=True)

    def switch_on(self, *, from_saved: bool = False) -> None:
        """Switch on the virtual machine's power, or continue from the saved moment if `from_saved` is true.
        The machine's console is written to `console.log`.

        Raise GuestError if the power is already on.
        """
        if self._emulator is not None:
            raise GuestError("the guest is on already")
        forwards = f"hostfwd=tcp:127.0.0.1:{self.port}-:{PAGE_PORT},hostfwd=tcp:127.0.0.1:{self.port + 1}-:22"
        command = [
            *self._machine(),
            *("-smp", "2", "-m", str(self.memory), "-display", "none", "-no-reboot"),
            *("-kernel", str(self.folder / "vmlinuz"), "-initrd", str(self.folder / "initrd.img")),
            *("-append", "root=LABEL=rootfs rw console=ttyAMA0 console=ttyS0 cgroup_enable=memory"),
            # The disk behaves like a card with a cache of its own: data that the guest did not flush may be
            # lost with the power.
            *("-drive", f"if=none,id=card,file={self.disk},format=qcow2,cache=writeback,l2-cache-size=4M"),
            *("-device", "virtio-blk-pci,drive=card", "-device", "virtio-rng-pci"),
            *("-netdev", f"user,id=net,restrict=on,{forwards}", "-device", "virtio-net-pci,netdev=net"),
            *("-serial", f"file:{self.folder / 'console.log'}", "-monitor", "none", "-qmp", "stdio"),
            *(("-loadvm", SNAPSHOT_NAME) if from_saved else ()),
        ]
        self._emulator = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def _machine(self) -> tuple[str, ...]:
        if (self.folder / "arch").read_text().strip() == "amd64":
            # A virtual machine inside another may not read the register IA32_ARCH_CAPABILITIES.
            own = "host,arch-capabilities=off"
            return "qemu-system-x86_64", "-machine", "q35", "-accel", "kvm", "-cpu", own
        return "qemu-system-aarch64", "-machine", "virt", "-accel", "tcg,thread=multi", "-cpu", self.cpu

    def save(self) -> None:
        """Save this moment of the virtual machine, with its memory, in place of an earlier one. Then cut the
        power.

        Raise GuestError if the machine is off, or if QEMU reports an error.
        """
        self._ask("qmp_capabilities")
        reply = self._ask("human-monitor-command", **{"command-line": f"savevm {SNAPSHOT_NAME}"})
        if reply.get("return"):
            raise GuestError(f"savevm: {reply['return'].strip()}")
        self.cut_power()

    def _ask(self, command: str, **arguments: str) -> dict[str, Any]:
        """Send a command to QEMU, which runs the virtual machine, and return its answer. Events that QEMU
        reports before are skipped.

        Raise GuestError if the machine is off, or if QEMU reports an error.
        """
        emulator = self._emulator
        if emulator is None or emulator.stdin is None or emulator.stdout is None:
            raise GuestError(f"{command}: the guest is off")
        emulator.stdin.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        emulator.stdin.flush()
        for line in emulator.stdout:
            answer: dict[str, Any] = json.loads(line)
            if "error" in answer:
                raise GuestError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer
        raise GuestError(f"{command}: the guest is off")

    def cut_power(self) -> None:
        """Cut the power of the virtual machine without warning it."""
        if self._emulator is not None:
            self._emulator.kill()
            self._emulator.communicate()
            self._emulator = None

    def run(self, command: str, *, timeout_seconds: float = COMMAND_TIMEOUT_SECONDS) -> str:
        """Run `command` as root in the virtual machine, and return its output. Raise GuestError if it fails
        or takes too long."""
        return self.run_any(command, timeout_seconds=timeout_seconds, ok_statuses=(0,))[1]

    def send(self, content: bytes, path: str) -> None:
        """Write `content` to the file `path` in the virtual machine. Raise GuestError if this fails."""
        self.run_any(f"cat >{path} && sync {path}", ok_statuses=(0,), stdin=content)

    def run_any(
        self,
        command: str,
        *,
        timeout_seconds: float = COMMAND_TIMEOUT_SECONDS,
        ok_statuses: tuple[int, ...] = (0, 1, 2, 3),
        stdin: bytes = b"",
    ) -> tuple[int, str]:
        """Run `command` as root in the virtual machine, with the input `stdin`. Return its exit status and
        its output.

        Raise GuestError if the status is not in `ok_statuses`, or after `timeout_seconds`.
        """
        login = ("-i", str(self.key), "-p", str(self.port + 1), *SSH_OPTIONS, "root@127.0.0.1")
        try:
            ended = subprocess.run(
                ["ssh", *login, command],
                input=stdin,
                capture_output=True,
                timeout=timeout_seconds,
                check=False,
            )
        except subprocess.TimeoutExpired as fault:
            raise GuestError(f"{command}: no answer within {timeout_seconds:.0f} s") from fault
        if ended.returncode not in ok_statuses:
            raise GuestError(f"{command}: status {ended.returncode}: {ended.stderr.decode().strip()}")
        return ended.returncode, ended.stdout.decode()

    def state(self) -> dict[str, Any] | None:
        """Return the state of the table that the virtual machine's page gives at `/api/state`; None if the
        page does not answer."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/state", timeout=60) as answer:
                shown: dict[str, Any] = json.load(answer)
        except (OSError, urllib.error.URLError, ValueError):
            return None
        return shown

    def wait(
        self, what: str, condition: Callable[[], object], *, timeout_seconds: float = COMMAND_TIMEOUT_SECONDS
    ) -> float:
        """Wait until `condition` returns a true value, and return the seconds that this took.

        Raise GuestError if it takes more than `timeout_seconds`, or if the virtual machine goes off. The
        error names `what` was awaited.
        """
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > timeout_seconds:
                raise GuestError(f"{what}: not within {timeout_seconds:.0f} s")
            if self._emulator is None or self._emulator.poll() is not None:
                raise GuestError(f"{what}: the guest is off")
            time.sleep(0.5)
        return time.monotonic() - began
