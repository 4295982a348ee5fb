"""Report on the newest still picture: what it shows, or since when nothing has changed."""

from dataclasses import dataclass, replace

from device.running.view import TableView
from engine.i18n import Sentence
from engine.shared.condition import halting
from engine.wording.pictures import picture_described, unchanged


@dataclass(frozen=True, slots=True)
class LastPicture:
    """Hold the sentences `told` about the last read `picture` (its number), which have held since `since`.
    `again`: an earlier picture showed the same, with the piles of a patience as they lie (`lies`).
    """

    picture: int
    told: tuple[Sentence, ...]
    since: str
    lies: tuple[str, ...] = ()
    again: bool = False

    def lines(self, *, posed: bool) -> tuple[Sentence, ...]:
        """Return the sentences about the picture. `posed` says that it is a photograph."""
        return (*self.told, unchanged(self.since, posed=posed)) if self.again else self.told


def next_status(last: LastPicture | None, view: TableView, now: str) -> LastPicture | None:
    """Return the status after `view` is shown at `now` (hours and minutes). A picture with movement is not
    read. A forgotten picture, or one from before the deal, tells nothing.
    """
    if view.frame is None or view.sight is None:
        return last if view.frame is not None else None
    told = _told(view)
    if not told:
        return None
    shows = view.referee.memory.view
    lies = () if shows is None else shows.pile_texts
    if last is None or (last.told, last.lies) != (told, lies):
        return LastPicture(view.picture, told, now, lies)
    return replace(last, picture=view.picture, again=last.again or view.picture != last.picture)


def _told(view: TableView) -> tuple[Sentence, ...]:
    sight, shows = view.sight, view.referee.memory.view
    if sight is not None and halting(sight.conditions):
        return (Sentence("I can't read this picture well enough."),)
    return () if shows is None else picture_described(shows)
