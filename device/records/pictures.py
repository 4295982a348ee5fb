"""Store pictures of the present match, one for each turn, in a folder of limited size.

People look at the pictures to check a turn. A new match begins with an empty folder. When the pictures take
too much space, the oldest are deleted. `delete_pictures` deletes all.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from device.errors import disk_fault

FOLDER: Final = "pictures"
_ENDING: Final = ".jpg"


class Album:
    """The stored pictures of the present match, in `folder`. Together they take at most `limit` bytes.

    With a limit of 0 no picture is stored.
    """

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder, self._limit = folder, limit

    def keep(self, event: int, picture: bytes) -> None:
        """Store the JPEG `picture` of the event number `event`, counted from 0. Delete the oldest pictures
        beyond the limit.

        A picture larger than the whole limit is not stored. Raise UsageFault for a disk error.
        """
        if len(picture) > self._limit:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            beside = self._folder / "new"
            beside.write_bytes(picture)
            beside.replace(picture_path(self._folder, event))
            self._shrink()
        except OSError as fault:
            raise disk_fault(self._folder, fault) from fault

    def forget(self) -> int:
        """Delete all pictures. Return how many there were. Raise UsageFault for a disk error."""
        return delete_pictures(self._folder)

    def forget_from(self, event: int) -> None:
        """Delete the pictures of the event number `event` and of all later events. Raise UsageFault for a
        disk error.

        The journal has lost these events, so that new events will have their numbers.
        """
        _delete(
            self._folder,
            [path for path in stored_pictures(self._folder) if path >= picture_path(self._folder, event)],
        )

    def _shrink(self) -> None:
        """Delete the oldest pictures until all pictures together take at most `limit` bytes."""
        sizes = [(path, path.stat().st_size) for path in stored_pictures(self._folder)]
        total = sum(size for _, size in sizes)
        for path, size in sizes:
            if total <= self._limit:
                return
            path.unlink(missing_ok=True)
            total -= size


def picture_path(folder: Path, event: int) -> Path:
    """Return the path of the picture of the event number `event`. The file need not exist."""
    return folder / f"{event:06d}{_ENDING}"


def stored_pictures(folder: Path) -> tuple[Path, ...]:
    """Return the paths of the pictures in the folder, oldest first."""
    return tuple(sorted(folder.glob(f"*{_ENDING}")))


def delete_pictures(folder: Path) -> int:
    """Delete all pictures in the folder, and return how many there were. Raise UsageFault for a disk
    error."""
    pictures = stored_pictures(folder)
    _delete(folder, (*pictures, folder / "new"))
    return len(pictures)


def _delete(folder: Path, paths: Iterable[Path]) -> None:
    try:
        for path in paths:
            path.unlink(missing_ok=True)
    except OSError as fault:
        raise disk_fault(folder, fault) from fault
