"""Arrange one still picture: turn an observation into words, a grid, the stock, the exposed card and
hands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain as flatten
from typing import Literal

from engine.evidence import MIN_SURE_LETTER_PROBABILITY, merge_figures
from engine.layout.arrangement import (
    Arrangement,
    CutOffCard,
    DoubtfulLetter,
    MisplacedCard,
    Role,
    SeenGrid,
    SeenWord,
    TwoWayWord,
)
from engine.layout.chains import Chain, chains, words_of_chain
from engine.layout.crossword import crossword_of
from engine.layout.geometry import MeasuredPiece, are_tiles, distance, piece_of, without_odd_sizes
from engine.layout.lattice import Lattice, has_touching_columns, lattices, with_strays
from engine.layout.piles import (
    ends_line,
    exposed_pile,
    heaps,
    is_fan,
    is_near_stock,
    is_small_fan,
    is_stair,
    piles_near_stock,
    without_bare_table,
)
from engine.layout.reading_direction import are_printed_alike, from_likelier_end, with_weaker_facing
from engine.layout.rows import word_of
from engine.layout.spelling import is_listed, spell
from engine.observation import Observation, Sighting
from engine.words import WordList

Kind = Literal["rows", "grid"]
MIN_EXPOSED_GAP_WIDTHS = 0.04
"""The amount, in card widths, by which a gap at the end of a line must exceed the line's other gaps, so
that the last card may be the exposed card. A careless player may leave such a gap in a word. So the other
cards must also spell a word."""
MIN_WORDLESS_GAP_WIDTHS = 0.15
"""The amount, in card widths (9 mm), by which a gap at the end of a row must exceed the row's other gaps,
so that the last card counts as the exposed card even if the rest spells no word. A careless player leaves
no such gap in a word. The card must also lie nearer to the stock than to its neighbour."""
MIN_COMPARED_GAPS = 3
"""Least number of gaps in other words with which the gap between two cards is compared to find out that
one of the two is the exposed card. With fewer, the usual gap on the table is not known."""
MIN_OTHER_DIRECTION_PROBABILITY = 0.1
"""Probability of the less likely reading direction of a word above which both directions are reported. Below
it, the likelier direction is sure (`MIN_SURE_LETTER_PROBABILITY`)."""
STRIP_HEIGHT_MM = 40.0
"""Height, in mm, of the strips into which the picture is cut to order the words: from strip to strip, and in
each strip from left to right. It is about half a card's height, so the order is nearly the reading order of
a page."""
_MAX_EXPOSED_PILES = 4
"""Greatest number of piles or single cards near the stock that are tried as the exposed pile. The edge of a
crossword may bring two or three cards near the stock."""


@dataclass(frozen=True, slots=True)
class _SortedPieces:
    """The pieces of a picture, sorted into words and single cards (`lines`), stock, exposed pile, hands and
    covered cards."""

    stock: tuple[MeasuredPiece, ...]
    """The face-down pieces."""
    exposed: tuple[MeasuredPiece, ...]
    """The exposed pile, the top card first."""
    hands: tuple[Chain, ...]
    """The hands that are spread out."""
    lines: tuple[Chain, ...]
    """The words and single cards of the play."""
    covered: tuple[MeasuredPiece, ...]
    """The cards that lie under others, or in a heap that was pulled apart like a stair."""

    @property
    def played(self) -> list[MeasuredPiece]:
        return list(flatten.from_iterable(c.pieces for c in self.lines))


@lru_cache(maxsize=4)  # each picture is arranged two or three times
def arrange(observation: Observation, words: WordList | None = None, kind: Kind | None = None) -> Arrangement:
    """Return the cards of one observation, arranged.

    `words` decides only close cases, such as the end from which a word is read if its letters do not show it.
    `kind` is the game's layout. For a photograph it is None, and the cards decide between rows and a grid.
    """
    if kind == "grid":
        return arrangements(observation, words)[0]
    sightings = merge_figures(observation).cards
    parts = _sorted_pieces(sightings, words)
    lattice = _crossword(parts, sightings, words, kind)
    if lattice is None:
        return _assembled(sightings, words, parts, [word_of(c, sightings, words) for c in parts.lines])
    return _assembled_grid(sightings, words, parts, lattice)


@lru_cache(maxsize=4)
def arrangements(observation: Observation, words: WordList | None = None) -> tuple[Arrangement, ...]:
    """Return the likely arrangements of a crossword's cards, the likeliest by the places of the cards first.
    There are several if more than one card near the stock may be the exposed card. Only a comparison with the
    settled position can then decide."""
    sightings = merge_figures(observation).cards
    pieces = without_odd_sizes([piece_of(i, s) for i, s in enumerate(sightings)], sightings)
    fronts = [p for p in pieces if sightings[p.index].face == "up" and sightings[p.index].readings]
    stock = without_bare_table([p for p in pieces if sightings[p.index].face == "down"], fronts)
    heaped = {_top_card(heap, sightings): heap for heap in heaps(fronts, stock)}
    piles: list[tuple[MeasuredPiece, ...]] = [
        *piles_near_stock(stock, list(heaped.values()))[:_MAX_EXPOSED_PILES],
        (),
    ]
    ways = [_arrangement_with_pile(sightings, words, heaped, stock, pile) for pile in piles]
    return tuple(arrangement for _, arrangement in sorted(ways, key=lambda way: way[0]))


def _arrangement_with_pile(
    sightings: Sequence[Sighting],
    words: WordList | None,
    heaped: Mapping[MeasuredPiece, tuple[MeasuredPiece, ...]],
    stock: tuple[MeasuredPiece, ...],
    pile: tuple[MeasuredPiece, ...],
) -> tuple[int, Arrangement]:
    """Return the arrangement with `pile` as the exposed pile, and the number of cards that touch no other
    card in this arrangement."""
    every = chains([top for top in heaped if top not in pile])
    lines = tuple(c for c in every if not is_fan(c))
    placed = {p for c in every for p in c.pieces} | set(pile)
    covered = tuple(p for heap in heaped.values() for p in heap if p not in placed)
    exposed = (_top_card(pile, sightings), *pile) if pile else ()
    parts = _SortedPieces(stock, exposed, tuple(c for c in every if is_fan(c)), lines, covered)
    lattice = _crossword(parts, sightings, words, "grid")
    if lattice is None:
        return 0, _assembled(sightings, words, parts, [])
    loose = len(parts.played) - len(lattice.cells) + lattice.stray_count
    return loose, _assembled_grid(sightings, words, parts, lattice)


def _sorted_pieces(sightings: Sequence[Sighting], words: WordList | None) -> _SortedPieces:
    def read(piece: MeasuredPiece) -> bool:
        return bool(sightings[piece.index].readings)

    pieces = [piece_of(i, s) for i, s in enumerate(sightings)]
    stock = tuple(p for p in pieces if sightings[p.index].face == "down")
    lettered = [p for p in pieces if sightings[p.index].face == "up" and read(p)]
    if lettered and not are_tiles(lettered):  # beside tiles an unread piece is a board's printed square
        lettered = [p for p in pieces if sightings[p.index].face == "up"]
    tops = {_top_card(heap, sightings): heap for heap in heaps(lettered, stock)}
    piles = [top for top, heap in tops.items() if len(heap) > 1 and is_near_stock(top, stock)]
    joined = chains([p for p in tops if p not in piles])
    words_alone = (_pair_without_exposed(c, stock, joined) for c in joined)
    every = [Chain((p,), (0,)) for p in piles] + [
        part for some in words_alone for c in some for part in _without_exposed(c, stock, sightings, words)
    ]
    hands = [c for c in every if _is_hand(c, sightings, words)]
    parts = (part for c in every if c not in hands for part in _words_of_line(c, sightings, words))
    # An unread card counts only in a row.
    lines = [part for part in parts if not is_stair(part) and any(map(read, part.pieces))]
    lone = [tops[c.pieces[0]] for c in lines if len(c.pieces) == 1]
    # A row that points at a card has already decided by its spelling whether the card belongs to it.
    rows = {p for c in joined if len(c.pieces) > 1 for p in c.pieces}
    free = [h for h in lone if len(h) > 1 or h[0] in rows or not ends_line(h[0], lettered)]
    exposed = exposed_pile(stock, free)
    pile = () if exposed is None else (_top_card(exposed, sightings), *exposed)
    lines = [c for c in lines if c.pieces[0] not in pile]
    placed = {p for c in (*lines, *hands) for p in c.pieces} | set(pile)
    covered = tuple(p for p in lettered if p not in placed and read(p))
    return _SortedPieces(stock, pile, tuple(hands), tuple(lines), covered)


def _is_hand(chain: Chain, sightings: Sequence[Sighting], words: WordList | None) -> bool:
    """Return True if the cards are a spread hand: a fan, or a few cards that turn only slightly and spell no
    word."""
    if is_fan(chain) or words is None:
        return is_fan(chain)
    return is_small_fan(chain) and not _spells(chain, sightings, words)


def _without_exposed(
    chain: Chain, stock: Sequence[MeasuredPiece], sightings: Sequence[Sighting], words: WordList | None
) -> list[Chain]:
    """Return the chain of cards. If the card at one of its ends is the exposed card, which lies in line by
    chance, return this card and the rest as two chains.

    The exposed card lies near the stock, after a gap wider than the others (`MIN_EXPOSED_GAP_WIDTHS`), and
    the whole chain is no word. In addition, either the rest is a word, or the gap is still wider
    (`MIN_WORDLESS_GAP_WIDTHS`) and the card lies nearer to the stock than to the rest.
    """
    steps = chain.steps()
    if words is None or not stock or len(steps) < 2:
        return [chain]
    for last, next_, gap, others in ((0, 1, steps[0], steps[1:]), (-1, -2, steps[-1], steps[:-1])):
        end, neighbour = chain.pieces[last], chain.pieces[next_]
        if (
            is_near_stock(end, stock)
            and gap > max(others) + MIN_EXPOSED_GAP_WIDTHS
            and not _spells(chain, sightings, words)
        ):
            rest = slice(1, None) if last == 0 else slice(None, -1)
            word = Chain(chain.pieces[rest], chain.sides[rest])
            away = distance(neighbour.centre, end.centre)
            nearer = (
                gap > max(others) + MIN_WORDLESS_GAP_WIDTHS
                and min(distance(s.centre, end.centre) for s in stock) < away
            )
            if nearer or _spells(word, sightings, words):
                return [word, Chain((end,), (chain.sides[last],))]
    return [chain]


def _pair_without_exposed(
    chain: Chain, stock: Sequence[MeasuredPiece], lines: Sequence[Chain]
) -> list[Chain]:
    """Return the chain. If one of its two cards is the exposed card, return each card as a chain of its own.

    One card is the exposed card if it lies near the stock, nearer to the stock than to the other card, and
    if the gap between the two cards is wider than all gaps of the other `lines`. The letters do not matter.
    """
    others = [step for line in lines if line is not chain for step in line.steps()]
    if len(chain.pieces) != 2 or not stock or len(others) < MIN_COMPARED_GAPS:
        return [chain]
    (gap,) = chain.steps()
    away = distance(chain.pieces[0].centre, chain.pieces[1].centre)
    for end in chain.pieces:
        nearer = min(distance(card.centre, end.centre) for card in stock) < away
        if is_near_stock(end, stock) and nearer and gap > max(others) + MIN_WORDLESS_GAP_WIDTHS:
            return [Chain((piece,), (side,)) for piece, side in zip(chain.pieces, chain.sides, strict=True)]
    return [chain]


def _spells(chain: Chain, sightings: Sequence[Sighting], words: WordList) -> bool:
    """Return True if the line is a listed word, read from its likelier end. If the cards are printed alike
    both ways up, the word list helps to choose the end."""
    word = word_of(chain, sightings, words)
    if are_printed_alike(sightings):
        word = from_likelier_end(with_weaker_facing(word), words)
    return is_listed(word.text.upper(), words)


def _words_of_line(chain: Chain, sightings: Sequence[Sighting], words: WordList | None) -> list[Chain]:
    """Return the words of one line of cards. The line is cut at wide gaps, unless the whole line is a word
    and its parts are not all words."""
    pieces = list(words_of_chain(chain))
    if len(pieces) < 2 or words is None:
        return pieces
    whole = _spells(chain, sightings, words)
    every = all(len(c.pieces) > 1 and _spells(c, sightings, words) for c in pieces)
    return [chain] if whole and not every else pieces


def _top_card(heap: Sequence[MeasuredPiece], sightings: Sequence[Sighting]) -> MeasuredPiece:
    """Return the card of a heap that was read with the greatest probability. This card is taken to be the top
    card."""
    return max(heap, key=lambda p: (sightings[p.index].best or ("", 0.0))[1])


def _crossword(
    parts: _SortedPieces, sightings: Sequence[Sighting], words: WordList | None, kind: Kind | None
) -> Lattice | None:
    if kind == "rows" or not parts.played:
        return None
    all_lattices = lattices(parts.played)
    main = all_lattices[0]
    if kind is None and not _crosses(main, parts, sightings, words):
        return None
    placed = {p.index for p in main.cells.values()}
    return with_strays(main, [p for p in parts.played if p.index not in placed])


def _crosses(
    lattice: Lattice, parts: _SortedPieces, sightings: Sequence[Sighting], words: WordList | None
) -> bool:
    """Return True if the cards are a crossword, and not rows that happen to lie close together. In a
    crossword some cards have neighbours only above or below. If there are no such cards, all words down
    must be listed."""
    read = crossword_of(lattice, sightings, words)
    rows = [frozenset(p.index for p in c.pieces) for c in parts.lines if len(c.pieces) > 1]
    inside = {p.index for p in lattice.cells.values()}
    beside = frozenset(i for row in rows for i in row)
    alone = sum(p.index not in beside for p in lattice.cells.values())
    if not read.down or not all(
        any(row <= set(w.cards) for w in read.across) for row in rows if row & inside
    ):
        return False
    if words is None or alone:
        return 2 * alone >= len(read.down)
    if not all(is_listed(w.text.upper(), words) for w in read.down):
        return False
    return max(len(w.cards) for w in read.down) > 2 or has_touching_columns(lattice)


def _assembled_grid(
    sightings: Sequence[Sighting], words: WordList | None, parts: _SortedPieces, lattice: Lattice
) -> Arrangement:
    read = crossword_of(lattice, sightings, words)
    inside = {p.index for p in lattice.cells.values()}
    rest = [c for c in parts.lines if not inside & {p.index for p in c.pieces}]
    seen_words = [*read.across, *read.down, *(word_of(c, sightings, words) for c in rest)]
    if len(inside) == 1:
        seen_words += [
            word_of(c, sightings, words) for c in parts.lines if {p.index for p in c.pieces} == inside
        ]
    return _assembled(sightings, words, parts, seen_words, _GridWithMisfits(read.grid, lattice.misfits))


@dataclass(frozen=True, slots=True)
class _GridWithMisfits:
    """The crossword that a picture shows, if it shows one: its grid, and the cards that do not fit the
    grid."""

    grid: SeenGrid | None = None
    """The cards by row and column."""
    misfits: Sequence[MeasuredPiece] = ()
    """The cards that fit no cell of the grid."""


def _assembled(
    sightings: Sequence[Sighting],
    words: WordList | None,
    parts: _SortedPieces,
    seen_words: Sequence[SeenWord],
    crossword: _GridWithMisfits = _GridWithMisfits(),
) -> Arrangement:
    grid = crossword.grid
    if are_printed_alike(sightings):
        # All words of a crossword have the same direction.
        fixed = set() if grid is None else set(grid.letters)
        mild = [with_weaker_facing(word) for word in seen_words]
        seen_words = [word if fixed & set(word.cards) else from_likelier_end(word, words) for word in mild]
    rows = (
        tuple(sorted((w for w in seen_words if len(w.cards) > 1), key=_reading_order_key))
        if grid is None
        else ()
    )
    spelt = rows or tuple(w for w in seen_words if len(w.cards) > 1)
    lone = tuple(w for w in seen_words if len(w.cards) == 1)
    return Arrangement(
        words=spelt,
        grid=grid,
        lone=lone,
        stock=tuple(p.index for p in parts.stock),
        exposed=parts.exposed[0].index if parts.exposed else None,
        hands=tuple(tuple(p.index for p in c.pieces) for c in parts.hands),
        roles=_roles(len(sightings), parts, spelt),
        doubts=(
            *_doubtful_letters((*lone, *spelt)),
            *(MisplacedCard(p.index) for p in (*crossword.misfits, *parts.covered)),
            *(CutOffCard(i) for i, s in enumerate(sightings) if not s.whole),
            *_two_way_words(spelt, words),
        ),
    )


def _reading_order_key(word: SeenWord) -> tuple[float, float]:
    """Return the key by which words are sorted into reading order: the number of the word's strip, counted
    from the top of the picture, and its distance from the left, mm."""
    return (word.centre[1] // STRIP_HEIGHT_MM, word.centre[0])


def _roles(count: int, parts: _SortedPieces, words: Sequence[SeenWord]) -> tuple[Role | None, ...]:
    roles: dict[int, Role] = dict.fromkeys((i for w in words for i in w.cards), "word")
    roles |= dict.fromkeys((p.index for p in parts.stock), "stock")
    roles |= dict.fromkeys((p.index for p in parts.exposed), "exposed")
    roles |= dict.fromkeys((p.index for c in parts.hands for p in c.pieces), "hand")
    return tuple(roles.get(i) for i in range(count))


def _doubtful_letters(seen_words: Iterable[SeenWord]) -> Iterator[DoubtfulLetter]:
    """Yield a doubt for each card of a word, and each single card, whose letter is not sure."""
    seen = {i: letters for w in seen_words for i, letters in zip(w.cards, w.letters, strict=True)}
    for i in sorted(seen):
        if not seen[i] or seen[i][0][1] < MIN_SURE_LETTER_PROBABILITY:
            yield DoubtfulLetter(i, seen[i])


def _two_way_words(spelt: Iterable[SeenWord], words: WordList | None) -> Iterator[TwoWayWord]:
    """Yield a doubt for each word that reads equally well from its other end."""
    for word in spelt:
        other = spell(word.backward, words).text
        if (
            MIN_OTHER_DIRECTION_PROBABILITY < word.direction_probability < 1 - MIN_OTHER_DIRECTION_PROBABILITY
            and _is_as_good(word.text.upper(), other, words)
        ):
            yield TwoWayWord(word.cards, word.text, other)


def _is_as_good(text: str, other: str, words: WordList | None) -> bool:
    """Return True if `other`, a word's reading from its other end, is as good as `text`: it differs from
    `text`, and is a listed word if `text` is one."""
    return other != text and (words is None or is_listed(other, words) >= is_listed(text, words))
