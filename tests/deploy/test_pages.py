"""Test that the computed parts of the documents agree with the program."""

import pytest

from deploy import pages

AGAIN = "run: python -m deploy.pages"


@pytest.mark.parametrize("name", pages.pages())
def test_a_page_s_computed_parts_are_current(name: str) -> None:
    assert (pages.DOCS / name).read_text("utf-8") == pages.page(name), AGAIN


@pytest.mark.parametrize("name", pages.drawings())
def test_a_drawing_is_current(name: str) -> None:
    assert (pages.DOCS / "pictures" / name).read_text("utf-8") == pages.drawings()[name], AGAIN
    assert f"pictures/{name}" in (pages.DOCS / "build.md").read_text("utf-8")


def test_a_page_without_its_marks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PARTS", {("house.md", "nothing"): str})
    with pytest.raises(ValueError, match=r"docs/house\.md: nothing stands between"):
        pages.page("house.md")
