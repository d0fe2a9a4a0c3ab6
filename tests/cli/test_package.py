"""`dodona package` and `dodona models`: models as packages that pip installs."""

import base64
import csv
import hashlib
import io
import json
import multiprocessing
import os
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

import dodona as library
from dodona.packages.wheel import Wheel
from dodona.pipeline.models import find_model
from dodona.web.served import load_models

NAME, VERSION = "grove-small", "1.0"
WHEEL = "dodona_model_grove_small-1.0-py3-none-any.whl"
INFO = "dodona_model_grove_small-1.0.dist-info"
FILE = "dodona_model_grove_small/grove-small.dodona"


@pytest.fixture(scope="module")
def pipeline(dodona, grove, tmp_path_factory):
    """A model with a licence, and everything from text on."""
    path = tmp_path_factory.mktemp("pipeline") / "grove.dodona"
    options = ("--iterations", 2, "--jackknife", 2, "--licence", "CC BY-SA 4.0")
    data = ("--train", grove.train, "--dev", grove.dev, "--attribution", "the oracle at Dodona")
    assert dodona("train", "--pipeline", *options, *data, "-o", path).code == 0
    return path


@pytest.fixture(scope="module")
def package(dodona, pipeline, grove, tmp_path_factory):
    """Put a model into a wheel, in a folder that is not there yet; gives its path."""

    def make(name=NAME, *options, model=pipeline):
        folder = tmp_path_factory.mktemp("dist") / "new"
        result = dodona(
            *("package", model, "--name", name, "--version", VERSION, "-o", folder), *options
        )
        assert result.code == 0, result
        (path,) = folder.iterdir()
        return path

    return make


@pytest.fixture(scope="module")
def wheel(package, grove):
    return package(NAME, "--test", grove.test)


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """What processes need to see the package, which pip has installed in a folder."""
    pytest.importorskip("pip", reason="pip is not here to install a package")
    folder = tmp_path_factory.mktemp("site")
    options = ["--no-deps", "--no-index", "--quiet", "--no-compile", "--target", folder]
    command = [sys.executable, "-m", "pip", "install", *options, wheel]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return seeing(folder)


def seeing(*folders):
    before = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join(map(str, [*folders, *([before] if before else [])]))}


def unpacked(wheel, folder):
    """What an installed wheel comes to, also without pip."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def foreign(package, name, model, folder):
    """The package that somebody else has made of a model, with no module in it."""
    module = package.replace("-", "_")
    about = {
        "METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: {VERSION}\n",
        "entry_points.txt": f"[dodona_models]\n{name} = {module}.data\n",
    }
    files = {f"{module}/data/{name}.dodona": model.read_bytes()}
    return unpacked(Wheel(package, VERSION, files, about).write(folder), folder)


def texts_of(wheel, *names):
    with zipfile.ZipFile(wheel) as archive:
        return [archive.read(f"{INFO}/{name}").decode() for name in names]


# The wheel ----------------------------------------------------------------------------------------


def test_a_wheel_holds_data_and_a_true_record(wheel):
    assert wheel.name == WHEEL
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        rows = list(csv.reader(io.StringIO(archive.read(f"{INFO}/RECORD").decode())))
        assert [row[0] for row in rows] == names
        for name, digest, size in rows[:-1]:
            data = archive.read(name)
            found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            assert (digest, size) == (f"sha256={found}", str(len(data)))
        assert rows[-1] == [f"{INFO}/RECORD", "", ""]
        code = compile(archive.read("dodona_model_grove_small/__init__.py"), "module", "exec")
    assert [name for name in names if name.endswith(".py")] == [
        "dodona_model_grove_small/__init__.py"
    ]
    assert code.co_names == ("__doc__",)  # a docstring, and nothing that runs
    tags, entry_points = texts_of(wheel, "WHEEL", "entry_points.txt")
    assert "Root-Is-Purelib: true\nTag: py3-none-any\n" in tags
    assert entry_points == "[dodona_models]\ngrove-small = dodona_model_grove_small\n"


def test_the_metadata_say_licence_and_attribution(wheel):
    text, notice = texts_of(wheel, "METADATA", "licenses/NOTICE")
    metadata = message_from_bytes(text.encode())
    assert not metadata.defects
    assert metadata["Name"] == "dodona-model-grove-small"
    assert metadata["Version"] == VERSION
    assert metadata["License-Expression"] == "CC-BY-SA-4.0"
    assert metadata["License-File"] == "NOTICE"
    assert metadata["Requires-Dist"] == f"dodona>={library.__version__}"
    for said in (notice, metadata.get_payload()):
        assert "CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/)" in said
        assert "trained on: the oracle at Dodona" in said


def test_the_readme_says_what_info_and_evaluate_say(dodona, wheel, installed, grove):
    with zipfile.ZipFile(wheel) as archive:
        readme = archive.read("dodona_model_grove_small/README.md").decode()
    assert texts_of(wheel, "METADATA")[0].endswith(f"\n\n{readme}")
    assert readme.startswith("# grove-small\n")
    info = dodona("info", NAME, env=installed).out
    assert info.split("\n", 1)[1] in readme  # all but the path of the file
    rows = dict(line.split(":", 1) for line in info.splitlines() if ":" in line)
    scores = dict(each.split(" ", 1) for each in rows["scores on test"].strip().split(", "))
    assert scores.pop("from") == "raw text"
    assert len(scores) == 13
    table = readme[readme.index("metric     precision") :].splitlines()[1:14]
    assert {row.split()[0]: float(row.split()[3]) for row in table} == {
        name: float(score) for name, score in scores.items()
    }


def test_the_scores_are_those_that_parsing_the_text_and_evaluate_give(
    dodona, package, grove, tmp_path
):
    text, parsed = tmp_path / "text.txt", tmp_path / "parsed.conllu"
    sentences = list(library.read_conllu(grove.test))
    text.write_text("".join(f"{sentence.text}\n\n" for sentence in sentences), encoding="utf-8")
    # One paragraph a sentence, for both.
    gold = tmp_path / "gold.conllu"
    gold.write_text(
        "".join(f"# newpar\n{sentence.to_conllu().rstrip()}\n\n" for sentence in sentences),
        encoding="utf-8",
    )
    made = package(NAME, "--test", gold)
    with zipfile.ZipFile(made) as archive:
        (tmp_path / "model").write_bytes(archive.read(FILE))
        readme = archive.read("dodona_model_grove_small/README.md").decode()
    assert dodona("parse", tmp_path / "model", text, "-o", parsed).code == 0
    assert dodona("evaluate", gold, parsed).out in readme


def test_the_same_model_gives_the_same_bytes(package, wheel, grove, pipeline):
    assert package("Grove.SMALL", "--test", grove.test).read_bytes() == wheel.read_bytes()
    with zipfile.ZipFile(package(NAME)) as archive:
        assert archive.read(FILE) == pipeline.read_bytes()  # unless there is more to say of it


def test_a_licence_that_has_no_short_name_stands_there_in_words(package, model):
    path = package(NAME, "--licence", "ours;\n ask us", "--attribution", "us", model=model)
    metadata = message_from_bytes(texts_of(path, "METADATA")[0].encode())
    assert (metadata["License"], metadata["License-Expression"]) == ("ours; ask us", None)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"--name": "en"}, "en is a model that comes with Dodona"),
        ({"--name": "ü/../x"}, "a model cannot be called"),
        ({"--version": "1.0-beta"}, "'1.0-beta' is no version; write one such as 1.0"),
        ({"--licence": "MIT"}, "says itself (CC BY-SA 4.0), and --licence another thing"),
        ({"--test": "no.conllu"}, "no.conllu: No such file"),
    ],
)
def test_what_cannot_be_packed_is_refused(dodona, pipeline, tmp_path, changed, message):
    options = {"--name": NAME, "--version": VERSION, "-o": tmp_path, **changed}
    code, out, err = dodona("package", pipeline, *(w for pair in options.items() for w in pair))
    assert code in (1, 2) and out == ""
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_there_is_no_package_without_a_licence(error_of, model, tmp_path):
    options = ("--name", NAME, "--version", VERSION, "-o", tmp_path / "new")
    assert "name it with --licence" in error_of("package", model, *options, code=2)
    assert not (tmp_path / "new").exists()


def test_a_parser_alone_has_no_scores_from_text(error_of, model, grove, tmp_path):
    options = ("--name", NAME, "--version", VERSION, "--licence", "MIT", "--test", grove.test)
    assert "no tokenizer" in error_of("package", model, *options, "-o", tmp_path, code=2)


# Installed ----------------------------------------------------------------------------------------


def test_an_installed_model_is_found_by_its_name(dodona, pipeline, installed, grove):
    """The name has several spellings, as for pip."""
    expected = dodona("parse", pipeline, stdin="The oak speaks.")
    for name in (NAME, "Grove_Small"):
        assert dodona("parse", name, stdin="The oak speaks.", env=installed) == expected
    loading = f"import dodona; print(dodona.load('{NAME}')('The oak speaks.').to_conllu(), end='')"
    command = [sys.executable, "-c", loading]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **installed}, check=True
    )
    # A stream says of what file it is.
    assert done.stdout.split("# sent_id")[1] == expected.out.split("# sent_id")[1]


def test_it_can_be_pickled_by_its_name(installed, monkeypatch):
    monkeypatch.syspath_prepend(installed["PYTHONPATH"].partition(os.pathsep)[0])
    nlp = library.load(NAME)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(str, (nlp("The oak speaks."),)) == str(nlp("The oak speaks."))


def test_it_can_be_served_by_its_name(installed, monkeypatch):
    monkeypatch.syspath_prepend(installed["PYTHONPATH"].partition(os.pathsep)[0])
    served = load_models([NAME, f"small={NAME}"])
    assert [model.name for model in served.models] == [NAME, "small"]
    assert served.default.licence == "CC BY-SA 4.0"


def test_the_list_of_models(dodona, installed, pipeline, grove):
    code, out, err = dodona("models", env=installed)
    assert (code, err) == (0, "")
    header, *rows = out.splitlines()
    assert header.split()[:5] == ["name", "kind", "size", "UPOS", "LAS"]
    assert [row.split()[0] for row in rows] == ["en", "en-accurate", NAME]
    assert "test, raw text   CC BY-SA 4.0  dodona-model-grove-small 1.0" in rows[2]
    assert "dev, gold words  CC BY-SA 4.0  dodona " in rows[1]


def test_the_list_of_models_as_json(dodona, installed, pipeline):
    code, out, err = dodona("models", "--json", env=installed)
    assert (code, err) == (0, "")
    *_, found = json.loads(out)
    assert found["name"] == NAME
    assert (found["package"], found["version"]) == ("dodona-model-grove-small", VERSION)
    assert Path(found["path"]).stat().st_size == found["bytes"]
    assert (found["kind"], found["licence"]) == ("linear", "CC BY-SA 4.0")
    assert found["parts"] == ["tokenizer", "tagger", "lemmatizer", "parser"]
    assert found["scored_on"] == "test, raw text" and 0 < found["scores"]["LAS"] < 100
    assert (found["attribution"], found["problem"]) == ("the oracle at Dodona", "")


def test_the_shell_completes_its_name(dodona, installed):
    words = {"COMP_WORDS": "dodona parse gro", "COMP_CWORD": "2"}
    out = dodona(env={**installed, "_DODONA_COMPLETE": "bash_complete", **words}).out
    assert out == f"plain,{NAME}\n"


def test_a_name_that_is_not_there_is_told_with_those_that_are(error_of, installed):
    assert error_of("info", "groev", env=installed).endswith(f"en, en-accurate, {NAME}")


def test_nothing_installed_is_looked_at_for_a_bundled_model():
    program = (
        "import sys; import dodona; dodona.load('en'); print('importlib.metadata' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr


def test_two_packages_with_one_model_are_told(dodona, error_of, wheel, pipeline, tmp_path):
    """Somebody gave a model a name that was taken."""
    ours = unpacked(wheel, tmp_path / "ours")
    theirs = foreign("sacred-grove", NAME, pipeline, tmp_path)
    assert dodona("parse", NAME, stdin="Oak.", env=seeing(theirs)).code == 0
    env = seeing(ours, theirs)
    message = error_of("parse", NAME, stdin="Oak.", env=env)
    both = "dodona-model-grove-small 1.0 and sacred-grove 1.0"
    assert f"the model {NAME} is in {both}: uninstall" in message
    code, out, err = dodona("models", env=env)
    assert (code, out.count(f"\n{NAME} ")) == (0, 2)
    assert err.count("warning") == 1 and both in err


def test_a_model_that_a_bundled_one_hides_is_told(dodona, pipeline, tmp_path):
    env = seeing(foreign("sacred-grove", "en", pipeline, tmp_path))
    _, out, err = dodona("models", env=env)
    assert [row.split()[0] for row in out.splitlines()[1:]] == ["en", "en-accurate", "en"]
    assert "en of the package sacred-grove 1.0 is hidden by the one that comes with Dodona" in err
    assert str(tmp_path) not in dodona("info", "en", env=env).out


def test_a_package_without_its_file_is_told_with_a_remedy(dodona, error_of, wheel, tmp_path):
    env = seeing(unpacked(wheel, tmp_path))
    (tmp_path / FILE).unlink()
    remedy = "pip install --force-reinstall dodona-model-grove-small"
    for call in (["info", NAME], ["parse", NAME]):
        assert remedy in error_of(*call, env=env)
    code, out, err = dodona("models", env=env)
    assert code == 0 and f"\n{NAME} " in out
    assert remedy in err


def test_a_file_is_taken_before_an_installed_model(pipeline, wheel, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(unpacked(wheel, tmp_path / "site"))
    monkeypatch.chdir(tmp_path)
    assert find_model(NAME) == (tmp_path / "site" / FILE, NAME)
    (tmp_path / NAME).mkdir()
    assert find_model(NAME) == (tmp_path / "site" / FILE, NAME)
    (tmp_path / NAME).rmdir()
    (tmp_path / NAME).write_bytes(pipeline.read_bytes())
    assert find_model(NAME) == (Path(NAME), str(tmp_path / NAME))
