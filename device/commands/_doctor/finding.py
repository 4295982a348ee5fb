"""Define the result of one check of `lexicon-table doctor`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from device import faults
from device.errors import UsageFault

SET_UP_AGAIN: Final = "set the table up again: ./deploy/demo.sh"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check of `lexicon-table doctor`."""

    name: str
    """The name of the check."""
    state: Literal["ok", "fail", "skipped"]
    """The result of the check: passed, failed, or did not apply."""
    sentence: str
    """A sentence that says what the check found."""
    advice: str = ""
    """The advice to the user about a failed check; empty otherwise."""


class Failing(Exception):  # noqa: N818 - raised by a check, caught by `examine`, never seen
    """Report a failed check: a `sentence` that says what it found, and `advice` for the user."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice


class Skipping(Exception):  # noqa: N818 - as above
    """Report a check that does not apply. The message gives the reason."""


Check = Callable[[], str]
"""A function that makes one check of `lexicon-table doctor`, and returns a sentence with the
result. It raises Failing or UsageFault if the check fails, Skipping if the check does not
apply."""


def examine(name: str, check: Check) -> Finding:
    """Run one check and return its finding, even if the check raises an error."""
    try:
        return Finding(name, "ok", check())
    except Skipping as reason:
        return Finding(name, "skipped", str(reason))
    except Failing as fault:
        return Finding(name, "fail", fault.sentence, fault.advice)
    except UsageFault as fault:
        return Finding(name, "fail", str(fault), "then run: lexicon-table doctor")
    except ImportError as fault:
        return Finding(name, "fail", f"{fault.name or 'a package'} cannot be loaded: {fault}", SET_UP_AGAIN)
    except Exception as fault:  # noqa: BLE001 - one broken part must not hide what the other checks find
        return Finding(name, "fail", faults.one_line(f"{type(fault).__name__}: {fault}"), SET_UP_AGAIN)
