"""The result of a check."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from device import faults
from device.errors import UsageFault

AGAIN: Final = "set the table up again: ./deploy/demo.sh"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check, and for a failed one `todo`, the advice."""

    name: str
    state: Literal["ok", "fail", "skipped"]
    found: str
    todo: str = ""


class Failing(Exception):  # noqa: N818 - raised by a check, caught by `examine`, never seen
    """The failure of a check, with its result `found` and the advice `todo`."""

    def __init__(self, found: str, todo: str) -> None:
        super().__init__(found)
        self.found = found
        self.todo = todo


class Skipping(Exception):  # noqa: N818 - as above
    """The end of a check that has nothing to check; the message gives the reason."""


Check = Callable[[], str]
"""A check returns its result. It raises Failing, Skipping, or UsageFault when its line gives the advice."""


def examine(name: str, check: Check) -> Finding:
    """Return the finding of one check, whatever error it runs into."""
    try:
        return Finding(name, "ok", check())
    except Skipping as reason:
        return Finding(name, "skipped", str(reason))
    except Failing as fault:
        return Finding(name, "fail", fault.found, fault.todo)
    except UsageFault as fault:
        return Finding(name, "fail", str(fault), "then run: lexicon-table doctor")
    except ImportError as fault:
        return Finding(name, "fail", f"{fault.name or 'a package'} cannot be loaded: {fault}", AGAIN)
    except Exception as fault:  # noqa: BLE001 - one broken part must not hide what the other checks find
        return Finding(name, "fail", faults.one_line(f"{type(fault).__name__}: {fault}"), AGAIN)
