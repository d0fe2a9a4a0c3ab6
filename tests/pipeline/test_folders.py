"""Folders of files: what is taken, what is finished, what is left alone."""

import json
import os

import pytest

from dodona.errors import SettingsError, TextError
from dodona.pipeline.folders import Task, find_tasks, parse_tasks
from dodona.pipeline.manifest import MANIFEST, Manifest


@pytest.fixture
def folder(tmp_path):
    """A folder with texts, and other things beside them."""
    root = tmp_path / "in"
    (root / "more").mkdir(parents=True)
    (root / ".git").mkdir()
    names = ["a.txt", "b.TXT.gz", "c.conll", "more/d.conllu.xz", "x.pdf", "y", "z.gz", ".git/e.txt"]
    for name in names:
        (root / name).write_text(name)
    return root


def copy(task: Task) -> None:
    """The least that a parser does."""
    task.target.write_bytes(b"parsed " + task.source.read_bytes())


def names(tasks, root):
    return [os.fspath(path.relative_to(root)) for path in tasks]


class Run:
    """A run over a folder; each has its own view of the manifest, as a process has."""

    def __init__(self, folder, out, made_with="model", **options):
        self.manifest = Manifest(out, made_with)
        self.found = find_tasks([folder], out, self.manifest.outputs())
        self.outcome = parse_tasks(self.found.tasks, self.manifest, copy, **options)

    @property
    def counts(self):
        return tuple(map(len, self.outcome))


def test_texts_and_treebanks_are_taken_and_others_named(folder, tmp_path):
    tasks, passed_over = find_tasks([folder], tmp_path / "out")
    assert names([task.source for task in tasks], folder) == [
        "a.txt", "b.TXT.gz", "c.conll", "more/d.conllu.xz"
    ]  # fmt: skip
    assert names([task.target for task in tasks], tmp_path / "out") == [
        "a.conllu", "b.conllu", "c.conllu", "more/d.conllu"
    ]  # fmt: skip
    assert names(passed_over, folder) == ["x.pdf", "y", "z.gz"]
    (task,) = find_tasks([folder / "y"], tmp_path).tasks
    assert task == (folder / "y", tmp_path / "y.conllu")


def test_one_file_that_is_named_twice_and_two_files_of_one_name(folder, tmp_path):
    assert len(find_tasks([folder, folder / "a.txt"], tmp_path).tasks) == 4
    (folder / "a.conllu").touch()
    with pytest.raises(SettingsError, match=r"a\.conllu and .*a\.txt would both be"):
        find_tasks([folder], tmp_path)


@pytest.mark.parametrize("where", ["out", "in/out", "in", "."])
def test_what_is_finished_is_neither_parsed_again_nor_taken_for_input(folder, tmp_path, where):
    out = tmp_path / where
    (folder / "c.conll").unlink()
    (folder / "more" / "d.conllu.xz").unlink()
    assert Run(folder, out).counts == (2, 0, 0)
    assert Run(folder, out).counts == (0, 2, 0)
    assert Run(folder, out, overwrite=True).counts == (2, 0, 0)


def test_a_changed_input_or_another_model_is_parsed_again(folder, tmp_path):
    out = tmp_path / "out"
    Run(folder, out)
    stamp = (folder / "a.txt").stat()
    (folder / "a.txt").write_text("A.txt")  # as long as before, and as old
    os.utime(folder / "a.txt", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert Run(folder, out).counts == (1, 3, 0)
    assert (out / "a.conllu").read_text() == "parsed A.txt"
    os.utime(folder / "a.txt")  # another time, but the same bytes
    assert Run(folder, out).counts == (0, 4, 0)
    (out / "a.conllu").unlink()
    assert Run(folder, out).counts == (1, 3, 0)
    assert Run(folder, out, "another model").counts == (4, 0, 0)


def test_files_of_others_are_left_alone(folder, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "a.conllu").write_text("mine")
    run = Run(folder, out)
    assert run.counts == (3, 0, 1)
    assert "`overwrite=True`" in str(run.outcome.failures[0])
    (out / "c.conllu").write_text("corrected by hand")
    assert Run(folder, out).counts == (0, 2, 2)
    assert (out / "a.conllu").read_text() == "mine"
    assert Run(folder, out, overwrite=True).counts == (4, 0, 0)


def test_an_input_is_never_replaced_by_its_output(folder, tmp_path):
    (folder / "a.txt").rename(folder / "a.conllu")
    run = Run(folder, folder, overwrite=True)
    assert "would replace it" in str(run.outcome.failures[0])
    assert (folder / "a.conllu").read_text() == "a.txt"


def test_an_input_that_changes_while_it_is_parsed_is_not_finished(folder, tmp_path):
    def parse(task):
        copy(task)
        task.source.write_text("later")

    task = Task(folder / "a.txt", tmp_path / "out" / "a.conllu")
    manifest = Manifest(tmp_path / "out", "model")
    with pytest.raises(TextError, match="changed while"):
        parse_tasks([task], manifest, parse, fail_fast=True)
    assert manifest.state(*task) == "outdated"


def test_a_run_that_is_killed_at_any_moment_is_taken_up_again(folder, tmp_path):
    out = tmp_path / "out"
    Run(folder, out)
    whole = (out / MANIFEST).read_bytes()
    for size in range(0, len(whole), 7):
        (out / MANIFEST).write_bytes(whole[:size])
        known = {json.loads(line)["output"] for line in whole[:size].splitlines()[:-1]}
        for path in out.rglob("*.conllu"):
            if os.fspath(path.relative_to(out)) not in known:
                path.unlink()  # it comes into being after its first record
        run = Run(folder, out)
        assert run.outcome.failures == []
        assert Run(folder, out).counts == (0, 4, 0)


def test_several_runs_share_a_folder(folder, tmp_path):
    out = tmp_path / "out"
    early = Manifest(out, "model")
    tasks = find_tasks([folder], out, early.outputs()).tasks
    assert Run(folder, out).counts == (4, 0, 0)
    assert tuple(map(len, parse_tasks(tasks, early, copy))) == (0, 4, 0)


def test_a_missing_file_is_named(tmp_path):
    outcome = parse_tasks([Task(tmp_path / "no", tmp_path / "out")], Manifest(tmp_path, ""), copy)
    assert str(outcome.failures[0]) == f"{tmp_path / 'no'}: No such file or directory"
