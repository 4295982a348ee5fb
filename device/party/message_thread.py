"""Send and receive messages in a thread, beside a program's other work."""

import threading
from collections.abc import Callable

from device.errors import UsageFault
from device.party.stations import StationBroker


class MessageThread:
    """Let the connections of `exchange` send and receive in a thread of their own, from `start` to `close`.

    `after_round` is called after each round of sending and receiving. `failed` is called with each fault that
    a person can mend, such as a full disk. The thread continues after such a fault.
    """

    def __init__(
        self,
        exchange: StationBroker,
        after_round: Callable[[], None] = lambda: None,
        failed: Callable[[UsageFault], None] = lambda _: None,
    ) -> None:
        self._exchange, self._after_round, self._failed = exchange, after_round, failed
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="party", daemon=True)

    def start(self) -> None:
        """Start the thread that sends and receives the stations' messages."""
        self._thread.start()

    def close(self) -> None:
        """End the thread, and disconnect the stations."""
        self._stopped.set()
        self._exchange.wake()
        if self._thread.is_alive():
            self._thread.join()
        self._exchange.close()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._exchange.run_once(1.0)
                self._after_round()
            except UsageFault as fault:
                self._failed(fault)
