"""Actions of arc-hybrid parsing."""

SHIFT = 0
LEFT = 1
RIGHT = 2
UNSHIFT = 3
