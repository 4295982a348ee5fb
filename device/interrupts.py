"""Handle signals that end a program like Ctrl-C, so that files are closed and outputs are switched off."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

ENDING_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)
"""Signals from a service manager, from a terminal that is closed, and from a connection that is lost."""


@contextmanager
def signals_interrupt() -> Iterator[None]:
    """Make each signal of `ENDING_SIGNALS` raise KeyboardInterrupt while the context lasts, like Ctrl-C.

    Only the first signal does so, because a terminal may send several, and the program must be able to close.
    A signal that was ignored at the start (nohup) stays ignored. Only the main thread receives signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, *ENDING_SIGNALS)}
    heeded = [one for one, handler in before.items() if handler is not signal.SIG_IGN]

    def end(_number: int, _frame: FrameType | None) -> NoReturn:
        for signal_number in heeded:
            signal.signal(
                signal_number,
                signal.SIG_IGN if signal_number in ENDING_SIGNALS else signal.default_int_handler,
            )
        raise KeyboardInterrupt

    for signal_number in heeded:
        signal.signal(signal_number, end)
    try:
        yield
    finally:
        for signal_number in heeded:
            signal.signal(signal_number, before[signal_number])
