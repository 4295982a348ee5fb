"""What is wrong with a photograph, as a sentence that can be told in any language."""

from typing import Final

from engine.tongue import Fact, Sentence
from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts


class PictureError(ValueError):
    """A photograph that cannot be read: `name` says which, and the sentence why and what to do."""

    def __init__(self, name: str, text: str, **facts: Fact) -> None:
        self.sentence = Sentence(text, tuple(facts.items()))
        super().__init__(f"{name}: {self.sentence}")


UNKNOWN: Final = N_("not a photograph that can be decoded")
CUT: Final = N_("the file ends before the picture does; fetch or copy it again")
DAMAGED: Final = N_("the file is damaged and holds no readable picture; fetch or copy it again")
LARGE: Final = N_("{size} megapixels; at most {limit} are read in this format; save it as a JPEG, or smaller")
HUGE: Final = N_("{size} megapixels; at most {limit} are read; save it smaller")
HEAVY: Final = N_("it takes too much memory to decode; save it as a plain JPEG or smaller")
SLOW: Final = N_("it takes too long to decode; save it as a plain JPEG")
FAILED: Final = N_("cannot be decoded ({reason})")
MISSING: Final = N_("no such file")
NO_FILE: Final = N_("not a file")
SCANS: Final = N_("it is stored in too many passes; save it as a plain JPEG")
