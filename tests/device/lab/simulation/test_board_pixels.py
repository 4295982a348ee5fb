"""Test the whole path from picture to ruling on a board of tiles. Each play is rendered, read and explained.
The last play has a blank, whose letter the picture does not show."""

from device import eyes
from device.virtual.company import company_state
from device.virtual.tabletop.state import scene
from device.words.lists import load
from engine.catalogue import configured
from engine.explain import ExplanationContext, SettledPosition, explanations, rule_on
from engine.position import Grid
from engine.ruling import BlankUnseen, Legal, Unclear
from tests.engine.clauses.grids import board
from vision.render.table import virtual_table

WORDS = [("SEED", 9, 8, ">"), ("EASY", 9, 10, "|"), ("YOU", 12, 10, ">")]


def test_plays_on_a_board_are_read_from_pictures() -> None:
    game = configured("keyword")
    ground, read, render = (
        ExplanationContext(game, load()),
        eyes.reader(pieces=lambda: "tiles"),
        virtual_table((1280, 720), 3),
    )
    company = company_state.seated(game, ("Anne", "Ben"), 3)
    settled = Grid(company.texts)
    for frame, count in enumerate(range(1, len(WORDS) + 1)):
        lies = board(*WORDS[:count])
        company = company_state.lay(company, Grid(company.texts), lies).company
        seen = read(render(scene(company.top), frame)).observation
        case = rule_on(explanations(SettledPosition(settled), seen, ground), ground)
        assert isinstance(case.ruling, Legal)
        assert case.explanation.after == lies
        settled = lies
    last = board(*WORDS, ("OuT", 12, 11, "|"))
    company = company_state.lay(company, Grid(company.texts), last).company
    seen = read(render(scene(company.top), 9)).observation
    case = rule_on(explanations(SettledPosition(settled), seen, ground), ground)
    assert isinstance(case.ruling, Unclear)
    assert BlankUnseen(((13, 11),)) in case.ruling.doubts
