"""Treebank files, sentences and trees."""

from dodona.treebank.conllu import Reader, TreebankWarning, read_conllu, write_conllu
from dodona.treebank.drawing import draw_tree
from dodona.treebank.eisner import projectivize
from dodona.treebank.pseudo import Encoding
from dodona.treebank.sentence import Sentence, Word
from dodona.treebank.trees import check_tree, is_projective

__all__ = [
    "Encoding",
    "Reader",
    "Sentence",
    "TreebankWarning",
    "Word",
    "check_tree",
    "draw_tree",
    "is_projective",
    "projectivize",
    "read_conllu",
    "write_conllu",
]
