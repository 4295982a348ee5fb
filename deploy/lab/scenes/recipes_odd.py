"""Recipes of golden scenes with odd cards: without a letter, with a letter that does not show which way is
up, or readable only in a larger picture or with another pack."""

from typing import Final

from deploy.lab.scenes.layouts import lines
from deploy.lab.scenes.recipe import (
    CENTRE,
    CORNERS,
    DARK,
    DAY,
    FIGURE,
    GREEN,
    GREY,
    LAMP,
    OAK,
    PALE,
    WHITE,
    CameraView,
    Recipe,
    UnletteredCard,
    rows,
    tiles,
)

ODD: Final = (
    Recipe(
        "strangers-word", "a Keyword card with a word on it beside letter cards", rows("PLANET JOKE"),
        unlettered=(UnletteredCard("word", "HARBOUR"),), face="Manrope-Bold", deck=WHITE, table=GREEN,
        spacing=1.1,
    ),
    Recipe(
        "strangers-words", "three Keyword cards, their words across and along", rows("WIDTH"),
        unlettered=(
            UnletteredCard("along", "ORCHARD", 0.3), UnletteredCard("word", "THUNDER", 0.0),
            UnletteredCard("along", "LANTERN"),
        ),
        face="BaskervaldADFStd-Bold", table=OAK, spacing=1.1,
    ),
    Recipe(
        "strangers-number", "cards with a number and a text", rows("COUNT FIVES"),
        unlettered=(
            UnletteredCard("number", "7/MISS A TURN/and pay seven points"),
            UnletteredCard("number", "50/BONUS/for a long word"),
        ),
        face="Caladea-Bold", table=GREY, spacing=1.1,
    ),
    Recipe(
        "strangers-picture", "cards with a picture and a text", rows("HOUSE BY"),
        unlettered=(
            UnletteredCard("picture", "The house by the sea/number four of twelve", 0.58),
            UnletteredCard("picture", "EVENING/A game for the family", 0.05),
        ),
        face="Gentium-R", table=DARK, light=LAMP, spacing=1.1,
    ),
    Recipe(
        "strangers-advert", "advertisement cards of the maker", rows("BUYS GLAD"),
        unlettered=(
            UnletteredCard(
                "advert", "MORE GAMES/Ask your dealer for our list/of card games for the family", 0.02
            ),
            UnletteredCard("advert", "NEW EDITION/With larger letters/and a cloth-bound box", 0.62),
        ),
        face="Manrope-SemiBold", deck=WHITE, table=PALE, light=DAY, spacing=1.1,
    ),
    Recipe(
        "either-card", "a card alone that is an M or a W, as it is turned", rows("BRICK"), either=("MW",),
        face="URWGothic-Demi", deck=CENTRE, table=GREEN, spacing=1.3,
    ),
    Recipe(
        "either-tiles", "single tiles: an N or a Z, an M or a W, a C or a U, as they are turned",
        rows("FROGS"), either=("NZ", "MW", "CU"), face="Manrope-Bold", table=OAK, spacing=2.2,
        tiles=tiles(figure=None, offset=(0.0, 0.0)), view=CameraView(fill=0.6),
    ),
    Recipe(
        "size-57-87", "57 x 87 mm cards", rows("SPHINX JUDO"), face="Caladea-Bold",
        deck=FIGURE | {"height": 87.0}, table=GREEN,
    ),
    Recipe(
        "size-57-87-corners", "57 x 87 mm cards with corner letters alone", rows("VALUE THANK"),
        face="STIX-Regular", deck=CORNERS | WHITE | {"height": 87.0}, table=DARK, light=LAMP,
    ),
    Recipe(
        "camera-2304", "2304 x 1296, squeezed hard into a JPEG", rows("BROADCAST WINDY FLUX", "E"), stock=6,
        layout=lines(1.2, 0.8, 11), face="Caladea-Bold", deck=WHITE, table=GREEN,
        view=CameraView(size=(2304, 1296), fill=0.8), quality=52, max_bytes=78_000, packs=3,
    ),
    Recipe(
        "cut-off-left", "words that begin beyond the picture", rows("JOURNEY WALK"),
        broken=("JOURNEY", "WALK"), layout=lines(1.0, 0.8, 7), face="PTF55F", deck=WHITE, table=GREEN,
        view=CameraView(fill=1.0, offset=(-0.11, 0.0)),
    ),
)  # fmt: skip
