"""Events other than turns as sentences: the deal, the bell, cards drawn and cut, hands counted and scored,
Keywords and prizes."""

from collections.abc import Sequence

from engine.events import (
    AnyEvent,
    CardsCut,
    HandCounted,
    HandDealt,
    HandScored,
    KeywordTurned,
    MatchEnded,
    PackExhausted,
    PrizeNamed,
    ScoreCorrected,
    ScoreInitialled,
    SpecialDrawn,
    TimeUp,
)
from engine.game import Game
from engine.i18n import Translate, cards, english, joined
from engine.match import Match
from engine.rules.party import highest_cut, highest_cut_plays_first
from engine.turn import lost_patience


def say_event(event: AnyEvent, before: Match | None, after: Match, tr: Translate = english) -> str:
    """Say an event in a sentence or two. `before` and `after` are the match before and after it.

    Return "" for a turn, a question or a correction: pages report these elsewhere, or not at all.
    """
    players = after.players
    match event:
        case HandDealt():
            return _say_deal(after, tr)
        case TimeUp():
            return _say_bell(before or after, tr)
        case SpecialDrawn(player, card):
            return _say_special_card(players[player], card, tr)
        case CardsCut(drawn):
            return _say_cut(drawn, after.game, players, tr)
        case HandScored(left):
            return say_scored(left, before, after, tr)
        case HandCounted() | ScoreInitialled() | ScoreCorrected():
            return _say_count_or_score(event, players, tr)
        case KeywordTurned() | PrizeNamed() | PackExhausted():
            return _say_keyword_or_stock(event, after.game, tr)
        case MatchEnded(reason):
            return say_ended(reason, tr)
        case _:
            return ""


def say_ended(reason: str, tr: Translate = english) -> str:
    """Say why a match ended before it was won. `reason` tells why a patience is lost; it is "" if players
    stopped."""
    match reason:
        case lost_patience.NO_WORD:
            return tr("No word can be made of the cards left. This patience is lost.")
        case lost_patience.NO_CARD:
            return tr("No card can be moved any more. This patience is lost.")
        case lost_patience.NO_PLAY:
            return tr("You went through the whole pack and played nothing. This patience is lost.")
        case _:
            return tr("The match was ended early.")


def say_scored(left: Sequence[str], before: Match | None, after: Match, tr: Translate = english) -> str:
    """Say how a hand of play ended: who went out, the points that each player lost or won, who is now out of
    the game, and who has won it."""
    sentence = [
        say_ended_hand(left, before, after, tr),
        say_points(after.players, point_changes(before, after), tr),
        *say_standing(before, after, tr),
    ]
    return " ".join(filter(None, sentence))


def say_ended_hand(left: Sequence[str], before: Match | None, after: Match, tr: Translate = english) -> str:
    """Say which player ended the hand of play by having no cards left."""
    players = after.players
    was_in = [not is_out for is_out in before.scores.is_out] if before else [True] * len(players)
    ended = tuple(name for name, cards, in_ in zip(players, left, was_in, strict=False) if in_ and not cards)
    return tr("{names} has gone out!").format(names=ended[0]) if len(ended) == 1 else tr("The hand is over.")


def point_changes(before: Match | None, after: Match) -> tuple[int, ...]:
    """Return by how many points each seat's total differs between the matches `before` and `after`.

    At a party, return the points on the score card instead, while they wait to be initialled.
    """
    if any(mark is not None for mark in after.scores.marks):
        return tuple(mark or 0 for mark in after.scores.marks)
    then = before.scores.totals if before else after.scores.totals
    return tuple(now - was for now, was in zip(after.scores.totals, then, strict=True))


def say_points(players: Sequence[str], points: Sequence[int], tr: Translate = english) -> str:
    """Name each player whose points changed, with the change: "Anne +80, Cora +35.". Return "" if no points
    changed."""
    moved = [
        tr("{name} {points}").format(name=name, points=signed_points(each))
        for name, each in zip(players, points, strict=True)
        if each
    ]
    return f"{', '.join(moved)}." if moved else ""


def say_price(game: Game, points: int, name: str, tr: Translate = english) -> str:
    """Say how many points a challenge costs or brings the player `name`, without a full stop. They may be
    penalty points, or points off the score.

    Points have no plus sign: where the lowest total wins, it would look like a gain.
    """
    sentence = tr("{points} penalty points for {name}")
    if points < 0:
        sentence = tr("{points} points off {name}'s score")
    elif game.highest_wins:
        sentence = tr("{points} points for {name}")
    return sentence.format(points=abs(points), name=name)


def say_standing(before: Match | None, after: Match, tr: Translate = english) -> list[str]:
    """Return sentences that say which players went out of the game between the matches `before` and `after`,
    and who has won it."""
    was = before.scores.is_out if before else (False,) * len(after.players)
    leavers = [
        name
        for name, then, now in zip(after.players, was, after.scores.is_out, strict=True)
        if now and not then
    ]
    sentence = [tr("{name} leaves the game.").format(name=name) for name in leavers]
    won = tuple(after.players[seat] for seat in after.scores.winners or ())
    if won and not (before and before.over):
        singular, plural = tr("{names} wins!"), tr("{names} share the win!")
        sentence.append((singular if len(won) == 1 else plural).format(names=joined(won, tr)))
    return sentence


def signed_points(points: int) -> str:
    """Return points as text with their sign: "+80" or "−35"."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def _say_deal(after: Match, tr: Translate) -> str:
    if after.game.ends == "patience" or after.turn is None:
        return ""
    begins = after.players[after.turn]
    race, hand = tr("A new race. {name} begins."), tr("A new hand. {name} begins.")
    return (race if after.game.ends == "race" else hand).format(name=begins)


def _say_bell(before: Match, tr: Translate) -> str:
    match before.game.time_limit.unit:
        case "turn" if before.turn is not None:
            return tr("Time's up! {name} loses the turn.").format(name=before.players[before.turn])
        case "turn":
            return tr("Time's up!")
        case "hand":
            return tr("Time's up! The hand is over.")
        case "match":
            return tr("Time's up! The game is over.")


def _say_special_card(name: str, card: str, tr: Translate) -> str:
    number = tr("{name} drew a number card: spell a number from one to ten.")
    picture = tr("{name} drew a picture card: do what it says.")
    return (number if card == "number" else picture).format(name=name)


def _say_cut(drawn: Sequence[str], game: Game, players: Sequence[str], tr: Translate) -> str:
    """Say which letter each player drew, and who therefore deals or plays first. Players who tie draw again
    (ALL-3, PTY-4)."""
    pairs = zip(players, drawn, strict=False)
    each = tuple(tr("{name} {card}").format(name=name, card=card) for name, card in pairs if card)
    first = tuple(players[seat] for seat in highest_cut(drawn))
    if len(first) > 1:
        sentence = tr("Cards drawn: {each}. {names} tie and draw again.")
    elif highest_cut_plays_first(game):
        sentence = tr("Cards drawn: {each}. {names} plays first.")
    else:
        sentence = tr("Cards drawn: {each}. {names} deals.")
    return sentence.format(each=joined(each, tr), names=joined(first, tr))


def _say_count_or_score(
    event: HandCounted | ScoreInitialled | ScoreCorrected, players: Sequence[str], tr: Translate
) -> str:
    match event:
        case HandCounted(player, ""):
            return tr("{name} has no cards left.").format(name=players[player])
        case HandCounted(player, "1"):
            return tr("{name} has 1 card left.").format(name=players[player])
        case HandCounted(player, left) if left.isdecimal():
            return tr("{name} has {count} cards left.").format(name=players[player], count=left)
        case HandCounted(player, left):
            return tr("{name} has {cards} left.").format(name=players[player], cards=cards(left, tr))
        case ScoreInitialled(player, by):
            return tr("{by} has checked {name}'s score.").format(by=players[by], name=players[player])
        case ScoreCorrected(player, total):
            return tr("{name}'s total is now {total}.").format(name=players[player], total=total)


def _say_keyword_or_stock(
    event: KeywordTurned | PrizeNamed | PackExhausted, game: Game, tr: Translate
) -> str:
    match event:
        case KeywordTurned(""):
            return tr("No Keyword lies face up.")
        case KeywordTurned(word):
            return tr("The Keyword is now {word}.").format(word=word)
        case PrizeNamed(word, everyone=True):
            sentence = tr("{word} is a prize word. Everybody who spells it wins this table's prize.")
            return sentence.format(word=word)
        case PrizeNamed(word):
            sentence = tr("{word} is a prize word. The first to spell it wins the room's prize.")
            return sentence.format(word=word)
        case PackExhausted() if game.plays.discards == "none":
            return tr("All the letters have been drawn.")
        case PackExhausted():
            return tr("The stock has run out. The exposed pile is the new stock.")
