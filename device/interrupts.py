"""Signals that end a program, heard as Ctrl-C is: whatever is open is closed, and nothing is left on."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

SENT: Final = (signal.SIGTERM, signal.SIGHUP)
"""Signals of a service manager, of a terminal that is closed, and of a connection that is lost."""


@contextmanager
def signals_interrupt() -> Iterator[None]:
    """Make each signal of `SENT` raise KeyboardInterrupt while the context lasts, as Ctrl-C does.

    Only the first signal does so, because a terminal may send several and the program must close in peace. A
    signal that was ignored at the start (nohup) stays ignored. Only the main thread listens.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, *SENT)}
    heeded = [one for one, handler in before.items() if handler is not signal.SIG_IGN]

    def end(_number: int, _frame: FrameType | None) -> NoReturn:
        for one in heeded:
            signal.signal(one, signal.SIG_IGN if one in SENT else signal.default_int_handler)
        raise KeyboardInterrupt

    for one in heeded:
        signal.signal(one, end)
    try:
        yield
    finally:
        for one in heeded:
            signal.signal(one, before[one])
