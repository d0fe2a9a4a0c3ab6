"""Actions of arc-standard parsing; LR-spine parsing shares SHIFT."""

SHIFT = 0
LEFT = 1
RIGHT = 2
