"""Read with an enrolled deck: by how much a crop resembles each card of the deck, together with the
network's reading.

The speller computes features of a crop just before it decides. These features distinguish even glyphs that
the speller was never taught: it reads blackletter no better than by chance, but the features still differ
from letter to letter. An enrolled card is therefore kept as its features, and a crop that resembles an
enrolled card is read by that resemblance.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.figures.deck_layout import NO_FIGURES, FigureLayout
from vision.tensor_format import BACK, CLASSES, LETTERS, Floats

LETTER_LOG_ODDS_SLOPE: Final = 24.0
"""The increase of a letter's log odds for each unit of correlation with the enrolled letter, above
`LETTER_EVEN_CORRELATION`.

This and the next four values were chosen on rendered decks in ninety typefaces that no network was trained
on. In 32 odd ones the speller alone reads fewer than 85 in a hundred letters. The chosen values read most
letters right, with few confident errors and no false cards. None of the bench's odd typefaces was among the
ninety.
"""

LETTER_EVEN_CORRELATION: Final = 0.58
"""The correlation of features at which a card is as likely to have another letter as the prototype's."""

RESEMBLING_NETWORK_WEIGHT: Final = 0.1
"""The weight of the network's own log odds for a deck that the network reads badly, if a prototype resembles
the crop. The weight is low, because the network was sure of the wrong letter too often on typefaces that it
never saw.

For a deck that is legible to the network the weight is one instead. Of 708 cards in play, of eighteen
legible decks, 95.3 % were right with a weight of one and 94.8 % with a tenth, and doubts were calibrated.
"""

NO_WEIGHT_CORRELATION: Final = 0.5
"""The correlation with the nearest prototype up to which the prototypes have no weight."""

FULL_WEIGHT_CORRELATION: Final = 0.7
"""The correlation with the nearest prototype from which the prototypes have their full weight, with a
gradual change in between. A crop that resembles no prototype (half hidden, blurred, of another deck) is
read by the network alone, as if nothing had been enrolled."""


MASTER_CLASSES: Final = np.arange(4) * len(LETTERS) + LETTERS.index("?")
"""The speller's classes of a Master in each of the four quarter turns."""

MASTER_LOG_ODDS_SLOPE: Final = 33.0
"""The increase of the log odds that a crop shows the deck's own Master, for each unit of correlation above
`MASTER_EVEN_CORRELATION`."""

MASTER_EVEN_CORRELATION: Final = 0.79
"""The correlation with the Master's prototype at which a crop is as likely another card as the Master."""

NETWORK_WEIGHT: Final = 0.23
"""The weight of the speller's log odds that a crop shows a letter or a back, when these are subtracted from
the log odds that it shows the deck's own Master.

This value, the slope and the even correlation come from a logistic regression on 114 Masters of 60 packs,
each shown once and seen again on another table, and 866 other cards there. The back is by judgement, because
a stock taken for a Master is worse than a Master that the table asks about. 94 in a hundred of the Masters
are recognised, and four other cards are taken for a Master. Correlation of the pictures themselves, over
their colours and 49 shifts, recognises 63 and takes twelve others.
"""

MAX_NETWORK_LOG_ODDS: Final = 14.0
"""The limit to which the network's log odds are reduced, for or against, before they are weighed against the
likeness to a Master."""


@dataclass(frozen=True, slots=True, eq=False)
class Prototypes:
    """The appearance of an enrolled deck: the speller's features of each of its cards, called prototypes."""

    features: Floats
    """The features (n, F) of the prototypes, with mean 0 and length 1."""
    classes: NDArray[np.int64]
    """The speller's class of each prototype, (n,): its letter and direction, or a back."""
    figure_layout: FigureLayout = NO_FIGURES
    """The figures of the deck, and their places."""
    legible: bool = False
    """True if the networks read the deck's print, and so its corner letters, without enrolment."""

    @property
    def lettered(self) -> bool:
        """True if the prototypes show the cards of a deck. False if they show only Masters."""
        return len(self.classes) == 0 or not np.isin(self.classes, MASTER_CLASSES).all()

    def weigh(self, scores: Floats, features: Floats) -> Floats:
        """Return the class scores (N, CLASSES) of crops, combined with the crops' resemblance to the
        prototypes.

        `scores` are the network's, `features` (N, F) those of the crops.
        """
        if len(self.classes) == 0:
            return scores
        likeness = self.resemblance(features)
        lettered = self._weigh_cards(scores, likeness) if self.lettered else scores
        return weigh_own_master(lettered, likeness)

    def _weigh_cards(self, scores: Floats, likeness: Floats) -> Floats:
        """Return the class scores of crops, combined with the crops' resemblance `likeness` to all cards of
        the enrolled deck."""
        log_probabilities = scores - scores.max(1, keepdims=True)
        log_probabilities = log_probabilities - np.log(np.exp(log_probabilities).sum(1, keepdims=True))
        best = likeness.max(1, keepdims=True)
        weight = np.clip(
            (best - NO_WEIGHT_CORRELATION) / (FULL_WEIGHT_CORRELATION - NO_WEIGHT_CORRELATION), 0, 1
        )
        # The log odds are relative to the best, so that a crop without any resemblance does not count as no
        # card.
        known = likeness > -1
        odds = np.where(
            known,
            LETTER_LOG_ODDS_SLOPE * (likeness - LETTER_EVEN_CORRELATION)
            - np.minimum(0, LETTER_LOG_ODDS_SLOPE * (best - LETTER_EVEN_CORRELATION)),
            0,
        )
        # The network knows many backs, and never took a strange letter for a back. So its reading of a back,
        # or of a crop that looks like the deck's back, counts in full. Likeness to the deck's back only
        # counts in favour of a back.
        odds[:, BACK] = np.maximum(odds[:, BACK], 0)
        down = (scores.argmax(1, keepdims=True) == BACK) | (likeness[:, [BACK]] >= best)
        share = np.where(down | self.legible, 1, 1 - weight * (1 - RESEMBLING_NETWORK_WEIGHT))
        return np.asarray(share * log_probabilities + weight * odds, np.float32)

    def resemblance(self, features: Floats) -> Floats:
        """Return the correlation (N, CLASSES) with the nearest prototype of each class, or -1 for a class
        without a prototype."""
        correlations = normal(features) @ self.features.T
        near = np.full((len(features), CLASSES), -1, np.float32)
        for column, one in enumerate(self.classes):
            near[:, one] = np.maximum(near[:, one], correlations[:, column])
        return near


def weigh_own_master(scores: Floats, likeness: Floats) -> Floats:
    """Return the log probabilities (N, CLASSES) of N crops, when the enrolled deck's own Master is known.

    `scores` (N, CLASSES) are the class scores before this step, and `likeness` (N, CLASSES) are the
    correlations with the deck's prototypes. The likeness to the Master gives the Master's probability, unless
    the crop is more like another card of the deck. The other probabilities follow the scores.
    """
    log_probabilities = scores - scores.max(1, keepdims=True)
    log_probabilities = log_probabilities - np.log(np.exp(log_probabilities).sum(1, keepdims=True))
    probabilities = np.exp(log_probabilities[:, : BACK + 1])
    letters = probabilities[:, :BACK].reshape(-1, 4, len(LETTERS))[..., :-1].sum(1).max(1)
    # When the deck's own back is known, likeness to it decides.
    backs = np.where(likeness[:, BACK] > -1, 0, probabilities[:, BACK])
    known = np.clip(np.maximum(letters, backs), 1e-7, 1 - 1e-7)
    printed = np.clip(np.log(known) - np.log1p(-known), -MAX_NETWORK_LOG_ODDS, MAX_NETWORK_LOG_ODDS)
    to_master = likeness[:, MASTER_CLASSES]
    others = np.delete(likeness, MASTER_CLASSES, axis=1).max(1)
    odds = (
        MASTER_LOG_ODDS_SLOPE * (to_master.max(1) - np.maximum(MASTER_EVEN_CORRELATION, others))
        - NETWORK_WEIGHT * printed
    )
    log_probabilities -= np.logaddexp(0, odds)[:, None]
    each, likeliest = np.arange(len(log_probabilities)), MASTER_CLASSES[to_master.argmax(1)]
    log_probabilities[each, likeliest] = np.logaddexp(
        log_probabilities[each, likeliest], -np.logaddexp(0, -odds)
    )
    return np.asarray(log_probabilities, np.float32)


def normal(features: Floats) -> Floats:
    """Return the features (n, F) shifted to mean 0 and scaled to length 1, so that their product is their
    correlation."""
    centred = features - features.mean(1, keepdims=True)
    length = np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-6)
    return np.asarray(centred / length, np.float32)
