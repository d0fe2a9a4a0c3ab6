"""Model files: what is saved is what is loaded, and nothing else is loaded."""

from __future__ import annotations

import json
import os
import pickle
import random
import struct
from collections.abc import Callable
from dataclasses import asdict, fields
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

import dodona
from dodona.errors import DodonaError, ModelError
from dodona.linear.packing import PackedWeights
from dodona.model.files import FORMAT_VERSION, checksum, load_parts, save_parts
from dodona.parser.model import Header, Model
from examples import grove, nonsense_parser, train_parser


def save_model(model: Model, path: Path) -> None:
    save_parts({"parser": model.to_part()}, path)


def load_model(path: Path) -> Model:
    return Model.from_part(load_parts(path).parts["parser"])


@pytest.fixture(scope="module")
def model() -> Model:
    parser = train_parser(
        grove("train"), grove("dev"), iterations=1, licence="CC BY 4.0, wählerisch"
    )
    return parser._model


@pytest.fixture(scope="module")
def data(model: Model, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("sound") / "model.dodona"
    save_model(model, path)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "my model.dodona"


def assert_refused(path: Path, message: str = "my model") -> str:
    with pytest.raises(ModelError, match=message) as caught:
        dodona.load(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


def is_refused(path: Path) -> bool:
    """Whether a file is refused in the proper way; other exceptions come through."""
    try:
        dodona.load(path)
    except ModelError as error:
        return str(path) in str(error)
    return False


# Round trips ------------------------------------------------------------------------------------


def test_what_is_saved_is_what_is_loaded(model, data, path):
    path.write_bytes(data)
    loaded = load_model(path)
    assert loaded.header == model.header
    for before, after in zip(model.weights, loaded.weights.packed(), strict=True):
        assert before.dtype == after.dtype
        assert np.array_equal(before, after)
    save_model(loaded, path)
    assert path.read_bytes() == data


def test_a_loaded_parser_parses_as_the_trained_one(model, data, path):
    path.write_bytes(data)
    sentences = grove("test")
    trained = dodona.Parser(model).parse(sentences)
    assert [s.raw for s in dodona.load(path).parse(sentences)] == [s.raw for s in trained]


def test_a_model_without_weights(path):
    """As from one-word sentences only, where there is nothing to learn."""
    parser = nonsense_parser(1)
    weights = PackedWeights(*(array[:0] for array in parser._model.weights))
    weights = weights._replace(bucket_sizes=np.zeros(1, np.uint8))
    empty = Model(parser.header, weights)
    save_model(empty, path)
    loaded = dodona.load(path)
    assert [len(s) for s in loaded.parse(grove("test"))] == [len(s) for s in grove("test")]


def test_the_file_is_safetensors_with_a_header_in_json(model, data):
    size = struct.unpack("<Q", data[:8])[0]
    outer = json.loads(data[8 : 8 + size])
    header = json.loads(outer["__metadata__"]["dodona"])
    assert header["format"] == FORMAT_VERSION
    assert header["parts"]["parser"]["system"] == "arc-eager"
    assert header["parts"]["parser"]["labels"] == model.header.labels
    assert "CC BY 4.0, wählerisch".encode() in data


def test_paths_may_be_text_or_path(data, path):
    path.write_bytes(data)
    headers = [dodona.load(each).parser.header for each in (path, str(path))]
    assert headers[0] == headers[1]


# What is not a model ----------------------------------------------------------------------------


class Trap:
    """Leaves a trace if it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return os.mkdir, (str(self.trace),)


def test_a_pickle_is_refused_and_not_run(tmp_path, path):
    trace = tmp_path / "trace"
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        path.write_bytes(pickle.dumps(Trap(trace), protocol))
        assert_refused(path, "not a model")
    np.savez(tmp_path / "arrays.npz", trap=np.array([Trap(trace)], object))
    path.write_bytes((tmp_path / "arrays.npz").read_bytes())
    assert_refused(path, "not a model")
    assert not trace.exists()


NOT_MODELS: dict[str, bytes] = {
    "nothing": b"",
    "one byte": b"\0",
    "zeros": bytes(5000),
    "text": b"1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n\n",
    "json": b'{"format": 3}',
    "random bytes": random.Random(1).randbytes(5000),
    "an endless header": b"\xff" * 8 + b"{}",
    "a header and nothing else": struct.pack("<Q", 2) + b"{}",
    "a header that is no json": struct.pack("<Q", 20) + b"x" * 20,
    "a deep header": struct.pack("<Q", 90_000) + b'{"a":' * 18_000,
    "a model of other software": b"PK\x03\x04" + bytes(500),
}


@pytest.mark.parametrize("content", NOT_MODELS.values(), ids=NOT_MODELS)
def test_files_that_are_no_models_are_refused(path, content):
    path.write_bytes(content)
    assert_refused(path, "not a model")


def test_safetensors_of_something_else_is_refused(path):
    save_file({"wte": np.zeros((3, 4), np.float32)}, path)
    assert_refused(path, "not a model of Dodona")
    save_file({"fingerprints": np.zeros(3, np.uint32)}, path, metadata={"format": "pt"})
    assert_refused(path, "not a model of Dodona")


@pytest.mark.parametrize("dtype", ["BF16", "F8_E4M3", "F8_E5M2", "F16", "C64", "BOOL", "U64"])
@pytest.mark.parametrize("metadata", [{}, {"dodona": "{}"}], ids=["other", "claims to be ours"])
def test_safetensors_with_types_that_numpy_does_not_know(path, dtype, metadata):
    header = json.dumps(
        {
            "__metadata__": metadata,
            "a": {"dtype": dtype, "shape": [0], "data_offsets": [0, 0]},
            "weights": {"dtype": dtype, "shape": [0, 3], "data_offsets": [0, 0]},
        }
    ).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header)
    assert_refused(path)


def test_a_missing_model_is_told_which_there_are_and_a_folder_is_an_error_of_the_system(tmp_path):
    message = r"nowhere: there is no such model file.* are: en, en-accurate$"
    with pytest.raises(ModelError, match=message):
        dodona.load(tmp_path / "nowhere")
    with pytest.raises(OSError, match=tmp_path.name):
        dodona.load(tmp_path)


# Damaged files ----------------------------------------------------------------------------------


def test_files_that_are_cut_short_are_refused(data, path):
    rng = random.Random(2)
    lengths = {*range(40), *range(len(data) - 40, len(data))}
    lengths |= {rng.randrange(len(data)) for _ in range(150)}
    for length in lengths:
        path.write_bytes(data[:length])
        assert_refused(path, "not a model, or it is cut short")


def test_files_with_something_at_the_end_are_refused(data, path):
    for rest in (b"\0", b"\n", data):
        path.write_bytes(data + rest)
        assert_refused(path)


def test_files_with_one_byte_changed_are_refused(data, path):
    rng = random.Random(3)
    header_size = 8 + struct.unpack("<Q", data[:8])[0]
    places = [*range(16)]
    places += rng.sample(range(16, header_size), 200)
    places += rng.sample(range(header_size, len(data)), 100)
    for place in places:
        damaged = bytearray(data)
        damaged[place] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        assert_refused(path)


def test_a_changed_weight_is_found_by_the_checksum(data, path):
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert_refused(path, "checksum")


def test_parts_exchanged_between_two_models_are_found(data, path):
    other = nonsense_parser(4)
    other.save(path)
    second = path.read_bytes()
    cut = 8 + struct.unpack("<Q", data[:8])[0]
    path.write_bytes(data[:cut] + second[8 + struct.unpack("<Q", second[:8])[0] :])
    assert_refused(path)


# Headers that were made by hand, with the right checksum ----------------------------------------


def write_model(
    path: Path, header: Any, weights: Any, *, signed: bool = True, text: str | None = None
) -> None:
    """A file as `save_model` writes it, with any header of the parser (and any format)."""
    arrays = {f"parser.{name}": np.ascontiguousarray(a) for name, a in weights.items()}
    inner = {name: value for name, value in header.items() if name != "format"}
    header = {name: value for name, value in header.items() if name == "format"}
    header |= {"about": {}, "parts": {"parser": inner}}
    if signed:
        header["checksum"] = checksum(header, arrays)
    text = json.dumps(header, ensure_ascii=False, sort_keys=True) if text is None else text
    save_file(arrays, path, metadata={"dodona": text})


@pytest.fixture
def parts(model: Model) -> tuple[dict[str, Any], dict[str, Any]]:
    header = {"format": FORMAT_VERSION, **asdict(model.header)}
    return json.loads(json.dumps(header)), model.weights._asdict()


def test_a_header_made_by_hand_is_read(parts, path, model):
    write_model(path, *parts)
    assert load_model(path).header == model.header
    write_model(path, {**parts[0], "more": "from a later version"}, parts[1])
    assert load_model(path).header == model.header


@pytest.mark.parametrize("version", [FORMAT_VERSION + 1, 99, 0, -1, "2", None, [], 1.5])
def test_another_version_of_the_format(parts, path, version):
    for signed in (True, False):
        write_model(path, {**parts[0], "format": version}, parts[1], signed=signed)
        message = assert_refused(path, "format")
        assert str(version) in message
        assert dodona.__version__ in message
        assert "train the model again" in message


# What older files do not have, as they were made before it was there.
ADDED = {"direction"}


@pytest.mark.parametrize(
    "field", ["format", "checksum", *sorted({f.name for f in fields(Header)} - ADDED)]
)
def test_a_header_without_one_of_its_fields(parts, path, field):
    header, weights = parts
    header.pop(field, None)
    write_model(path, header, weights, signed=field != "checksum")
    assert_refused(path, "damaged")


WRONG_VALUES = (
    [None, 0, 1, -1.5, True, "x", "", {}, {"x": 1}],
    [[], [1], [None], [[]], ["x"], [[1] * 3]],
)
RIGHT_KINDS = {
    "single_root": lambda value: isinstance(value, bool),
    "licence": lambda value: isinstance(value, str),
    "made_with": lambda value: isinstance(value, str),
    "training": lambda value: isinstance(value, dict),
    "scores": lambda value: isinstance(value, dict),
    "tags": lambda value: value == {},
    "beam": lambda value: type(value) is int and value > 0,
    "encoding": lambda value: value == {},
}


@pytest.mark.parametrize("field", [f.name for f in fields(Header)])
def test_a_header_with_something_else_in_a_field(parts, path, field):
    for value in chain(*WRONG_VALUES):
        write_model(path, {**parts[0], field: value}, parts[1])
        if field in RIGHT_KINDS and RIGHT_KINDS[field](value):
            dodona.load(path)
        else:
            assert_refused(path, "damaged")


WRONG_HEADERS: dict[str, Callable[[dict[str, Any]], object]] = {
    "an unknown system": lambda h: h.update(system="arc-lazy"),
    "an unknown encoding": lambda h: h.update(encoding={"scheme": "tail"}),
    "an encoding without signs": lambda h: h.update(
        encoding={"scheme": "head", "up": "", "down": ""}
    ),
    "an encoding with numbers for signs": lambda h: h.update(
        encoding={"scheme": "head", "up": 1, "down": 2}
    ),
    "a label that is all encoding": lambda h: h.update(
        encoding={"scheme": "head", "up": h["labels"][0][0], "down": "↓"}
    ),
    "an unknown format": lambda h: h.update(treebank_format="conll09"),
    "an unknown atom": lambda h: h["templates"].append("S9.w"),
    "a template twice": lambda h: h["templates"].append(h["templates"][0]),
    "too many templates": lambda h: h.update(templates=[f"S0.w S{i}.w" for i in range(300)]),
    "tens of thousands of templates": lambda h: h.update(
        templates=[
            " ".join(f"{word}.{column}" for word, column in zip(words, columns, strict=True))
            for words in product(("S0", "S1", "S2", "N0", "N1", "N2"), repeat=3)
            for columns in product("wmuxpf", repeat=3)
        ]
    ),
    "an atom of a hundred thousand steps": lambda h: h["templates"].append(f"S0{'.h' * 100_000}.w"),
    "a label missing": lambda h: h["labels"].remove("nsubj"),
    "a label with a tab": lambda h: h["labels"].append("a\tb"),
    "a label with a line break": lambda h: h["labels"].append("a\nb"),
    "an empty label": lambda h: rename_label(h, ""),
    "a label with a space": lambda h: rename_label(h, "a b"),
    "a label with an odd space": lambda h: rename_label(h, "a\u3000b"),
    "a label for the terminal": lambda h: rename_label(h, "\x1b[31mred"),
    "a label that no transition gives": lambda h: h["labels"].append("more"),
    "a label twice": lambda h: h["labels"].append(h["labels"][0]),
    "a hundred thousand labels": lambda h: h["labels"].extend(map(str, range(100_000))),
    "a label that is plain without its encoding only": lambda h: (
        rename_label(h, "a↓"),
        h.update(encoding={"scheme": "path", "up": "a", "down": "↓"}),
    ),
    "too many transitions": lambda h: h.update(
        labels=[*h["labels"], *map(str, range(40_000))],
        classes=[*h["classes"], *(["LEFT", False, str(i)] for i in range(40_000))],
    ),
    "more transitions than lr-spine can have": lambda h: h.update(
        system="lr-spine",
        labels=[str(i) for i in range(16_000)],
        classes=[
            ["SHIFT", False, None],
            ["RIGHT_1", True, "0"],
            *([f"{way}_1", False, str(i)] for way in ("LEFT", "RIGHT") for i in range(16_000)),
        ],
    ),
    "a beam too wide for the transitions": lambda h: h.update(
        beam=1024,
        labels=[*h["labels"], *map(str, range(200))],
        classes=[*h["classes"], *(["LEFT", False, str(i)] for i in range(200))],
    ),
    "a class missing": lambda h: h["classes"].pop(),
    "a class too many": lambda h: h["classes"].append(["LEFT", False, "det"]),
    "a class of two": lambda h: h["classes"].append(["LEFT", False]),
    "a class of four": lambda h: h["classes"].append(["LEFT", False, "det", 1]),
    "an unknown action": lambda h: replace_class(h, ["JUMP", False, None]),
    "an action that is a list": lambda h: replace_class(h, [["LEFT"], False, None]),
    "an arc without a label": lambda h: replace_class(h, ["LEFT", False, None]),
    "a label without an arc": lambda h: replace_class(h, ["SHIFT", False, "det"]),
    "a label that is a number": lambda h: replace_class(h, ["LEFT", False, 3]),
    "at the root or not": lambda h: replace_class(h, ["LEFT", 2, "det"]),
    "no way to shift": lambda h: rename_classes(h, "SHIFT", False),
    "no way to reduce": lambda h: rename_classes(h, "REDUCE", False),
    "no way to the left": lambda h: rename_classes(h, "LEFT", False),
    "no way to the right": lambda h: rename_classes(h, "RIGHT", False),
    "no way to the root": lambda h: rename_classes(h, "LEFT", True),
    "tags that are no lists": lambda h: h.update(tags={"upos": 5}),
    "tags that are numbers": lambda h: h.update(tags={"upos": [5]}),
    "a tag with a line break": lambda h: h.update(tags={"upos": ["A\nB"]}),
}


def rename_label(header: dict[str, Any], new: str) -> None:
    """Another name for a label, also in the classes."""
    old = header["labels"][0]
    header["labels"][0] = new
    for each in header["classes"]:
        each[2] = new if each[2] == old else each[2]


def replace_class(header: dict[str, Any], new: list[Any]) -> None:
    """In the place of one of several classes with the same action."""
    place = next(i for i, c in enumerate(header["classes"]) if c[:2] == ["LEFT", False])
    header["classes"][place] = new


def rename_classes(header: dict[str, Any], action: str, at_root: bool) -> None:
    """Other arcs in the place of these classes, so that their number stays the same."""
    kinds = [
        (a, r) for a in ("LEFT", "RIGHT") for r in (True, False) if (a, r) != (action, at_root)
    ]
    every = [[a, r, label] for a, r in kinds for label in header["labels"]]
    others = iter([c for c in every if c not in header["classes"]])
    classes = header["classes"]
    header["classes"] = [next(others) if c[:2] == [action, at_root] else c for c in classes]


@pytest.mark.parametrize("change", WRONG_HEADERS.values(), ids=WRONG_HEADERS)
def test_a_header_that_makes_no_sense(parts, path, change):
    header, weights = parts
    change(header)
    write_model(path, header, weights)
    assert_refused(path, "damaged")


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", '"text"', "1", "[" * 100_000, '{"format": 3}', '{"checksum": ""}'],
    ids=lambda text: text[:20] or "nothing",
)
def test_a_header_that_is_no_header(parts, path, text):
    write_model(path, {}, parts[1], signed=False, text=text)
    assert_refused(path, "header of the model is damaged")


@pytest.mark.parametrize("shape", [[0, 1 << 62], [0] * 70, [0, 1 << 32, 1 << 32]])
def test_arrays_of_shapes_that_numpy_does_not_know(path, shape):
    inner = json.dumps({"format": FORMAT_VERSION, "about": {}, "parts": {}, "checksum": ""})
    tensor = {"dtype": "U8", "shape": shape, "data_offsets": [0, 0]}
    header = json.dumps({"__metadata__": {"dodona": inner}, "parser.weights": tensor}).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header)
    assert_refused(path)


def test_a_header_that_is_nested_deeply(parts, path):
    """Python reads it, but could not show it."""
    nested: Any = "x"
    for _ in range(300):
        nested = {"more": nested}
    write_model(path, {**parts[0], "training": nested}, parts[1])
    assert_refused(path, "header of the model is damaged")


def test_messages_about_a_model_are_not_as_long_as_the_model(parts, path):
    header, weights = parts
    header["system"] = "x" * 1_000_000
    write_model(path, header, weights)
    assert len(assert_refused(path, "damaged")) < 1000
    write_model(path, {**header, "format": "y" * 1_000_000}, weights)
    assert len(assert_refused(path, "format")) < 1000


def test_a_header_with_half_a_character(parts, path):
    text = json.dumps({**parts[0], "licence": "\ud800", "checksum": ""})
    write_model(path, {}, parts[1], signed=False, text=text)
    assert_refused(path, "header of the model is damaged")


def test_arrays_that_are_missing_and_others_that_a_later_version_may_have(parts, path, model):
    header, weights = parts
    for name in weights:
        write_model(path, header, {n: a for n, a in weights.items() if n != name})
        assert_refused(path, "damaged")
    write_model(path, header, {**weights, "more": np.zeros(3)})
    assert load_model(path).header == model.header


def test_arrays_that_do_not_fit(parts, path):
    """All that tests/linear/test_packing.py lists is refused before anything is unpacked."""
    header, weights = parts
    for name, array in weights.items():
        scalar = array[0].reshape(())
        for other in (array[:-1], array.astype(np.float32), array.reshape(1, -1), scalar):
            write_model(path, header, {**weights, name: other})
            assert_refused(path, "damaged")


def test_random_headers_and_arrays_never_do_harm(parts, path):
    """A model that is refused or that parses: pieces exchanged, removed, doubled, at random."""
    header, weights = parts
    rng = random.Random(6)
    sentences = grove("dev")[:3]
    refused = 0
    for _ in range(150):
        changed = json.loads(json.dumps(header))
        for _ in range(rng.choice((1, 2))):
            name = rng.choice(("labels", "classes", "templates", "classes", "single_root"))
            if name == "single_root":
                changed[name] = not changed[name]
                continue
            values = changed[name]
            place = rng.randrange(len(values))
            action = rng.randrange(4)
            if action == 0:
                del values[place]
            elif action == 1:
                values[place] = rng.choice(values)
            elif action == 2:
                values.insert(place, rng.choice(values))
            else:
                rng.shuffle(values)
        write_model(path, changed, weights)
        if is_refused(path):
            refused += 1
            continue
        for sentence in dodona.load(path).parse(sentences):
            assert len(type(sentence).from_conllu(sentence.raw)) == len(sentence)
    assert 30 < refused < 140


# Saving -----------------------------------------------------------------------------------------


def test_saving_replaces_a_model_as_a_whole_or_not_at_all(model, data, path, monkeypatch):
    path.write_bytes(b"the model before")

    def fail(*_: object) -> None:
        raise OSError("no space left")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(f"dodona.treebank.streams.os.{name}", fail)
            with pytest.raises(OSError, match="no space left"):
                save_model(model, path)
        assert path.read_bytes() == b"the model before"
        assert [p.name for p in path.parent.iterdir()] == [path.name]
    save_model(model, path)
    assert path.read_bytes() == data
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_saving_where_there_is_no_folder(model, tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        save_model(model, tmp_path / "nowhere" / "model")


def test_errors_belong_to_dodona():
    assert issubclass(ModelError, DodonaError)
