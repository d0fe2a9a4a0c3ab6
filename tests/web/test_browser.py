"""The explorer as people use it, in a real browser."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from browsing import Explorer, opened
from playwright.sync_api import Browser, sync_playwright
from serving import running

import dodona
from dodona.parser.beam_steps import beam_steps
from dodona.systems import get_system, system_names
from dodona.web.examples import load_examples

LETTER = dodona.Sentence.from_words(
    ["He", "wrote", "her", "a", "letter", "."],
    upos=["PRON", "VERB", "PRON", "DET", "NOUN", "PUNCT"],
    heads=[2, 0, 2, 5, 2, 2],
    deprels=["nsubj", "root", "iobj", "det", "obj", "punct"],
)
DATA = Path(dodona.__file__).parent / "data"
Open = Callable[..., AbstractContextManager[Explorer]]


@pytest.fixture(scope="module")
def browser(chromium) -> Iterator[Browser]:
    """Not for the session: while playwright runs, no other test could start an event loop."""
    options = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=options)
        yield found
        found.close()


@pytest.fixture(scope="module")
def explorer_url(tmp_path_factory, browser) -> Iterator[str]:
    """`dodona explore` with a treebank and a second one, in which two trees differ."""
    folder = tmp_path_factory.mktemp("explorer")
    sentences = list(dodona.read_conllu(DATA / "grove-test.conllu"))[:30]
    dodona.write_conllu(sentences, folder / "gold.conllu")
    for place in (3, 7):
        labels = sentences[place].deprels
        sentences[place] = sentences[place].with_tree(sentences[place].heads, ["x", *labels[1:]])
    dodona.write_conllu(sentences, folder / "other.conllu")
    with running(
        folder,
        *(folder / "gold.conllu", "--against", folder / "other.conllu", "--no-browser"),
        command="explore",
    ) as server:
        yield server.url


@pytest.fixture
def open_page(browser, explorer_url) -> Open:
    @contextmanager
    def at_view(hash: str = "", view: str = "Explore", **settings: Any) -> Iterator[Explorer]:  # noqa: A002
        with opened(browser, f"{explorer_url}/{hash}", **settings) as explorer:
            explorer.show(view)
            yield explorer

    return at_view


def gold_costs(system: Any, c: Any, sentence: dodona.Sentence) -> dict[str, int]:
    """The costs as the page should show them: an arc with the right label if it is a gold one."""
    costs: dict[str, int] = {}
    for (name, _), cost in system.costs(c, sentence, True).items():
        costs[name] = min(cost, costs.get(name, cost))
    return costs


@pytest.mark.parametrize("name", system_names())
def test_every_system_by_oracle_and_by_random_moves(open_page, name):
    """The page shows the costs of the system in every configuration, and what was made."""
    system = get_system(name)
    rng = random.Random(name)
    with open_page() as explorer:
        explorer.paste(LETTER.to_conllu())
        explorer.choose("system", name)
        for by_oracle in (True, False):
            c = system.initial(len(LETTER))
            spent = 0
            while not c.is_terminal():
                costs = gold_costs(system, c, LETTER)
                assert explorer.costs() == costs
                for list_name, nodes in c.lists.items():
                    assert explorer.nodes(list_name) == nodes
                if by_oracle:
                    explorer.click("Oracle →")
                else:
                    explorer.move(rng.choice(sorted(costs)))
                made, _, label = explorer.history()[-1].partition("·")
                if by_oracle:
                    assert costs[made] == min(costs.values())
                    spent += costs[made]
                c = system.apply(c, made, label or None)
            assert explorer.is_at_end()
            assert explorer.loss() == system.loss(c, LETTER, True)
            if by_oracle:
                assert spent == explorer.loss() == 0
            explorer.click("Start")


def test_every_example_can_be_run_to_its_end(open_page):
    with open_page() as explorer:
        for example in load_examples():
            explorer.example(example.title)
            explorer.press("End")
            assert explorer.is_at_end() or explorer.panel.locator(".note").count()


def test_the_model_steps_as_it_parses(open_page):
    nlp = dodona.load("en")
    text = "Time flies like an arrow."
    (derivation,) = nlp.parser.derivations(nlp(text).sentences)  # type: ignore[union-attr]
    with open_page() as explorer:
        explorer.page.get_by_label("Sentence", exact=True).fill(text)
        explorer.page.get_by_role("button", name="Parse").last.click()
        explorer.settled()
        while not explorer.is_at_end():
            assert explorer.panel.locator(".badge.model").count() == 1
            explorer.click("Model →")
        assert explorer.history() == [f"{n}·{label}" if label else n for n, label in derivation]


@pytest.fixture(scope="module")
def models_url(tmp_path_factory, browser, grove) -> Iterator[tuple[str, Path]]:
    """A server with a parser for each system."""
    folder = tmp_path_factory.mktemp("models")
    files = [folder / f"{name}.dodona" for name in system_names()]
    for file in files:
        dodona.train(grove[:40], system=file.stem, iterations=1).save(file)
    with running(folder, *files) as server:
        yield server.url, folder


@pytest.mark.parametrize("name", system_names())
def test_every_system_by_its_model(browser, models_url, grove_test, name):
    url, folder = models_url
    sentence = next(each for each in grove_test if len(each) == 7)
    parser = dodona.load(folder / f"{name}.dodona").parser
    assert isinstance(parser, dodona.Parser)
    (derivation,) = parser.derivations([sentence])
    with opened(browser, url) as explorer:
        explorer.page.get_by_label("model", exact=True).select_option(name)
        explorer.paste(sentence.to_conllu())
        explorer.choose("system", name)
        if explorer.panel.get_by_role("button", name="As the model has it").is_visible():
            explorer.click("As the model has it")
        while not explorer.is_at_end():
            explorer.click("Model →")
        assert explorer.history() == [f"{n}·{label}" if label else n for n, label in derivation]


def test_a_wrong_move_and_what_it_loses(open_page):
    with open_page() as explorer:
        explorer.paste(LETTER.to_conllu())
        for _ in range(3):
            explorer.press("ArrowRight")
        button = explorer.panel.locator('button.move[data-name="SHIFT"]')
        button.focus()
        explorer.settled()
        struck = explorer.panel.locator(".main .arc.losing")
        assert {struck.nth(i).get_attribute("data-word") for i in range(struck.count())} == {"3"}
        stroke = struck.locator(".strike").first
        assert stroke.evaluate("(stroke) => getComputedStyle(stroke).display") == "inline"
        button.blur()
        explorer.settled()
        assert struck.count() == 0
        explorer.move("SHIFT")
        assert explorer.loss() == 1
        assert explorer.panel.locator(".main .arc.lost").count() > 0
        explorer.press("End")
        assert explorer.loss() == 1
        assert explorer.is_at_end()


def test_going_back_in_the_history(open_page):
    with open_page() as explorer:
        explorer.paste(LETTER.to_conllu())
        states = [explorer.state()]
        for _ in range(4):
            explorer.press("o")
            states.append(explorer.state())
        explorer.panel.get_by_role("button", name="go to step 2").click()
        explorer.settled()
        assert explorer.state() == states[2]
        explorer.press("ArrowLeft")
        assert explorer.state() == states[1]
        explorer.press("Home")
        assert explorer.state() == states[0]


def test_a_link_brings_back_the_state(open_page):
    with open_page() as explorer:
        explorer.paste(LETTER.to_conllu())
        explorer.choose("system", "covington")
        for key in ("o", "1", "o"):
            explorer.press(key)
        before = explorer.state()
        link = explorer.page.evaluate("location.hash")
    with open_page(link) as explorer:
        assert explorer.state() == before
        assert explorer.panel.get_by_label("system", exact=True).input_value() == "covington"


def test_a_link_that_is_cut_off_is_told(open_page):
    with open_page("#abc") as explorer:
        assert explorer.page.get_by_role("alert").count() == 0  # the view was changed since
        assert explorer.costs()


def test_settings_change_what_is_seen(open_page):
    crossing = dodona.Sentence.from_words(
        list("abcd"), heads=[3, 4, 0, 3], deprels=["x", "y", "r", "z"]
    )
    with open_page() as explorer:
        explorer.paste(crossing.to_conllu())
        assert "not projective" in explorer.panel.locator(".notes").inner_text()
        explorer.choose("oracle", "exact")
        assert "not projective" not in explorer.panel.locator(".notes").inner_text()
        assert explorer.loss() == 1
        explorer.choose("oracle", "static")
        assert "no static oracle" in explorer.panel.locator(".notes").inner_text()
        explorer.choose("system", "covington-nonmonotonic")
        for loss in ("upper", "pc-upper", "lower", "exact"):
            explorer.choose("loss", loss)
            assert explorer.loss() == 0
        explorer.panel.get_by_label("labels").uncheck()
        explorer.settled()
        assert explorer.panel.locator(".transitions select").count() == 0


def test_the_gold_tree_is_edited_by_hand(open_page):
    with open_page() as explorer:
        explorer.paste(LETTER.to_conllu())
        page = explorer.page
        page.get_by_role("button", name="Edit the gold tree").click()
        form = page.get_by_role("form", name="gold tree")
        form.get_by_label("word").select_option("3")
        form.get_by_label("head").select_option("5")
        form.get_by_label("label").fill("nmod:poss")
        form.get_by_role("button", name="Set").click()
        explorer.settled()
        arc = explorer.panel.locator('.main .arc.open[data-word="3"]').first
        assert arc.get_attribute("data-head") == "5"
        words = explorer.panel.locator(".main .word")
        words.nth(3).drag_to(words.nth(2))
        page.keyboard.type("x")
        page.keyboard.press("Enter")
        explorer.settled()
        assert arc.get_attribute("data-head") == "4"
        form.get_by_label("word").select_option("2")
        form.get_by_label("head").select_option("1")
        form.get_by_role("button", name="Set").click()
        explorer.settled()
        assert "cycle" in page.get_by_role("alert").inner_text()


def test_two_systems_side_by_side(open_page):
    with open_page() as explorer:
        explorer.paste(LETTER.to_conllu())
        explorer.press("c")
        second = Explorer(explorer.page)
        second.panel = explorer.page.locator(".panel").nth(1)
        second.choose("system", "arc-standard")
        second.panel.locator("h3").first.click()
        second.press("o")
        explorer.panel.locator("h3").first.click()
        explorer.press("o")
        explorer.press("o")
        assert len(explorer.history()) == 2
        assert len(second.history()) == 1
        assert second.costs() != explorer.costs()
        second.panel.get_by_role("button", name="close").click()
        assert explorer.page.locator(".panel").count() == 1


def test_keyboard_alone(open_page):
    with open_page() as explorer:
        page = explorer.page
        page.keyboard.press("?")
        page.get_by_role("dialog").wait_for()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for(state="detached")
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('button.move')"):
                break
        name = page.evaluate("document.activeElement.dataset.name")
        explorer.press("Enter")
        assert explorer.history()[0].startswith(name)
        explorer.press("1")
        assert len(explorer.history()) == 2
        explorer.press("End")
        assert explorer.is_at_end()
        status = explorer.panel.locator(".loss")
        assert status.get_attribute("aria-live") == "polite"
        assert "Loss" in status.inner_text()


def test_playing(open_page):
    with open_page() as explorer:
        explorer.paste(LETTER.to_conllu())
        explorer.panel.get_by_label("steps a second").fill("8")
        explorer.click("Play")
        explorer.panel.locator(".end").wait_for(timeout=10_000)
        assert explorer.loss() == 0


def saved(explorer: Explorer, name: str, folder: Path) -> Path:
    with explorer.page.expect_download() as download:
        explorer.panel.get_by_role("button", name=name, exact=True).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_what_one_takes_away(open_page, browser, tmp_path):
    with open_page() as explorer:
        explorer.paste(LETTER.to_conllu())
        explorer.press("End")
        transitions = len(explorer.history())
        explorer.panel.get_by_text("Take away").click()
        picture = ElementTree.parse(saved(explorer, "SVG", tmp_path)).getroot()
        assert picture.tag.endswith("svg")
        png = saved(explorer, "PNG", tmp_path).read_bytes()
        assert png.startswith(b"\x89PNG") and len(png) > 5000
        assert saved(explorer, "CoNLL-U", tmp_path).read_text("utf-8") == LETTER.to_conllu()
        latex = saved(explorer, "LaTeX table", tmp_path).read_text("utf-8")
        tikz = saved(explorer, "tikz-dependency", tmp_path).read_text("utf-8")
        page = saved(explorer, "HTML to step through", tmp_path)
    compile_latex(latex + tikz, tmp_path)
    with opened(browser, page.as_uri()) as alone:
        for step in range(transitions):
            assert f"Step {step} of {transitions}" in alone.page.locator("output").inner_text()
            alone.press("ArrowRight")
        assert alone.page.locator(".end").count() == 1
        assert alone.page.locator(".drawing svg").count() == 2


def compile_latex(body: str, folder: Path) -> None:
    """LaTeX takes it, where there is one that has tikz-dependency."""
    find = shutil.which("kpsewhich")
    if not find or not shutil.which("pdflatex"):
        return
    if subprocess.run([find, "tikz-dependency.sty"], capture_output=True).returncode:
        return
    text = (
        r"\documentclass{article}\usepackage{booktabs,tikz-dependency}\begin{document}"
        f"\n{body}\n"
        r"\end{document}"
    )
    (folder / "all.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


def test_plain_parsing(open_page):
    text = "Time flies like an arrow. Fruit flies like a banana."
    with open_page(view="Parse") as explorer:
        page = explorer.page
        page.get_by_label("Text").fill(text)
        page.get_by_role("button", name="Parse").last.click()
        page.locator(".sentence").first.wait_for()
        assert page.locator(".sentence svg").count() == 2
        found = page.locator(".sentence pre").all_text_contents()
        assert "".join(found) == dodona.load("en")(text).to_conllu()
        page.get_by_role("button", name="Explore").last.click()
        explorer.settled()
        assert explorer.costs()


def test_the_treebank_is_searched(open_page):
    with open_page(view="Treebank") as explorer:
        page = explorer.page
        page.locator(".sentence").first.wait_for()
        assert "1 to 20 of 25" in page.locator("main").inner_text()
        page.get_by_role("button", name="Next →").click()
        explorer.settled()
        assert "21 to 25 of 25" in page.locator("main").inner_text()
        page.get_by_label("trees differ").check()
        page.get_by_role("button", name="Search").click()
        explorer.settled()
        assert "1 to 2 of 2" in page.locator("main").inner_text()
        assert page.locator(".sentence .arc.marked").count() == 4  # two lines, two labels
        page.get_by_label("word or lemma").fill("no such word")
        page.keyboard.press("Enter")
        explorer.settled()
        assert "nothing found" in page.locator("main").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_all_of_it(open_page, scheme):
    with open_page(viewport={"width": 380, "height": 800}, color_scheme=scheme) as explorer:
        explorer.paste(LETTER.to_conllu())
        for key in ("o", "o", "o", "1"):
            explorer.press(key)
        page = explorer.page
        wide = page.evaluate(
            """() => [...document.querySelectorAll("body *")]
                .filter((each) => each.getBoundingClientRect().right > innerWidth)
                .filter((each) => !each.closest(".scroll, .list dd, .moves"))
                .map((each) => each.outerHTML.slice(0, 100))"""
        )
        assert wide == []
        assert page.evaluate("document.documentElement.scrollWidth") == 380
        colours = page.evaluate(
            "[getComputedStyle(document.body)].flatMap((s) => [s.backgroundColor, s.color])"
        )
        paper, ink = (sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours)
        assert (paper > ink) == (scheme == "light")


def test_nothing_jumps(open_page):
    with open_page() as explorer:
        explorer.paste(LETTER.to_conllu())

        def places() -> Any:
            return explorer.page.evaluate(
                """() => [...document.querySelectorAll(".main .word, .list dt, .moves, .panel h3")]
                    .map((each) => each.getBoundingClientRect()).map((box) => [box.x, box.y])"""
            )

        start = places()
        while not explorer.is_at_end():
            explorer.press("o")
            assert places() == start


def test_the_front_of_the_buffer_is_in_view(open_page):
    """Also of a sentence that is wider than the page, and back at its start."""
    with open_page(viewport={"width": 380, "height": 800}) as explorer:
        explorer.example("The librarian's successor: 43 words")
        steps = 12
        for key in ["o"] * steps + ["ArrowLeft"] * steps:
            explorer.press(key)
            front = explorer.nodes("buffer")[0]
            assert explorer.page.evaluate(
                """(front) => [...document.querySelectorAll(".drawing")].every((drawing) => {
                  const box = (each) => each.getBoundingClientRect();
                  const inner = box(drawing.querySelector(`.word[data-word="${front}"]`));
                  const outer = box(drawing);
                  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
                })""",
                front,
            )


def test_arcs_between_words_from_right_to_left_point_the_right_way(open_page):
    """In a table too the head stands first, on the left, and the arrow leads to the dependent."""
    with open_page() as explorer:
        explorer.example("Arabic: from right to left")
        explorer.press("o")
        explorer.press("o")
        head, dependent = explorer.page.evaluate(
            """() => {
              const cell = [...document.querySelectorAll(".history tr")].at(-1).lastElementChild;
              const text = cell.firstChild;
              const at = (i) => {
                const range = document.createRange();
                range.setStart(text, i);
                range.setEnd(text, i + 1);
                return range.getBoundingClientRect().left;
              };
              const arrow = text.data.indexOf("→");
              return [at(arrow - 3) - at(arrow), at(arrow + 3) - at(arrow)];
            }"""
        )
        assert head < 0 < dependent


def test_the_hypotheses_of_a_beam(browser, tmp_path, grove):
    nlp = dodona.train_pipeline(grove, beam=3, iterations=1, jackknife=0)
    nlp.save(tmp_path / "beam.dodona")
    expected = list(beam_steps(nlp.parser, LETTER))  # type: ignore[arg-type]
    arguments = (tmp_path / "beam.dodona", "--no-browser")
    with (
        running(tmp_path, *arguments, command="explore") as server,
        opened(browser, server.url) as explorer,
    ):
        explorer.paste(LETTER.to_conllu())
        beam = explorer.panel.locator(".beam")
        beam.locator("summary").click()
        explorer.settled()
        for at, step in enumerate(expected):
            beam.get_by_label("step of the beam").fill(str(at))
            explorer.settled()
            scores = beam.locator("tbody td:nth-child(2)").all_inner_texts()
            assert [int(score) for score in scores] == [each.score for each in step]


def test_forms_are_not_clipped_and_labels_do_not_meet(open_page):
    """As the browser sets them: the layout only knows how wide letters are at most."""
    with open_page() as explorer:
        for example in load_examples():
            explorer.example(example.title)
            explorer.press("End")
            overlaps, clipped = explorer.page.evaluate(
                """() => {
                  const svg = document.querySelector(".main svg");
                  const box = (each) => each.getBoundingClientRect();
                  const texts = [...svg.querySelectorAll("text")];
                  const all = texts.map(box).filter((each) => each.width);
                  const meet = (a, b) => a.left < b.right && b.left < a.right
                    && a.top + 2 < b.bottom - 2 && b.top + 2 < a.bottom - 2;
                  const outer = box(svg);
                  return [all.filter((a, i) => all.some((b, j) => i < j && meet(a, b))).length,
                    all.filter((each) => each.left < outer.left - 1 || each.right > outer.right + 1
                      || each.top < outer.top - 1 || each.bottom > outer.bottom + 1).length];
                }"""
            )
            assert (example.title, overlaps, clipped) == (example.title, 0, 0)
