"""Measure how well figures are read in held-back typefaces, by the height of the figures. Also print the
calibration error for several temperatures, so that one can be chosen.

`python -m vision.lab.measuring.figures --cards 400`
"""

import json
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any, Final

import click
import numpy as np

from vision.figures.classify import TEMPERATURE, figure_maps_of_flattened, figure_probabilities
from vision.lab.measuring.measure import SURE_READING_PROBABILITY, ece
from vision.lab.training.fonts import installed, split
from vision.lab.training.tasks.figure_views import CardPhotograph, packs, print_any_card, view
from vision.lab.training.tasks.figures import VIEWS_PER_CARD, training_item
from vision.render.brushes import Rng
from vision.tensor_format import Floats

HEIGHT_LIMITS_PIXELS: Final = (0, 5, 7, 9, 12, 16, 99)
"""The limits that divide figures into classes by their height with the frame, pixels of the photograph. The
results are printed for each class."""

SeenFigures = tuple[Floats, list[tuple[int, float]]]


def views(rng: Rng, cards: int) -> Iterator[CardPhotograph]:
    """Yield `VIEWS_PER_CARD` photographs of each of `cards` cards, from random packs in held-back
    typefaces."""
    faces = split(installed())[1]
    for deck in islice(packs(rng, faces), cards):
        card, other = print_any_card(rng, deck), print_any_card(rng, deck)
        yield from (view(rng, card, other) for _ in range(VIEWS_PER_CARD))


def classify_rendered_cards(seed: int, cards: int) -> SeenFigures:
    """Return the classifier's maps (n, 2 * FIGURE_COUNT, rows, columns) for rendered photographs of `cards`
    cards. Return also the truth about each photograph: the card's figure, 0 if none is legible, and the
    height of its largest figure in pixels."""
    rng = np.random.default_rng(seed)
    maps, truths = [], []
    for seen in views(rng, cards):
        sheet, figure, _ = training_item(rng, seen)
        maps.append(figure_maps_of_flattened(sheet[None])[0])
        truths.append((figure, seen.figure_height))
    return np.stack(maps), truths


def row(probabilities: Floats, figures: np.ndarray) -> dict[str, Any]:
    """Return the number of cards with a figure, the share of them whose figure was read right, the share
    read with enough probability for a sure reading, and the number of all sure readings that were wrong."""
    top, sure = probabilities[:, 1:].argmax(1) + 1, probabilities[:, 1:].max(1) >= SURE_READING_PROBABILITY
    printed, count = figures > 0, max(1, int((figures > 0).sum()))
    return {
        "figures": int(printed.sum()), "right": round(float((top == figures)[printed].sum()) / count, 3),
        "sure": round(float(sure[printed].sum()) / count, 3),
        "sure_wrong": int((sure & (top != figures)).sum()),
    }  # fmt: skip


def calibration_error(maps: Floats, figures: np.ndarray, temperature: float) -> tuple[float, float]:
    """Return two measures of the figures' calibration at `temperature`: the expected calibration error of
    the likeliest readings, and the mean cross entropy. The reading of a card is a figure, or that it has no
    figure."""
    probabilities = figure_probabilities(maps, temperature)
    likeliest = zip(probabilities.max(1).tolist(), (probabilities.argmax(1) == figures).tolist(), strict=True)
    right = np.maximum(probabilities[np.arange(len(probabilities)), figures], 1e-9)
    return ece(list(likeliest)), float(-np.log(right).mean())


@click.command()
@click.option("--cards", default=400, show_default=True, help="Cards, each photographed three times.")
@click.option("--seed", default=77, show_default=True)
def main(cards: int, seed: int) -> None:
    """Read the figures of rendered cards in held-back typefaces. Print the shares that were read right, and
    the error of their probabilities at several temperatures."""
    maps, truths = classify_rendered_cards(seed, cards)
    figures, heights = np.array([f for f, _ in truths]), np.array([t for _, t in truths])
    probabilities = figure_probabilities(maps, TEMPERATURE)
    table = {"all": row(probabilities, figures)}
    for low, high in pairwise(HEIGHT_LIMITS_PIXELS):
        some = (heights >= low) & (heights < high) & (figures > 0)
        table[f"{low} to {high} px"] = row(probabilities[some], figures[some])
    table["none legible"] = row(probabilities[figures == 0], figures[figures == 0])
    tried = {
        round(float(t), 2): calibration_error(maps, figures, float(t)) for t in np.arange(0.6, 2.01, 0.1)
    }
    click.echo(json.dumps({"read": table, "temperature": TEMPERATURE, "ece, cross entropy": tried}, indent=1))


if __name__ == "__main__":
    main()
