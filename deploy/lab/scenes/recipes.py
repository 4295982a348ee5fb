"""The recipes of all golden scenes: every kind of deck, table, light and disorder that the reader must
read."""

from typing import Final

from deploy.lab.scenes.recipe import Recipe
from deploy.lab.scenes.recipes_decks import DECKS
from deploy.lab.scenes.recipes_muddles import MUDDLES
from deploy.lab.scenes.recipes_odd import ODD
from deploy.lab.scenes.recipes_rare import RARE
from deploy.lab.scenes.recipes_tables import TABLES

RECIPES: Final[tuple[Recipe, ...]] = (*DECKS, *TABLES, *MUDDLES, *ODD, *RARE)
__all__ = ["RECIPES", "Recipe"]
