"""Actions of arc-swift parsing: LEFT_k is LEFT + k - 1, RIGHT_k is RIGHT + k - 1."""

DEEPEST = 30
SHIFT = 0
LEFT = 1
RIGHT = LEFT + DEEPEST
REDUCE = RIGHT + DEEPEST
UNSHIFT = REDUCE + 1
