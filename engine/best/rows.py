"""Find every legal play of Lexicon: words to lay, insertions and exchanges.

The possible words are found first, as bit sets: the words that contain the word on the table in order, take
the rest of their letters from the hand, and count. This test is exact and takes some milliseconds for all
words. Then each word is made in every way, by choosing which of its cards are Masters. Words that use the
most cards are found first, because they are the best plays.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Final, Literal

from engine.best.choosing import MasterChoices, add_masters, add_to_batch
from engine.best.lawful import bare_plurals, lawful_words
from engine.best.lines import LineForm, RankedWords, add_lines, contains_in_order
from engine.best.masters import choices, with_masters
from engine.best.play_rank import (
    RANK_PER_MASTER,
    RANK_PER_POINT,
    Costs,
    Figures,
    Lines,
    costs_of,
    figures_of,
    word_ranks,
)
from engine.best.play_search import PlaySearch
from engine.cards import MASTER
from engine.game import Game
from engine.moves import EMPTY, Exchange, Insert, Lay, Move, faces, same_card
from engine.position import Rows
from engine.rules.rows import adjudicate_rows
from engine.ruling import Legal
from engine.words import WordList
from engine.words.pattern import LengthIndex

Kind = Literal["lay", "insert", "exchange"]

_NEW_WORD: Final = -1


@dataclass(frozen=True, slots=True)
class RowPlaySearch:
    """The data of a search for plays of Lexicon."""

    game: Game
    words: WordList
    position: Rows
    hand: str
    letters: Mapping[str, int]
    """The number of each letter in the hand, without Masters."""
    wild: int
    """The number of Masters in the hand."""
    figures: Figures


@dataclass(frozen=True, slots=True)
class Target:
    """A word on the table to build on, or the place of a new word."""

    place: int
    word: str
    """The word on the table; "" for a new word."""
    named: Mapping[str, int]
    """The number of each letter in the word and the hand together, counting Masters as the letters that
    they stand for."""
    pool: Mapping[str, int]
    """The number of each letter card in the word and the hand together."""
    wild: int
    """The number of Masters in the word and the hand together."""
    costs: Costs
    """The amounts that Masters add to the rank of a play on this word. They include a constant for the
    cards of the word, which do not come from the hand."""
    masters: int
    """The number of Masters in the word."""
    unnamed: bool
    """True if one of the word's Masters has no name yet."""

    def head(self, *, grown: bool) -> str:
        """Return the beginning of the notation of a play on this word: `+` for a new word, `3:WORD<` for
        an insertion (`grown`), `3:WORD=` for an exchange."""
        if not self.word:
            return "+"
        return f"{self.place + 1}:{self.word}{'<' if grown else '='}"


def makeable_words(game: Game, words: WordList, position: Rows, hand: str) -> Iterator[tuple[int, str]]:
    """Yield every word (upper case) that `hand` can make, with the index of the word on the table from
    which it is made, or -1 for a new word.

    Words that use the most cards come first. If an unnamed Master lies on the table, words that the full
    ruling would refuse may be among them.
    """
    search, targets = _prepared(game, words, position, hand)
    for cards in range(len(hand), 0, -1):
        for target in targets:
            index = words.index(len(target.word) + cards)
            for word in index.listed(_holding(search, target, index)):
                yield target.place, word
    for target in targets:
        index = words.index(len(target.word))
        for word in index.listed(_exchange_words(search, target, index)):
            yield target.place, word


def row_plays(play_search: PlaySearch, position: Rows) -> Iterator[list[list[str]]]:
    """Yield every legal play of a hand as lines of notation, in lists of equal rank.

    Plays that leave the fewest cards come first, and among these the best. Raise TooManyPlays if more than
    `play_search.max_plays` plays leave the same number of cards.
    """
    search, targets = _prepared(play_search.game, play_search.words, position, play_search.hand)
    for cards in range(len(play_search.hand), 0, -1):
        best_lines = Lines(play_search.max_plays)
        for target in targets:
            _add_words(best_lines, search, target, cards)
        yield best_lines.in_order()
    best_lines, master_choices = Lines(play_search.max_plays), MasterChoices()
    for target in targets:
        _add_exchanges(best_lines, master_choices, search, target)
    add_masters(best_lines, master_choices, search.letters, costs_of(search.figures))
    yield best_lines.in_order()


def play_of_line(position: Rows, line: str) -> tuple[Move, Kind, Rows, int]:
    """Return the play that the line of notation `line` describes: the move, its kind, the table after it, and
    the number of cards of the hand that it uses."""
    words = position.words
    if line[0] == "+":
        return Lay(line[1:]), "lay", Rows((*words, line[1:]), position.exposed), len(line) - 1
    number, _, change = line.partition(":")
    place = int(number) - 1
    before = words[place]
    after = change[len(before) + 1 :]
    left = Rows((*words[:place], after, *words[place + 1 :]), position.exposed)
    if len(before) == len(after):
        new = sum(not same_card(*cards) for cards in zip(before, after, strict=True))
        return Exchange(place, before, after), "exchange", left, new
    return Insert(place, before, after), "insert", left, len(after) - len(before)


def _prepared(game: Game, words: WordList, position: Rows, hand: str) -> tuple[RowPlaySearch, list[Target]]:
    letters, wild = Counter(hand.replace(MASTER, "")), hand.count(MASTER)
    search = RowPlaySearch(game, words, position, hand, letters, wild, figures_of(game.pack))
    lying = [(place, word) for place, word in enumerate(position.words) if word]
    return search, [_target(search, place, word) for place, word in ((_NEW_WORD, ""), *lying)]


def _target(search: RowPlaySearch, place: int, word: str) -> Target:
    named = Counter(word.upper().replace(MASTER, ""))
    real = Counter(card for card in word if card.isupper())
    masters = len(word) - real.total()
    return Target(
        place,
        word,
        Counter(search.letters) + named,
        Counter(search.letters) + real,
        search.wild + masters,
        costs_of(
            search.figures, RANK_PER_POINT * search.game.pack.points(faces(word)) - RANK_PER_MASTER * masters
        ),
        masters,
        MASTER in word,
    )


def _counting(search: RowPlaySearch, length: int) -> int:
    """Return the bit set of the words of `length` letters that count at this table (ALL-1)."""
    table = search.game.vocabulary
    return lawful_words(search.words, table, length) & ~bare_plurals(search.words, table, length)


def _holding(search: RowPlaySearch, target: Target, index: LengthIndex) -> int:
    """Return, as a bit set, the words that a word on the table can become when letters of the hand are
    inserted (LEX-A, LEX-C). They are longer than the word and contain its letters in order."""
    length = len(index.words[0]) if index.words else 0
    if length < 2:
        return 0
    wild = search.wild + target.word.count(MASTER)
    some = index.embedding(target.word.upper(), _counting(search, length))
    return index.spelt(target.named, wild, some) if some else 0


def _add_words(best_lines: Lines, search: RowPlaySearch, target: Target, cards: int) -> None:
    """Add to `best_lines` the plays that lay a new word of `cards` cards (LEX-A), or insert so many cards
    into the word `target.word`, whose own cards keep their order (LEX-C)."""
    length = len(target.word) + cards
    index = search.words.index(length)
    some = _holding(search, target, index)
    if not some:
        return
    head = target.head(grown=True)
    if not target.word:
        master_choices = MasterChoices()
        form = LineForm(head, search.wild, target.costs, EMPTY * length, search.letters)
        _write(best_lines, master_choices, search, form, some)
        add_masters(best_lines, master_choices, search.letters, target.costs)
        return
    for word, rank in zip(*_ranked(search, index, some), strict=True):  # few have the same length
        for masters in choices(tuple(enumerate(word)), target.pool, target.wild):
            after = with_masters(word, masters)
            if contains_in_order(target.word, after) and _surely_legal(search, target, after):
                best_lines.put(head + after, rank + target.costs[_masters(after)])


def _add_exchanges(
    best_lines: Lines, master_choices: MasterChoices, search: RowPlaySearch, target: Target
) -> None:
    """Add to `best_lines` the plays that exchange cards of the word `target.word` for cards of the hand,
    place for place (LEX-D). Add to `master_choices` the plays in which further letters may be laid as
    Masters."""
    was, index = target.word, search.words.index(len(target.word))
    some = _exchange_words(search, target, index)
    if not some:
        return
    form = LineForm(target.head(grown=False), search.wild, target.costs, was, search.letters)
    if not target.masters:
        own = some & index.matching_set(was)
        _write(best_lines, master_choices, search, form, some ^ own)
        if own:  # exchanges a Master for its letter
            rank = _ranked(search, index, own).ranks[0]
            add_to_batch(
                master_choices, form.batch(search.wild), [form.head + was], [rank + target.costs[""]]
            )
        return
    for word, rank in zip(*_ranked(search, index, some), strict=True):
        for masters in _master_places(search, was, word):
            after = with_masters(word, masters)
            if _surely_legal(search, target, after):
                best_lines.put(form.head + after, rank + target.costs[_masters(after)])


def _exchange_words(search: RowPlaySearch, target: Target, index: LengthIndex) -> int:
    """Return, as a bit set over `index.words`, the words that the hand can make of a word on the table by
    exchanging cards. The word itself is among them if a card can be exchanged for an equal one, such as a
    Master for its letter."""
    was = target.word
    if not index.words or not was:
        return 0
    some = index.reachable_from(was.upper(), search.letters, search.wild, _counting(search, len(was)))
    if MASTER in was or was.upper() not in search.words or _has_equal_exchange(search, was):
        return some
    return some & ~index.matching_set(was.upper())


def _has_equal_exchange(search: RowPlaySearch, was: str) -> bool:
    """Return True if a card of the word can be exchanged for one that reads the same: a Master for its
    letter, or a letter for a Master."""
    won = any(card.islower() and search.letters.get(card.upper(), 0) for card in was)
    return won or (search.wild > 0 and any(map(str.isupper, was)))


def _master_places(search: RowPlaySearch, was: str, word: str) -> Iterator[int]:
    """Yield every way to exchange cards of the word `was` so that it becomes `word`, as the bit set of places
    at which Masters then lie. At least one card is exchanged."""
    must, same, stays = [], 0, []
    for place, (card, letter) in enumerate(zip(was, word, strict=True)):
        if card == letter:
            same |= 1 << place
        elif card in (MASTER, letter.lower()):
            stays.append(place)
        else:
            must.append((place, letter))
    for won in _subsets(stays):  # a Master on the table can be won for its letter
        real = sum(1 << place for place in stays) - sum(1 << place for place in won)
        wanted = [*must, *((place, word[place]) for place in won)] if won else must
        places = sum(1 << place for place in won)
        for masters in choices(wanted, search.letters, search.wild, same):
            if (wanted or masters) and not masters & places:
                yield masters | real


def _subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not places:
        yield ()
        return
    for rest in _subsets(places[1:]):
        yield from chain((rest,), ((places[0], *rest),))


def _write(
    best_lines: Lines, master_choices: MasterChoices, search: RowPlaySearch, form: LineForm, some: int
) -> None:
    """Add the plays that make the words of the bit set `some` to `best_lines`, as lines of notation with the
    given `form`. Add those in which further letters may be Masters to `master_choices`."""
    index = search.words.index(len(form.lying))
    words_needing_masters = _words_needing_masters(index, some, form)
    if some != words_needing_masters:
        add_lines(best_lines, master_choices, form, _ranked(search, index, some ^ words_needing_masters))
    if words_needing_masters:
        add_lines(
            best_lines, master_choices, form, _ranked(search, index, words_needing_masters), needs_master=True
        )


def _words_needing_masters(index: LengthIndex, some: int, form: LineForm) -> int:
    """Return the words of the bit set `some` that need more cards of some letter than the hand has, as a bit
    set. A letter that the hand lacks altogether is not tested."""
    words_needing_masters = 0
    for letter, held in form.letters.items():
        more = index.holding_each(letter) if letter not in form.lying else index.gaining(form.lying, letter)
        if len(more) > held:
            words_needing_masters |= more[held]
    return words_needing_masters & some


def _ranked(search: RowPlaySearch, index: LengthIndex, some: int) -> RankedWords:
    """Return the words of the bit set `some`, which is not empty, and the rank of each without a Master."""
    ranks = word_ranks(search.words, len(index.words[0]), search.figures)
    numbers = index.indices(some)
    if len(numbers) == 1:  # for one number `itemgetter` returns no tuple
        return RankedWords((index.words[numbers[0]],), (ranks[numbers[0]],))
    chosen = itemgetter(*numbers)
    return RankedWords(chosen(index.words), chosen(ranks))


def _masters(word: str) -> str:
    """Return the letters that the Masters of `word` stand for, in lower case."""
    return "".join(filter(str.islower, word))


def _surely_legal(search: RowPlaySearch, target: Target, after: str) -> bool:
    """Return True if it is legal to make the word `after` of a word on the table. The search has already
    tested the cards. So the full ruling is needed only if the old word has an unnamed Master."""
    if not target.unnamed:
        return True
    position = search.position
    words = (*position.words[: target.place], after, *position.words[target.place + 1 :])
    left = Rows(words, position.exposed)
    ruling = adjudicate_rows(search.game, search.words, position, left, search.hand, 1)
    return isinstance(ruling, Legal)
