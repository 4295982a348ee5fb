"""Store pictures of the present match, one for each turn, in a folder of limited size.

People look at them to check a turn. A new match begins with an empty folder. The oldest pictures are deleted
when they take too much space, and `forgotten` deletes all at once.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from device.errors import of_the_disk

FOLDER: Final = "pictures"
_ENDING: Final = ".jpg"


class Album:
    """Store pictures in `folder`, at most `limit` bytes together. A limit of 0 stores none."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder, self._limit = folder, limit

    def keep(self, event: int, picture: bytes) -> None:
        """Store the JPEG that was taken at event `event` (from 0). Raise UsageFault."""
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
        """Delete all pictures. Return their number."""
        return forgotten(self._folder)

    def forget_from(self, event: int) -> None:
        """Delete the pictures of event `event` and later ones. Raise UsageFault.

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
    """Return the path of the picture of event `event`, even if the picture does not exist."""
    return folder / f"{event:06d}{_ENDING}"


def kept_pictures(folder: Path) -> tuple[Path, ...]:
    """Return the stored pictures in the folder, oldest first."""
    return tuple(sorted(folder.glob(f"*{_ENDING}")))


def forgotten(folder: Path) -> int:
    """Delete every stored picture in the folder. Return their number. Raise UsageFault."""
    pictures = kept_pictures(folder)
    _deleted(folder, (*pictures, folder / "new"))
    return len(pictures)


def _deleted(folder: Path, paths: Iterable[Path]) -> None:
    try:
        for path in paths:
            path.unlink(missing_ok=True)
    except OSError as fault:
        raise of_the_disk(folder, fault) from fault
