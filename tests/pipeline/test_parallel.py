"""Libraries that spread work over processes: each sends the model to its own."""

import pytest

import dodona

TEXTS = ["The old oak stands near the spring.", "Do you hear it?", "I don't know."]


def trees(nlp, texts):
    return [nlp(text).to_conllu() for text in texts]


@pytest.fixture(scope="module")
def nlp():
    return dodona.load("en")


def test_joblib(nlp):
    joblib = pytest.importorskip("joblib", reason="needs joblib")
    work = [joblib.delayed(trees)(nlp, [text]) for text in TEXTS]
    found = joblib.Parallel(n_jobs=2, backend="loky")(work)
    assert [tree for part in found for tree in part] == trees(nlp, TEXTS)


def test_dask(nlp):
    bag = pytest.importorskip("dask.bag", reason="needs dask")
    texts = bag.from_sequence(TEXTS, npartitions=2)
    found = texts.map_partitions(lambda part: trees(nlp, part))
    assert found.compute(scheduler="processes", num_workers=2) == trees(nlp, TEXTS)


def test_ray(nlp, tmp_path, monkeypatch):
    ray = pytest.importorskip("ray", reason="needs ray")
    monkeypatch.setenv("HOME", str(tmp_path))  # where Ray leaves a token of its own
    with ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False):
        model = ray.put(nlp)
        # By its value: this module is not on the path of Ray's workers.
        work = ray.remote(lambda nlp, texts: [nlp(text).to_conllu() for text in texts])
        found = ray.get([work.remote(model, [text]) for text in TEXTS])
    assert [tree for part in found for tree in part] == trees(nlp, TEXTS)
