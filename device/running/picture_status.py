"""Report on the newest still picture: its contents, or the time since which nothing has changed."""

from dataclasses import dataclass, replace

from device.running.view import TableView
from engine.i18n import Sentence
from engine.shared.condition import forbids_rulings
from engine.wording.pictures import say_picture, say_unchanged


@dataclass(frozen=True, slots=True)
class LastPicture:
    """Hold the report on the last picture that was read."""

    picture: int
    """The number of the picture that is reported on."""
    sentences: tuple[Sentence, ...]
    """The sentences that say what the picture shows."""
    since: str
    """The time of day (hours and minutes) since which the sentences are true."""
    pile_texts: tuple[str, ...] = ()
    """The piles of a patience in the picture, in notation."""
    repeated: bool = False
    """True if an earlier picture already gave the same sentences and piles."""

    def lines(self, *, by_photograph: bool) -> tuple[Sentence, ...]:
        """Return the sentences about the picture. `by_photograph` is true if the picture is a photograph from
        a phone."""
        return (
            (*self.sentences, say_unchanged(self.since, by_photograph=by_photograph))
            if self.repeated
            else self.sentences
        )


def next_status(last: LastPicture | None, view: TableView, now: str) -> LastPicture | None:
    """Return the report on the newest still picture after `view` is shown at `now` (hours and minutes).
    A picture with movement is not read, so the report stays `last`. Return None without a picture, or
    before the deal."""
    if view.frame is None or view.reading is None:
        return last if view.frame is not None else None
    sentences = _sentences(view)
    if not sentences:
        return None
    shows = view.referee.memory.view
    pile_texts = () if shows is None else shows.pile_texts
    if last is None or (last.sentences, last.pile_texts) != (sentences, pile_texts):
        return LastPicture(view.picture, sentences, now, pile_texts)
    return replace(last, picture=view.picture, repeated=last.repeated or view.picture != last.picture)


def _sentences(view: TableView) -> tuple[Sentence, ...]:
    reading, shows = view.reading, view.referee.memory.view
    if reading is not None and forbids_rulings(reading.conditions):
        return (Sentence("I can't read this picture well enough."),)
    return () if shows is None else say_picture(shows)
