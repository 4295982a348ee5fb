"""Faults of a photograph and their remedies, each a whole sentence that can be translated."""

from typing import Final

from engine.i18n import Fact, Sentence
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts


class PictureError(ValueError):
    """A photograph that cannot be read. `name` is the name of the photograph. The sentence states the
    fault and the remedy."""

    def __init__(self, name: str, text: str, **facts: Fact) -> None:
        self.sentence = Sentence(text, tuple(facts.items()))
        super().__init__(f"{name}: {self.sentence}")


UNKNOWN_FORMAT: Final = N_("This file is not a photograph that can be decoded. Choose a photograph.")
TRUNCATED: Final = N_("The file ends before the picture does. Send or copy it again.")
DAMAGED: Final = N_("The file is damaged and holds no readable picture. Send or copy it again.")
TOO_LARGE_FOR_FORMAT: Final = N_(
    "The picture has {size} megapixels. In this format at most {limit} are read. Save it as a JPEG, or "
    "smaller."
)
TOO_LARGE: Final = N_("The picture has {size} megapixels. At most {limit} are read. Save it smaller.")
TOO_MUCH_MEMORY: Final = N_(
    "The picture takes too much memory to decode. Save it as a plain JPEG, or smaller."
)
TOO_SLOW: Final = N_("The picture takes too long to decode. Save it as a plain JPEG.")
DECODING_FAILED: Final = N_("The picture can't be decoded. Save it as a plain JPEG.")
TOO_MANY_SCANS: Final = N_("The picture is stored in too many passes. Save it as a plain JPEG.")
CANNOT_OPEN: Final = N_("The file can't be opened: {reason}.")

NO_SUCH_FILE: Final = "no such file"
NOT_A_FILE: Final = "not a file"
"""The fault of a path on the command line that is not a file."""
