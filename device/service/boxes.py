"""Read the box or the rule leaflet that a person photographs at set-up, to find the pack."""

from typing import Final

from device.service.phone_photos import decoded
from engine.edition_recognition import recognised_edition
from vision.ocr import pages
from web.languages import translate as _
from web.services.match_set_up import BoxReading
from web.services.refusal import RefusedError

DECODED_SIDE_PIXELS: Final = 2304
"""Number of pixels that the longer side of a photograph keeps at least when the photograph is shrunk. The
reader needs no more pixels."""


def read_box(photo: bytes) -> BoxReading:
    """Return the pack and the booklet that the print on `photo` names. `photo` is a picture file of a
    box or a leaflet. Raise RefusedError if the file is missing or unreadable, if Tesseract is
    missing, or if the print is unknown."""
    if not photo:
        raise RefusedError(_("No photograph arrived. Take one, then send it."), "box")
    try:
        recognition = recognised_edition(pages.read_print(decoded(photo, DECODED_SIDE_PIXELS)))
    except pages.NoTesseractError as fault:
        message = _("I can't read print: Tesseract is not installed here. Choose the cards yourself.")
        raise RefusedError(message, "box") from fault
    except RefusedError as fault:
        raise RefusedError(str(fault), "box") from fault
    if recognition is None:
        message = _(
            "I don't know this print. Photograph the lid or the title page, with the maker's name, from near "
            "and in good light. Or choose the cards yourself."
        )
        raise RefusedError(message, "box")
    return BoxReading(recognition.pack.name, recognition.edition, recognition.games, recognition.phrases)
