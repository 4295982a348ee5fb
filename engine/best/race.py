"""Find every play of My Word: one word of as many cards as the circle asks for, or two words that cross
(MW-2)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from engine.best.masters import choices, with_masters
from engine.best.play_rank import at_most
from engine.cards import MASTER
from engine.game import Game
from engine.moves import EMPTY, CombinedMove, Lay, Move, faces
from engine.position import RacePosition
from engine.rules.race import NUMBER_WORDS
from engine.rules.vocabulary import word_refusal
from engine.words import WordList

RacePlay = tuple[Move, RacePosition]


@dataclass(frozen=True, slots=True)
class _Search:
    """The data of a search for plays of the race."""

    game: Game
    words: WordList
    position: RacePosition
    cards: str
    """All cards that the player owns."""
    max_words: int | None
    """The greatest number of words to find for each word length; None for no limit. `at_most` raises
    TooManyPlays beyond it."""


def race_plays(
    game: Game, words: WordList, position: RacePosition, cards: str, max_words: int | None = None
) -> Iterator[RacePlay]:
    """Yield every play of the player on turn, who owns `cards`. These include the cards laid in earlier
    turns (MW-2).

    Single words come first, since their player plays again (MW-3). Two crossed words follow, the longer word
    across. The same two words with exchanged directions are the same play. Among plays of a kind, those with
    the fewest jokers come first. After a picture or number card, which allows any length, the shortest plays
    come first (MW-6). Crossed words are found one by one as the caller asks, since nine cards can make a
    million.

    Raise TooManyPlays if more than `max_words` words of a length are found.
    """
    horse = position.horses[position.player]
    if horse >= len(game.race.track):
        return
    search = _Search(game, words, position, cards, max_words)
    word_length = game.race.track[horse] if position.drawn_kind == "letter" else None
    for number in range(2, len(cards) + 1) if word_length is None else (word_length,):
        for word in _ranked(search, number):
            yield Lay(word), _formed(position, (word,))
    for number in range(3, len(cards) + 1) if word_length is None else (word_length,):
        yield from _crossed(search, number)


def _ranked(search: _Search, length: int) -> list[str]:
    """Return the words of `length` letters that can be made of all cards of the player. Words with the fewest
    jokers come first."""
    spelt_words = at_most(_spelt(search, Counter(search.cards), length), search.max_words)
    return sorted(spelt_words, key=lambda word: (faces(word).count(MASTER), word.upper(), word))


def _spelt(search: _Search, cards: Mapping[str, int], length: int, holding: str = "") -> Iterator[str]:
    """Yield the words of `length` letters that can be made of `cards`, with Masters in lower case.

    If the card `holding`, which lies on the table, is given, each word also contains this card.
    """
    letters, wild = {card: n for card, n in cards.items() if card != MASTER}, cards.get(MASTER, 0)
    index = search.words.index(length)
    among = index.holding(holding.upper()) if holding else None
    pool = Counter(letters) + Counter(holding.upper())
    for word in index.listed(index.spelt(pool, wild, among)):
        if search.position.drawn_kind == "number" and word not in NUMBER_WORDS:
            continue
        if word_refusal(word, search.words, search.game.vocabulary) is None:
            yield from (word,) if holding else _spellings(word, letters, wild)


def _spellings(word: str, letters: Mapping[str, int], wild: int) -> Iterator[str]:
    return (with_masters(word, masters) for masters in choices(tuple(enumerate(word)), letters, wild))


def _crossed(search: _Search, number: int) -> Iterator[RacePlay]:
    """Yield the plays of two words that share one card and together have `number` cards."""
    for length in range(number - 1, (number + 1) // 2, -1):
        for across in _ranked(search, length):
            yield from _crossing_plays(search, across, number + 1 - length)
    if number % 2:
        half = (number + 1) // 2
        for across in _ranked(search, half):
            for play in _crossing_plays(search, across, half):
                if _in_first_direction(play):
                    yield play


def _in_first_direction(play: RacePlay) -> bool:
    """Return True if a race play is to be kept. Two crossed words can be laid in two equal ways, with either
    word across; True only for the first of the two."""
    move = play[0]
    assert isinstance(move, CombinedMove)
    across, down = (part.word for part in move.moves if isinstance(part, Lay))
    rows = play[1].laid[play[1].player]
    turned = tuple(map("".join, zip(*rows, strict=True)))
    return (across, down, rows) <= (down, across, turned)


def _crossing_plays(search: _Search, across: str, length: int) -> Iterator[RacePlay]:
    """Yield the words of `length` that cross `across`, made of the remaining cards."""
    left = Counter(search.cards) - Counter(faces(across))
    letters, wild = {card: n for card, n in left.items() if card != MASTER}, left.get(MASTER, 0)
    for letter in dict.fromkeys(across):
        for word in _spelt(search, left, length, holding=letter):
            for place in (i for i, one in enumerate(word) if one == letter.upper()):
                wanted = tuple((i, one) for i, one in enumerate(word) if i != place)
                for masters in choices(wanted, letters, wild):
                    down = with_masters(word, masters)
                    down = down[:place] + letter + down[place + 1 :]
                    yield from _plays_crossing_at(search.position, across, down, letter, place)


def _plays_crossing_at(
    position: RacePosition, across: str, down: str, letter: str, place: int
) -> Iterator[RacePlay]:
    """Yield the race plays in which the words `across` and `down` cross at the letter `letter`. `place` is
    the index of this letter in `down`. There is one play for each occurrence of the letter in `across`."""
    for column in (i for i, one in enumerate(across) if one == letter):
        before, after = EMPTY * column, EMPTY * (len(across) - column - 1)
        rows = [before + card + after for card in down]
        rows[place] = across
        yield CombinedMove((Lay(across), Lay(down))), _formed(position, tuple(rows))


def _formed(position: RacePosition, rows: tuple[str, ...]) -> RacePosition:
    seat = position.player
    return replace(position, laid=tuple(chain(position.laid[:seat], (rows,), position.laid[seat + 1 :])))
