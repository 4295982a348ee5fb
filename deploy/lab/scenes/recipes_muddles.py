"""Recipes of golden scenes that differ in how cards lie: crosswords, fans, overlaps, cards that are cut off
or covered. Others have clutter or an empty table."""

from typing import Final

from deploy.lab.scenes.layouts import lines, seats, tossed
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
    RED_CHECKS,
    SMALL,
    WHITE,
    CameraView,
    Reach,
    Recipe,
    crossword,
    newsprint,
    rows,
    tiles,
)
from vision.render.prints.back_print import BackPrint
from vision.render.surroundings.tables import laminate, pane, white

MUDDLES: Final = (
    Recipe(
        "crossword", "cards abutting in a crossword",
        crossword("..J...;CHAFE.;..R...;..GROW;..O..I;..N..T"), face="Caladea-Bold", table=GREEN,
    ),
    Recipe(
        "crossword-white", "a crossword of white cards on a white table",
        crossword("S....;TABLE;E..I.;P..D.;"), face="Manrope-Bold", deck=WHITE, table=white,
    ),
    Recipe(
        "crossword-index", "a crossword of cards with corner letters only",
        crossword("W...M;HONEY;I....;P...."), face="BaskervaldADFStd-Bold", deck=CORNERS, table=OAK,
    ),
    Recipe(
        "crossword-tilted", "a crossword, camera tilted 28 degrees",
        crossword("..D..;.FEUD;..L..;QUITE"), face="URWGothic-Demi", table=GREY,
        view=CameraView(tilt=28, azimuth=40), turn=12,
    ),
    Recipe(
        "crossword-crooked", "a crossword pushed about, turned by 160 degrees",
        crossword("...B.;PRIOR;U..X.;N...."), sloppy=2.0, gap=1.8, turn=160, face="PTF55F", table=PALE,
    ),
    Recipe(
        "overlap-half", "each card half over the one before", rows("OVERLAP BICKER"),
        layout=lines(-26.0, 0.8, 12), face="Caladea-Bold", table=OAK,
    ),
    Recipe(
        "overlap-index", "overlapping down to the index", rows("SQUASH DENIM"), layout=lines(-42.0, 0.6, 14),
        face="Manrope-Bold", deck=WHITE, table=GREEN,
    ),
    Recipe(
        "overlap-corners", "corner letters, overlapping down to them", rows("PLUCKY TOWER"),
        layout=lines(-36.0, 0.6, 12), face="Gentium-R", deck=CORNERS, table=DARK,
    ),
    Recipe(
        "fan-wide", "a hand fanned wide, and a word", rows("GAUZE"), hands=("VIKBRWOLT",), step=0.42,
        face="Caladea-Bold", deck=WHITE, table=OAK,
    ),
    Recipe(
        "fan-index", "a hand fanned down to the index letters", hands=("SHELFWINGQ",), step=0.24,
        face="Manrope-Bold", deck=WHITE, table=GREEN,
    ),
    Recipe(
        "fan-corners", "a fan of cards with corner letters", hands=("JUMPEDTRY",), step=0.3,
        face="BaskervaldADFStd-Bold", deck=CORNERS, table=PALE, light=LAMP,
    ),
    Recipe(
        "every-way", "words at any angle", rows("ADRIFT KNOBS"), layout=tossed(), face="Manrope-SemiBold",
        deck=WHITE, table=GREEN,
    ),
    Recipe(
        "every-way-2", "words at any angle, corner letters", rows("SPUN ASKEW HEX"), layout=tossed(),
        face="STIX-Regular", deck=CORNERS | {"corner_cap": 17.0}, table=PALE, seed=4,
    ),
    Recipe(
        "every-player", "words facing every player", rows("KETTLE PUMICE WORTH JOYS"), layout=seats(),
        face="Caladea-Bold", table=RED_CHECKS,
    ),
    Recipe(
        "every-player-2", "eight words facing every player, 1280 x 960",
        rows("FATHER BAKE QUILT SNOW DUMB RIVER CLOG HOAX"), layout=seats(), packs=3, face="URWGothic-Demi",
        deck=FIGURE, table=DARK, view=CameraView(size=(1280, 960), fill=0.9),
    ),
    Recipe(
        "cut-off", "cards cut off by the picture's edge: doubted, not guessed", rows("FINISH BEYOND"),
        broken=("FINISH", "BEYOND"), face="Caladea-Bold", table=GREEN, view=CameraView(fill=1.12),
    ),
    Recipe(
        "cut-off-2", "a word running out of the picture", rows("ESCAPING CROW"), broken=("ESCAPING",),
        layout=lines(1.0, 0.8, 8), face="Manrope-Bold", deck=FIGURE, table=GREY,
        view=CameraView(fill=1.0, offset=(0.12, 0.0)),
    ),
    Recipe(
        "hand-over", "a hand reaching for the exposed card", rows("GRASP WHOLE", "C"), stock=6,
        face="Caladea-Bold", table=OAK, arms=(Reach(0.86, 0.62, -20),), view=CameraView(fill=0.8),
    ),
    Recipe(
        "hand-over-word", "a hand and sleeve over part of a word", rows("HIDING FOXTROT"),
        broken=("FOXTROT",), face="PTF55F", deck=WHITE, table=GREEN, arms=(Reach(0.5, 0.5, 12),),
    ),
    Recipe(
        "hands-two", "two people's hands at once", rows("SHAKE BOTH"), face="Manrope-Bold", table=PALE,
        arms=(Reach(0.72, 0.75, -40), Reach(0.17, 0.24, 130)), view=CameraView(fill=0.62),
    ),
    Recipe(
        "clutter-mugs", "mugs, pencils, coins", rows("COFFEE BREAK"), face="Caladea-Bold", table=OAK,
        things=("mug", "pencil", "coin", "coin", "mug", "pencil"), view=CameraView(size=(960, 720), fill=0.5),
    ),
    Recipe(
        "clutter-print", "score pad, book and the deck's box: letters that are no cards",
        rows("SCORED VOLUME"), packs=3, face="BaskervaldADFStd-Bold", table=GREY,
        things=("pad", "book", "card box", "pencil"), view=CameraView(size=(960, 720), fill=0.46),
    ),
    Recipe(
        "clutter-phone", "phone, ruler, dice, coaster", rows("RULING JUDGE"), face="Manrope-Bold", deck=WHITE,
        table=white, things=("phone", "ruler", "die", "die", "coaster"),
        view=CameraView(size=(960, 720), fill=0.5),
    ),
    Recipe(
        "empty-wood", "an empty table", table=OAK, view=CameraView(size=(640, 480)),
    ),
    Recipe(
        "empty-newspaper", "nothing but a newspaper", table=newsprint, quality=70,
        view=CameraView(size=(640, 480), fill=1.6),
    ),
    Recipe(
        "empty-clutter", "no cards, much else", table=DARK, view=CameraView(size=(800, 600)),
        things=("mug", "book", "pad", "phone", "coin", "pencil", "napkin", "die", "card box"),
    ),
    Recipe(
        "empty-glass", "an empty glass table", table=pane, shiny=0.6,
        view=CameraView(size=(640, 480)), seed=5,
    ),
    Recipe(
        "piles", "a thick stock and the exposed card, nothing else", rows("", "G"), stock=30,
        face="Caladea-Bold", table=GREEN, view=CameraView(size=(640, 480), fill=0.45),
    ),
    Recipe(
        "piles-turned", "stock and exposed card turned to a side player", rows("BUZZ", "X"), stock=14,
        turn=90, face="Manrope-Bold", deck=WHITE | {"back": BackPrint("stripes")}, table=DARK, light=DAY,
        packs=3,
    ),
    Recipe(
        "face-down", "cards lying face down, beside a word", rows("BACKS"), backs=4, face="PTF55F",
        deck={"back": BackPrint("hatch", ((120, 60, 30), (225, 225, 220)))}, table=GREY,
    ),
    Recipe(
        "strangers", "cards that are not played: advertisement, picture, playing cards", rows("ADVERT"),
        strangers=4, face="Caladea-Bold", table=OAK, seed=1,
    ),
    Recipe(
        "strangers-only", "only cards without letters", strangers=5, face="Manrope-Bold", deck=WHITE,
        table=GREEN,
    ),
    Recipe(
        "loose-cards", "single cards turned every way", loose="AFGJMQRVY?", face="Gentium-R", table=PALE,
        spacing=1.3,
    ),
    Recipe(
        "loose-centre", "single cards with one big letter each, many alike upside down", loose="HINOSXZWM",
        face="Manrope-Bold", deck=CENTRE | {"underlined": "MWNZ"}, table=GREEN, spacing=1.3,
    ),
    Recipe(
        "narrow-crossword", "narrow cards in a crossword on laminate",
        crossword("K....;NAVAL;I..P.;T..T."), deck=SMALL | WHITE, face="Caladea-Bold", table=laminate,
        seed=2,
    ),
    Recipe(
        "tiles-crossword", "tiles abutting in a crossword, no board",
        crossword("..V..;FJORD;..T..;QUELL;..D.."), face="Manrope-Bold", tiles=tiles(), table=PALE,
        gap=0.2, sloppy=0.3, view=CameraView(fill=0.66),
    ),
)  # fmt: skip
