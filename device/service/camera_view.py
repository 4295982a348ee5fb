"""Show the camera's picture from straight above, card by card. The possible letters of a card depend on
sight, on the cards left in the packs, and on the word that the card would make."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import Final, cast

import numpy as np

from device.phones import Phones, jpeg
from device.running.view import FrameReading, TableView
from device.service.rectified_view import Rectification, view_from_above
from engine.cards import MASTER
from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.layout import Decision, SeenWord, arrange, decide_letters
from engine.match import Match
from engine.words import WordList
from web.services.camera_view import Alternative, CameraPicture, CardSeen
from web.snapshot import Corners

MAX_ALTERNATIVES: Final = 6
"""Number of possible letters shown for a card. A person types any other letter."""
CARD_ROWS: Final = 8
"""The number of rows into which a picture is divided to put its cards in reading order. A card's
height is about an eighth of the table's."""
KEPT_PICTURES: Final = 4
"""Number of the last pictures that are kept. A phone asks for a picture a moment after the picture was
announced, and a newer picture may have come meanwhile."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + MASTER


class TableCameraView:
    """Show the newest picture and its readings on a page of the table with `phones`. Both are computed
    only when a page asks."""

    def __init__(self, phones: Phones) -> None:
        self._phones = phones
        self._one = threading.Lock()
        self._reading: FrameReading | None = None
        self._pictures: OrderedDict[int, tuple[CameraPicture, bytes]] = OrderedDict()

    def newest_picture(self) -> CameraPicture | None:
        """Return the newest picture and its reading; None before the first picture."""
        view = self._phones.view
        with self._one:
            # While a hand moves no picture is read, and people see the last reading.
            fresh = view.reading is not None and view.reading is not self._reading
            self._reading = view.reading or self._reading
            if view.frame is not None and (fresh or view.picture not in self._pictures):
                self._look(view)
            return next((looked for looked, _ in reversed(self._pictures.values())), None)

    def jpeg(self, picture: int) -> bytes | None:
        """Return the JPEG of the picture number `picture`, which `seen` returned a moment ago; None if the
        picture is no longer kept."""
        with self._one:
            return self._pictures.get(picture, (None, None))[1]

    def _look(self, view: TableView) -> None:
        """Rectify the newest picture together with its readings, and keep the result for the pages that
        ask for it."""
        assert view.frame is not None
        height, width = view.frame.image.shape[:2]
        rectified, reading = view_from_above(self._reading, width, height), self._reading
        cards = () if reading is None else _cards(view, reading, rectified)
        looked = CameraPicture(view.picture, rectified.width, rectified.height, cards)
        self._pictures[view.picture] = (looked, jpeg(rectified.picture(view.frame.image)))
        while len(self._pictures) > KEPT_PICTURES:
            self._pictures.popitem(last=False)


def _cards(view: TableView, reading: FrameReading, rectified: Rectification) -> tuple[CardSeen, ...]:
    match, words = view.referee.match, _weighing_words(view.referee.match, view.referee.words)
    limits = None if match is None else match.game.pack.limits(match.packs)
    decision = decide_letters(reading.observation, arrange(reading.observation, words), words, limits)
    counts = Counter(letters[0][0] for letters in decision.letters if letters)
    lies_in = {card: word for word in decision.arrangement.words for card in word.cards}
    card_views = (
        _card(
            reading,
            rectified,
            decision,
            i,
            _LetterEvidence(lies_in.get(i), words, _unseen_counts(limits, counts, match)),
        )
        for i in range(len(reading.observation.cards))
    )
    return tuple(sorted(card_views, key=_sort_key))


def _weighing_words(match: Match | None, words: WordList) -> WordList | None:
    """Return the word list by which the possible letters are weighed: `words`.

    Return None if players challenge one another, because then no page may show whether the list has a word
    (LEX-CH).
    """
    return None if match is not None and match.game.challenges.mode == "challenge" else words


def _sort_key(card: CardSeen) -> tuple[float, ...]:
    """Return the sort key of a card: first the doubtful cards, the least certain first; then the other
    face-up cards in reading order; then the face-down cards."""
    (left, top), *_ = card.corners
    if card.letter is None:
        return (2.0, top, left)
    return (
        (0.0, card.confidence)
        if card.confidence < MIN_SURE_LETTER_PROBABILITY
        else (1.0, round(top * CARD_ROWS), left)
    )


class _LetterEvidence:
    """The evidence for a card's letter besides the picture: the card's word, the word list, and `left`,
    the number of unseen cards of each letter in the packs."""

    def __init__(self, word: SeenWord | None, words: WordList | None, left: Mapping[str, int] | None) -> None:
        self.word, self.words, self.left = word, words, left

    def spelt(self, card: int, letter: str) -> tuple[str, bool | None]:
        """Return the word that `letter` on `card` would make, and True if the word list has this word.
        The word is empty if the card lies alone. The second value is None without a word or a list."""
        if self.word is None or len(self.word.cards) < 2:
            return "", None
        place = self.word.cards.index(card)
        text = self.word.text[:place] + letter + self.word.text[place + 1 :]
        if self.words is None:
            return text.upper(), None
        pattern = "".join(MASTER if c.islower() else c for c in text)
        return text.upper(), bool(self.words.matching(pattern)) if MASTER in pattern else text in self.words


def _unseen_counts(
    limits: Mapping[str, int] | None, counts: Mapping[str, int], match: Match | None
) -> Mapping[str, int] | None:
    """Return the number of cards of each letter that the packs have and nobody sees on the table. Return
    None if the packs are unlimited or uncertain."""
    if limits is None or match is None or not match.game.pack.certain:
        return None
    return {letter: max(0, limits.get(letter, 0) - counts.get(letter, 0)) for letter in LETTERS}


def _card(
    reading: FrameReading, rectified: Rectification, decision: Decision, i: int, around: _LetterEvidence
) -> CardSeen:
    letters, by_sight = decision.letters[i], dict(reading.observation.cards[i].letters())
    best = letters[0] if letters else (None, 1.0)
    ranked = tuple(_alternative(i, letter, p, by_sight, around) for letter, p in letters[:MAX_ALTERNATIVES])
    return CardSeen(f"c{i}", _corners(reading, rectified, i), best[0], best[1], ranked)


def _alternative(
    card: int, letter: str, probability: float, by_sight: Mapping[str, float], around: _LetterEvidence
) -> Alternative:
    word, listed = around.spelt(card, letter)
    left = None if around.left is None else around.left.get(letter, 0)
    return Alternative(letter, round(probability, 4), round(by_sight.get(letter, 0.0), 4), word, listed, left)


def _corners(reading: FrameReading, rectified: Rectification, i: int) -> Corners:
    """Return the corners of card `i` as fractions of the sides of the rectified picture."""
    flat = rectified.points(np.array(reading.corners[i], np.float64))
    return cast(Corners, tuple((round(float(x), 4), round(float(y), 4)) for x, y in flat))
