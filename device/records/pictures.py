"""Pictures of the match being played: one a turn, in a folder of limited size.

They are for looking at a turn again. A new match begins with an empty folder, the oldest pictures are deleted
when there are too many, and `forgotten` deletes them all at once.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from device.errors import of_the_disk

FOLDER: Final = "pictures"
_ENDING: Final = ".jpg"


class Album:
    """The pictures in `folder`, of at most `limit` bytes together; a limit of 0 keeps none."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder, self._limit = folder, limit

    def keep(self, event: int, picture: bytes) -> None:
        """Keep the JPEG taken when event number `event` (from 0) happened. Raise UsageFault."""
        if len(picture) > self._limit:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            beside = self._folder / "new"
            beside.write_bytes(picture)
            beside.replace(picture_of(self._folder, event))
            self._shrink()
        except OSError as fault:
            raise of_the_disk(self._folder, fault) from fault

    def forget(self) -> int:
        """Delete all pictures; return how many there were."""
        return forgotten(self._folder)

    def forget_from(self, event: int) -> None:
        """Delete the pictures of event number `event` and later ones. Raise UsageFault.

        Their events were lost with the journal, and other events will get the same numbers.
        """
        _deleted(
            self._folder,
            [path for path in kept_pictures(self._folder) if path >= picture_of(self._folder, event)],
        )

    def _shrink(self) -> None:
        """Delete the oldest pictures until the rest fit."""
        sizes = [(path, path.stat().st_size) for path in kept_pictures(self._folder)]
        total = sum(size for _, size in sizes)
        for path, size in sizes:
            if total <= self._limit:
                return
            path.unlink(missing_ok=True)
            total -= size


def picture_of(folder: Path, event: int) -> Path:
    """Return the path of the picture of event number `event`, whether or not it exists."""
    return folder / f"{event:06d}{_ENDING}"


def kept_pictures(folder: Path) -> tuple[Path, ...]:
    """Return the pictures kept in the folder, oldest first."""
    return tuple(sorted(folder.glob(f"*{_ENDING}")))


def forgotten(folder: Path) -> int:
    """Delete every picture kept in the folder; return how many there were. Raise UsageFault."""
    pictures = kept_pictures(folder)
    _deleted(folder, (*pictures, folder / "new"))
    return len(pictures)


def _deleted(folder: Path, paths: Iterable[Path]) -> None:
    try:
        for path in paths:
            path.unlink(missing_ok=True)
    except OSError as fault:
        raise of_the_disk(folder, fault) from fault
