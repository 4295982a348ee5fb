"""Draw the golden scenes: `NAME.jpg` and `NAME.txt` in tests/vision/scenes/. Every run draws the same scenes.

`PYTHONPATH=. .venv/bin/python deploy/lab/scenes/make.py [NAME...]` needs the typefaces of
vision/lab/training/fonts.txt installed. `--sheet FILE` also draws all scenes on one contact sheet. Run
deploy/lab/scenes/floors.py afterwards.
"""

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import click
import cv2
import numpy as np

from deploy.lab.scenes import layouts
from deploy.lab.scenes.recipes import RECIPES, Recipe
from device.words.lists import load as load_words
from engine.cards import PACKS
from engine.notation import format_position
from vision.lab.measuring.golden import GoldenTruth
from vision.lab.render.ambiguous_letters import twofold
from vision.lab.render.composed import Stage, take_picture
from vision.lab.render.unlettered_cards import UnletteredCard, unlettered_card
from vision.lab.training.fonts import installed, split
from vision.render.brushes import Image, Rng
from vision.render.layouts import PiecePlace, Size, turn_spots
from vision.render.pieces import RenderedPiece, card, tile
from vision.render.prints.deck import PrintedDeck, plain_deck
from vision.render.prints.tiles import TileSet
from vision.render.prints.typefaces import Face, Faces
from vision.render.prints.typefaces import odd as odd_faces
from vision.render.sample import PieceTruth, RenderedPicture
from vision.render.surroundings.boards import PaintedBoard, random_board

FOLDER = Path(__file__).parents[3] / "tests" / "vision" / "scenes"
MAX_BYTES_PER_PIXEL = 0.062
"""The greatest size of a picture file, bytes for each pixel of the picture. With this limit a hundred
pictures stay below 2.5 MB. A recipe may set a lower one."""

UNLETTERED_CARD = "!"
"""The character that stands in the list of single cards for a card without a letter."""

CUT_OFF_PIXELS = 3.0
"""The distance, pixels, by which a card must reach beyond the picture's edge to count as cut off. The reader
uses the same distance."""


@cache
def held_back_typefaces() -> Faces:
    """Return the typefaces that are installed and on which no network was trained."""
    return split(installed())[1]


@cache
def typeface(stem: str) -> Face:
    """Return the typeface whose file has the name `stem`, without its suffix. It must be held back from
    training, or be one of the odd handwritten typefaces.

    Raise KeyError if the typeface is not installed, or if a network was trained on it.
    """
    return {Path(face.path).stem: face for face in (*held_back_typefaces().faces, *odd_faces().faces)}[stem]


def draw(recipe: Recipe) -> tuple[RenderedPicture, GoldenTruth]:
    """Return the picture of a recipe, and the truth about it."""
    rng = np.random.default_rng(zlib.crc32(recipe.name.encode()) + recipe.seed)
    pieces, board = _pieces(rng, recipe)
    stage = Stage(
        tuple(pieces), recipe.table, recipe.shiny, recipe.view, recipe.light, recipe.sensor,
        things=recipe.things, arms=recipe.arms, board=board, board_turn=recipe.turn,
    )  # fmt: skip
    if recipe.sun is not None:
        stage = replace(stage, sun=recipe.sun)
    picture = take_picture(rng, stage, held_back_typefaces())
    return picture, _truth(recipe, picture)


def _pieces(rng: Rng, recipe: Recipe) -> tuple[list[RenderedPiece], PaintedBoard | None]:
    """Return the cards or tiles of a recipe, and the board on which they lie, or None without a board."""
    face = typeface(recipe.face)
    if recipe.tiles is not None:
        tiles = replace(recipe.tiles, face=face)
        size = Size(tiles.side, tiles.side)
        board = random_board(rng, held_back_typefaces(), tiles.side * 1.06, 2.5) if recipe.board else None
        gap = board.cell - tiles.side if board else recipe.gap
        spots = (
            _moved_to_cells(_spots(rng, recipe, size, gap), board)
            if board
            else _spots(rng, recipe, size, gap)
        )
        return [_tile(rng, tiles, spot) for spot in spots], board
    deck = plain_deck(face, **recipe.deck)
    spots = _spots(rng, recipe, Size(deck.width, deck.height), recipe.gap)
    unlettered = iter(recipe.unlettered)
    return [_card(rng, deck, spot, unlettered) for spot in spots], None


def _tile(rng: Rng, tiles: TileSet, spot: PiecePlace) -> RenderedPiece:
    """Return the tile at a place. Where the place has two letters, such as MW, the tile may be read as either
    letter."""
    letters = str(spot.letter)
    piece = tile(rng, tiles, replace(spot, letter=letters[0]))
    if len(letters) == 1:
        return piece
    return twofold(piece, tile(rng, tiles, replace(spot, letter="?")), letters, 0.52, tiles.ink)


def _card(rng: Rng, deck: PrintedDeck, spot: PiecePlace, odd: Iterator[UnletteredCard]) -> RenderedPiece:
    """Return the card to be drawn at the place `spot`. Its letter may be read as either of two letters if
    the place has two, such as MW. If the place asks for a card without a letter, the next card of `odd` is
    printed."""
    if spot.letter == UNLETTERED_CARD:
        return unlettered_card(rng, deck, spot, next(odd))
    letters = str(spot.letter)
    piece = card(rng, deck, replace(spot, letter=letters[0]))
    if len(letters) == 1:
        return piece
    return twofold(
        piece, unlettered_card(rng, deck, spot, UnletteredCard("blank", "")), letters, 0.6, deck.ink
    )


def _moved_to_cells(spots: list[PiecePlace], board: PaintedBoard) -> list[PiecePlace]:
    """Return the places shifted together, by at most half a square of the board, so that most tiles lie in
    squares."""
    half = (board.count - 1) / 2
    columns = np.array([s.x / board.cell + half for s in spots])
    lines = np.array([s.y / board.cell + half for s in spots])
    dx, dy = (float(np.median(np.round(v) - v)) * board.cell for v in (columns, lines))
    return turn_spots(spots, 0.0, (dx, dy))


def _spots(rng: Rng, recipe: Recipe, size: Size, gap: float) -> list[PiecePlace]:
    position = recipe.position
    spots = layouts.cards_of_position(position, rng, size, recipe.layout, gap, recipe.sloppy)
    low = max((s.y for s in spots), default=0.0)
    right = max((s.x for s in spots), default=0.0)
    for n, hand in enumerate(recipe.hands):
        own = turn_spots(layouts.fan(rng, size, hand, recipe.step), 0.0 if n % 2 == 0 else 180.0)
        spots += turn_spots(own, 0.0, (0.0, low + (1.6 + 1.9 * n) * size.height if spots else 0.0))
    if recipe.stock or position.exposed:
        beside = (right + 1.9 * size.width, 0.3 * low) if spots else (0.0, 0.0)
        spots += turn_spots(layouts.piles(rng, size, recipe.stock, position.exposed), 0.0, beside)
    spots = layouts.centred(spots)
    singles = [*recipe.loose, *recipe.either]
    singles += [*["-"] * recipe.backs, *["*"] * recipe.strangers, *[UNLETTERED_CARD] * len(recipe.unlettered)]
    places = layouts.loose(rng, size, len(singles), recipe.spacing, spots)
    spots += [_single(what, place) for what, place in zip(singles, places, strict=True)]
    return turn_spots(layouts.centred(spots), recipe.turn)


def _single(what: str, place: tuple[float, float, float]) -> PiecePlace:
    shows = {"-": "back", "*": "stranger", UNLETTERED_CARD: "stranger"}.get(what, "letter")
    letter = what if what == UNLETTERED_CARD else layouts.face(what) if shows == "letter" else "A"
    return PiecePlace(letter, *place, shows)  # type: ignore[arg-type]


def _truth(recipe: Recipe, picture: RenderedPicture) -> GoldenTruth:
    """Return the truth about the rendered picture of a recipe: its cards, and which of them cannot be read
    because they are covered or lie across the picture's edge."""
    height, width = picture.image.shape[:2]
    lettered = [label for label in picture.labels if label.letter is not None]
    cut = [label for label in lettered if _is_cut_off(label, width, height)]
    dark = [
        label
        for label in lettered
        if not (label.is_readable and label.visible_share >= 0.1) and label not in cut
    ]
    laid = Counter(layouts.face(c) for c in recipe.cards)
    missing = laid - Counter(str(label.letter) for label in lettered)
    unread = "".join(sorted([*(str(label.letter) for label in dark), *missing.elements()]))
    backs = sum(label.kind == "back" and label.visible_share > 0.4 for label in picture.labels)
    return GoldenTruth(
        recipe.position, "".join(recipe.hands), recipe.loose, recipe.either, backs, unread,
        "".join(sorted(str(label.letter) for label in cut)), recipe.broken,
        sum(label.kind == "other" for label in picture.labels),
        "tiles" if recipe.tiles is not None else "cards", recipe.shows,
    )  # fmt: skip


def _is_cut_off(label: PieceTruth, width: int, height: int) -> bool:
    inside = (label.quad > -CUT_OFF_PIXELS) & (
        label.quad < np.array([width + CUT_OFF_PIXELS, height + CUT_OFF_PIXELS])
    )
    return not inside.all()


def golden_text(truth: GoldenTruth) -> str:
    """Return the text of a golden scene's file: the position, then a line for each other fact of `truth`. The
    function `vision.lab.measuring.golden.parse` reads this text."""
    rest = {
        "hand": truth.hand, "loose": truth.loose, "either": " ".join(truth.either), "backs": truth.backs,
        "unread": truth.unread, "cut": truth.cut, "broken": " ".join(truth.broken),
        "strangers": truth.strangers, "pieces": truth.pieces if truth.pieces != "cards" else "",
        "shows": truth.shows,
    }  # fmt: skip
    return "\n".join([format_position(truth.position), *(f"{k}: {v}" for k, v in rest.items() if v)]) + "\n"


def encode(image: Image, quality: int, max_bytes: int) -> bytes:
    """Return the picture as a JPEG of `quality`, or of the next lower quality at which the file is small
    enough.

    The file may be at most `max_bytes` bytes large, and at most MAX_BYTES_PER_PIXEL times its number of
    pixels.
    """
    max_bytes = min(max_bytes, int(MAX_BYTES_PER_PIXEL * image.shape[0] * image.shape[1]))
    while True:
        how = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
        coded = cv2.imencode(".jpg", image, how)[1]
        if len(coded) <= max_bytes:
            return coded.tobytes()
        quality -= 2


def check(recipe: Recipe) -> None:
    """Raise ValueError if a word of the recipe is not on the word list, or if the recipe needs more cards
    than its packs have."""
    words = load_words()
    for word in GoldenTruth(recipe.position).words:
        if "?" not in word and word.upper() not in words:
            raise ValueError(f"{recipe.name}: {word} is not on the word list")
    over = Counter(map(layouts.face, recipe.cards)) - Counter(PACKS["waddingtons"].cards(recipe.packs))
    if over and recipe.tiles is None:
        raise ValueError(f"{recipe.name}: more than the pack: {dict(over)}")


@click.command()
@click.argument("names", nargs=-1)
@click.option("--sheet", type=click.Path(path_type=Path), help="Also draw all on one contact sheet.")
def main(names: tuple[str, ...], sheet: Path | None) -> None:
    """Draw the golden scenes called NAMES, or all golden scenes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for recipe in RECIPES:
        if names and recipe.name not in names:
            continue
        check(recipe)
        picture, truth = draw(recipe)
        coded = encode(picture.image, recipe.quality, recipe.max_bytes)
        (FOLDER / f"{recipe.name}.jpg").write_bytes(coded)
        (FOLDER / f"{recipe.name}.txt").write_text(golden_text(truth))
        click.echo(f"{recipe.name}: {len(coded) / 1000:.1f} kB", err=True)
    if sheet is not None:
        cv2.imwrite(str(sheet), contact_sheet(names))


def contact_sheet(names: tuple[str, ...], across: int = 6, width: int = 400) -> Image:
    """Return one picture with all scenes, or those called `names`, drawn small above their names."""
    cells = []
    for recipe in RECIPES:
        if names and recipe.name not in names:
            continue
        image = cv2.imread(str(FOLDER / f"{recipe.name}.jpg"))
        assert image is not None, f"{recipe.name} is not drawn yet"
        high = round(width * 0.75)
        share = min(width / image.shape[1], high / image.shape[0])
        small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        cell = np.full((high + 22, width, 3), 255, np.uint8)
        cell[: small.shape[0], : small.shape[1]] = small
        cv2.putText(
            cell, recipe.name, (4, high + 16), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA
        )
        cells.append(cell)
    cells += [np.full_like(cells[0], 255)] * (-len(cells) % across)
    return np.vstack([np.hstack(cells[n : n + across]) for n in range(0, len(cells), across)])


if __name__ == "__main__":
    main()
