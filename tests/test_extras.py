"""What is not installed is named where it is needed, and only there."""

import subprocess
import sys

BLOCKED = "import sys; sys.modules['spacy'] = None; import dodona, dodona.spacy; "


def run(program: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", BLOCKED + program], capture_output=True, text=True, timeout=60
    )


def test_all_else_works_without_spacy():
    done = run("print(dodona.load('en')('Hi.')[0].forms)")
    assert (done.stdout, done.stderr) == ("['Hi', '.']\n", "")


def test_what_needs_spacy_says_how_to_install_it():
    done = run("dodona.spacy.load('en')")
    assert done.stderr.endswith(
        "DodonaError: dodona.spacy needs spacy: pip install 'dodona[spacy]'\n"
    )
