"""Run the threads that answer requests. A thread starts only when a request needs it."""

import threading
from contextlib import suppress
from typing import Any, Final

from waitress.task import ThreadedTaskDispatcher

THREAD_NAME_PREFIX: Final = "worker-"
"""The prefix of the names of the threads that answer requests. Measurements tell these threads from others by
it."""


class Workers(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Answer requests in up to `max_threads` threads. A new thread starts only if a request finds all threads
    busy. A table may need five hundred threads for event streams, but usually needs few, and starting all at
    once would double its start-up time."""

    def __init__(self, max_threads: int) -> None:
        super().__init__()
        self._max_threads = max_threads

    def add_task(self, task: Any) -> None:
        """Hand `task` to a free thread, or to a new one. If `max_threads` threads are busy, the task
        waits."""
        with self.lock:
            self.queue.append(task)
            free = len(self.threads) - self.stop_count - self.active_count
            if len(self.queue) > free and len(self.threads) < self._max_threads:
                # If the machine gives no more threads, the running threads answer.
                with suppress(RuntimeError):
                    self.start_new_thread(self.handler_thread, len(self.threads))
            self.queue_cv.notify()

    def start_new_thread(self, target: Any, thread_no: int) -> None:
        """Start a thread that runs `target` with the number of the thread. The caller must hold the lock."""
        threading.Thread(
            target=target, name=f"{THREAD_NAME_PREFIX}{thread_no}", args=(thread_no,), daemon=True
        ).start()
        self.threads.add(thread_no)
        self.active_count += 1

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End all threads, and start no more."""
        with self.lock:
            self._max_threads = 0
        return bool(super().shutdown(cancel_pending, timeout))
