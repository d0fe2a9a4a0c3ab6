"""Pictures of trees: a few exact ones, and the proof that every arc can be read back."""

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest
from strategies import random_projective_tree
from systems_proof import random_tree

from dodona.treebank import drawing
from dodona.treebank.drawing import draw_tree

GOES_UP = set("│└├┴┼▼") | set("|`+v")
GOES_DOWN = set("│┌├┬┼▲") | set("|,+^")
JOINS_RIGHTWARDS = set("┌└├┬┴") | set(",`+")
PASSES_SIDEWAYS = set("─┼") | set("-|")
RIGHT_ARROWS = set("►>")
VERTICAL_ARROWS = set("▼▲") | set("v^")
SELF_LOOPS = set("↺@")

THE_CAT = (
    ["The", "cat", "sat", "on", "the", "mat", "."],
    [2, 3, 0, 6, 6, 3, 3],
    ["det", "nsubj", "root", "case", "det", "obl", "punct"],
    ["DET", "NOUN", "VERB", "ADP", "DET", "NOUN", "PUNCT"],
)
WHAT_SHE_WANTS = (
    ["What", "do", "you", "think", "she", "wants", "?"],
    [6, 4, 4, 0, 6, 4, 4],
    ["obj", "aux", "nsubj", "root", "nsubj", "ccomp", "punct"],
    ["PRON", "AUX", "PRON", "VERB", "PRON", "VERB", "PUNCT"],
)


def draw_lines(heads: Sequence[int], *, ascii_only: bool = False) -> list[str]:
    """The rows of a picture without its words."""
    n = len(heads)
    picture = draw_tree(["w"] * n, heads, ["r"] * n, ascii_only=ascii_only)
    return [row.removesuffix(" w  r") for row in picture.split("\n")]


def trace_head(rows: list[str], word: int) -> int:
    """Follow the line from a dependent's arrow back to its head, as a reader's eye does."""
    row = word - 1
    [arrow] = [
        column
        for column, char in enumerate(rows[row])
        if char in RIGHT_ARROWS | VERTICAL_ARROWS | SELF_LOOPS
    ]
    if rows[row][arrow] in SELF_LOOPS:
        return word
    column = arrow
    if rows[row][arrow] in RIGHT_ARROWS:
        column -= 1
        while column >= 0 and rows[row][column] in PASSES_SIDEWAYS:
            column -= 1
        if column < 0:
            return 0
        assert rows[row][column] in JOINS_RIGHTWARDS
    [head] = [
        other + 1
        for other in vertical_line(rows, row, column)
        if rows[other][column] in JOINS_RIGHTWARDS
        and not RIGHT_ARROWS.intersection(rows[other][column:])
    ]
    return head


def vertical_line(rows: list[str], row: int, column: int) -> Iterator[int]:
    """The rows of the vertical line through a cell."""
    yield row
    for step, leaves, enters in ((-1, GOES_UP, GOES_DOWN), (1, GOES_DOWN, GOES_UP)):
        here = row
        while rows[here][column] in leaves:
            here += step
            assert here >= 0, "a line runs out of the picture"
            assert rows[here][column] in enters, "a line breaks off"
            yield here


def assert_readable(heads: Sequence[int], *, ascii_only: bool = False) -> None:
    rows = draw_lines(heads, ascii_only=ascii_only)
    traced = [trace_head(rows, word) for word in range(1, len(heads) + 1)]
    assert traced == list(heads), "\n".join(rows)


def is_tree(heads: Sequence[int]) -> bool:
    reached = {0}
    for _ in heads:
        reached |= {word for word, head in enumerate(heads, start=1) if head in reached}
    return len(reached) == len(heads) + 1


def is_projective(heads: Sequence[int]) -> bool:
    spans = [sorted((word, head)) for word, head in enumerate(heads, start=1)]
    return not any(a < c < b < d for (a, b), (c, d) in itertools.permutations(spans, 2))


def all_head_assignments(n: int) -> Iterator[tuple[int, ...]]:
    return itertools.product(range(n + 1), repeat=n)


def test_projective_sentence() -> None:
    assert draw_tree(*THE_CAT).split("\n") == [
        "    ┌► The  DET    det",
        "  ┌►└─ cat  NOUN   nsubj",
        "─►├─── sat  VERB   root",
        "  │ ┌► on   ADP    case",
        "  │ ├► the  DET    det",
        "  ├►└─ mat  NOUN   obl",
        "  └──► .    PUNCT  punct",
    ]


def test_nonprojective_sentence_shows_the_crossing() -> None:
    assert draw_tree(*WHAT_SHE_WANTS).split("\n") == [
        "    ┌──► What   PRON   obj",
        "    │ ┌► do     AUX    aux",
        "    │ ├► you    PRON   nsubj",
        "─►┌─┼─┴─ think  VERB   root",
        "  │ ├──► she    PRON   nsubj",
        "  ├►└─── wants  VERB   ccomp",
        "  └────► ?      PUNCT  punct",
    ]


def test_ascii_without_tags() -> None:
    forms, heads, deprels, _ = WHAT_SHE_WANTS
    assert draw_tree(forms, heads, deprels, ascii_only=True).split("\n") == [
        "    ,--> What   obj",
        "    | ,> do     aux",
        "    | +> you    nsubj",
        "->,-|-`- think  root",
        "  | +--> she    nsubj",
        "  +>`--- wants  ccomp",
        "  `----> ?      punct",
    ]


def test_chain_reuses_its_lanes() -> None:
    assert draw_lines([0, 1, 2, 3]) == [
        "───►┌─",
        "  ┌─▼─",
        "  └►┌─",
        "    └►",
    ]
    assert {len(row) for row in draw_lines(range(200))} == {6}


def test_picture_in_the_module_docstring() -> None:
    picture = draw_tree(
        ["The", "cat", "sat", "down"],
        [2, 3, 0, 3],
        ["det", "nsubj", "root", "advmod"],
        ["DET", "NOUN", "VERB", "ADV"],
    )
    assert drawing.__doc__ is not None
    assert "\n".join(f"    {row}" for row in picture.split("\n")) in drawing.__doc__


def test_one_word() -> None:
    assert draw_tree(["Yes"], [0], ["root"]) == "─► Yes  root"


def test_no_words() -> None:
    assert draw_tree([], [], []) == ""
    assert draw_tree([], [], [], []) == ""


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_every_small_graph_can_be_read_back(n: int, ascii_only: bool) -> None:
    """All trees, and beyond them all forests with cycles."""
    for heads in all_head_assignments(n):
        assert_readable(heads, ascii_only=ascii_only)


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("n", [6, 9, 15, 30, 60])
def test_long_trees_can_be_read_back(n: int, ascii_only: bool) -> None:
    rng = random.Random(n)
    for _ in range(50):
        assert_readable(random_tree(n, rng, single_root=True)[1:], ascii_only=ascii_only)
        assert_readable(random_projective_tree(n, rng)[1:], ascii_only=ascii_only)
        assert_readable([rng.randint(0, n) for _ in range(n)], ascii_only=ascii_only)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_lines_cross_exactly_where_the_tree_is_not_projective(n: int) -> None:
    for heads in filter(is_tree, all_head_assignments(n)):
        crosses = any("┼" in row for row in draw_lines(heads))
        assert crosses != is_projective(heads), heads


def test_long_projective_trees_have_no_crossing() -> None:
    rng = random.Random(0)
    for _ in range(100):
        heads = random_projective_tree(40, rng)[1:]
        assert is_projective(heads)
        assert not any("┼" in row for row in draw_lines(heads))


def test_two_hundred_words() -> None:
    rng = random.Random(200)
    assert_readable(random_tree(200, rng, single_root=True)[1:])
    assert_readable(random_projective_tree(200, rng)[1:])
    assert_readable([200, *range(1, 200)])


def test_ascii_picture_is_ascii() -> None:
    rng = random.Random(1)
    for _ in range(50):
        heads = [rng.randint(0, 12) for _ in range(12)]
        assert "".join(draw_lines(heads, ascii_only=True)).isascii()


def test_columns_align_by_terminal_cells() -> None:
    forms = ["東京", "cafe\u0301", "ﾃｽﾄ", "\u1112\u1161\u11ab", "سلام", "x\u200dy"]
    picture = draw_tree(forms, [0, 1, 1, 1, 1, 1], ["名", *"bcdef"], ["T"] * 6)
    assert picture.split("\n") == [
        "─►┌─ 東京  T  名",
        "  ├► cafe\u0301  T  b",
        "  ├► ﾃｽﾄ   T  c",
        "  ├► \u1112\u1161\u11ab    T  d",
        "  ├► سلام  T  e",
        "  └► x\u200dy    T  f",
    ]


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("a\nb\rc\td", r"a\nb\rc\td"),
        ("\x00\x7f\x9b", r"\x00\x7f\x9b"),
        ("\u2028\u2029", r"\u2028\u2029"),
        ("\u202eevil\u2066", r"\u202eevil\u2066"),
        ("\ud800", r"\ud800"),
    ],
)
def test_control_characters_are_shown_as_escapes(hostile: str, shown: str) -> None:
    picture = draw_tree([hostile, "b"], [0, 1], [hostile, "r"], [hostile, "t"])
    assert picture.split("\n") == [
        f"─►┌─ {shown}  {shown}  {shown}",
        f"  └► {'b':{len(shown)}}  {'t':{len(shown)}}  r",
    ]


def test_an_empty_label_leaves_no_trailing_space() -> None:
    assert draw_tree(["a", "bc"], [0, 1], ["", ""]) == "─►┌─ a\n  └► bc"


@pytest.mark.parametrize(
    ("heads", "deprels", "tags", "message"),
    [
        ([0], ["a", "b"], None, "2 forms but 1 heads"),
        ([0, 1], ["a", "b", "c"], None, "2 forms but 3 deprels"),
        ([0, 1], ["a", "b"], [], "2 forms but 0 tags"),
        ([0, 3], ["a", "b"], None, r"word 2 has head 3, which is outside 0\.\.2"),
        ([-1, 1], ["a", "b"], None, r"word 1 has head -1, which is outside 0\.\.2"),
    ],
)
def test_wrong_input_is_refused(
    heads: list[int], deprels: list[str], tags: list[str] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        draw_tree(["x", "y"], heads, deprels, tags)
