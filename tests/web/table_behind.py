"""Provide a table that carries out the pages' requests and records them."""

from dataclasses import dataclass, field

from web.archive import Archive
from web.page_services import PageServices
from web.services.camera_view import Alternative, CameraPicture, CardSeen
from web.services.enrolment import CardInQuestion, EnrolledDeck, Enrolment, OddDeckError
from web.services.match_set_up import BoxReading, GameChoice, MatchChoices, NewMatch
from web.services.refusal import RefusedError
from web.services.virtual_play import Move, VirtualCard, VirtualTableShown

ODD = "53 cards; the nearest pack, waddingtons, has 52: 4 Q too many; 1 A, 2 Master missing"
CORNERS = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3))


@dataclass
class Does:
    """A stand-in for every service of `web.services`. `asked` has the calls in order."""

    asked: list[tuple[object, ...]] = field(default_factory=list)
    playing: bool = True
    picture: bytes = b"\xff\xd8"

    def choices(self) -> MatchChoices:
        games = (
            GameChoice(
                "lexicon", "Lexicon", (2, 10), ("waddingtons", "parker"), has_modes=True, has_board=False
            ),
            GameChoice("keyword", "Keyword", (2, 4), ("keyword",), has_modes=True, has_board=True),
            GameChoice(
                "clock", "Clock Patience", (1, 1), ("waddingtons", "parker"), has_modes=False, has_board=False
            ),
        )
        before = NewMatch("lexicon", ("Ann", "Bertrand", "Cleo"), ("bottom", "left", "top"))
        people, lists = ("Ann", "Bertrand", "Cleo", "Dora"), ("default", "everyday")
        return MatchChoices(
            games, lists, ("waddingtons", "parker"), ("ours",), people, ("QUIX",), before, self.playing
        )

    def begin(self, match: NewMatch) -> int:
        if len(match.players) < 2:
            raise RefusedError("Lexicon is for 2 to 10 players, and 1 are named.", "player")
        self.asked.append(("begin", match))
        return 2

    def read_box(self, photo: bytes) -> BoxReading:
        if not photo.startswith(b"\xff\xd8"):
            raise RefusedError("I don't know this print.")
        if b"keyword" in photo:
            return BoxReading("keyword", "kw", ("keyword",), ("KEYWORD", "SALEM"))
        return BoxReading("parker", "pb", ("lexicon-party", "lexicon"), ("LEXICON", "PARKER BROTHERS"))

    def change_house_words(self, word: str, *, keep: bool) -> None:
        self.asked.append(("house word", word, keep))

    def words(self) -> tuple[str, ...]:
        return ("DRAT",)

    def screen(self, word: str, *, offends: bool) -> None:
        if not word.isalpha():
            raise RefusedError(f"“{word}” is not a word of 2 to 30 letters from A to Z.")
        self.asked.append(("screen", word, offends))

    def store_board(self, profile: str) -> str:
        if "squares" not in profile:
            raise RefusedError("A board's description has “squares”.")
        self.asked.append(("board", profile))
        return "ours"

    def printable_cards(self, game: str, paper: str) -> bytes:
        if game != "lexicon":
            raise RefusedError("The table can't print cards of that kind.")
        return f"%PDF for {paper}".encode()

    def newest_picture(self) -> CameraPicture | None:
        may = (
            Alternative("D", 0.61, 0.5, "EXPODT", is_listed=False, cards_left=2),
            Alternative("R", 0.38, 0.5, "EXPORT", is_listed=True, cards_left=0),
        )
        sure = (Alternative("E", 0.998, 0.99, "EXPORT", is_listed=True, cards_left=3),)
        far = tuple((x + 0.5, y + 0.5) for x, y in CORNERS)
        cards = (
            CardSeen("c5", CORNERS, "D", 0.61, may),
            CardSeen("c0", far, "E", 0.998, sure),  # type: ignore[arg-type]  # four corners
        )
        return CameraPicture(7, 1280, 720, cards)

    def jpeg(self, picture: int) -> bytes | None:
        return self.picture if picture == 7 else None

    def table(self) -> VirtualTableShown:
        hand = (VirtualCard("hand-0", "A", 0, 0, mine=True), VirtualCard("hand-1", "?", 0, 0, mine=True))
        lying = (
            VirtualCard("stock", "", 1050, 250, mine=True),
            VirtualCard("table-0", "T", 300, 200, 2.0, mine=True),
        )
        return VirtualTableShown(
            1100, 618.75, (57, 89), lying, hand, (1050, 250), (1050, 370), may=True, seat=1
        )

    def sit(self, *, down: bool) -> None:
        self.asked.append(("sit", down))

    def move(self, move: Move) -> VirtualTableShown:
        if move.card == "hand-9":
            raise RefusedError("There is no such card.")
        self.asked.append(("move", move))
        return self.table()

    def state(self) -> Enrolment:
        missing, surplus = {"A": 1, "?": 2}, {"Q": 4}
        asked = CardInQuestion(3, 2, ("O", "Q", "D"))
        enrolled = (
            EnrolledDeck(
                "attic",
                52,
                50,
                "waddingtons",
                has_back_picture=True,
                has_earlier_enrolment=True,
                is_in_use=True,
            ),
            EnrolledDeck("shed"),
        )
        return Enrolment(
            1, 53, 51, 0, asked, "waddingtons", {"Q": 5}, missing, surplus, ODD, enrolled, has_camera=True
        )

    def add_photo(self, photo: bytes | None) -> None:
        self.asked.append(("look", photo))

    def crop(self, card: int) -> bytes | None:
        return b"\x89PNG" if card == 3 else None

    def say(self, card: int, letter: str | None) -> None:
        if card != 3:
            raise RefusedError("That question is answered already.")
        self.asked.append(("say", card, letter))

    def keep(self, name: str, *, as_is: bool) -> None:
        if not as_is:
            raise OddDeckError(ODD)
        self.asked.append(("keep", name))

    def back(self, name: str) -> bytes | None:
        return self.picture if name == "attic" else None

    def undo(self, name: str) -> None:
        self.asked.append(("undo", name))

    def remove(self, name: str) -> None:
        if name == "house":
            raise RefusedError("The table's settings name that deck. Take it out of them first.")
        self.asked.append(("remove", name))

    def forget(self) -> None:
        self.asked.append(("forget",))

    def take(self, photo: bytes) -> None:
        if not photo.startswith(b"\xff\xd8"):
            raise RefusedError("This file is not a photograph that can be decoded.")
        self.asked.append(("photo", len(photo)))


def doing(does: Does, archive: Archive) -> PageServices:
    """Return the services behind the pages, for a web application under test. `does` stands in for all of
    them except the archive, which is `archive`."""
    return PageServices(
        set_up=does,
        word_screening=does,
        camera_view=does,
        photographs=does,
        play_here=does,
        enrolment=does,
        archive=archive,
    )
