"""Actions of arc-eager parsing; ATTACH is the non-monotonic REDUCE of a word without a head."""

SHIFT = 0
REDUCE = 1
LEFT = 2
RIGHT = 3
UNSHIFT = 4
ATTACH = 4
