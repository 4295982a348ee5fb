"""Measure how long the words of simulated plays are. The limits in `web.praise`, from which on a word is
praised, come from these figures.

    python -m deploy.lab.words.long HANDS GAME...

Simulated casual players play HANDS hands of each game. There are three players, or as many as the game allows
if it is not for three. For each game the command prints the number of plays that laid cards. For each length
it prints the share of the plays that made a word of at least that length.
"""

import random
import sys
from collections import Counter
from typing import Final

from device.words.lists import load
from engine.catalogue import configured
from engine.shared.players.choosing import Strength
from engine.shared.players.selfplay import play_hand

MAX_PLAYERS: Final = 3
STRENGTH: Final[Strength] = "casual"


def lengths(name: str, hands: int) -> Counter[int]:
    """Return the number of plays in `hands` hands of the game `name`, by the length of the longest word
    made."""
    game, words = configured(name, {}), load()
    least, most = game.seats.least, game.seats.most
    players = (STRENGTH,) * max(least, min(MAX_PLAYERS, most))
    played = (play_hand(game, words, players, random.Random(seed)) for seed in range(hands))
    return Counter(letters for hand in played for letters in hand.longest_lengths)


def main() -> None:
    """Print for each game the number of plays, and their shares by the length of the longest word."""
    for name in sys.argv[2:]:
        counted = lengths(name, int(sys.argv[1]))
        plays = counted.total()
        shares = ((n, sum(counted[m] for m in counted if m >= n) / plays) for n in sorted(counted))
        sys.stdout.write(f"{name} {plays} {' '.join(f'{n}+: {share:.1%}' for n, share in shares)}\n")


if __name__ == "__main__":
    main()
