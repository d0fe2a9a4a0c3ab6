"""Actions of Covington's algorithm."""

SHIFT = 0
NO_ARC = 1
LEFT = 2
RIGHT = 3
ROOT = 4
