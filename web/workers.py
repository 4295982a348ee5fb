"""The threads that answer requests: as many as there were requests at once, not as many as there may be."""

import threading
from contextlib import suppress
from typing import Any, Final

from waitress.task import ThreadedTaskDispatcher

NAME: Final = "worker-"
"""The beginning of these threads' names."""


class Workers(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Start a thread when a request finds all others at work, `most` threads at once. A table may have five
    hundred event streams, each with a thread of its own, and mostly has a few. With all threads from the
    start a table's start took twice the time.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def add_task(self, task: Any) -> None:
        """Have `task` answered by a free thread, by a new one, or by the first one that is free again."""
        with self.lock:
            self.queue.append(task)
            free = len(self.threads) - self.stop_count - self.active_count
            if len(self.queue) > free and len(self.threads) < self._most:
                # If the machine gives no more threads, those that run answer.
                with suppress(RuntimeError):
                    self.start_new_thread(self.handler_thread, len(self.threads))
            self.queue_cv.notify()

    def start_new_thread(self, target: Any, thread_no: int) -> None:
        """Start a thread that runs `target` with its number; the lock is held."""
        threading.Thread(target=target, name=f"{NAME}{thread_no}", args=(thread_no,), daemon=True).start()
        self.threads.add(thread_no)
        self.active_count += 1

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End all threads, and start no more."""
        with self.lock:
            self._most = 0
        return bool(super().shutdown(cancel_pending, timeout))
