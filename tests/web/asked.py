"""Provide one table for each kind of question that the referee can ask, with what must follow from each
answer.

A stand-in gives the cards of each picture. The rest is the product's own: the referee, the cards cut out of
the picture, the page and its buttons.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, Self

import numpy as np

from device.hardware.camera import Frame
from device.phones import Phones
from device.running.inbox import TimePassed
from device.running.view import FrameReading, TableView
from engine.catalogue import GAMES
from engine.events import (
    AnyEvent,
    HandCorrected,
    HandDealt,
    MatchSetUp,
    PackExhausted,
    TurnFinished,
)
from engine.notation import format_position
from engine.observation import Observation, Sighting
from engine.table.commands import AnswerQuestion, EndTurn, RecordEvent
from engine.table.referee import Referee
from engine.words import WordList
from tests.engine.clauses.grids import board
from tests.engine.conftest import Laid
from tests.engine.table.test_referee import RefereeRig, card, word
from tests.engine.table.test_referee import table as lying
from tests.engine.test_explain_patiences import beside, fans
from tests.web.conftest import Caller, Keyring, watcher
from web.application import create_app
from web.requests import Answer, check
from web.snapshot import Question, Snapshot

TEXT = """
CAT CUT COT CATS CUTS MEN MAN TEA OAR AT HOLD ME WE MA MAR WAR HAT MAT HOUSE HORSE HO MOTHER STRIDE STRODE
SEE SEED HOME CART BEAR TILL TREE LEAD OAT JOT BET BAT BOX HOPE SHOE
"""
WORDS = WordList.of(TEXT.split())


@dataclass
class Table(RefereeRig):
    """A table with phones. The phones show every event, and answer the table's questions."""

    referee: Referee = field(default_factory=lambda: Referee(WORDS))

    def __post_init__(self) -> None:
        self.view = TableView(self.referee)
        self.phones = Phones(self.referee, GAMES["lexicon"])

    def shows(self, seen: Observation, *, by_photograph: bool = False) -> Self:
        """Show a still picture that was taken after hands had been over the table. With `by_photograph` the
        picture is a photograph from a phone."""
        self.now += 1.0
        self.referee = replace(self.referee.disturbed(self.now), by_photograph=by_photograph)
        image = np.full((round(seen.height), round(seen.width), 3), 128, np.uint8)
        reading = FrameReading(seen, tuple(one.corners for one in seen.cards))
        self.view = replace(
            self.view,
            frame=Frame(image, self.now),
            reading=reading,
            picture=self.view.picture + 1,
        )
        self._keep(self.referee.after_picture(seen, self.now + 0.6))
        return self

    def sees(self, *rows: list[Sighting], touched: bool = True) -> Self:
        """Show a still picture of rows of cards."""
        return self.shows(lying(*rows))

    def _keep(self, made: Any) -> None:
        super()._keep(made)
        self.view = replace(self.view, referee=self.referee, now=self.now)
        self.phones.publish(self.view)

    def shown(self, language: str = "en") -> Snapshot:
        """Return what phones show in `language`."""
        return self.phones.hub.latest().in_language(language)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions."""
        shown = self.shown()
        return tuple(one for one in (shown.question, *shown.further) if one is not None)

    @cached_property
    def phone(self) -> Caller:
        """The phone that holds every seat."""
        app = create_app(self.phones.hub, self.phones.submit, keys=Keyring().gate)
        app.config["HEARING"] = 0.0
        return watcher(app).seated(*range(len(self.match.players)))

    def taps(self, question: str, choice: str) -> Self:
        """Answer a question with one of its choices, as a tap on the phone does. Let the table handle the
        answer."""
        wish = Answer(question, choice)
        check(wish, self.shown())
        self.phones.submit(wish)
        return self.hears()

    def hears(self) -> Self:
        """Let the table handle the phones' requests."""
        while not isinstance(wish := self.phones.inbox.get(0.0), TimePassed):
            self.says(wish)  # type: ignore[arg-type]  # nothing else comes from a phone
        return self

    @property
    def books(self) -> str:
        """The state of the match as text: cards on the table, the player to move, the last ruling, and the
        size of each hand."""
        match = self.match
        last = (
            "" if match.last is None else f"{match.last.ruling}{'' if match.last.stands else ', taken back'}"
        )
        turn = "nobody" if match.turn is None else match.players[match.turn]
        held = ",".join(str(hand.count) for hand in match.table.hands)
        lies = format_position(match.position)
        lies = ";".join(row for row in lies.split(";") if row.strip("."))  # a board has many empty rows
        made = match.last.move if match.last is not None and "@" in match.last.move else ""
        counted = ",".join(cards or "-" for cards in match.hand.counted)
        return " | ".join(filter(None, (lies, turn, last, made, held, counted, match.keywords.open)))


@dataclass(frozen=True)
class Case:
    """A kind of question, with what must follow from each answer."""

    asks: Callable[[], Table]
    """A function that makes a table at which the question is open."""

    follows: dict[str, str]
    """The state of the match (`Table.books`) after each answer, by the text of the button."""

    name: str = "Ben"
    """The person whom the question names, or an empty text."""

    cards: bool = True
    """True if the question is about cards in the picture."""

    meanwhile: Callable[[Table], object] | None = None
    """A function that plays on before the answer, or None if the game has to wait for the answer."""


CAT, MEN = word("CAT", 200), word("MEN", 400)
HO_SE = (word("HO", 200), word("SE", 200, x=200 + 3 * 58))
ME_MAR, ME_MRA = (word("ME", 200), word("MAR", 400)), (word("ME", 200), word("MRA", 400))
STRIDE = [*word("STR", 200), card(374, 200, ("?", 0.98)), *word("DE", 200, x=432)]
T_REE = [*word("T", 200), card(258, 200, ("?", 0.7)), *word("EE", 200, x=316)]
DOUBTFUL = word("CUT", 200, U=(("U", 0.6), ("A", 0.38)))


def begun(*hands: str, game: str = "lexicon", **options: Any) -> Table:
    return Table().begun(*hands, game=game, **options)


def dealt(*hands: str, exposed: str, game: str = "lexicon", **options: Any) -> Table:
    table = Table()
    table.says(RecordEvent(MatchSetUp(game, ("Ann", "Ben", "Cy")[: len(hands) or 2], options)))
    table.says(RecordEvent(HandDealt(hands, exposed)))
    return table


def unnoticed_discard() -> Table:
    table = dealt(exposed="K").shows(_piles("K"))
    return table.shows(_piles("K")).says(EndTurn())


def _piles(exposed: str, *words: str) -> Observation:
    laid = Laid(Random(1))
    for n, one in enumerate(words):
        laid = laid.word(one, 400, 120 + 130 * n)
    return laid.piles(exposed).seen()


def two_turns() -> Table:
    """Return a table at which Ben discarded V unphotographed, and Ann laid CAT and took a photograph."""
    table = dealt(exposed="K").shows(_piles("K"), by_photograph=True)
    return table.shows(_piles("V", "CAT"), by_photograph=True).says(EndTurn())


def doubtful_crossword() -> Table:
    table = begun(game="crossword")
    return table.plays(word("XUT", 200, U=(("U", 0.6), ("O", 0.38)), X=(("C", 0.98),)))


def solitaire(piles: str) -> Table:
    table = Table()
    table.says(RecordEvent(MatchSetUp("solitaire-1", ("Ben",))), RecordEvent(HandDealt(position=piles)))
    return table.shows(fans(Laid(Random(1)), piles.split("|")).seen())


def doubtful_patience() -> Table:
    return (
        solitaire("TEMOH|XE|ZQ|TRE")
        .shows(fans(Laid(Random(2)), ["TEMOH", "X", "ZQ", "TRE"]).seen())
        .says(EndTurn())
    )


def other_patience() -> Table:
    return solitaire("TEMOH|XE|ZQ|TRE").shows(
        fans(Laid(Random(2)), ["QUA", "ZEN", "VOW"]).seen(), by_photograph=True
    )


def gathered() -> Table:
    """Return a table of a patience at which Ben makes a word of H, O, E and a Master. The letters were the
    top cards of a tableau, and the Master is one of two that lie apart."""

    def lies(seed: int, tops: Sequence[str], masters: int) -> Observation:
        table = beside(fans(Laid(Random(seed)), tops))
        for n in range(masters):
            table = table.card("?", 120 + 130 * n, 400)
        return table.seen()

    table = Table()
    dealt = "H|#O|##E|###X|####Y|#####X|######Y /- *24 +2"
    table.says(RecordEvent(MatchSetUp("solitaire-2", ("Ben",))), RecordEvent(HandDealt(position=dealt)))
    table.shows(lies(1, "HOEXYXY", 2))
    return table.shows(lies(2, ["", "#", "#", "X", "Y", "X", "Y"], 1)).says(EndTurn())


def whose() -> Table:
    """Return a table at which Ben is out, Ann and Cy have two cards each, and a photograph shows one hand."""
    table = dealt("2", "3", "2", exposed="K").plays(CAT)
    return table.shows(lying(word("HO", 850)), by_photograph=True).waits(20)


def whose_doubtful() -> Table:
    table = dealt("2", "3", "2", exposed="K").plays(CAT)
    return table.shows(lying(word("HO", 850, O=(("O", 0.6), ("Q", 0.38)))), by_photograph=True).waits(20)


def doubtful_race() -> Table:
    table = Table()
    table.says(
        RecordEvent(MatchSetUp("my-word", ("Ann", "Ben"), edges=("top", "bottom"))), RecordEvent(HandDealt())
    )
    return table.sees(word("CUT", 800, x=500, U=(("U", 0.6), ("A", 0.38)))).says(EndTurn())


def keyword(*more: AnyEvent) -> Table:
    table = Table()
    table.says(
        RecordEvent(MatchSetUp("keyword", ("Ann", "Ben"))), RecordEvent(HandDealt()), *map(RecordEvent, more)
    )
    return table


def another_crossword() -> Table:
    table = begun(game="crossword").plays(word("CAT", 300, x=400))
    return table.shows(lying(word("HOUSE", 300), word("MEN", 600)), by_photograph=True)


def letters_used_up() -> Table:
    return keyword(PackExhausted(stock=3)).says(AnswerQuestion("AREA"), RecordEvent(on_the_board()))


def nobody_can_lay() -> Table:
    table = keyword(PackExhausted(stock=0)).says(AnswerQuestion("AREA"), RecordEvent(on_the_board()))
    return table.says(RecordEvent(passing()))


def passing(player: int = 0) -> TurnFinished:
    lies = format_position(board(("SEE", 9, 8, ">")))
    return TurnFinished(player, lies, lies, "pass", "legal", stands=True)


def no_letters_left() -> Table:
    return keyword(PackExhausted(stock=0), HandCorrected(1, "3")).says(
        AnswerQuestion("AREA"), RecordEvent(on_the_board())
    )


def on_the_board() -> TurnFinished:
    before, after = format_position(board()), format_position(board(("SEE", 9, 8, ">")))
    return TurnFinished(1, before, after, "I10>SEE", "legal", stands=True)


def another_table(*words: str, before: tuple[str, ...] = ("HOUSE", "MOTHER")) -> Table:
    table = dealt(exposed="K")
    for n in range(len(before)):
        table.shows(_piles("K", *before[: n + 1])).says(EndTurn())
    return table.shows(_piles("K", *words), by_photograph=True)


GATHERED = "-|#|##|###X|####Y|#####X|######Y /- *24 +1 | Ben | legal"

CASES: dict[str, Case] = {
    "a letter in doubt": Case(
        lambda: begun().plays(DOUBTFUL),
        {
            "Ben laid CUT": "CUT | Ann | legal | 10,7",
            "Ben laid CAT": "CAT | Ann | legal | 10,7",
            "None of this. Ben takes the cards back": "Ben | 10,10",
        },
        meanwhile=lambda t: t.plays(DOUBTFUL, MEN),
    ),
    "a discard that left no mark": Case(
        unnoticed_discard,
        {
            "Yes, Ben discarded another K": "/K | Ann | legal | 10,10",
            "Ben hasn't played yet": "/K | Ben | 10,10",
        },
        meanwhile=lambda t: t.shows(_piles("K", "CAT")).says(EndTurn()),
    ),
    "a crossword in doubt": Case(
        doubtful_crossword,
        {
            "Ben laid CUT": "CUT | Ann | legal | 10,7",
            "Ben laid COT": "COT | Ann | legal | 10,7",
            "None of this. Ben takes the cards back": "Ben | 10,10",
        },
        meanwhile=lambda t: t.says(EndTurn()),
    ),
    "a patience in doubt": Case(
        doubtful_patience,
        {
            "Yes, Ben took E": "TEMOH|XE|ZQ|TRE | Ben | illegal, taken back | 0",
            "None of this. Ben takes the cards back": "TEMOH|XE|ZQ|TRE | Ben | 0",
        },
    ),
    "a race in doubt": Case(
        doubtful_race,
        {
            "Ben formed CUT": "[]0 [CUT]1* | Ben | legal | 0,4",
            "Ben formed CAT": "[]0 [CAT]1* | Ben | legal | 0,4",
            "Ben formed no word": "[]0* []0 | Ann | legal | 3,3",
            "None of this. Ben takes the cards back": "[]0 []0* | Ben | 0,3",
        },
    ),
    "a card between": Case(
        lambda: begun().plays(*HO_SE),
        {
            "A Master": "HO?SE | Ann | legal | 10,5",
            "Nothing. HO and SE are two words": "Ann | illegal, taken back | 10,10",
            "None of this. Ben takes the cards back": "Ben | 10,10",
        },
        meanwhile=lambda t: t.plays(*HO_SE, MEN),
    ),
    "a card at the end": Case(
        lambda: begun().plays(word("MOTHE", 200)),
        {
            "Yes, a Master": "MOTHEr | Ann | legal | 10,4",
            "No. MOTHE is the whole word": "Ann | illegal, taken back | 10,10",
            "None of this. Ben takes the cards back": "Ben | 10,10",
        },
        meanwhile=lambda t: t.plays(word("MOTHE", 200), MEN),
    ),
    "a card of a crossword": Case(
        lambda: begun(game="crossword").plays(word("CA", 200)),
        {
            "Yes, a Master": "CAt | Ann | legal | 10,7",
            "No. CA is the whole word": "Ann | illegal, taken back | 10,10",
            "None of this. Ben takes the cards back": "Ben | 10,10",
        },
        meanwhile=lambda t: t.says(EndTurn()),
    ),
    "more than the pack": Case(
        lambda: begun().plays(ME_MAR[0]).plays(*ME_MAR),
        {
            "Yes, we have more cards with M": "ME MAR | Ben | legal | 7,8",
            "No, the M in ME is W": "WE MAR | Ben | legal | 7,8",
            "No, the M in MAR is W": "ME WAR | Ben | legal | 7,8",
            "None of this. I tap the wrong card in the picture": "ME MAR | Ben | unclear | 7,8",
        },
        name="",
        meanwhile=lambda t: t.plays(*ME_MAR, word("HOLD", 600)),
    ),
    "more than the pack, and no word": Case(
        lambda: begun().plays(ME_MRA[0]).plays(*ME_MRA).says(AnswerQuestion("more M")),
        {
            "Yes, Ann laid MRA": "ME | Ben | illegal, taken back | 10,8",
            "None of this. Ann takes the cards back": "ME | Ann | 10,8",
        },
        name="Ann",
        meanwhile=lambda t: t.plays(*ME_MRA, word("HOLD", 600)),
    ),
    "most likely a Master": Case(
        lambda: begun().plays(T_REE),
        {
            "Yes, it is a Master": "TrEE | Ann | legal | 10,6",
            "It is neither. Ben takes the cards back": "Ben | 10,10",
        },
        meanwhile=lambda t: t.plays(T_REE, MEN),
    ),
    "two turns in one photograph": Case(
        two_turns,
        {
            "Ben laid CAT and discarded the V": "/K | Ann | illegal, taken back | 10,10",
            "Ben discarded the V": "/V | Ann | legal | 10,10",
            "Ben laid CAT": "CAT /K | Ann | legal | 10,7",
            "None of this. Ben takes the cards back": "/K | Ben | 10,10",
        },
    ),
    "a Master": Case(
        lambda: begun().plays(STRIDE),
        {
            "STRIDE": "STRiDE | Ann | legal | 10,4",
            "STRODE": "STRoDE | Ann | legal | 10,4",
            "We leave it open": "STR?DE | Ann | legal | 10,4",
        },
        meanwhile=lambda t: t.plays(STRIDE, MEN),
    ),
    "a Master of a patience": Case(
        gathered,
        {
            "HOME": f"{GATHERED} | HOmE@1,2,?,3 | 0",
            "HOPE": f"{GATHERED} | HOpE@1,2,?,3 | 0",
            "SHOE": f"{GATHERED} | sHOE@?,1,2,3 | 0",
            "We leave it open": f"{GATHERED} | HOmE@1,2,?,3 | 0",
        },
        cards=False,
    ),
    "a count": Case(
        lambda: begun("3", "2").plays(word("CAT", 200)),
        {
            "Yes. Ben has no cards left": "CAT | nobody | legal | 3,0",
            "Yes. Ben has 1 card left": "CAT | Ann | legal | 3,1",
            "Yes. Ben has 2 cards left": "CAT | Ann | legal | 3,2",
            "Yes. Ben has 3 cards left": "CAT | Ann | legal | 3,3",
            "None of this. Ben takes the cards back": "Ben | 3,4",
        },
        meanwhile=lambda t: t.plays(CAT, MEN),
    ),
    "a hand in doubt": Case(
        lambda: begun("2", "3").plays(CAT).sees(CAT, word("HO", 850, O=(("O", 0.6), ("Q", 0.38)))).waits(5),
        {
            "Yes, Ann has H and O": "CAT | nobody | 2,0",
            "Yes, Ann has H and Q": "CAT | nobody | 2,0",
            "No. I lay them down again": "CAT | nobody | legal | 2,0",
        },
        name="Ann",
    ),
    "a hand of too few": Case(
        lambda: begun("3", "3").plays(CAT).sees(CAT, word("HO", 850)).waits(20),
        {
            "Yes, Ann has H and O": "CAT | nobody | 3,0",
            "No. I lay them down again": "CAT | nobody | legal | 3,0",
        },
        name="Ann",
    ),
    "whose hand": Case(
        whose,
        {
            "They are Ann's": "CAT /K | nobody | legal | 2,0,2 | HO,-,-",
            "They are Cy's": "CAT /K | nobody | legal | 2,0,2 | -,-,HO",
            "Nobody's. We lay them down again": "CAT /K | nobody | legal | 2,0,2",
        },
        name="",
    ),
    "whose hand, in doubt": Case(
        whose_doubtful,
        {
            "Ann has H and O": "CAT /K | nobody | legal | 2,0,2 | HO,-,-",
            "Cy has H and O": "CAT /K | nobody | legal | 2,0,2 | -,-,HO",
            "Ann has H and Q": "CAT /K | nobody | legal | 2,0,2 | HQ,-,-",
            "Cy has H and Q": "CAT /K | nobody | legal | 2,0,2 | -,-,HQ",
            "Nobody's. We lay them down again": "CAT /K | nobody | legal | 2,0,2",
        },
        name="",
    ),
    "which Keyword": Case(
        keyword,
        {
            "AREA": "Ben | 10,10 | AREA",
            "EAST": "Ben | 10,10 | EAST",
            "IDEA": "Ben | 10,10 | IDEA",
            "LINE": "Ben | 10,10 | LINE",
            "No Keyword lies face up": "Ben | 10,10",
        },
        name="",
        cards=False,
        meanwhile=lambda t: t.says(RecordEvent(on_the_board())),
    ),
    "letters used up": Case(
        letters_used_up,
        {
            "Ben has 10 letters": "........SEE........ | Ann | legal | 10,10 | AREA",
            "Ben has 9 letters": "........SEE........ | Ann | legal | 10,9 | AREA",
            "Ben has 8 letters": "........SEE........ | Ann | legal | 10,8 | AREA",
            "Ben has 7 letters": "........SEE........ | Ann | legal | 10,7 | AREA",
            "Ben has 6 letters": "........SEE........ | Ann | legal | 10,6 | AREA",
            "Ben has 5 letters": "........SEE........ | Ann | legal | 10,5 | AREA",
            "Ben has 4 letters": "........SEE........ | Ann | legal | 10,4 | AREA",
            "Ben has 3 letters": "........SEE........ | Ann | legal | 10,3 | AREA",
            "Ben has 2 letters": "........SEE........ | Ann | legal | 10,2 | AREA",
            "Ben has 1 letter": "........SEE........ | Ann | legal | 10,1 | AREA",
            "Ben has no letters left": "........SEE........ | Ann | legal | 10,0 | AREA",
            "Nobody knows": "........SEE........ | Ann | legal | 10,10 | AREA",
        },
        cards=False,
        meanwhile=lambda t: t.says(RecordEvent(passing())),
    ),
    "nobody can lay": Case(
        nobody_can_lay,
        {
            "Yes, count up the letters": "........SEE........ | nobody | 10,7 | AREA",
            "No, the game goes on": "........SEE........ | Ben | legal | 10,7 | AREA",
        },
        name="Ann",
        cards=False,
        meanwhile=lambda t: t.says(RecordEvent(passing(1))),
    ),
    "no letters left": Case(
        no_letters_left,
        {
            "Yes, count up the letters": "........SEE........ | nobody | 10,0 | AREA",
            "No, the game goes on": "........SEE........ | Ann | legal | 10,1 | AREA",
        },
        cards=False,
    ),
    "another table": Case(
        lambda: another_table("TREE", "LEAD", "BEAR"),
        {
            "It is another table. Forget this picture": "HOUSE MOTHER /K | Ben | legal | 4,5",
            "The cards were cleared away. We lay them out again": "HOUSE MOTHER /K | Ben | legal | 4,5",
            "It is a new hand. The last one doesn't count": "Ben | 10,10",
            "HOUSE and MOTHER still lie there, out of sight": "HOUSE MOTHER /K | Ben | legal | 4,5",
        },
        name="",
    ),
    "words out of sight": Case(
        lambda: another_table("MOTHER"),
        {
            "It is another table. Forget this picture": "HOUSE MOTHER /K | Ben | legal | 4,5",
            "The cards were cleared away. We lay them out again": "HOUSE MOTHER /K | Ben | legal | 4,5",
            "It is a new hand. The last one doesn't count": "Ben | 10,10",
            "HOUSE still lies there, out of sight": "HOUSE MOTHER /K | Ben | legal | 4,5",
        },
        name="",
    ),
    "all new": Case(
        lambda: another_table("TREE", "LEAD", "BEAR", before=()),
        {
            "It is another table. Forget this picture": "/K | Ben | 10,10",
            "Several turns were played. Go on from here": "TREE LEAD BEAR /K | Ben | 10,10",
        },
        name="",
    ),
    "another patience": Case(
        other_patience,
        {
            "It is another table. Forget this picture": "TEMOH|XE|ZQ|TRE | Ben | 0",
            "The cards were cleared away. We lay them out again": "TEMOH|XE|ZQ|TRE | Ben | 0",
            "It is a new game. The last one doesn't count": "|".join("-" * 18) + " | nobody | 0",
        },
        name="",
    ),
    "another game": Case(
        lambda: another_crossword(),
        {
            "It is another table. Forget this picture": "CAT | Ann | legal | 10,7",
            "The cards were cleared away. We lay them out again": "CAT | Ann | legal | 10,7",
            "It is a new hand. The last one doesn't count": "Ben | 10,10",
        },
        name="",
    ),
}
