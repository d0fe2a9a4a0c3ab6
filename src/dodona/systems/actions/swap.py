"""Actions of arc-hybrid and arc-standard parsing with SWAP; the others are as without it."""

SHIFT = 0
LEFT = 1
RIGHT = 2
SWAP = 3
