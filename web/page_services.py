"""The services that a table has."""

from dataclasses import dataclass

from web.archive import Archive, Empty
from web.services.camera_view import CameraViewService, PhotographService
from web.services.enrolment import EnrolService
from web.services.match_set_up import SetUpService
from web.services.virtual_play import PlayHereService
from web.services.word_screening import WordScreening


@dataclass(frozen=True, slots=True)
class PageServices:
    """The services of a table; None for a missing service. `archive` is the record of its matches."""

    set_up: SetUpService | None = None
    word_screening: WordScreening | None = None
    camera_view: CameraViewService | None = None
    photographs: PhotographService | None = None
    play_here: PlayHereService | None = None
    enrolment: EnrolService | None = None
    archive: Archive = Empty()  # noqa: RUF009 - it holds nothing
