"""The exposed cards of a tableau, and every choice of them for a word (S2)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.moves import ASIDE, TURNED

Tops = Mapping[str, Sequence[Sequence[int]]]
"""The places where each exposed letter lies, those together that have the same beneath."""


def tops_of(piles: Sequence[str], turned: str) -> Tops:
    """The top cards of `piles` and of those turned up."""
    found: dict[str, dict[str, list[int]]] = {}
    for index, pile in enumerate(piles):
        if pile:
            found.setdefault(pile[-1], {}).setdefault(pile, []).append(index)
    tops = {letter: list(alike.values()) for letter, alike in found.items()}
    if turned:
        tops.setdefault(turned[-1], []).append([TURNED])
    return tops


def spellings(word: str, tops: Tops, masters: int, *, free: bool) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every choice of cards for `word` and up to so many Masters, with the letters those are for in lower
    case; unless `free`, they are only for letters that no card gives."""
    for chosen in _chosen(tuple(Counter(word).items()), tops, masters, free=free):
        left = {letter: list(sources) for letter, sources in chosen.items()}
        sources = tuple(left[letter].pop(0) for letter in word)
        yield "".join(c.lower() if s == ASIDE else c for c, s in zip(word, sources, strict=True)), sources


def _chosen(
    letters: Sequence[tuple[str, int]], tops: Tops, masters: int, *, free: bool
) -> Iterator[dict[str, list[int]]]:
    """Where so many of each letter are taken from."""
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
                yield {letter: [*some, *[ASIDE] * aside], **rest}


def _picked(lying: Sequence[Sequence[int]], cards: int) -> Iterator[list[int]]:
    """Every choice of so many places, of those with the same beneath any."""
    if not cards:
        yield []
    elif lying:
        for number in range(min(cards, len(lying[0])), -1, -1):
            for rest in _picked(lying[1:], cards - number):
                yield [*lying[0][:number], *rest]
