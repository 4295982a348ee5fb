"""Play simulated hands with perfect and with poor observations: each ruling agrees with the play."""

import random
from dataclasses import replace
from math import dist

import pytest

from device.lab.simulation.attending import Look
from device.lab.simulation.match import HandTally, SimulatedTable, SimulationSetting, simulate
from device.virtual.company.next_steps import simulated_chooser
from device.virtual.perfect_eye import observe
from device.words.lists import load
from engine.catalogue import configured
from engine.observation import Observation, Point, Sighting
from engine.shared.scene import Scene

NAMES = ("Anne", "Ben", "Cora")


def perfect(seed: int) -> Look:
    rng = random.Random(seed)
    return lambda scene: observe(scene, rng)


def played(name: str, hands: int, seed: int, eye: Look, cheat: float = 0.2, **options: str) -> HandTally:
    game, words = configured(name, options), load()
    stage = SimulationSetting(game, words, eye, simulated_chooser(game, words, cheat), {**options})
    return simulate(stage, NAMES, hands, seed)


@pytest.mark.parametrize(("name", "seed"), [("lexicon", 11), ("crossword", 12)])
def test_nobody_is_wronged_nothing_gets_through_and_the_totals_are_exact(name: str, seed: int) -> None:
    tally = played(name, 2, seed, perfect(seed))
    assert tally.slips == []
    assert tally.flawless
    assert tally.hands == 2
    assert tally.honest > 10
    assert tally.planted == tally.illegal + tally.unclear > 0


@pytest.mark.parametrize("credit", ["challenger", "offender"])
def test_at_a_table_of_bluffers_challenges_move_the_points(credit: str) -> None:
    tally = played("lexicon", 1, 21, perfect(1), cheat=0.3, mode="challenge", challenge_credit=credit)
    assert tally.slips == []
    assert tally.flawless
    assert tally.challenged > 0


def test_a_poor_picture_accuses_nobody() -> None:
    """Every third card is read as one of three letters. Play continues, with questions."""
    rng = random.Random(3)

    def poor(scene: Scene) -> Observation:
        seen = observe(scene, rng)
        return replace(seen, cards=tuple(blurred(card) for card in seen.cards))

    def blurred(card: Sighting) -> Sighting:
        if not card.readings or rng.random() > 0.33:
            return card
        first = card.readings[0]
        others = tuple(replace(first, letter=rng.choice("BDEFHKNRX"), probability=0.25) for _ in range(2))
        return replace(card, readings=(replace(first, probability=0.45), *others))

    tally = played("lexicon", 1, 5, poor, cheat=0.0)
    assert tally.accused == 0
    assert tally.asked > 0


def test_letters_that_are_misread_for_a_while_accuse_nobody() -> None:
    """Three cards in a hundred are misread, discards too. A misreading stays until hands have changed the
    light a few times. The table corrects what it recorded, and blames no player."""
    rng = random.Random(3)
    wrong: dict[tuple[str, int, int], tuple[str, float, int]] = {}

    def mistaken(scene: Scene) -> Observation:
        seen = observe(scene, rng)
        return replace(seen, cards=tuple(misread(card) for card in seen.cards))

    def misread(card: Sighting) -> Sighting:
        if not card.readings:
            return card
        first = max(card.readings, key=lambda reading: reading.probability)
        spot = (first.letter, round(card.centre[0] / 4), round(card.centre[1] / 4))
        bad = rng.randrange(1, 7) if rng.random() < 0.03 else 0
        letter, p, looks = wrong.get(spot, (rng.choice("BDEFHKNRX"), rng.uniform(0.5, 0.97), bad))
        wrong[spot] = (letter, p, looks - 1)
        if looks <= 0 or letter == first.letter:
            return card
        return replace(
            card,
            readings=(
                replace(first, letter=letter, probability=p),
                replace(first, probability=(1 - p) * 0.9),
            ),
        )

    tally = played("lexicon", 2, 7, mistaken)
    assert tally.accused == tally.missed == 0
    assert tally.hands == 2


def test_whatever_a_reader_gets_wrong_of_a_crossword_accuses_nobody() -> None:
    """In a crossword the reader misses cards, takes bare table for a card face down, and changes places and
    scale from picture to picture. Still no player is accused."""
    rng = random.Random(1)

    def distorted(scene: Scene) -> Observation:
        seen = observe(scene, rng, error=2.0, certainty=0.97)
        cards = [card for card in seen.cards if rng.random() > 0.01]
        cards += [hole(rng.choice(cards), cards)] if cards and rng.random() < 0.3 else []
        scale = 1 + rng.gauss(0, 0.02)
        return replace(seen, cards=tuple(_moved(card, scale, (0.0, 0.0)) for card in cards))

    def hole(card: Sighting, cards: list[Sighting]) -> Sighting:
        """Return a card face down on a place beside `card`. If another card lies there, return `card`."""
        by = rng.choice([(58.5, 0.0), (-58.5, 0.0), (0.0, 90.5), (0.0, -90.5)])
        beside = _moved(replace(card, face="down", readings=()), 1.0, by)
        taken = any(dist(beside.centre, other.centre) < 50 for other in cards)
        return card if taken else beside

    tally = played("crossword", 2, 1, distorted)
    assert tally.slips == []
    assert tally.flawless


def _moved(card: Sighting, scale: float, by: Point) -> Sighting:
    one, two, three, four = ((x * scale + by[0], y * scale + by[1]) for x, y in card.corners)
    return replace(card, corners=(one, two, three, four))


def test_the_same_seed_is_the_same_game() -> None:
    assert played("crossword", 1, 4, perfect(1)) == played("crossword", 1, 4, perfect(1))


def test_a_blind_eye_brings_the_game_to_a_stop_and_that_is_said() -> None:
    tally = HandTally()

    def blind(scene: Scene) -> Observation:
        return Observation(scene.width, scene.height)

    game, words = configured("lexicon"), load()
    table = SimulatedTable(
        SimulationSetting(game, words, blind, simulated_chooser(game, words, 0.0)), NAMES, 1, tally
    )
    table.play(1)
    assert [slip.what for slip in tally.slips][-1] == "came to a stop"


def test_strong_players_can_sit_at_the_table() -> None:
    """The strength of a player goes with the seat. The referee rules on strong players as on any others."""
    words, game = load(), configured("lexicon")
    strong = simulated_chooser(game, words, 0.0, ("greedy", "ahead"))
    tally = simulate(SimulationSetting(game, words, perfect(4), strong), NAMES, hands=1, seed=4)
    assert tally.flawless
    assert tally.honest
