"""Tell a person at the virtual table the next step in a sentence."""

from web.languages import translate as _
from web.services.virtual_play import VirtualTableShown
from web.snapshot import Snapshot


def next_step(virtual: VirtualTableShown, table: Snapshot, *, mine: bool, by_another: bool = False) -> str:
    """Return the sentence about the next step at the virtual table: the person's own step, or the player for
    whom the table waits. `mine` means that the requesting phone plays the person's seat; `by_another` means
    that another phone plays it."""
    names = [player.name for player in table.players]
    if virtual.seat >= len(names):
        return _("The table is being laid.")
    if table.scores.over:
        return _("The match is over. Another one begins in a moment.")
    if table.scores.reckoning is not None:
        return _("The hand is over. The cards that are left are counted.")
    if table.turn is None:
        return _("The cards are being dealt.")
    if by_another:
        return _("Another phone plays as {name}.").format(name=names[virtual.seat])
    if not mine:
        return _("Sit down, and {name}’s cards are yours.").format(name=names[virtual.seat])
    if table.question is not None and table.question.player == virtual.seat:
        return _("The table asks you something: answer below.")
    if not may_act(virtual, table):
        return _waiting_hint(table.turn, virtual.seat, names)
    return _acting_hint(virtual)


def may_act(virtual: VirtualTableShown, table: Snapshot) -> bool:
    """Return True if the person may move cards now: both the virtual table and the snapshot have the person
    on turn. After a turn the snapshot shows the next turn at once, but the virtual table still has the cards
    of the old turn."""
    return virtual.may and table.turn == virtual.seat


def _waiting_hint(turn: int, seat: int, names: list[str]) -> str:
    if turn == seat:
        return _("Your turn in a moment.")
    return _("Waiting for {name}.").format(name=names[turn] if turn < len(names) else "?")


def _acting_hint(virtual: VirtualTableShown) -> str:
    """Return the sentence that tells a person at the virtual table what to do next in the person's own
    turn."""
    if virtual.drawn:
        return _("That is your turn: tap “Turn is over”.")
    if virtual.discarded:
        return _drawing_hint(virtual)
    if virtual.exchanging:
        return _("Swap another letter, or tap “Turn is over”.")
    fresh = [card for card in virtual.cards if card.fresh]
    if not fresh:
        return _first_move_hint(virtual)
    word = _word(virtual, fresh[-1].card)
    if len(word) < 2:
        return _("Tap the next letter of your word.")
    return _("{word}: tap its next letter, or “Turn is over” when it is whole.").format(word=word)


def _first_move_hint(virtual: VirtualTableShown) -> str:
    if not virtual.crossing:
        if not virtual.rows:
            return _("Your turn: tap letters to spell a word, or discard a card.")
        return _("Your turn: tap letters to spell a word, tap a word to change it, or discard a card.")
    if not any(card.card.startswith("table") for card in virtual.cards):
        return _("Your turn: tap letters to spell the first word.")
    return _("Your turn: tap the place where your word goes on, then its letters.")


def _drawing_hint(virtual: VirtualTableShown) -> str:
    known = next(
        (card.letter for card in virtual.cards if card.card in ("exposed", "under") and not card.fresh), ""
    )
    if not known:
        return _("Now draw a card: tap the stock.")
    letter = _("the Master") if known == "?" else known
    return _("Now draw: tap the stock, or take {letter}.").format(letter=letter)


def _word(virtual: VirtualTableShown, card: str) -> str:
    """Return the word that the card called `card` belongs to; empty if the words are not known."""
    letters = {one.card: "★" if one.letter == "?" else one.letter for one in virtual.cards}
    row = next((row for row in virtual.rows if card in row), ())
    return "".join(letters[name] for name in row) or "".join(
        letters[one.card] for one in virtual.cards if one.fresh and one.card.startswith("table")
    )
