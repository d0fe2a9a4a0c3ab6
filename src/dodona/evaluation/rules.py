"""The rules by which words are scored, by name: what every score has to say about itself."""

import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from dodona.errors import SettingsError
from dodona.treebank.conllu import Format
from dodona.treebank.sentence import Sentence

RuleName = Literal["ud", "conllx", "conll07"]
LabelRule = Literal["full", "universal"]
Punctuation = Literal["form", "tag", "label"]

LABEL_RULES: dict[LabelRule, str] = {
    "full": "labels are compared as they stand",
    "universal": "subtypes of labels (after the colon) are ignored",
}
PUNCTUATION_RULES: dict[Punctuation, str] = {
    "form": "a word is punctuation if all its characters are (categories P of Unicode)",
    "tag": "a word is punctuation if its gold tag says so (PUNCT; in older treebanks Punc, XP, "
    "PUNT, ...)",
    "label": "a word is punctuation if its gold label says so (punct; in older treebanks PUNC, "
    "pnct, AuxX, ...)",
}
_TASKS: dict[RuleName, str] = {
    "ud": "CoNLL 2018",
    "conllx": "CoNLL-X, 2006",
    "conll07": "CoNLL 2007",
}

# Besides Universal Dependencies: the Penn treebank, and those of the CoNLL tasks of 2006 and 2007.
_TALBANKEN = {"IK", "IP", "IT", "IR", "IC", "IG", "IS", "IQ", "IU", "I?"}
_TALBANKEN_CLOSING = {"JC", "JG", "JR", "JT"}
_TAGS = {"PUNCT", "PUNC", "PUNT", "PU", "``", "''", ",", ".", ":"} | _TALBANKEN
_GREEK_TAG = "u"  # a capital U is a Danish word
_FINE_TAGS = {"XP"}
_LABELS = {"PUNCT", "PUNC", "PUNT", "PNCT", "PU", "AUXX", "AUXK", "AUXG"}
_LABELS |= _TALBANKEN | _TALBANKEN_CLOSING
_PENN_LABEL = "P"  # in Portuguese that of verbs


@dataclass(frozen=True)
class Rule:
    """Which words count, and how their labels are compared.

    ``exclude_punct`` says by what punctuation is known that does not count, or is None if all
    words count. Only the rule ``ud`` compares files with different words.
    """

    name: RuleName
    labels: LabelRule
    exclude_punct: Punctuation | None = None

    @property
    def punctuation(self) -> Punctuation:
        """By what punctuation is known, also where it counts."""
        return self.exclude_punct or "form"

    @property
    def aligns(self) -> bool:
        """Whether words are found again where two files divide the same text differently."""
        return self.name == "ud"

    def compared(self, label: str) -> str:
        """The part of a label that is compared."""
        return label.partition(":")[0] if self.labels == "universal" else label

    def punctuation_in(self, sentence: Sentence) -> list[bool]:
        """Of each word whether it is punctuation."""
        if self.punctuation == "form":
            return [is_punctuation(form) for form in sentence.forms]
        if self.punctuation == "tag":
            return list(map(_is_punctuation_tag, sentence.upos, sentence.xpos))
        return list(map(_is_punctuation_label, sentence.deprels, sentence.upos))

    def describe(self) -> list[str]:
        """The rule in words: its name and which words count; labels; punctuation."""
        words = "punctuation is left out" if self.exclude_punct else "all words count"
        return [
            f"rule {self.name} ({_TASKS[self.name]}): {words}",
            LABEL_RULES[self.labels],
            PUNCTUATION_RULES[self.punctuation],
        ]

    def note_on(self, metrics: str) -> str:
        """What to say beside metrics of the CoNLL 2018 task where the rule is not just that."""
        if not self.aligns or self == _RULES["ud"]:
            return ""
        return f"no option changes {metrics}: they are as in the task, {LABEL_RULES['universal']}"

    def to_dict(self) -> dict[str, Any]:
        words, labels, punctuation = self.describe()
        result = {
            "name": self.name,
            "exclude_punct": self.exclude_punct,
            "words": words,
            "labels": labels,
            "punctuation": punctuation,
        }
        note = self.note_on("the metrics of the task")
        return {**result, "metrics": note} if note else result


_RULES: dict[RuleName, Rule] = {
    "ud": Rule("ud", "universal"),
    "conllx": Rule("conllx", "full", "form"),
    "conll07": Rule("conll07", "full"),
}


def get_rule(
    name: RuleName | Rule | None = None,
    *,
    labels: LabelRule | None = None,
    exclude_punct: Punctuation | None = None,
    treebank_format: Format | None = None,
) -> Rule:
    """A rule by its name, with other labels or punctuation if asked for; a `Rule` as it is.

    ``ud``: all words, labels without subtypes. ``conllx``: without words whose form is all
    punctuation, full labels. ``conll07``: all words, full labels. Without a name it is ``ud`` for
    CoNLL-U and ``conll07`` for everything else.
    """
    if isinstance(name, Rule):
        if labels or exclude_punct:
            raise SettingsError("a Rule says all: give it, or a name with options")
        return name
    name = name or ("ud" if treebank_format == "conllu" else "conll07")
    if name not in _RULES:
        raise SettingsError(f"there is no rule {name!r}; there are {', '.join(_RULES)}")
    if labels is not None and labels not in LABEL_RULES:
        raise SettingsError(f"labels are 'full' or 'universal', not {labels!r}")
    if exclude_punct is not None and exclude_punct not in PUNCTUATION_RULES:
        raise SettingsError(f"punctuation is known by form, tag or label, not {exclude_punct!r}")
    rule = _RULES[name]
    return replace(
        rule,
        labels=labels or rule.labels,
        exclude_punct=exclude_punct or rule.exclude_punct,
    )


@lru_cache(maxsize=1 << 16)
def is_punctuation(form: str) -> bool:
    """Whether a form has nothing but characters of Unicode's categories for punctuation."""
    return all(unicodedata.category(character).startswith("P") for character in form)


def _is_punctuation_tag(upos: str, xpos: str) -> bool:
    return upos.upper() in _TAGS or upos == _GREEK_TAG or xpos in _FINE_TAGS


def _is_punctuation_label(label: str, upos: str) -> bool:
    if label == _PENN_LABEL:
        # Penn's tags of punctuation are no letters: a comma, brackets, -LRB-.
        return not upos[:1].isalpha() or upos.upper() in _TAGS
    return label.partition(":")[0].upper() in _LABELS
