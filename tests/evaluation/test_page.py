"""The page for a browser: what is in it, and how it looks in headless Chromium."""

import io
import json
import random
import re
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from importlib import resources

import pytest
from perturbation import perturbed

from dodona.evaluation.charts import SERIES, Point, Series, column_plot, row_plot
from dodona.evaluation.examples import ErrorKind
from dodona.evaluation.page import html_page, write_page
from dodona.evaluation.repairs import Repairs
from dodona.evaluation.report import make_report
from dodona.treebank import read_conllu

GOLD = list(read_conllu(str(resources.files("dodona") / "data" / "grove-train.conllu")))
EVIL = """<script>alert("x")</script> & 'co' """
VOID = {"meta", "br", "img", "input", "link"}


def report(names, rule="ud", repairs=None, label="obl"):
    systems = []
    for seed, name in enumerate(names):
        data = perturbed(GOLD, random.Random(seed), 0.1).replace(
            b"\tobl\t", f"\t{label}\t".encode()
        )
        systems.append((name, list(read_conllu(io.BytesIO(data)))))
    if rule != "ud":
        systems = [(name, GOLD) for name in names]
    found = make_report(GOLD, systems, rule, confidence=True, analyses=True, rounds=100)
    found = replace(found, repairs=repairs)
    return html_page(found, gold="gold.conllu"), found


class Checker(HTMLParser):
    """Sees to it that every element is closed, and collects what there is."""

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.text = [], [], []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def checked(page):
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    return checker


@pytest.mark.parametrize("names", [["one"], ["a", "b", "c"], [f"s{i}" for i in range(SERIES + 1)]])
@pytest.mark.parametrize("rule", ["ud", "conllx"])
def test_the_page_is_whole_and_needs_nothing_else(names, rule):
    page, found = report(names, rule, Repairs(arcs=3, nonmonotonic=1))
    checker = checked(page)
    tags = {tag for tag, _ in checker.seen}
    assert not tags & {"script", "link", "img", "iframe", "object"}
    for _, attributes in checker.seen:
        assert not set(attributes) & {"src", "href", "onclick"}
    plain = page.replace(' xmlns="http://www.w3.org/2000/svg"', "")  # a name, not an address
    assert not re.search(r"https?:|@import|url\(", plain)
    text = " ".join(checker.text)
    for system, analysis in zip(found.systems, found.analyses, strict=True):
        assert system.name in text
        assert f"{system.score('LAS'):.2f}" in text
        assert f"{analysis.exact_share:.1f} % are right altogether" in text
    assert all(part in text for part in found.systems[0].evaluation.rule.describe())
    assert found.comparison.method in text
    assert "Non-monotonic arcs" in text
    assert ("Metrics of the CoNLL 2018 task" in text) == (rule == "ud")


@pytest.mark.parametrize("names", [["one"], ["a", "b"]])
def test_intervals_say_what_they_are(names):
    text = " ".join(checked(report(names)[0]).text)
    assert "95 % confidence interval (bootstrap over sentences)" in text
    assert text.count("95 % interval") == (5 if len(names) == 1 else 0)


def test_the_most_frequent_errors_are_drawn_in_sentences():
    """But for those of sentences that the system divides otherwise: they have no second tree."""
    page, found = report(["one"])
    (analysis,) = found.analyses
    errors = analysis.frequent_errors
    assert len(errors) == 10
    assert [e.count for e in errors] == sorted((e.count for e in errors), reverse=True)
    section = page[page.index("<h2>The most frequent errors") :]
    drawn = [(error.kind, error.example) for error in errors if error.example]
    assert len(drawn) >= 3
    assert section.count("<svg") == section.count("stroke:var(--bad") == 2 * len(drawn)
    for kind, example in drawn:
        gold, system = (s.words[example.word - 1] for s in (example.gold, example.system))
        labels = [word.deprel.partition(":")[0] for word in (gold, system)]
        assert (*labels, gold.head == system.head) == kind
        assert example.gold.forms == example.system.forms
        assert f"<code>{example.gold.sent_id}</code>" in section
    for number, error in enumerate(errors, 1):
        what = f"<strong>{number}. {error.kind.describe()}</strong>"
        assert f"{what} · {error.count} time" in section


def test_errors_in_words():
    assert ErrorKind("obl", "nmod", True).describe() == "obl taken for nmod"
    assert ErrorKind("obl", "nmod", False).describe() == "obl taken for nmod, wrong head"
    assert ErrorKind("obl", "obl", False).describe() == "wrong head of obl"


def test_a_system_without_errors_has_no_section_of_them():
    page = report(["one"], rule="conllx")[0]
    assert "The most frequent errors" not in page


def test_what_files_hold_is_escaped():
    page, _ = report([EVIL, f"{EVIL}2"], label="<b>&amp;")
    checker = checked(page)
    assert not {"script", "b"} & {tag for tag, _ in checker.seen}
    assert EVIL in "".join(checker.text)
    assert "<b>&amp;" in "".join(checker.text)


def test_one_result_one_page():
    assert report(["one"])[0] == report(["one"])[0]


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    _, found = report(["one"])
    write_page(tmp_path / "page.html", found)
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    with pytest.raises(FileNotFoundError):
        write_page(tmp_path / "none" / "page.html", found)


def test_plots_of_nothing_and_of_missing_values():
    gap = [Series("a", [Point(None, ""), Point(0.0, "zero"), Point(100.0, "all")])]
    for plot in (
        column_plot("t", ["x", "y", "z"], [0, 50, 50], gap, joined=True),
        row_plot("t", ["x", "y", "z"], gap),
        column_plot("t", [], [], [], joined=True),
        row_plot("t", [], []),
    ):
        checked(plot)
        assert "nan" not in plot


# In a browser -------------------------------------------------------------------------------------

HARNESS = """<!DOCTYPE html><meta charset="utf-8"><body>
<iframe id="page" src="page.html" style="width:{width}px;height:4000px;border:0"></iframe>
<pre id="result">waiting</pre>
<script>
onload = () => {{
  const page = document.getElementById("page").contentDocument;
  const shown = [...page.querySelectorAll("svg.plot")].map((svg) => svg.getBoundingClientRect());
  const wide = (element) => {{
    const box = element.getBoundingClientRect();
    return box.right > {width} + 1 && !element.closest(".scroll") && !element.closest("details");
  }};
  const style = getComputedStyle(page.body);
  document.getElementById("result").textContent = JSON.stringify({{
    width: page.documentElement.scrollWidth,
    plots: shown.length,
    empty: shown.filter((box) => box.width < 200 || box.height < 20).length,
    outside: [...page.querySelectorAll("body *")].filter(wide).map((e) => e.outerHTML.slice(0, 80)),
    smallest: Math.min(...[...page.querySelectorAll("svg.plot text")].map(
      (text) => text.getBoundingClientRect().height)),
    background: style.backgroundColor, ink: style.color,
  }});
}};
</script></body>"""


def look(chromium, folder, width, *options):
    """What a browser says of the page at some width."""
    (folder / "harness.html").write_text(HARNESS.format(width=width), encoding="utf-8")
    result = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
         f"--user-data-dir={folder / 'profile'}", "--window-size=1400,4200", *options,
         "--virtual-time-budget=5000", "--dump-dom", (folder / "harness.html").as_uri()],
        capture_output=True, timeout=120, check=True,
    )  # fmt: skip
    (found,) = re.findall(r'<pre id="result">(.*?)</pre>', result.stdout.decode(), re.DOTALL)
    assert found != "waiting"
    return json.loads(found.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


@pytest.mark.parametrize("names", [["one"], ["a", "b", "a-system-with-a-rather-long-name.conllu"]])
def test_a_browser_shows_all_plots_on_a_phone_and_on_a_desk(chromium, tmp_path, names):
    (tmp_path / "page.html").write_text(report(names, repairs=Repairs())[0], encoding="utf-8")
    plots = 8 if len(names) == 1 else 2 + len(names) + 7
    for width in (360, 1200):
        seen = look(chromium, tmp_path, width)
        assert seen["outside"] == []
        assert seen["width"] <= width
        assert (seen["plots"], seen["empty"]) == (plots, 0)
        assert seen["smallest"] >= 10


def test_light_and_dark(chromium, tmp_path):
    (tmp_path / "page.html").write_text(report(["one"])[0], encoding="utf-8")
    light, dark = (
        look(chromium, tmp_path, 400, f"--blink-settings=preferredColorScheme={scheme}")
        for scheme in (1, 0)
    )
    assert light["background"] == "rgb(251, 250, 247)"
    assert dark["background"] == "rgb(23, 22, 19)"
    assert light["ink"] != dark["ink"]
