"""The golden scenes, one recipe each: every kind of deck, table, light and muddle the reader must stand."""

from typing import Final

from deploy.scenes.recipe import Recipe
from deploy.scenes.recipes_decks import DECKS
from deploy.scenes.recipes_muddles import MUDDLES
from deploy.scenes.recipes_odd import ODD
from deploy.scenes.recipes_rare import RARE
from deploy.scenes.recipes_tables import TABLES

RECIPES: Final[tuple[Recipe, ...]] = (*DECKS, *TABLES, *MUDDLES, *ODD, *RARE)
__all__ = ["RECIPES", "Recipe"]
