"""What decoders and learners ask for scores: prepare sentences once, then score configurations.

A kind of model is a `Scorer`; greedy parsing, beam search, learning and derivations know nothing
else of it. It scores in four steps. `prepare` looks at the words of a batch of sentences, with the
GIL, once. `examine` reads what the model asks of a configuration, while that is at hand. `locate`
finds where the weights for it are, and `score` turns them into scores; these are the expensive
steps, and a beam leaves them out for a configuration of which the same was read as of another. Each
of the three has the processor fetch what the next one needs, which takes longer than the step
itself: so that nobody waits, several configurations are examined, then all are located, then all
are scored.

Some actions see a configuration in a way of their own (``system.scored_as``): it is read once in
the common view and once in that of each such action which is legal. Actions that follow each other
and see the same words share a view.
"""

from array import array
from collections.abc import Sequence
from typing import ClassVar

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcmp, memcpy

from dodona.errors import ArgumentError, TransitionError
from dodona.linear.words import WordBatch
from dodona.parser.labelled import LabelledTransitions
from dodona.systems.configuration import Configuration, Labels
from dodona.systems.state import State
from dodona.treebank.sentence import Sentence


@cython.cclass
class Batch:
    """Sentences as a scorer has prepared them. Several threads can read it.

    ``lengths`` are their numbers of words, ``longest`` is the largest. `of_sentence` is plain data
    that the scorer understands; it is handed to `Scorer.examine` as it is.
    """

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        i: cython.Py_ssize_t
        sentence: Sentence
        self.count = len(sentences)
        self.lengths = array("i", bytes(4 * self.count))
        for i in range(self.count):
            sentence = sentences[i]
            self.lengths[i] = sentence.n
            self.longest = max(self.longest, sentence.n)

    def of_sentence(self, index):
        return cython.NULL


@cython.final
@cython.cclass
class JoinedBatch(Batch):
    """Batches of one scorer as one, their sentences numbered through."""

    def __init__(self, batches: Sequence[Batch]) -> None:
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        batch: Batch
        self.batches = list(batches)  # what is pointed to stays
        self.count = sum(each.count for each in self.batches)
        self.lengths = array("i", bytes(4 * self.count))
        self.places = array("Q", bytes(8 * self.count))
        for batch in self.batches:
            self.longest = max(self.longest, batch.longest)
            for i in range(batch.count):
                self.lengths[count] = batch.lengths[i]
                self.places[count] = cython.cast(uint64_t, batch.of_sentence(i))
                count += 1

    def of_sentence(self, index):
        return cython.cast(cython.p_const_void, self.places[index])


@cython.final
@cython.cclass
class Workspace:
    """Slots for configurations that a scorer examines, with room for their scores.

    It is used by one thread at a time.
    """

    def __cinit__(self, scorer: Scorer, count: int) -> None:
        i: cython.Py_ssize_t
        slots: cython.Py_ssize_t = count
        views: cython.Py_ssize_t = 1 + len(scorer.system.scored_as)
        self.slots = cython.cast(cython.pointer(Slot), calloc(slots, cython.sizeof(Slot)))
        self.views = cython.cast(cython.pointer(View), calloc(slots * views, cython.sizeof(View)))
        self.scores = cython.cast(
            cython.p_int, calloc((slots + 1) * scorer.width, cython.sizeof(cython.int))
        )
        if not self.slots or not self.views or not self.scores:
            raise MemoryError()
        for i in range(slots):
            self.slots[i].views = self.views + i * views
            self.slots[i].scores = self.scores + i * scorer.width
            self.slots[i].row_scores = self.scores + slots * scorer.width

    def __dealloc__(self):
        free(self.slots)
        free(self.views)
        free(self.scores)


@cython.cclass
class Scorer:
    """Scores the transitions of a model.

    A subclass overrides `prepare`, `read_view`, `score_view` and, if something is to be fetched for
    that, `locate_view`. It does not change while it
    scores, so that threads can share it; what is written goes into the slots of a `Workspace`, of
    which each thread has its own.

    Scores are whole numbers: a beam adds them up, and the result must not depend on the order. A
    model that computes with floats rounds its scores to a fine unit. What is read in a view must
    determine the scores, since views with the same numbers are scored once.

    ``side_by_side`` is how many sentences of a batch can be at work in turn, and gain by it; only
    if it is one may `Batch.of_sentence` point to what is there until it is called again.

    ``width`` is how many scores `score_view` may write, at least the number of transitions. A
    ``mirrored`` scorer reads sentences from right to left: word 1 of a configuration is the last.
    """

    side_by_side: ClassVar[int] = 1

    def __init__(
        self, transitions: LabelledTransitions, width: int = 0, mirrored: bool = False
    ) -> None:
        self.mirrored = mirrored
        self.transitions = transitions
        self.system = transitions.system
        self.width = max(transitions.count, width)

    # What a kind of model is.

    def prepare(self, sentences: Sequence[Sentence], words: WordBatch | None = None) -> Batch:
        """Do once what the words of some sentences call for, whatever their configurations.

        ``words`` are their words if others have read them; they may have newer tags and lemmas.
        """
        return Batch(sentences)

    def read_view(self, state, words, view):
        """Write what ``state.focus`` shows. ``words`` is `Batch.of_sentence`."""

    def locate_view(self, view):
        """Find the weights for what was read."""

    def score_view(self, view, scores):
        """Write the scores of the transitions that have weights of their own.

        These are the first ``transitions.rows``.
        """

    # What decoders and learners call.

    def examine(self, state, words, slot):
        """See what can follow a configuration: nothing (FINISHED), one transition, or SEVERAL.

        If there are several, the slot is ready for `locate`.
        """
        group: cython.int
        slot.legal = self.system.valid(state)
        if slot.legal == 0:
            return FINISHED
        slot.group_count = self.transitions.list_groups(state, slot.legal, slot.groups)
        if slot.group_count == 1:
            group = slot.groups[0]
            if self.transitions.last[group] - self.transitions.first[group] == 1:
                return self.transitions.first[group]
        read_views(self, state, words, slot)
        return SEVERAL

    def locate(self, slot):
        """Find the weights for a configuration that was examined; the slot is ready for `score`."""
        i: cython.int
        for i in range(slot.view_count):
            self.locate_view(slot.views + i)

    def score(self, slot):
        """Write the scores of all transitions; those that are not legal may have any."""
        i: cython.int
        self.score_view(slot.views, slot.scores)
        for i in range(slot.action_count):
            if i == 0 or slot.numbers[i] != slot.numbers[i - 1]:
                self.score_view(slot.views + slot.numbers[i], slot.row_scores)
            self.transitions.take_scores(slot.actions[i], slot.row_scores, slot.scores)

    def scores_alike(self, one, other):
        """Whether the scores of two slots are the same, as far as can be told before `score`.

        Those with several views are not compared.
        """
        size: cython.int = one.views[0].size
        return (
            one.action_count == 0
            and other.action_count == 0
            and other.views[0].size == size
            and memcmp(one.views[0].numbers, other.views[0].numbers, size * 8) == 0
        )

    def view_number(self, slot, action):
        """The number of the view in which a legal action of a slot is scored."""
        i: cython.int
        for i in range(slot.action_count):
            if slot.actions[i] == action:
                return slot.numbers[i]
        return 0

    def view_of(self, slot, transition):
        """The view in which a legal transition of a slot is scored."""
        return slot.views + self.view_number(slot, self.transitions.actions[transition])

    def scores(self, sentence: Sentence, c: Configuration) -> dict[tuple[str, str | None], int]:
        """The score of each legal transition, for people; see `Parser.scores`."""
        g: cython.int
        i: cython.int
        state: State = self._state_of(c)
        if state.n != len(sentence):
            raise TransitionError(
                f"the configuration is over {state.n} words, and the sentence has {len(sentence)}"
            )
        batch: Batch = self.prepare([sentence])
        workspace: Workspace = Workspace(self, 1)
        slot: cython.pointer(Slot) = workspace.slots
        found: cython.int = self.examine(state, batch.of_sentence(0), slot)
        if found == FINISHED:
            return {}
        if found != SEVERAL:
            read_views(self, state, batch.of_sentence(0), slot)
        self.locate(slot)
        self.score(slot)
        result: dict = {}
        for g in range(slot.group_count):
            for i in range(
                self.transitions.first[slot.groups[g]], self.transitions.last[slot.groups[g]]
            ):
                name, _, label = self.transitions.classes[i]
                result[name, label] = slot.scores[i]
        return result

    def _state_of(self, c: Configuration) -> State:
        """The state of a configuration, with labels by the numbers that they have here.

        Labels that no transition gives get numbers after all others.
        """
        head: cython.int
        dependent: cython.Py_ssize_t
        if not isinstance(c, Configuration):
            raise ArgumentError(f"a configuration is expected, not {type(c).__name__}")
        state: State = c.state.copy()
        if type(c) is not type(self.system.initial(1)) or c.buffer != self.system.buffer_nodes(
            state
        ):
            raise TransitionError(
                f"the configuration is not one of {self.system.name} as the parser has it: begin "
                "with `parser.system.initial`"
            )
        names = Labels(self.transitions.labels)
        for dependent, label in enumerate(c.labels):
            head = state.heads[dependent]
            if head >= 0:
                state.detach(dependent)
                state.attach(head, dependent, names.number(label))
        return state


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def read_views(
    scorer: Scorer,
    state: State,
    words: cython.p_const_void,
    slot: cython.pointer(Slot),
) -> cython.void:
    """Read all views of a configuration whose legal actions are noted in the slot."""
    seen: cython.int[FOCUS_SIZE]
    size: cython.size_t = FOCUS_SIZE * cython.sizeof(cython.int)
    i: cython.int
    scorer.system.look(state)
    scorer.read_view(state, words, slot.views)
    slot.view_count = 1
    slot.action_count = 0
    if slot.legal & scorer.transitions.shared:
        slot.action_count = scorer.transitions.list_views(slot.legal, slot.actions)
        for i in range(slot.action_count):
            scorer.system.look_at(state, slot.actions[i])
            if i == 0 or memcmp(cython.address(state.focus[0]), seen, size) != 0:
                memcpy(seen, cython.address(state.focus[0]), size)
                scorer.read_view(state, words, slot.views + slot.view_count)
                slot.view_count += 1
            slot.numbers[i] = slot.view_count - 1
