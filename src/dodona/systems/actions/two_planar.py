"""Actions of 2-planar parsing."""

SHIFT = 0
REDUCE = 1
LEFT = 2
RIGHT = 3
ROOT = 4
SWITCH = 5

# The bits of ``state.mode``: which stack is active, and whether the last transition was SWITCH.
SECOND = 1
SWITCHED = 2
