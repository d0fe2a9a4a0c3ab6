"""Which transition system suits a treebank: what ``system="auto"`` stands for.

The rules are read off a table of many systems on treebanks with many trees that are not projective:
``docs/results/nonprojective.md``, which says how far each choice is from the best.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dodona.errors import SettingsError
from dodona.options import Nonprojective, PipelineOptions
from dodona.treebank.incomplete import is_part_of_projective
from dodona.treebank.sentence import Sentence
from dodona.wording import counted

AUTO = "auto"
"""The name that leaves the choice of the system to the treebank."""

# With fewer trees that cross nothing was measured, and there is little to gain.
_MANY = 0.1
# Where nearly every tree crosses, words stand in a free order: no system learns it well.
_MOST = 0.5


@dataclass(frozen=True)
class Choice:
    """A system, what becomes of trees that are not projective, and why."""

    system: str
    nonprojective: Nonprojective | None
    reason: str

    def __str__(self) -> str:
        """The choice as a line for people."""
        how = f" with nonprojective={self.nonprojective}" if self.nonprojective else ""
        return f"system {self.system}{how}: {self.reason}"

    def settle(self, options: PipelineOptions) -> PipelineOptions:
        """The options that were given, with the system that was chosen.

        What was asked for `nonprojective` stays; exact costs need a dynamic oracle.
        """
        if options.get("vote") is not None:
            raise SettingsError("`vote` says the systems and directions: leave out `system`")
        nonprojective = options.get("nonprojective")
        if nonprojective is None and options.get("oracle", "dynamic") == "dynamic":
            nonprojective = self.nonprojective
        return {**options, "system": self.system, "nonprojective": nonprojective}


def choose_system(sentences: Sequence[Sentence]) -> Choice:
    """The system that is likely to give a treebank the best trees, by how many of it cross."""
    trees = [[-1, *sentence.heads] for sentence in sentences if sentence.has_heads]
    crossing = sum(not is_part_of_projective(heads) for heads in trees)
    share = crossing / max(len(trees), 1)
    facts = f"of {counted(len(trees), 'tree')} {100 * share:.1f} % are not projective"
    if not crossing:
        return Choice("arc-eager", None, "all trees are projective")
    if share < _MANY:
        return Choice("arc-eager", "exact", f"{facts}, too few to learn arcs that cross")
    if share > _MOST:
        return Choice("arc-hybrid", "exact", f"{facts}, too many to learn where arcs may cross")
    return Choice("covington-nonlocal", None, f"{facts}, enough to learn arcs that cross")
