"""Run a table: start its threads together, and end them together in every case."""

import os
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Protocol

from device.hardware.bell import Bell
from device.hardware.camera import Camera
from device.running.heartbeat import Heartbeat, supervisor
from device.running.inbox import Inbox, pump
from device.running.loop import Loop, ReportFault
from device.running.timed_outputs import TimedOutputs

JOIN_TIMEOUT_SECONDS: float = 5.0
"""Maximum number of seconds to wait for a thread when the table is closed. The program then ends
without it."""


class Closable(Protocol):
    """Define an object that must be closed."""

    def close(self) -> None:
        """Release all resources."""


class PhoneServer(Closable, Protocol):
    """Define the server for phones. `port` is the port that it is bound to."""

    port: int

    def start(self) -> object:
        """Start a thread that serves the phones' pages."""


@dataclass(frozen=True, slots=True)
class Appliance:
    """Hold all running parts. `resources` are files and hardware, which close last."""

    camera: Camera
    inbox: Inbox
    loop: Loop
    bell: Bell
    timed_outputs: TimedOutputs
    server: PhoneServer
    resources: Closable

    def run(self, announce: Callable[[int], None], report_fault: ReportFault | None = None) -> None:
        """Run until `Stop` or KeyboardInterrupt. `announce` gets the port that phones connect to. If
        systemd started the program, report to it that the table is up and the loop alive. `report_fault` gets
        faults of the program, as in `Loop.run`."""
        with ExitStack() as closing:
            for thing in (self.resources, self.bell, self.server):
                closing.callback(thing.close)
            closing.callback(self._end_camera, self._started_camera())
            closing.callback(self.timed_outputs.close)
            self.timed_outputs.start()
            self.server.start()
            announce(self.server.port)
            heart = Heartbeat(supervisor(os.environ), clock=time.monotonic)
            closing.callback(heart.stopping)
            heart.ready()
            try:
                self.loop.run(self.inbox, heart.beat, report_fault)
            except KeyboardInterrupt:
                return

    def _started_camera(self) -> threading.Thread:
        thread = threading.Thread(target=pump, args=(self.camera, self.inbox), name="camera", daemon=True)
        thread.start()
        return thread

    def _end_camera(self, pumping: threading.Thread) -> None:
        """End the camera without waiting, because a driver that hangs may block its caller for ever."""
        closing = threading.Thread(target=self.camera.close, name="camera's end", daemon=True)
        closing.start()
        closing.join(JOIN_TIMEOUT_SECONDS)
        pumping.join(JOIN_TIMEOUT_SECONDS if not closing.is_alive() else 0.0)
