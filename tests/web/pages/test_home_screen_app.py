import json
import re
from pathlib import Path

from flask import Flask
from playwright.sync_api import Browser, expect

import web
from tests.web.conftest import watcher
from web.server import Server

STATIC = Path(web.__file__).parent / "static"


def test_the_manifest_names_icons_that_are_there(app: Flask) -> None:
    answer = watcher(app).get("/manifest.webmanifest", headers={"Accept-Language": "de"})
    manifest = json.loads(answer.data)
    assert answer.mimetype == "application/manifest+json"
    assert (manifest["name"], manifest["lang"], manifest["display"]) == ("Lexicon-Tisch", "de", "standalone")
    for icon in manifest["icons"]:
        picture = (STATIC.parent / icon["src"].lstrip("/")).read_bytes()
        side = int.from_bytes(picture[16:20], "big")
        assert icon["sizes"] == f"{side}x{side}"


def test_the_worker_keeps_files_that_are_there(app: Flask) -> None:
    caller = watcher(app)
    kept = re.findall(r'^  "(/[^"]+)"', caller.get("/worker.js").text, re.M)
    assert "/offline" in kept
    for address in kept:
        with caller.get(address) as answer:
            assert answer.status_code == 200


def test_the_worker_is_another_one_when_a_file_changes(app: Flask) -> None:
    before = watcher(app).get("/worker.js").data
    app.jinja_env.globals["stamp"] = "another"
    assert watcher(app).get("/worker.js").data != before


def test_out_of_reach_the_app_says_so_and_comes_back_by_itself(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"http://localhost:{server.port}/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("The table does not answer.")
    context.set_offline(False)
    expect(page.locator(".place")).to_contain_text("Hand 3")
    context.close()
