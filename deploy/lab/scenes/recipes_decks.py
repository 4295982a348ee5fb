"""Recipes of golden scenes that differ in their decks: layouts, typefaces, inks, papers, borders, sizes,
wear; tiles."""

from typing import Final

from deploy.lab.scenes.layouts import lines, seats
from deploy.lab.scenes.recipe import (
    BLUE_CHECKS,
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
    SMALL,
    TAROT,
    WHITE,
    CameraView,
    Lamp,
    Recipe,
    crossword,
    rows,
    tiles,
)
from vision.lab.render.lamps import Light
from vision.render.surroundings.tables import laminate, marble, white

DECKS: Final = (
    Recipe(
        "deck-index-serif", "big letter and corner indices, serif, red figures; stock and exposed card",
        rows("QUOTA FIZZ JERKY", "W"), stock=12, table=OAK,
    ),
    Recipe(
        "deck-index-sans", "big letter and corner indices, sans, white card", rows("VEX WHARF JUMP"),
        face="Manrope-Bold", deck=WHITE, table=DARK, light=DAY,
    ),
    Recipe(
        "deck-corners-serif", "letters in the corners only, serif; a Master", rows("TrUTH KNOWING"),
        face="BaskervaldADFStd-Bold", deck=CORNERS, table=GREEN,
    ),
    Recipe(
        "deck-corners-sans", "letters in the corners only, sans", rows("HABIT DEFROST"),
        face="URWGothic-Demi", deck=CORNERS | WHITE | {"corner_cap": 13.0}, table=OAK, light=LAMP,
    ),
    Recipe(
        "deck-centre-serif", "one big letter alone, serif", rows("PLAZA QUERY", "D"), stock=6,
        face="Century-Catalogue", deck=CENTRE, table=DARK,
    ),
    Recipe(
        "deck-centre-slab", "one big letter alone, green slab with underlines", rows("WIZEN MUM"),
        face="MekanusADFStd-Bold", deck=CENTRE | {"ink": (55, 105, 30), "underlined": "MWNZ"}, table=PALE,
    ),
    Recipe(
        "deck-figure-circle", "big letter, figure in a circle, round sans", rows("OXYGEN VALVE"),
        face="Dosis-Bold", deck=FIGURE, table=GREY,
    ),
    Recipe(
        "deck-figure-box", "big letter, figure in a box, narrow road-sign sans", rows("JACKPOT WHIMS"),
        face="RG2014B", deck=FIGURE | {"figure_style": "box", "centre_cap": 46.0}, table=GREEN,
    ),
    Recipe(
        "deck-comic", "rounded handwriting-like sans", rows("FUNGI BEWARE"), face="ComicNeue-Bold",
        deck=WHITE, table=OAK, light=DAY,
    ),
    Recipe(
        "deck-script", "a brush script that hardly any deck has", rows("LOVE HYMN"), face="lobster",
        deck=FIGURE | {"figure_style": "none"}, table=PALE,
    ),
    Recipe(
        "deck-thin", "thin strokes, hard to see from afar", rows("WISPY TRACE"), face="Manrope-Light",
        deck=WHITE | {"figure_style": "none"}, table=BLUE_CHECKS,
    ),
    Recipe(
        "ink-blue", "blue ink", rows("OCEAN WAVY"), face="PTF55F", deck=WHITE | {"ink": (120, 50, 25)},
        table=PALE,
    ),
    Recipe(
        "ink-red", "red ink, letters and figures alike", rows("CHERRY FOX"), face="AveriaSerifGWF-Bold",
        deck={"ink": (40, 35, 170)}, table=DARK,
    ),
    Recipe(
        "ink-green", "green ink on narrow cards", rows("HOLLY IVY TUX"), face="STIX-Regular",
        deck=SMALL | {"ink": (45, 95, 25)}, table=GREY,
    ),
    Recipe(
        "stock-yellowed", "paper yellowed by a lifetime", rows("ANTIQUE GLOW"), face="CaslonBold",
        deck={"paper_colour": (150, 198, 222), "paper_grain": 0.8, "paper_wear": 0.4}, table=OAK,
    ),
    Recipe(
        "stock-patterned", "tinted card with a printed pattern", rows("LEAFY MODEL"), face="Manrope-SemiBold",
        table=DARK,
        deck={
            "ornament": "foliage", "paper_colour": (215, 232, 220), "accent": (110, 150, 90),
            "figure_style": "none",
        },
    ),
    Recipe(
        "stock-triangles", "patterned in triangles, as some editions are", rows("GRAPHIC OX"),
        face="Gentium-R", table=white, light=DAY,
        deck=WHITE | {"ornament": "triangles", "accent": (215, 150, 140), "centre_stretch": 0.85},
    ),
    Recipe(
        "border-line", "a printed frame", rows("FRAMED WIDTH"), face="BaskervaldADFStd-Heavy",
        deck={"ornament": "double", "corner_inset": (7.0, 7.4)}, table=GREEN,
    ),
    Recipe(
        "border-band", "a coloured band round the card", rows("BANDIT JURY"), face="URWGothic-Demi",
        table=PALE,
        deck=WHITE | {
            "ornament": "band", "accent": (150, 90, 40), "corner_inset": (7.5, 7.5), "figure_style": "none",
        },
    ),
    Recipe(
        "size-narrow", "44 x 63 mm cards", rows("ZEBRA SHOCK"), face="Manrope-ExtraBold", deck=SMALL | WHITE,
        table=GREEN,
    ),
    Recipe(
        "size-tarot", "70 x 120 mm cards", rows("MYSTIC"), face="Prociono", deck=TAROT, table=DARK,
        light=LAMP,
    ),
    Recipe(
        "card-worn", "scuffed, creased and stained by many hands", rows("RAGGED POUCH"),
        face="Caladea-Regular", deck={"paper_wear": 1.0, "paper_grain": 0.7, "paper_colour": (190, 218, 230)},
        table=OAK, sloppy=1.6,
    ),
    Recipe(
        "card-glossy", "glossy cards that mirror a lamp, no letter drowned", rows("SHINY BEAK"),
        face="Manrope-Bold", deck=WHITE | {"pattern": 9}, table=DARK, shiny=0.3,
        light=Light(mirrored=(Lamp((-0.42, -0.3), 0.16, 120), Lamp((0.5, 0.45), 0.12, 90))),
    ),
    Recipe(
        "card-underlined", "M, W, N and Z underlined, words facing two players", rows("WIZEN MOWN"),
        layout=seats(), face="PTM75F", deck=WHITE | {"underlined": "MWNZ"}, table=marble,
    ),
    Recipe(
        "masters", "three Masters: two named by their words, one that is not", rows("JaZZ P?T QUEUe"),
        packs=3, face="Caladea-Bold", table=PALE,
    ),
    Recipe(
        "tiles-rows", "square tiles in words", rows("QUIXOTIC JAZZ", None), layout=lines(0.5, 0.6, 9),
        face="Manrope-Bold", tiles=tiles(), table=OAK, view=CameraView(fill=0.7),
    ),
    Recipe(
        "tiles-board", "tiles on a board of squares", crossword("..F..;WORDY;..A..;..M..;..EH."),
        face="URWGothic-Demi", tiles=tiles(thickness=4.0), board=True,
        view=CameraView(size=(960, 720), fill=0.92),
        sloppy=0.4,
    ),
    Recipe(
        "tiles-wood", "wooden tiles without figures, engraved", rows("CHALK VOWEL"), layout=lines(0.4, 0.6,
        8),
        face="cmunobx", table=white, view=CameraView(fill=0.66),
        tiles=tiles(
            body=(120, 172, 210), grain=0.2, figure=None, offset=(0.0, 0.0), engraving_depth=0.9, cap=12.0
        ),
    ),
    Recipe(
        "tiles-dark", "dark tiles, pale letters", rows("NIGHT BOXER"), layout=lines(0.4, 0.6, 8),
        face="Dosis-ExtraBold", tiles=tiles(body=(62, 48, 40), ink=(230, 235, 238), cap=12.0), table=PALE,
        view=CameraView(fill=0.66),
    ),
    Recipe(
        "tiles-loose", "loose tiles turned every way, some blank", loose="GKMPRTWBF", spacing=1.55,
        face="BaskervaldADFStd-Heavy", tiles=tiles(), table=laminate, view=CameraView(fill=0.6),
    ),
    Recipe(
        "tiles-oblique", "tiles seen from the side, 35 degrees", rows("PUZZLE FJORD"), layout=lines(0.6,
        0.7, 6),
        face="AveriaSerifGWF-Bold", tiles=tiles(thickness=5.5), table=GREY,
        view=CameraView(tilt=35, azimuth=185, fill=0.7),
    ),
)  # fmt: skip
