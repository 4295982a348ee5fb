"""Define `PageServices`, the services of a table that its pages ask.

The composition layer (`device.service`) implements each interface. If a table lacks a service, it also lacks
the page for that service. A service refuses a request with a `RefusedError`, which has one sentence for the
person who asked.
"""

from dataclasses import dataclass

from web.archive import Archive, EmptyArchive
from web.services.camera_view import CameraViewService, PhotographService
from web.services.enrolment import EnrolService
from web.services.match_set_up import SetUpService
from web.services.virtual_play import PlayHereService
from web.services.word_screening import WordScreening


@dataclass(frozen=True, slots=True)
class PageServices:
    """The services of a table; None for a service that the table lacks."""

    set_up: SetUpService | None = None
    word_screening: WordScreening | None = None
    camera_view: CameraViewService | None = None
    photographs: PhotographService | None = None
    play_here: PlayHereService | None = None
    enrolment: EnrolService | None = None
    archive: Archive = EmptyArchive()  # noqa: RUF009 - it holds nothing
    """The records of the table's matches."""
