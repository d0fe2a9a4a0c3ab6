"""The documentation site: built without a network, complete, and fit for any screen."""

import doctest
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from document_blocks import ROOT
from test_public import PUBLIC

from dodona.cli.main import app

MAKING = ROOT / "docs" / "making"
pytestmark = pytest.mark.skipif(
    not MAKING.is_dir(), reason="the documents are not beside the tests"
)
# Wherever a proxy is asked for, there is none: what wants the network fails.
NO_NETWORK = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9")


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    for module in ("zensical", "mkdocstrings", "nbclient", "ipykernel", "pandas"):
        pytest.importorskip(module, reason=f"{module} is not installed (the extra docs has it)")
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, MAKING / "build.py", folder],
        capture_output=True,
        text=True,
        env=os.environ | NO_NETWORK,
    )
    assert built.returncode == 0, f"{built.stdout}{built.stderr}"
    return folder / "site"


@pytest.fixture
def making(monkeypatch):
    """Imports what makes the site."""
    monkeypatch.syspath_prepend(str(MAKING))
    return import_module


def test_all_commands_and_options_are_in_the_reference(site):
    page = (site / "reference" / "commands.html").read_text("utf-8")
    context = click.Context(app, info_name="dodona")
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        assert f'id="dodona-{name}"' in page
        for parameter in command.params:
            assert not isinstance(parameter, click.Option) or parameter.opts[0] in page


def test_all_public_names_are_in_the_reference(site, making):
    packages = making("library").PACKAGES
    assert set(packages) == set(PUBLIC)
    for package, names in PUBLIC.items():
        page = (site / "reference" / f"{package}.html").read_text("utf-8")
        for name in names:
            shown = f'id="{package}.{name}"' in page or f">{name}<" in page
            own = site / "reference" / f"{package}.{name}.html"
            elsewhere = name == "__version__" or own.is_file()
            assert shown or elsewhere, f"{package}.{name}"


def test_compiled_classes_have_their_types_and_docstrings(site):
    page = re.sub(r"<[^>]*>", "", (site / "reference" / "dodona.html").read_text("utf-8"))
    assert "heads: list[int]" in page
    assert "The head of each word: 0 for the root" in page
    systems = (site / "reference" / "dodona.systems.html").read_text("utf-8")
    assert 'id="dodona.systems.TransitionSystem.costs"' in systems, "overloaded methods are there"


def test_notebooks_show_what_their_cells_did(site):
    for notebook in (ROOT / "docs" / "gallery").glob("*.ipynb"):
        assert '"outputs": []' in notebook.read_text("utf-8"), "outputs are not kept"
    assert "<svg" in (site / "gallery" / "first-steps.html").read_text("utf-8")
    assert "dataframe" in (site / "gallery" / "corpus-study.html").read_text("utf-8")


def test_the_pictures_are_those_that_the_code_draws(making):
    pictures = making("pictures")
    for name, picture in pictures.pictures().items():
        assert (pictures.FOLDER / f"{name}.svg").read_text("utf-8") == f"{picture}\n", name


def test_examples_in_docstrings_become_blocks(making):
    pytest.importorskip("griffe", reason="griffe is not installed (the extra docs has it)")
    for name in ("assembling", "docstrings"):
        result = doctest.testmod(making(name))
        assert result.attempted and not result.failed, name


def test_links_that_lead_nowhere_and_pages_that_load_from_afar_are_found(making, tmp_path):
    (tmp_path / "a.html").write_text('<p id="here"><a href="b.html#there">b</a>')
    (tmp_path / "b.html").write_text('<a href="a.html#here">a</a><script src="//x.org/y.js">')
    assert making("links").broken_links(tmp_path) == [
        "a.html: b.html#there leads nowhere",
        "b.html: loads //x.org/y.js",
    ]


def test_pages_fit_a_narrow_screen_know_the_dark_and_ask_nobody_else(site, chromium):
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    asked: list[str] = []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 380, "height": 800})
        page.on("request", lambda request: asked.append(request.url))
        for path in sorted(site.rglob("*.html")):
            page.goto(path.as_uri())
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert page.evaluate(wide) <= 0, path
        papers = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.goto((site / "oracles.html").as_uri())
            papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        browser.close()
    assert not [url for url in asked if url.startswith("http")]
    assert papers[0] != papers[1]
