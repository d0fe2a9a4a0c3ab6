"""Models go from process to process: as a path where there is a file, else as a whole."""

import copy
import multiprocessing
import os
import pickle
import re
import subprocess
import sys

import pytest

import dodona
from dodona import Pipeline
from dodona.errors import ModelError
from dodona.model.files import load_parts, save_parts
from dodona.model.sharing import shared_folder
from examples import grove

TEXT = "The old oak stands near the spring. Do you hear it?"

in_every_way = pytest.mark.parametrize(
    "through", [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy]
)


@pytest.fixture
def path(nlp, tmp_path):
    """A model file; what it says is not the same in any two tests."""
    path = tmp_path / "model.dodona"
    Pipeline(
        tokenizer=nlp.tokenizer, tagger=nlp.tagger, lemmatizer=nlp.lemmatizer, parser=nlp.parser,
        about={"place": str(path)},
    ).save(path)  # fmt: skip
    return path


def in_another_process(pickled, work: str) -> subprocess.CompletedProcess:
    program = f"import pickle, sys; it = pickle.load(sys.stdin.buffer); {work}"
    return subprocess.run(
        [sys.executable, "-c", program], input=pickled, capture_output=True, timeout=60
    )


def parsed(nlp, text):
    return nlp(text).to_conllu()


@in_every_way
def test_a_pipeline_that_was_trained_here(nlp, through):
    twin = through(nlp)
    assert twin is not nlp
    assert twin.about == nlp.about
    assert parsed(twin, TEXT) == parsed(nlp, TEXT)


@in_every_way
@pytest.mark.parametrize("loaded", [False, True])
def test_a_part_alone(nlp, path, through, loaded):
    nlp = dodona.load(path) if loaded else nlp
    sentences = grove("test")
    assert list(through(nlp.parser).parse(sentences)) == list(nlp.parser.parse(sentences))
    assert through(nlp.tagger).tag_batch(sentences) == nlp.tagger.tag_batch(sentences)
    lemmatizer = through(nlp.lemmatizer)
    assert lemmatizer.lemmatize_batch(sentences) == nlp.lemmatizer.lemmatize_batch(sentences)
    assert list(through(nlp.tokenizer).tokenize(TEXT)) == list(nlp.tokenizer.tokenize(TEXT))


def test_the_pickle_of_a_model_from_a_file_is_its_path(path):
    nlp = dodona.load(path)
    for each in (nlp, nlp.parser, nlp.tokenizer):
        assert len(pickle.dumps(each)) < 1000
    assert str(path).encode() in pickle.dumps(nlp)
    assert len(pickle.dumps(dodona.load(path).parser.with_scores({}))) > 10_000


def test_a_model_that_comes_with_dodona_goes_by_its_name(tmp_path):
    """So that it is found on another machine, wherever Dodona is installed there."""
    pickled = pickle.dumps(dodona.load("en"))
    assert str(dodona.pipeline.models.find_model("en").path).encode() not in pickled
    result = in_another_process(pickled, "print(it('It works.').words[1].lemma)")
    assert result.stdout == b"work\n", result.stderr


def test_a_process_has_a_model_once(path):
    """Libraries unpickle it anew for every piece of work."""
    nlp = dodona.load(path)
    twins = [pickle.loads(pickle.dumps(nlp)) for _ in range(3)]
    assert len({id(twin.parser) for twin in [nlp, *twins]}) == 1
    twins[0].about["place"] = "elsewhere"
    twins[1].tagger = None
    assert nlp.about == {"place": str(path)}
    assert nlp.tagger is not None


def test_what_was_changed_after_loading_is_pickled_as_it_is(path):
    nlp = dodona.load(path)
    nlp.about["note"] = "mine"
    nlp.lemmatizer = None
    twin = pickle.loads(pickle.dumps(nlp))
    assert twin.about == nlp.about
    assert twin.parts == ["tokenizer", "tagger", "parser"]
    assert pickle.loads(pickle.dumps(dodona.load(path))).parts == list(dodona.pipeline.PARTS)


def test_a_file_that_holds_another_model_by_now(path):
    pickled = pickle.dumps(dodona.load(path))
    save_parts(load_parts(path).parts, path, {"place": "changed"})
    with pytest.raises(ModelError, match=r"model\.dodona: the file has changed, and is not"):
        pickle.loads(pickled)


def test_a_file_that_is_gone(path):
    pickled = pickle.dumps(dodona.load(path))
    path.unlink()
    with pytest.raises(ModelError, match="there is no such model file"):
        pickle.loads(pickled)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_parse_with_one_model(nlp, path, method):
    """The one from the file, and the one that was trained here."""
    texts = [TEXT, "The doves sleep.", "Who sleeps?"]
    with multiprocessing.get_context(method).Pool(1) as pool:
        found = pool.starmap(parsed, [(dodona.load(path), text) for text in texts], chunksize=1)
        assert found == [parsed(nlp, text) for text in texts]
        assert pool.apply(parsed, (nlp, TEXT)) == parsed(nlp, TEXT)


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="needs /proc")
def test_processes_share_the_tables_of_weights(nlp, path):
    """The first one to load the model writes them, and all map the same files."""
    pickled = pickle.dumps(dodona.load(path))
    work = f"print(open('/proc/self/maps').read(), it({TEXT!r}).to_conllu())"
    first, second = (in_another_process(pickled, work).stdout.decode() for _ in range(2))
    mapped = [set(re.findall(rf"(\d+) +{shared_folder()}/(\w+)/", out)) for out in (first, second)]
    assert mapped[0] == mapped[1]
    assert len({digest for _, digest in mapped[0]}) == 5  # two of the tokeniser, three others
    assert all(parsed(nlp, TEXT) in out for out in (first, second))


@pytest.mark.parametrize("spoil", [lambda f: os.chmod(f, 0o755), os.rmdir], ids=["open", "gone"])
def test_tables_are_not_taken_from_a_folder_that_others_can_write_to(nlp, path, tmp_path, spoil):
    """Nor is a folder missed that is not there any more."""
    folder = tmp_path / "tables"
    folder.mkdir(mode=0o700)
    restore, _ = dodona.load(path).__reduce__()
    spoil(folder)
    assert parsed(restore(str(folder)), TEXT) == parsed(nlp, TEXT)
    assert not folder.exists() or not os.listdir(folder)


def test_the_folder_of_tables_goes_with_the_process_that_made_it(path):
    program = (
        f"import dodona, pickle; print(pickle.dumps(dodona.load({str(path)!r})) and "
        "dodona.model.sharing.shared_folder())"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60)
    folder = result.stdout.decode().strip()
    assert "dodona-" in folder, result.stderr
    assert not os.path.exists(folder)
