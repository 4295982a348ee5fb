"""Find the exposed cards of a tableau, and every choice of exposed cards that spells a word (S2)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.moves import ASIDE_SOURCE, TURNED_SOURCE

Tops = Mapping[str, Sequence[Sequence[int]]]
"""The piles by the letter of their top card, as indices. Piles that hold the same cards are in one group."""


def tops_of(piles: Sequence[str], turned: str) -> Tops:
    """Return the top cards of `piles` and of the turned-up cards, by letter."""
    piles_of_top: dict[str, dict[str, list[int]]] = {}
    for index, pile in enumerate(piles):
        if pile:
            piles_of_top.setdefault(pile[-1], {}).setdefault(pile, []).append(index)
    tops = {letter: list(alike.values()) for letter, alike in piles_of_top.items()}
    if turned:
        tops.setdefault(turned[-1], []).append([TURNED_SOURCE])
    return tops


def spellings(word: str, tops: Tops, masters: int, *, free: bool) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield every choice of cards for `word` with up to `masters` Masters: the text, with Masters in lower
    case, and the pile of each letter.

    Unless `free` is set, Masters stand only for letters that no card gives.
    """
    for chosen in _chosen(tuple(Counter(word).items()), tops, masters, free=free):
        left = {letter: list(sources) for letter, sources in chosen.items()}
        sources = tuple(left[letter].pop(0) for letter in word)
        yield (
            "".join(c.lower() if s == ASIDE_SOURCE else c for c, s in zip(word, sources, strict=True)),
            sources,
        )


def _chosen(
    letters: Sequence[tuple[str, int]], tops: Tops, masters: int, *, free: bool
) -> Iterator[dict[str, list[int]]]:
    """Yield every choice of cards for a word, as the piles from which each letter is taken. `letters` are
    pairs of a letter of the word and how often the word has it. `ASIDE_SOURCE` stands for a Master."""
    if not letters:
        yield {}
        return
    (letter, wanted), *others = letters
    lying = tops.get(letter, ())
    most = min(wanted, sum(map(len, lying)))
    least = max(wanted - masters, 0) if free else most
    for cards in range(most, least - 1, -1):
        aside = wanted - cards
        if aside > masters:
            return
        for some in _picked(lying, cards):
            for rest in _chosen(others, tops, masters - aside, free=free):
                yield {letter: [*some, *[ASIDE_SOURCE] * aside], **rest}


def _picked(lying: Sequence[Sequence[int]], cards: int) -> Iterator[list[int]]:
    """Yield every choice of `cards` piles that differs in its cards. `lying` groups the piles with equal top
    cards, so within a group the first piles are always chosen."""
    if not cards:
        yield []
    elif lying:
        for number in range(min(cards, len(lying[0])), -1, -1):
            for rest in _picked(lying[1:], cards - number):
                yield [*lying[0][:number], *rest]
