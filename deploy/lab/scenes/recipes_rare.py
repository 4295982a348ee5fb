"""Recipes of golden scenes with rare conditions: printed cloths, white things on a newspaper, a red lamp,
blackletter, a picture of twelve million pixels, a long word down the table."""

from typing import Final

from deploy.lab.scenes.layouts import lines
from deploy.lab.scenes.recipe import (
    CENTRE,
    CORNERS,
    DARK,
    GREEN,
    OAK,
    WHITE,
    CameraView,
    Recipe,
    Sensor,
    crossword,
    newsprint,
    rows,
    tiles,
)
from vision.lab.render.lamps import Light
from vision.render.surroundings.tables import motifs, stripes

RED: Final = Light(warmth=0.3, red=0.35, pool=0.4)
"""The light of a lamp with a red shade. In it white paper looks less than half as blue as red to the
camera."""

RARE: Final = (
    Recipe(
        "table-motifs", "a cloth printed with motifs", rows("TULIP FABRIC"), face="PTF55F", deck=WHITE,
        table=motifs, quality=70,
    ),
    Recipe(
        "table-motifs-corners", "a cloth printed with motifs, letters in the corners only",
        rows("DAMASK QUILT"), face="Gentium-R", deck=CORNERS, table=motifs, quality=70, seed=2,
    ),
    Recipe(
        "table-stripes", "a striped cloth", rows("CANVAS ZEBRA"), face="AveriaSerifGWF-Bold", table=stripes,
        quality=76,
    ),
    Recipe(
        "newspaper-tiles", "white tiles on a newspaper", rows("JOURNAL FOXED"), layout=lines(0.5, 0.6, 8),
        face="Manrope-Bold", tiles=tiles(body=(238, 240, 241), grain=0.0), table=newsprint,
        view=CameraView(fill=0.7), quality=70, seed=1,
    ),
    Recipe(
        "newspaper-paper", "white cards and paper napkins on a newspaper with headlines", rows("BLANK SHEET"),
        face="Caladea-Bold", deck=WHITE, table=newsprint, things=("napkin", "napkin", "napkin"),
        view=CameraView(size=(960, 720), fill=0.4), quality=70,
    ),
    Recipe(
        "light-red", "a lamp under a red shade", rows("RUBY GLOWS", "K"), stock=8, face="STIX-Regular",
        table=OAK, light=RED,
    ),
    Recipe(
        "light-red-corners", "a red lamp, letters in the corners only", rows("EMBER VIXEN"),
        face="BaskervaldADFStd-Bold", deck=CORNERS | WHITE, table=DARK, light=RED, sensor=Sensor(0.6, 0, 2.5),
    ),
    Recipe(
        "deck-blackletter", "blackletter, which no network was taught", rows("MONK QUILL"),
        face="blackletter", deck=CENTRE, table=GREEN,
    ),
    Recipe(
        "camera-4608", "4608 x 2592, squeezed hard into a JPEG", rows("TELESCOPE GLYPH", "R"), stock=6,
        layout=lines(1.2, 0.8, 10), face="Manrope-Bold", deck=WHITE, table=GREEN,
        view=CameraView(size=(4608, 2592), fill=0.7), quality=40, max_bytes=390_000, packs=3,
    ),
    Recipe(
        "word-down", "a word of eight letters running down the picture", rows("ELEPHANT"),
        face="Century-Catalogue", table=OAK, view=CameraView(size=(540, 720), fill=0.86), turn=90,
    ),
    Recipe(
        "crossword-down", "a crossword with a word of eight letters down",
        crossword("TIDE;..A.;..U.;..G.;..H.;..T.;SPEW;..R."), face="PTF55F", deck=WHITE, table=DARK,
        view=CameraView(size=(600, 800), fill=0.86),
    ),
)  # fmt: skip
