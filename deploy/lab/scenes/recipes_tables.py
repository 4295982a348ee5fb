"""Recipes of golden scenes that differ in the table top, the light or the camera."""

from typing import Final

from deploy.lab.scenes.layouts import lines, seats
from deploy.lab.scenes.recipe import (
    BLUE_CHECKS,
    CORNERS,
    DARK,
    DAY,
    DIM,
    FIGURE,
    GREEN,
    GREY,
    LAMP,
    LOW_SUN,
    MIXED,
    OAK,
    PALE,
    RED_CHECKS,
    SMALL,
    WHITE,
    CameraView,
    Lamp,
    Recipe,
    Sensor,
    newsprint,
    rows,
)
from vision.lab.render.lamps import Light
from vision.render.surroundings.tables import marble, pane, white

TABLES: Final = (
    Recipe(
        "table-pale-wood", "pale wood, cream cards", rows("MAPLE BRUSH COY"), face="Gentium-R", table=PALE,
    ),
    Recipe(
        "table-dark-wood", "dark wood, cream cards", rows("WALNUT JOGS", "K"), stock=9, face="STIX-Regular",
        table=DARK,
    ),
    Recipe(
        "table-glass", "a glass table over a dim floor, a window mirrored in it", rows("CLEAR FOLKS"),
        face="Manrope-Bold", deck=WHITE, table=pane, shiny=0.6,
        light=Light(warmth=-0.05, mirrored=(Lamp((0.55, -0.5), 0.3, 110, window=True),)),
    ),
    Recipe(
        "white-on-white", "white cards on a white table in even light", rows("GHOST BEFALL"),
        face="Caladea-Bold", deck=WHITE, table=white,
    ),
    Recipe(
        "white-on-white-sun", "white cards on a white table, low sun", rows("SNOWY MILK"),
        face="URWGothic-Demi", deck=WHITE, table=white, light=DAY, sun=LOW_SUN,
    ),
    Recipe(
        "white-on-white-index", "white cards on a white table, letters in the corners only",
        rows("PALLID FUZZ"), face="BaskervaldADFStd-Bold", deck=CORNERS | WHITE, table=white, light=LAMP,
    ),
    Recipe(
        "table-baize", "green baize", rows("CROUPIER BETS"), face="Century-Catalogue", table=GREEN,
        light=LAMP,
    ),
    Recipe(
        "table-gingham", "red gingham", rows("PICNIC JELLY"), face="Dosis-Bold", deck=WHITE, table=RED_CHECKS,
        light=DAY,
    ),
    Recipe(
        "table-chequers", "blue and white chequers", rows("CHESS KNIGHT"), face="PTF55F", table=BLUE_CHECKS,
    ),
    Recipe(
        "table-newspaper", "yesterday's newspaper for a table", rows("PRESS VERB DAILY"), face="CaslonBold",
        table=newsprint, quality=70,
    ),
    Recipe(
        "table-marble", "veined marble", rows("STATUE QUARRY"), face="Manrope-SemiBold", deck=FIGURE | WHITE,
        table=marble,
    ),
    Recipe(
        "light-day", "cool daylight from one side", rows("MORNING JOB"), face="Caladea-Bold", deck=WHITE,
        light=DAY, table=OAK, sun=LOW_SUN,
    ),
    Recipe(
        "light-lamp", "a warm lamp and its pool of light", rows("EVENING SOUP"), face="BaskervaldADFStd-Bold",
        table=OAK, light=Light(warmth=0.34, pool=0.65, lamp=(-0.4, -0.3)),
    ),
    Recipe(
        "light-mixed", "daylight on one side, a lamp on the other", rows("MINGLE TWOFOLD"),
        face="Manrope-Bold", deck=WHITE, table=white, light=MIXED,
    ),
    Recipe(
        "light-window", "hard shadows of a window's bars", rows("BRIGHT PANES"), face="Gentium-R", table=PALE,
        light=Light(warmth=0.06, shadows=("window",)), sun=LOW_SUN,
    ),
    Recipe(
        "light-person", "the shadow of somebody leaning over", rows("SHADOW GRIM"), face="URWGothic-Demi",
        deck=FIGURE, table=GREY, light=Light(shadows=("person", "pole")),
    ),
    Recipe(
        "light-glare", "a lamp mirrored on the cards, letters washed out but to be made out",
        rows("DAZZLE BURN"), face="Caladea-Bold", deck=WHITE | {"pattern": 9}, table=DARK, shiny=0.5,
        light=Light(mirrored=(Lamp((0.08, -0.12), 0.3, 150), Lamp((-0.6, 0.5), 0.2, 160))),
    ),
    Recipe(
        "light-glare-window", "a window mirrored on cards and table", rows("GLINT FLASHY"),
        face="Manrope-Bold", deck={"pattern": 8}, table=DARK, shiny=0.6,
        light=Light(warmth=-0.05, mirrored=(Lamp((-0.1, 0.1), 0.4, 130, window=True),)),
    ),
    Recipe(
        "light-dim", "a dim evening, noisy picture", rows("DUSK GLOAM"), face="Caladea-Bold", table=OAK,
        light=DIM, sensor=Sensor(0.6, 0, 4.0), quality=76,
    ),
    Recipe(
        "light-dim-index", "dim, letters in the corners only", rows("NIGHT CANDLE"), face="Manrope-Bold",
        deck=CORNERS, table=GREEN, light=DIM, sensor=Sensor(0.6, 0, 3.5), quality=76,
    ),
    Recipe(
        "camera-noise", "strong sensor noise", rows("GRAINY FILM"), face="PTF55F", table=GREY,
        sensor=Sensor(0.4, 0, 8.0), view=CameraView(size=(640, 480)), quality=74,
    ),
    Recipe(
        "camera-shake", "slight motion blur", rows("TREMBLE HAND"), face="Caladea-Bold", table=PALE,
        sensor=Sensor(0.5, 6.0, 1.5),
    ),
    Recipe(
        "camera-soft", "a little out of focus", rows("BLURRED VIEW"), face="Manrope-Bold", deck=WHITE,
        table=GREEN, sensor=Sensor(2.2, 0, 1.2),
    ),
    Recipe(
        "camera-jpeg", "squeezed hard into a JPEG", rows("BLOCKY PIXEL"), face="BaskervaldADFStd-Bold",
        table=OAK, quality=24,
    ),
    Recipe(
        "camera-vga", "640 x 480, two dozen cards", rows("CHORUS TEMPLE WAGER JOINT"), layout=lines(1.0,
        0.8, 8),
        face="Caladea-Bold", table=DARK, view=CameraView(size=(640, 480)),
    ),
    Recipe(
        "camera-wide", "1280 x 720, many words", rows("HARVEST QUICK JUNGLE BOXED WOMAN", "F"), stock=8,
        layout=lines(1.0, 0.8, 13), face="STIX-Regular", table=GREEN,
        view=CameraView(size=(1280, 720), fill=0.9),
    ),
    Recipe(
        "camera-large", "1920 x 1080, small cards far away", rows("DISTANT FARMLAND HORIZON", "P"), stock=8,
        layout=lines(1.2, 0.8, 16), face="Manrope-Bold", deck=WHITE, table=GREEN,
        view=CameraView(size=(1920, 1080), fill=0.62), quality=72, packs=3,
    ),
    Recipe(
        "camera-far", "cards as small as they may be", rows("TINY FLECK SPECKS"), face="URWGothic-Demi",
        deck=SMALL | WHITE, table=OAK, view=CameraView(size=(800, 600), fill=0.42),
    ),
    Recipe(
        "tilt-15", "camera tilted 15 degrees", rows("SLOPE WAFERS"), face="Gentium-R", table=OAK,
        view=CameraView(tilt=15, azimuth=0),
    ),
    Recipe(
        "tilt-25", "camera tilted 25 degrees, from the side", rows("OBLIQUE SWAY"), face="Manrope-SemiBold",
        deck=FIGURE, table=GREEN, view=CameraView(tilt=25, azimuth=90),
    ),
    Recipe(
        "tilt-35", "camera tilted 35 degrees", rows("STEEPLE CABIN"), face="Caladea-Bold", table=DARK,
        view=CameraView(tilt=35, azimuth=10), light=LAMP,
    ),
    Recipe(
        "tilt-35-seats", "35 degrees, words facing every player", rows("NORTH WEST SOUTH EARLY"),
        layout=seats(),
        face="PTF55F", deck=WHITE, table=PALE, view=CameraView(tilt=35, azimuth=215),
    ),
    Recipe(
        "lens-barrel", "a wide lens that bends straight lines outwards", rows("BARREL FISHEYE WAD"),
        face="Manrope-Bold", table=BLUE_CHECKS, view=CameraView(lens=0.1, across=80, fill=0.95),
    ),
    Recipe(
        "lens-pincushion", "a lens that bends straight lines inwards", rows("PINCH CUSHION"),
        face="AveriaSerifGWF-Bold", table=GREY, view=CameraView(lens=-0.08, fill=0.9),
    ),
)  # fmt: skip
