"""Make a party's papers as PDFs: place cards with QR codes, score cards, sheets for a table without
phones."""

from device.party.paper.fallback import fallback_pdf
from device.party.paper.place import Code, place_cards_pdf, steward_cards_pdf
from device.party.paper.score import PrintedScoreCard, score_cards_pdf
from device.party.paper.sheet import Occasion, unprintable_names

__all__ = [
    "Code",
    "Occasion",
    "PrintedScoreCard",
    "fallback_pdf",
    "place_cards_pdf",
    "score_cards_pdf",
    "steward_cards_pdf",
    "unprintable_names",
]
