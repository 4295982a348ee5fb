"""Test that a process compiles a template once, and uses it in all of its web applications."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader

from web.compiled_templates import TemplateCache


def page(folder: Path, compiled: TemplateCache, name: str) -> str:
    """Render the page in a new environment."""
    new = Environment(loader=FileSystemLoader(folder), bytecode_cache=compiled, autoescape=True)
    new.globals["name"] = name
    return new.get_template("page.html").render()


def test_another_environment_takes_the_code_and_its_own_globals(tmp_path: Path) -> None:
    compiled = TemplateCache()
    (tmp_path / "page.html").write_text("Hello {{ name }}")
    assert page(tmp_path, compiled, "Ann") == "Hello Ann"
    ((_, code),) = compiled._known.values()
    assert page(tmp_path, compiled, "Ben") == "Hello Ben"
    assert next(known for _, known in compiled._known.values()) is code


def test_a_template_that_was_changed_is_compiled_anew(tmp_path: Path) -> None:
    compiled = TemplateCache()
    (tmp_path / "page.html").write_text("Hello {{ name }}")
    assert page(tmp_path, compiled, "Ann") == "Hello Ann"
    (tmp_path / "page.html").write_text("Bye {{ name }}")
    assert page(tmp_path, compiled, "Ann") == "Bye Ann"
