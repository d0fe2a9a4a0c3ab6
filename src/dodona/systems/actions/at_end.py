"""Actions that make arcs where all words have been read; PASS is NO-ARC or REDUCE."""

PASS = 1
LEFT = 2
RIGHT = 3
ROOT = 4
