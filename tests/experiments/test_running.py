"""Running recipes: what is recorded, what is not run again, and what can get in the way."""

import json
import os
import resource
import signal
import subprocess
import sys
import time

import pytest
from experiment_examples import RECIPE

from dodona import evaluate, read_conllu, train
from dodona.errors import ExperimentError
from dodona.experiments.recipe import parse_recipe
from dodona.experiments.records import Records, read_records
from dodona.experiments.running import make_plan

SLOW = RECIPE.replace('"static", iterations = 1', '"static", iterations = 4000')


def test_a_run_is_recorded_with_what_the_library_gives(finished):
    """The scores are those of training and evaluating by hand."""
    records = {record["variant"]: record for record in finished.read()}
    assert set(records) == {"static", "dynamic"}
    train_file, test_file = (
        finished.treebanks / "grove" / f"grove-{part}.conllu" for part in ("train", "test")
    )
    parser = train(train_file, oracle="static", iterations=1, seed=1).parser
    gold = list(read_conllu(test_file))
    record = records["static"]
    for rule in ("conllx", "conll07"):
        score = evaluate(gold, parser.parse(gold), rule=rule).scored
        found = record["scores"][rule]
        assert found["words"] == score.words
        assert (found["UAS"], found["LAS"]) == (round(score.uas, 4), round(score.las, 4))
    assert record["train"] == {"sentences": 136, "words": 1281, "nonprojective": 18}
    assert record["settings"]["nonprojective"] == "skip"
    assert record["processor_seconds"] > 0 and record["sentences_per_second"] > 0


def test_a_changed_recipe_runs_only_what_is_new(recorded):
    before = recorded.read()
    third = '\n[[variants]]\nname = "third"\nsettings = { iterations = 2 }\n'
    recorded.recipe.write_text(RECIPE + third, "utf-8")
    _, err = recorded.call("run", "two.toml", "--seeds", 1)
    assert "1 run to make, 2 recorded already" in err
    *others, last = recorded.read()
    assert others == before and last["variant"] == "third"


def test_a_recipe_may_train_neural_parsers(recorded):
    settings = '{ kind = "neural", size = 16, iterations = 1 }'
    third = f'\n[[variants]]\nname = "neural"\nsettings = {settings}\n'
    recorded.recipe.write_text(RECIPE + third, "utf-8")
    recorded.call("run", "two.toml", "--seeds", 1)
    record = recorded.read()[-1]
    train_file, test_file = (
        recorded.treebanks / "grove" / f"grove-{part}.conllu" for part in ("train", "test")
    )
    parser = train(train_file, kind="neural", size=16, iterations=1, seed=1).parser
    gold = list(read_conllu(test_file))
    score = evaluate(gold, parser.parse(gold), rule="conllx").scored
    assert record["scores"]["conllx"]["LAS"] == round(score.las, 4)
    assert record["settings"]["kind"] == "neural"


def jobs(place, text=RECIPE, seeds=1):
    """The names of the runs that are to be made."""
    plan = make_plan(parse_recipe(text, "two"), place.treebanks, place.records.parent, seeds=seeds)
    return [job.run.name for job in plan.jobs]


def test_what_makes_a_run_a_new_one(recorded):
    assert jobs(recorded) == []
    assert jobs(recorded, seeds=2) == ["grove, dynamic, seed 2", "grove, static, seed 2"]
    assert jobs(recorded, RECIPE.replace('"Grove"', '"A grove"')) == []
    assert jobs(recorded, RECIPE.replace('"conllx"', '"ud"')) != []
    changed = RECIPE.replace("{ iterations = 1 }", '{ iterations = 1, features = "zhang-nivre" }')
    assert jobs(recorded, changed) == ["grove, dynamic, seed 1"]
    test = recorded.treebanks / "grove" / "grove-test.conllu"
    test.unlink()
    (recorded.treebanks / "grove" / "a-test.conllu").write_text("something else", "utf-8")
    assert len(jobs(recorded)) == 2


def test_recipes_share_runs(recorded):
    other = RECIPE.replace('"dynamic"', '"exploring"').replace('"conllx"', '"conll07"')
    (recorded.folder / "other.toml").write_text(other, "utf-8")
    _, err = recorded.call("run", "other.toml", "--seeds", 1)
    assert "0 runs to make, 2 recorded already" in err
    out, _ = recorded.call("table", "other.toml", "--seeds", 1)
    assert "| Grove | exploring |" in out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_experiment_goes_on_where_it_stopped(place, number):
    """Finished runs are kept, and the others are still to be made."""
    place.recipe.write_text(SLOW, "utf-8")
    process = place.start("run", "two.toml", "--workers", 2, "--seeds", 1)
    while "dynamic, seed 1" not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == -number
    assert "Traceback" not in err
    assert [record["variant"] for record in place.read()] == ["dynamic"]
    assert jobs(place, SLOW) == ["grove, static, seed 1"]


@pytest.mark.parametrize("moment", [0, 0.1, 0.2, 0.3])  # into the imports of the new processes
def test_ctrl_c_as_the_processes_begin_makes_no_noise(place, moment):
    """It goes to all processes of a terminal."""
    place.recipe.write_text(SLOW, "utf-8")
    process = place.start("run", "two.toml", "--workers", 2, "--seeds", 1, start_new_session=True)
    assert "runs to make" in process.stderr.readline()
    time.sleep(moment)
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate(timeout=60)[1] == "dodona: error: interrupted\n"
    assert process.returncode == -signal.SIGINT


def test_records_that_find_no_room_name_their_file(tmp_path):
    records = Records(tmp_path, "r")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            records.add({"key": "a", "data": "b"})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert caught.value.filename == str(tmp_path / "r.jsonl")


def test_a_record_that_was_broken_off(recorded):
    whole = recorded.records.read_bytes()
    recorded.records.write_bytes(whole[:-20])
    records, size = read_records(recorded.records)
    assert len(records) == 1 and whole[:size].endswith(b"\n")
    _, err = recorded.call("run", "two.toml", "--seeds", 1)
    assert "1 run to make, 1 recorded already" in err
    assert [record["variant"] for record in recorded.read()] == [
        json.loads(line)["variant"] for line in whole.splitlines()
    ]


@pytest.mark.parametrize("end", [b'{"key": "a"', b'{"key": "a", "data": "b"}', b"\0\0\0\n", b"1\n"])
def test_what_the_last_line_of_a_broken_file_can_be(tmp_path, end):
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'{"key":"a","data":"b"}\n' + end)
    records = Records(tmp_path, "r")
    records.add({"key": "c", "data": "d"})
    assert path.read_bytes() == b'{"key":"a","data":"b"}\n{"key":"c","data":"d"}\n'
    assert records.find("a") == {"key": "a", "data": "b"}
    assert records.find("c", "e") is None


ADDING = """
import sys
from pathlib import Path
from dodona.experiments.records import Records

records = Records(Path(sys.argv[1]), "r")
for number in range(60):
    records.add({"key": f"{sys.argv[2]}{number}", "data": "x" * 3000})
"""


def test_no_record_is_lost_where_two_processes_write_to_one_file(tmp_path):
    command = [sys.executable, "-c", ADDING, str(tmp_path)]
    processes = [subprocess.Popen([*command, name]) for name in ("a", "b")]
    assert [process.wait(60) for process in processes] == [0, 0]
    records, size = read_records(tmp_path / "r.jsonl")
    assert len({record["key"] for record in records}) == 120
    assert size == (tmp_path / "r.jsonl").stat().st_size


def test_results_that_cannot_be_written_are_told_before_the_first_run(place):
    """The first run would take longer than the call may."""
    place.recipe.write_text(SLOW.replace("4000", "4000000"), "utf-8")
    place.records.parent.touch()
    _, err = place.call("run", "two.toml", "--workers", 1, code=1)
    assert "results: File exists" in err


def test_a_test_file_with_a_mistake_is_told_before_training(place):
    """Training would take longer than the call may."""
    place.recipe.write_text(SLOW.replace("4000", "4000000"), "utf-8")
    (place.treebanks / "grove" / "grove-test.conllu").write_text("1\ta\n\n", "utf-8")
    _, err = place.call("run", "two.toml", "--seeds", 1, code=1)
    assert "static, seed 1: failed:" in err and "grove-test.conllu:1: the line has 2 col" in err


def test_a_broken_line_before_others_is_told(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'broken\n{"key":"a","data":"b"}\n')
    with pytest.raises(ExperimentError, match=r"r\.jsonl:1: this line is no record; delete it"):
        Records(tmp_path, "r")


def test_a_run_that_fails_is_named_and_the_others_are_made(place):
    wrong = '\n[[variants]]\nname = "odd"\noptions = { colour = 1 }\n'
    place.recipe.write_text(RECIPE + wrong, "utf-8")
    _, err = place.call("run", "two.toml", "--seeds", 1, code=1)
    assert "grove, odd, seed 1: failed: the kind scores has no option colour" in err
    assert len(place.read()) == 2


def test_a_treebank_that_is_missing_or_has_two_train_files(recorded):
    recorded.recipe.write_text(RECIPE + '\n[[treebanks]]\nname = "none"\n', "utf-8")
    _, err = recorded.call("run", "two.toml", "--seeds", 1, code=1)
    assert f"there is no folder none in {recorded.treebanks}, which should have one" in err
    assert "--treebanks or DODONA_TREEBANKS names the folder" in err
    assert "0 runs to make, 2 recorded already" in err
    (recorded.treebanks / "grove" / "other-train.conllu").touch()
    _, err = recorded.call("run", "two.toml", "--seeds", 1, code=1)
    assert "one file should match *train*, but there is grove-train.conllu, other-train" in err


def test_a_treebank_that_the_recipe_does_not_have(place):
    _, err = place.call("run", "two.toml", "--only", "greve", code=1)
    assert "two has no treebank greve; it has grove" in err
