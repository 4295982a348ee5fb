"""A game: a frozen value that reads like its booklet. The games themselves are in `engine.games`."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.board import Board, Colour
from engine.cards import Pack
from engine.ruling import Mode

Layout = Literal["rows", "grid", "piles", "tableau", "circle", "columns", "track"]
"""The layouts of cards: words apart, one crossword, and the patiences' fanned piles, tableau of piles that
cover their cards, circle of words with one in the centre, and columns; a race's words before each player
(MW).
"""
Ending = Literal["last one in", "first to reach", "one hand", "arranged", "race", "patience"]
"""The ends of a game. `arranged`: after `Game.hands` hands of play (PTY-5), or a race after so many races."""
Span = Literal["turn", "hand", "match"]
"""The part of a game that `seconds` limits."""
Masters = Literal["in", "aside", "out"]
"""Whether the Masters are shuffled in, lie aside or stay out of a game."""
Credit = Literal["challenger", "offender"]
"""Whose total a proven challenge moves."""
Judge = Literal["word list", "steward"]
"""Who decides a challenge: the word list (LEX-CH), or the steward of a party, whom it advises (PTY-6)."""
Discards = Literal["on top", "beneath", "none"]
"""Place of a discard: onto the exposed card (LEX-B), under it (LG-2), or the game has none (KW-2)."""
Start = Literal["centre", "corner"]
"""Place where a board's first word begins: on the dark squares in its middle (KW-1), or on its top left
square, to go from there to the bottom right one (KP-1).
"""
MOST_POINTS: Final = 999
"""The most points that one entry of a score card has room for: a hand, a challenge or a fine."""
MOST_HANDS: Final = 99
"""The most hands of play, or races, that a table or a party may agree on."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Hold the numbers of players, and the seats that play together."""

    least: int = 2
    """The fewest players."""
    most: int = 10
    """The most players."""
    colours: tuple[Colour, ...] = ()
    """The colour of each seat on a board of colours; empty without one."""
    sides: tuple[tuple[int, ...], ...] = ()
    """The seats that play for one total; empty when everybody plays alone."""

    def side(self, seat: int) -> tuple[int, ...]:
        """Return the seats that share the total of `seat`, itself among them."""
        return next((side for side in self.sides if seat in side), (seat,))


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards that are shuffled and dealt."""

    cards: int = 10
    """The cards dealt to each player; a rack on a board is filled up to as many."""
    by_players: tuple[tuple[int, int], ...] = ()
    """Pairs of players and cards: from so many players on each is dealt so many (LG)."""
    two_packs_from: int = 5
    """The number of players from which two packs are shuffled together (ALL-7)."""
    masters: Masters = "in"
    """Place of the Masters: shuffled in, aside, or out of the game."""
    places: int = 0
    """The piles, words or columns of a patience; 0 for other games."""
    draws: bool = False
    """Every game begins with a draw for the first play, whoever began the last one (Keyword Party)."""

    def packs(self, players: int) -> int:
        """Return how many packs `players` shuffle together (ALL-7)."""
        return 2 if players >= self.two_packs_from else 1


@dataclass(frozen=True, slots=True)
class Plays:
    """The plays of a turn."""

    first: tuple[int, int | None] = (2, None)
    """The fewest and most cards of a crossword's first play, None for no most (XW-1)."""
    later: tuple[int, int | None] = (1, None)
    """The fewest and most cards of a later play (XW-2); how long a patience's words are (S1-1)."""
    fewer: tuple[tuple[int, int], ...] = ()
    """Pairs of players and cards: from so many players on a later play takes at most so many (LG-1)."""
    start: Start = "centre"
    """Place of a board's first word."""
    discards: Discards = "on top"
    """Place of a discard."""
    swaps: bool = False
    """The exposed card may be taken before the discard that goes in its place (LEX-B2)."""
    again: bool = False
    """A player whose play is illegal makes another one instead of losing the turn (Keyword Party)."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Say which listed words a table excludes, and which refused ones it admits (ALL-1, XW-4, XW-5).

    `plurals`: plurals made by S or ES count. `proper`, `abbreviations`: strings refused only as such count
    all the same. `names`: listed words that are otherwise only known as proper nouns count (LEX-W). `slang`:
    words that are slang in every sense count. If plurals do not count, `third_person` says whether verbs made
    by S or ES do (XW-4; not KW-3), and `joints` whether an S or ES that belongs to a crossing word makes a
    plural legal (XW-4, LG-3), or only one that lay there before (KW-3).
    """

    plurals: bool = True
    """Plurals made by S or ES count."""
    third_person: bool = True
    """Verbs made by S or ES count where plurals do not (XW-4; not KW-3)."""
    joints: bool = True
    """Where plurals do not count: an S or ES that belongs to a crossing word makes a plural lawful (XW-4,
    LG-3). Otherwise only one that lay there before does (KW-3)."""
    proper: bool = False
    """Strings that are refused only because they are proper nouns count all the same."""
    names: bool = True
    """Listed words that are otherwise known as proper nouns alone count (LEX-W)."""
    abbreviations: bool = False
    """Strings that are refused only because they are abbreviations count all the same."""
    slang: bool = True
    """Words that are slang in every sense count."""


@dataclass(frozen=True, slots=True)
class Challenges:
    """Hold the judge of the words, and the points of a challenge."""

    mode: Mode = "strict"
    """Strict: the table rules on every word. Challenge: a word stands until somebody challenges it."""
    points: int = 10
    """The points that a challenge moves (LEX-CH); 0 where it moves none."""
    credit: Credit = "challenger"
    """The player whose total a proven challenge moves."""
    judge: Judge = "word list"
    """The judge of a challenge."""
    fine: int = 0
    """The points that the steward of a party charges for a word that is wrong otherwise than by spelling
    (PTY-6)."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The length of a match."""

    out_at: int = 100
    """The total that puts a player out (LEX-E) or ends the game (XW-9); the goal of a player alone."""
    exceeds: bool = False
    """The total must be passed, not reached."""
    hands: int = 0
    """The hands of play that are arranged for a party, or races; 0 for as many as the totals need."""
    initialled: bool = False
    """A score counts when the neighbour on the left has checked it (PTY-3)."""

    def reached(self, total: int) -> bool:
        """Tell whether a total has reached the limit (LEX-E, XW-9)."""
        return total > self.out_at if self.exceeds else total >= self.out_at


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """How long a turn (MW-4), a hand (PTY-2) or the whole match (Keyword Party) may take."""

    seconds: int = 0
    """The time in seconds; 0 for as long as one likes."""
    span: Span = "turn"
    """The span that the limit holds for: a turn, a hand or the match."""


@dataclass(frozen=True, slots=True)
class BoardScoring:
    """The points of Keyword (KW-5, KW-7): a `letter` on any square, on a square of the player's `own` colour,
    on a `key` square and on a key square of the own colour; the open `keyword` spelt; all letters gone
    (`out`); and the value of each letter still `held` to the player who emptied the rack, or its cost to its
    holder if nobody did.
    """

    letter: int = 5
    """A letter on any square."""
    own: int = 10
    """A letter on a square of the player's own colour."""
    key: int = 25
    """A letter on a Key square."""
    own_key: int = 50
    """A letter on a Key square of the player's own colour."""
    keyword: int = 50
    """The open Keyword, once it is spelt."""
    out: int = 50
    """All letters gone."""
    held: int = 5
    """Each letter still held: for the player who got rid of theirs, or against its holder when nobody did."""


@dataclass(frozen=True, slots=True)
class Race:
    """A race round a track (MW)."""

    track: tuple[int, ...] = ()
    """The cards that each circle asks for; empty when the game is no race."""
    prizes: tuple[int, ...] = ()
    """The points of the first who are home (MW-7)."""
    others: int = 0
    """The picture and number cards in the pack (MW-6)."""


@dataclass(frozen=True, slots=True)
class Cited:
    """The clauses that a crossword's booklet has for each fault."""

    first: str = "XW-1"
    """Clause on the number of cards of the first play."""
    later: str = "XW-2"
    """Clause on the number of cards of a later play."""
    place: str = "XW-2"
    """Clause on the place of the cards."""
    line: str = "XW-2"
    """That they lie in one line."""
    words: str = "XW-3"
    """The words that they make."""
    plural: str = "XW-4"
    """Plurals."""
    proper: str = "XW-5"
    """Proper nouns."""
    kinds: str = ""
    """The further kinds of words that the booklet names as refused; empty when it names none."""
    master: str = "XW-7"
    """A renamed Master."""
    lying: str = "XW-8"
    """Cards on the table that are moved."""
    passing: str = "XW-1"
    """Passing."""
    drawn: str = "LEX-B2"
    """A card drawn without a discard."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its edition and options settled."""

    name: str
    """Name of the game in commands and in the journal, such as `lexicon-party`."""
    title: str
    """Name of the game for people."""
    layout: Layout
    """Layout of the cards; it chooses the checks in `engine.rules`."""
    pack: Pack
    """The cards that it is played with."""
    ends: Ending
    """The end of the match."""
    edition: str = ""
    """The booklet that the game follows."""
    seats: Seats = Seats()
    """The players."""
    deal: Deal = Deal()
    """The cards that are shuffled and dealt."""
    plays: Plays = Plays()
    """The plays of a turn."""
    vocabulary: Vocabulary = Vocabulary()
    """The kinds of words that count."""
    word_list: str = "default"
    """The name or the file of the list whose words count."""
    challenges: Challenges = Challenges()
    """The judge of the words, and the points of a challenge or a fine."""
    goal: Goal = Goal()
    """The length of a match."""
    time_limit: TimeLimit = TimeLimit()
    """The limit of a turn, a hand or the match."""
    board: Board | None = None
    """The squares that it is played on, None without a board."""
    board_scoring: BoardScoring | None = None
    """What a letter scores as it is laid, None where only cards left in the hand count."""
    race: Race = Race()
    """The track of a race."""
    cites: Cited = Cited()
    """The clauses that its rulings name."""

    @property
    def highest_wins(self) -> bool:
        """Tell whether the highest total wins: points are won, not left in the hand."""
        return self.board_scoring is not None or self.ends == "race"

    def seated(self, players: int) -> "Game":
        """Return the game for this number of players: the cards dealt to each, and the cards that a play may
        take (LG-1).
        """
        dealt = [cards for least, cards in self.deal.by_players if players >= least]
        most = [cards for least, cards in self.plays.fewer if players >= least]
        deal = replace(self.deal, cards=dealt[-1]) if dealt else self.deal
        plays = replace(self.plays, later=(self.plays.later[0], most[-1])) if most else self.plays
        return replace(self, deal=deal, plays=plays)
