"""Simulate draws from the stock that the camera does not see, and draws that a player forgets."""

from dataclasses import replace

from device.virtual.company.company_state import Company
from device.virtual.company.next_steps import CompanyStep


def is_discard_with_draw(before: Company, after: Company) -> bool:
    """Return True if a card was drawn from the stock and no word was changed between `before` and `after`."""
    return after.texts == before.texts and len(after.stock) < len(before.stock)


def without_draw(step: CompanyStep, before: Company) -> CompanyStep:
    """Return the discard `step` without the draw that should follow, as by a player who forgets to draw.
    `before` is the company before the discard."""
    after, player = step.sitting.company, before.to_move
    hand = after.hands[player].replace(before.stock[-1], "", 1)
    hands = (*after.hands[:player], hand, *after.hands[player + 1 :])
    top = replace(after.top, stock=before.top.stock)
    company = replace(after, hands=hands, stock=before.stock, top=top)
    motion = tuple(
        replace(motion_step, top=replace(motion_step.top, stock=before.top.stock))
        for motion_step in step.motion
        if not (motion_step.reach and motion_step.carried and not motion_step.carried.face_up)
    )
    return replace(step, sitting=replace(step.sitting, company=company), motion=motion)


def with_unseen_draw(company: Company, player: int) -> Company:
    """Return the company after `player` has drawn the top card of the stock. No motion shows the draw to the
    camera."""
    hand = "".join(sorted(company.hands[player] + company.stock[-1]))
    hands = (*company.hands[:player], hand, *company.hands[player + 1 :])
    top = replace(company.top, stock=company.top.stock - 1)
    return replace(company, hands=hands, stock=company.stock[:-1], top=top)
