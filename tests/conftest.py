"""Configure all tests: no test asserts how long something took, and random tests draw the same examples
each time.

`pytest --hypothesis-profile explore` searches many more random examples for counterexamples.
"""

import gc
import signal
from collections.abc import Iterator
from functools import partial

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import StrictUndefined

from web.access import pin

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("same")


def pytest_configure() -> None:
    """Make the tests and every program they start obey Ctrl-C and the end of the terminal. Otherwise tests
    in the background of a shell, or under `nohup`, would ignore these signals, and each program they start
    would inherit this."""
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)


def pytest_collection_finish() -> None:
    """Exempt ten thousand tests and their modules from garbage collection: they live until the run ends,
    and searching them takes time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def strict_templates() -> Iterator[None]:
    """Make a template fail that uses a name or an attribute that does not exist. On a phone its place would
    only stay empty."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Flask, "jinja_options", {**Flask.jinja_options, "undefined": StrictUndefined})
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_pins() -> Iterator[None]:
    """Hash PINs quickly in all tests. The table hashes slowly on purpose, and the tests start hundreds of
    tables."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pin, "hashed", partial(pin.hashed, cost=2))
        yield
