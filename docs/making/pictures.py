"""The drawings of the documents, made by Dodona itself: python docs/making/pictures.py

Documents in the repository show the files in docs/pictures; on the site the same pictures have the
colours of the page.
"""

from pathlib import Path

from dodona.treebank import Sentence
from dodona.treebank.svg import PLAIN, Colours, tree_svg
from dodona.web.examples import load_examples
from dodona.web.exploration import Exploration, Setup
from dodona.web.exploration_svg import state_svg

FOLDER = Path(__file__).resolve().parent.parent / "pictures"

WANTS = Sentence.from_words(
    ["What", "do", "you", "think", "she", "wants", "?"],
    heads=[6, 4, 4, 0, 6, 4, 4],
    deprels=["obj", "aux", "nsubj", "root", "nsubj", "ccomp", "punct"],
    upos=["PRON", "AUX", "PRON", "VERB", "PRON", "VERB", "PUNCT"],
)


def pictures(colours: Colours = PLAIN) -> dict[str, str]:
    """All pictures by their names."""
    start = example("goldberg-2012-figure-3")
    gold = walk(start, "SHIFT", "LEFT", "RIGHT", "RIGHT")
    mistake = walk(start, "SHIFT", "LEFT", "RIGHT", "SHIFT")
    apart = walk(example("goldberg-2014-section-2.4"), *["SHIFT"] * 4)
    return {
        "wants": tree(WANTS, colours),
        "letter-gold": tree(start.sentence, colours),
        "letter-on-the-way": state_svg(gold, colours),
        "letter-mistake": state_svg(mistake, colours),
        "letter-end": state_svg(mistake.run(), colours),
        "two-arcs": state_svg(apart, colours),
    }


def tree(sentence: Sentence, colours: Colours) -> str:
    tags = sentence.upos if sentence.has_upos else None
    return tree_svg(sentence.forms, sentence.heads, sentence.deprels, tags, colours=colours)


def example(name: str) -> Exploration:
    """The beginning of an example of the explorer."""
    found = next(each for each in load_examples() if each.id == name)
    return Exploration(Sentence.from_conllu(found.conllu), Setup(found.system, labelled=True))


def walk(state: Exploration, *names: str) -> Exploration:
    """The state after some transitions, each with the label that goes with it."""
    for name in names:
        move = next(each for each in state.moves if each.name == name)
        state = state.apply(name, state.label_for(move))
    return state


if __name__ == "__main__":
    for name, picture in pictures().items():
        (FOLDER / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")
