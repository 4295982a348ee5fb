"""The rules of a game as a frozen value, whose fields follow the booklet. `engine.games` has the games."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.board import Board, Colour
from engine.cards import Pack
from engine.ruling import Mode

Layout = Literal["rows", "grid", "piles", "tableau", "circle", "columns", "track"]
"""The layout of the cards.

"rows" are words that lie apart. "grid" is one crossword. "piles" are the fanned piles of a patience, and
"tableau" its piles that cover their cards. "circle" is words around a clock with one in the centre. "columns"
are words that overlap. "track" is the words before each player of a race (MW).
"""
Ending = Literal["last one in", "first to reach", "one hand", "arranged", "race", "patience"]
"""The event that ends a match. "arranged" means the end after as many hands or races as `Goal.hands` says
(PTY-5)."""
TimeLimitUnit = Literal["turn", "hand", "match"]
"""What a game's time limit is for: each turn, each hand, or the whole match."""
Masters = Literal["in", "aside", "out"]
"""What is done with a game's Masters: they are shuffled into the pack, kept beside the piles, or left
out."""
Credit = Literal["challenger", "offender"]
"""The player whose total changes if a challenge proves a word wrong."""
Judge = Literal["word list", "steward"]
"""Who judges a challenged word: the word list (LEX-CH), or the steward of a party. The word list only
advises the steward (PTY-6)."""
Discards = Literal["on top", "beneath", "none"]
"""Where a discard goes: onto the exposed card (LEX-B), under it (LG-2), or nowhere in games without
discards (KW-2)."""
Start = Literal["centre", "corner"]
"""The place where a board's first word begins: the dark squares in the middle (KW-1), or the top left
square. In Keyword Patience words lead from there to the bottom right square (KP-1)."""
MAX_POINTS: Final = 999
"""The greatest number of points that an entry of a score card has room for: a hand, a challenge or a fine."""
MAX_HANDS: Final = 99
"""The most hands of play, or races, that a table or a party may agree on."""


@dataclass(frozen=True, slots=True)
class Seats:
    """How many players a game allows, and which seats play together."""

    least: int = 2
    """The fewest players that the game allows."""
    most: int = 10
    """The most players that the game allows."""
    colours: tuple[Colour, ...] = ()
    """The colour of each seat on a board with colour areas; empty for other games."""
    sides: tuple[tuple[int, ...], ...] = ()
    """The seats of each side, which play for one total together; empty when everybody plays alone."""

    def side(self, seat: int) -> tuple[int, ...]:
        """Return the seats that have one total together with `seat`, and `seat` itself."""
        return next((side for side in self.sides if seat in side), (seat,))


@dataclass(frozen=True, slots=True)
class Deal:
    """The rules of a game for the deal: how many packs are shuffled, and how many cards each player gets."""

    cards: int = 10
    """The number of cards dealt to each player. On a board each player fills the rack up to this number."""
    by_players: tuple[tuple[int, int], ...] = ()
    """How many cards are dealt by the number of players, as pairs: with at least this number of players,
    each gets this number of cards (LG)."""
    two_packs_from: int = 5
    """The number of players from which on two packs are shuffled together (ALL-7)."""
    masters: Masters = "in"
    """What is done with the Masters: they are shuffled into the pack, kept beside the piles, or left out
    of the game."""
    places: int = 0
    """The number of piles, words or columns into which a patience is dealt; 0 for other games."""
    begins_with_draw: bool = False
    """True if players draw for the first play before each match, whoever began the last one (Keyword
    Party)."""

    def packs(self, players: int) -> int:
        """Return how many packs `players` shuffle together (ALL-7)."""
        return 2 if players >= self.two_packs_from else 1


@dataclass(frozen=True, slots=True)
class Plays:
    """The rules of a game for the plays of one turn: how many cards are laid, where, and how cards are
    discarded."""

    first: tuple[int, int | None] = (2, None)
    """The fewest and the most cards that a crossword's first play may lay; None for no upper limit
    (XW-1)."""
    later: tuple[int, int | None] = (1, None)
    """The fewest and the most cards that a crossword's later play may lay (XW-2), or that a word of a
    patience has (S1-1)."""
    fewer: tuple[tuple[int, int], ...] = ()
    """Limits on later plays by the number of players, as pairs: with at least this number of players, a
    later play may lay at most this number of cards (LG-1)."""
    start: Start = "centre"
    """Where a board's first word begins: in the middle, or in the top left corner."""
    discards: Discards = "on top"
    """Where a discard goes: onto the exposed card or under it, or nowhere."""
    takes_before_discard: bool = False
    """True if the exposed card may be taken before the discard that goes in its place (LEX-B2)."""
    replays_illegal: bool = False
    """True if a player whose play is illegal makes another play (Keyword Party). False if the turn is
    lost."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Which words a game allows besides the word list's own rule: plurals, names, slang and others (ALL-1,
    XW-4, XW-5)."""

    plurals: bool = True
    """True if plurals made by S or ES, such as CATS, may be laid."""
    third_person: bool = True
    """For a game in which plurals do not count: True if verbs in the third person made by S or ES, such
    as RUNS, do count (XW-4). At Keyword they do not (KW-3)."""
    crossing_plurals: bool = True
    """For a game in which plurals do not count: True if a plural counts when its S or ES also lies in a
    crossing word (XW-4, LG-3). If false, it counts only when this S or ES lay on the board before the
    play (KW-3)."""
    proper: bool = False
    """True if words may be laid that the word list refuses only because they are proper nouns."""
    names: bool = True
    """True if a listed word that is also known as a proper noun may be laid (LEX-W)."""
    abbreviations: bool = False
    """True if words may be laid that the word list refuses only because they are abbreviations."""
    slang: bool = True
    """True if words that are slang in every sense may be laid."""


@dataclass(frozen=True, slots=True)
class Challenges:
    """The rules of a game for challenges: who judges, and how many points they cost."""

    mode: Mode = "strict"
    """The strictness with which words are judged. In `strict` mode the table rules on every word. In
    `challenge` mode a word stands until a player challenges it."""
    points_at_stake: int = 10
    """The points by which a challenge changes one total (LEX-CH): that of the challenger if the word was
    good, and otherwise that of the player named by `credit`. 0 if a challenge changes no total."""
    credit: Credit = "challenger"
    """The player whose total changes if a challenge proves a word wrong."""
    judge: Judge = "word list"
    """The judge of a challenged word: the word list, or a party's steward."""
    fine: int = 0
    """The points that a party's steward charges for a word that is wrong for another reason than its
    spelling (PTY-6)."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The condition that ends a match: a total, or a number of hands."""

    out_at: int = 100
    """The total that puts a player out (LEX-E) or ends the game (XW-9). In a game for one player, the
    total to reach."""
    exceeds: bool = False
    """True if the total must exceed `out_at`, so that reaching `out_at` is not enough."""
    hands: int = 0
    """The number of hands of play, or of races, on which the players agreed. 0 if the totals decide when
    the match ends."""
    initialled: bool = False
    """True if a player's score counts only after the neighbour on the left has checked it (PTY-3)."""

    def reached(self, total: int) -> bool:
        """Return True if the total `total` reaches the limit `out_at`, or exceeds it where the game demands
        this (LEX-E, XW-9)."""
        return total > self.out_at if self.exceeds else total >= self.out_at


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The time limit of a turn (MW-4), of a hand (PTY-2) or of the whole match (Keyword Party)."""

    seconds: int = 0
    """The time limit in seconds; 0 if there is none."""
    unit: TimeLimitUnit = "turn"
    """The part of the game that the limit applies to: a turn, a hand or the match."""


@dataclass(frozen=True, slots=True)
class BoardScoring:
    """The points that a game on a board pays (KW-5, KW-7)."""

    letter: int = 5
    """Points of a letter on an ordinary square: no Key square, and not of the player's own colour."""
    own_colour: int = 10
    """Points of a letter on a square of the player's own colour."""
    key: int = 25
    """Points of a letter on a Key square."""
    own_colour_key: int = 50
    """Points of a letter on a Key square of the player's own colour."""
    keyword: int = 50
    """Points for a player who spells the word of the open Keyword card."""
    empty_rack: int = 50
    """Points for a player who has no letter left on the rack at the end."""
    letter_left: int = 5
    """Points of each letter left on a rack at the end. The player with an empty rack gets them for the
    letters of all opponents. If there is no such player, each letter costs its holder these points."""


@dataclass(frozen=True, slots=True)
class Race:
    """The rules of a race round a track (MW)."""

    track: tuple[int, ...] = ()
    """For each circle of the track, the number of cards that it asks for; empty for other games."""
    prizes: tuple[int, ...] = ()
    """The points for coming home in a race: for the first player, the second and so on (MW-7)."""
    special_cards: int = 0
    """The number of picture and number cards in the pack (MW-6)."""


@dataclass(frozen=True, slots=True)
class CitedClauses:
    """The clauses of a crossword's booklet that rulings cite, one for each kind of fault."""

    first: str = "XW-1"
    """The clause that a ruling cites if the first play has too few or too many cards."""
    later: str = "XW-2"
    """The clause that a ruling cites if a later play has too few or too many cards."""
    place: str = "XW-2"
    """The clause that a ruling cites if the cards are laid in a wrong place."""
    line: str = "XW-2"
    """The clause that a ruling cites if the laid cards do not lie in one line."""
    words: str = "XW-3"
    """The clause that a ruling cites if the cards make a string that is no word."""
    plural: str = "XW-4"
    """The clause that a ruling cites against a plural."""
    proper: str = "XW-5"
    """The clause that a ruling cites against a proper noun."""
    kinds: str = ""
    """The clause that a ruling cites against other kinds of words that the booklet refuses; empty if it
    refuses none."""
    master: str = "XW-7"
    """The clause that a ruling cites if a Master now stands for another letter."""
    disturbed: str = "XW-8"
    """The clause that a ruling cites if cards that lay in the crossword were moved."""
    passed: str = "XW-1"
    """The clause that a ruling cites if a player passes who must play."""
    drawn_first: str = "LEX-B2"
    """The clause that a ruling cites if a player takes a card without a discard."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its edition and its options applied."""

    name: str
    """The name of the game in commands, settings and the journal, such as `lexicon-party`."""
    title: str
    """The name of the game as people read it, such as "Lexicon Party"."""
    layout: Layout
    """How the cards lie: as words, a grid, piles or otherwise. It decides which rules in `engine.rules`
    apply."""
    pack: Pack
    """The pack of cards that the game is played with."""
    ends: Ending
    """The event that ends a match of the game, such as a total that a player reaches."""
    edition: str = ""
    """The edition of the game: the booklet whose rules it follows."""
    seats: Seats = Seats()
    """The numbers of players that the game allows, and their sides and colours."""
    deal: Deal = Deal()
    """The rules for the deal: how many packs are shuffled, and how many cards each player gets."""
    plays: Plays = Plays()
    """The rules for the plays of a turn: how many cards are laid, where, and how cards are discarded."""
    vocabulary: Vocabulary = Vocabulary()
    """The kinds of words that count in the game, such as plurals or slang."""
    word_list: str = "default"
    """The name of the word list whose words count, or its file."""
    challenges: Challenges = Challenges()
    """Who judges challenged words, and the points of a challenge or a fine."""
    goal: Goal = Goal()
    """The goal of a match: the total or the number of hands at which it ends."""
    time_limit: TimeLimit = TimeLimit()
    """The game's time limit, for each turn, each hand or the whole match."""
    board: Board | None = None
    """The board on which the game is played; None if it needs none."""
    board_scoring: BoardScoring | None = None
    """The points that plays on a board earn; None for a game in which plays earn no points."""
    race: Race = Race()
    """The track, the prizes and the special cards of a race; empty for other games."""
    cites: CitedClauses = CitedClauses()
    """The clauses of a crossword's booklet that rulings on breaches name."""

    @property
    def has_challenges(self) -> bool:
        """True if a player may challenge a word of another player. A player alone has no challenger, and the
        booklet of the race has no challenges. In such games the table rules on every word."""
        return self.seats.most > 1 and self.ends != "race"

    @property
    def highest_wins(self) -> bool:
        """True if the highest total wins, as on a board and in a race. In other games points count against a
        player, for the cards left in the hand."""
        return self.board_scoring is not None or self.ends == "race"

    def seated(self, players: int) -> "Game":
        """Return the game for `players` players. Their number may change how many cards are dealt, and how
        many a play may lay (LG-1)."""
        dealt = [cards for least, cards in self.deal.by_players if players >= least]
        most = [cards for least, cards in self.plays.fewer if players >= least]
        deal = replace(self.deal, cards=dealt[-1]) if dealt else self.deal
        plays = replace(self.plays, later=(self.plays.later[0], most[-1])) if most else self.plays
        return replace(self, deal=deal, plays=plays)
