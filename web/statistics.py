"""Sum up all matches: wins, the average result of a hand, the longest words, openings, challenges."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.cards import MASTER
from engine.game import Game
from engine.moves import faces
from web.match_history import FoldedMatch, PlayedHand, PlayedTurn
from web.past_matches import PastMatch

MAX_TIMESTAMP: Final = 32_503_680_000.0
"""The latest time that can be shown as a date, in seconds since 1970: the year 3000."""
MAX_LISTED_WORDS: Final = 10
"""Maximum number of words in the list of the longest words."""
MIN_LONG_LETTERS: Final = 5
"""Minimum number of letters of a long word. Shorter words are listed only while no player has laid a long
word."""
MAX_OPENINGS: Final = 6
"""Maximum number of favourite openings shown."""
MIN_FAVOURITE_HANDS: Final = 2
"""Minimum number of hands that a word must have begun to be a favourite opening."""


@dataclass(slots=True)
class Person:
    """The statistics of one player over all matches. Players of the same name count as one."""

    name: str
    matches: int = 0
    """The number of matches that the player played to the end."""
    wins: float = 0.0
    """The number of wins. A win shared by n players counts 1/n."""
    hands: int = 0
    """The number of the player's hands that were scored."""
    times_out: int = 0
    """The number of hands in which the player went out."""
    turns: int = 0
    """The number of turns that the player took."""
    words: int = 0
    """The number of words that the player laid."""
    letters: int = 0
    """The number of letters in all words that the player laid."""
    longest: str = ""
    """The longest word that the player laid."""
    openings: Counter[str] = field(default_factory=Counter)
    """The words that the player laid first in a hand, each with the number of such hands."""
    challenges: int = 0
    """The number of challenges that the player made."""
    challenges_won: int = 0
    """The number of the player's challenges in which the player was right."""
    plays_caught: int = 0
    """The number of the player's plays that were challenged and found bad."""

    @property
    def opening(self) -> str:
        """The word with which the player began the most hands; empty if no word began at least two hands."""
        return next(iter(dict(_favourites(self.openings))), "")


@dataclass(frozen=True, slots=True)
class Average:
    """A player's mean points in a hand of one game, over all matches."""

    name: str
    hands: int
    """The number of hands that the mean is taken over."""
    points: float
    """The player's mean points in a hand."""
    share: float = 0.0
    """The length of the player's bar in the chart, as a share of the best player's bar, 0 to 1. If the
    lowest points win, they have the longest bar."""


@dataclass(frozen=True, slots=True)
class StatisticsShown:
    """All statistics, as the page shows them."""

    people: tuple[Person, ...]
    averages: dict[str, tuple[Average, ...]]
    """For each game, by its title: every player's mean points in a hand."""
    words: tuple[tuple[str, str], ...]
    """The longest words, with their players."""
    openings: tuple[tuple[str, int], ...]
    """The favourite openings, each with the number of hands that it began."""


def never_offends(_word: str) -> bool:
    """Return False, because the table has no list of offensive words."""
    return False


def figures(evenings: Sequence[PastMatch], offends: Callable[[str], bool] = never_offends) -> StatisticsShown:
    """Return the statistics of all matches, with the player who has most wins first. Words for which
    `offends` returns True are left out."""
    people: dict[str, Person] = {}
    sums: dict[str, dict[str, list[int]]] = {}
    highest: dict[str, bool] = {}
    for one in evenings:
        names = one.history.match.players
        seated = [people.setdefault(name, Person(name)) for name in names]
        _count_match(one, seated, offends)
        highest[one.history.match.game.title] = one.history.match.game.highest_wins
        for before, hand in zip((None, *one.history.hands), one.history.hands, strict=False):
            _count_hand(hand, seated, offends)
            if hand.scoring_event_number is not None:
                gained = _points_gained(before, hand)
                game = sums.setdefault(one.history.match.game.title, {})
                for name, points in zip(names, gained, strict=True):
                    game.setdefault(name, []).append(points)
    words = Counter(
        {(word, name) for one in evenings for word, name in _words_with_players(one.history, offends)}
    )
    return StatisticsShown(
        tuple(sorted(people.values(), key=lambda person: (-person.wins, person.name))),
        {game: _averages(by_name, highest=highest[game]) for game, by_name in sums.items()},
        _listed_longest(words),
        _favourites(sum((person.openings for person in people.values()), Counter[str]())),
    )


def rows(
    evenings: Sequence[PastMatch], offends: Callable[[str], bool] = never_offends
) -> list[dict[str, object]]:
    """Return a row for each match and player, with columns such as game, total and longest word. The table
    offers them as CSV and as JSON. A word for which `offends` returns True can't be the longest."""
    return [
        {
            "match": one.number,
            "began": day_and_hour(one.began),
            "game": one.history.match.game.title,
            "over": one.finished,
            "player": name,
            "total": one.history.match.scores.totals[seat],
            "won": seat in (one.history.match.scores.winners or ()),
            "hands": sum(hand.scoring_event_number is not None for hand in one.history.hands),
            "turns": sum(turn.player == seat for turn in one.history.turns),
            "longest": _longest(
                word for word, who in _words_with_players(one.history, offends) if who == name
            ),
            "challenges": sum(_challenger(turn) == seat for turn in one.history.turns),
            "challenges_won": sum(_challenger(turn) == seat and _upheld(turn) for turn in one.history.turns),
        }
        for one in evenings
        for seat, name in enumerate(one.history.match.players)
    ]


def _longest(words: Iterable[str]) -> str:
    return max(words, key=len, default="").upper()


def day_and_hour(at: float | None) -> str:
    """Return the local date and time of a moment, in a form that spreadsheets can read; empty if the moment
    is unknown."""
    return clock(at, "%Y-%m-%d %H:%M")


def clock(at: float | None, form: str) -> str:
    """Return the local date and time of a moment (seconds since 1970) in the format `form`. Return an empty
    text for None, and for moments before 1970 or after 3000."""
    return time.strftime(form, time.localtime(at)) if at is not None and 0 <= at <= MAX_TIMESTAMP else ""


def _count_match(one: PastMatch, seated: Sequence[Person], offends: Callable[[str], bool]) -> None:
    winners = one.history.match.scores.winners or ()
    for seat, person in enumerate(seated):
        person.matches += one.finished
        person.wins += 1 / len(winners) if seat in winners else 0
    for turn in one.history.turns:
        _count_turn(turn, seated, offends)


def _count_turn(turn: PlayedTurn, seated: Sequence[Person], offends: Callable[[str], bool]) -> None:
    person = seated[turn.player]
    person.turns += 1
    if turn.stands:
        person.words += len(turn.words)
        person.letters += sum(map(len, turn.words))
        person.longest = max((person.longest, *_inoffensive_words(turn, offends)), key=len)
    if turn.dispute is not None:
        seated[turn.dispute.challenger].challenges += 1
        seated[turn.dispute.challenger].challenges_won += turn.dispute.upheld
        person.plays_caught += turn.dispute.upheld


def _count_hand(hand: PlayedHand, seated: Sequence[Person], offends: Callable[[str], bool]) -> None:
    opened = set[int]()
    for turn in hand.turns:
        if turn.stands and turn.words and turn.player not in opened:
            opened.add(turn.player)
            word = turn.words[0].upper()
            if MASTER not in word and not offends(word):
                seated[turn.player].openings[word] += 1
    if hand.cards_left is not None:
        for person, left in zip(seated, hand.cards_left, strict=True):
            person.hands += 1
            person.times_out += not left


def _points_gained(before: PlayedHand | None, hand: PlayedHand) -> tuple[int, ...]:
    """Return the points that each player gained in `hand`, by seat. Challenges and corrections during the
    hand count. `before` is the hand before; None for the first."""
    start = before.totals if before else (0,) * len(hand.totals)
    return tuple(now - then for now, then in zip(hand.totals, start, strict=True))


def _averages(by_name: dict[str, list[int]], *, highest: bool) -> tuple[Average, ...]:
    """Return each player's mean points in a hand of one game, the best player first. `by_name` has the points
    of all hands."""
    means = {name: sum(hands) / len(hands) for name, hands in by_name.items()}
    above = 1.0 - min(0.0, *means.values())  # totals may be negative (LEX-CH), bars not
    best = above + (max(means.values()) if highest else min(means.values()))
    averages = (
        Average(
            name,
            len(by_name[name]),
            points,
            (points + above) / best if highest else best / (points + above),
        )
        for name, points in means.items()
    )
    return tuple(sorted(averages, key=lambda one: (-one.share, one.name)))


def _listed_longest(words: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the longest of `words`, each with its player, for the list of longest words. Words below
    `MIN_LONG_LETTERS` are left out, unless all are shorter; then the words of the greatest length are
    listed."""
    ordered = sorted(words, key=lambda laid: (-len(laid[0]), laid))[:MAX_LISTED_WORDS]
    least = min(MIN_LONG_LETTERS, max((len(word) for word, _ in ordered), default=0))
    return tuple(laid for laid in ordered if len(laid[0]) >= least)


def _favourites(openings: Counter[str]) -> tuple[tuple[str, int], ...]:
    """Return the words that began at least `MIN_FAVOURITE_HANDS` hands, the most frequent first."""
    return tuple(
        (word, times) for word, times in openings.most_common(MAX_OPENINGS) if times >= MIN_FAVOURITE_HANDS
    )


def best_word(history: FoldedMatch, offends: Callable[[str], bool] = never_offends) -> tuple[str, str] | None:
    """Return the best word of a match and the name of the player who laid it; None if no word stands. A
    Master in the word is in lower case."""
    best = best_of(history.match.game, history.turns, offends)
    return (best[0], history.match.players[best[1]]) if best else None


def best_of(
    game: Game, turns: Iterable[PlayedTurn], offends: Callable[[str], bool] = never_offends
) -> tuple[str, int] | None:
    """Return the longest word of the turns that stand, with the seat of its player; None if there is no word.
    Among equally long words take the one with the most points, then the earliest. A Master is in lower case.
    Words for which `offends` returns True do not count."""
    laid = ((word, turn.player) for turn in turns for word in _inoffensive_words(turn, offends))
    return max(laid, key=lambda one: (len(one[0]), game.pack.points(faces(one[0]))), default=None)


def _inoffensive_words(turn: PlayedTurn, offends: Callable[[str], bool]) -> Iterator[str]:
    """Yield the words of a turn; none for a turn that does not stand. Leave out offensive words, and words
    with a Master that nobody has named."""
    for word in turn.words if turn.stands else ():
        if MASTER not in word and not offends(word.upper()):
            yield word


def _words_with_players(
    history: FoldedMatch, offends: Callable[[str], bool] = never_offends
) -> list[tuple[str, str]]:
    """Return every word of the match that stands, with the name of its player. Offensive words are left
    out."""
    names = history.match.players
    return [
        (word, names[turn.player]) for turn in history.turns for word in _inoffensive_words(turn, offends)
    ]


def _challenger(turn: PlayedTurn) -> int | None:
    return turn.dispute.challenger if turn.dispute else None


def _upheld(turn: PlayedTurn) -> bool:
    return turn.dispute is not None and turn.dispute.upheld
