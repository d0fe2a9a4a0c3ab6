"""The numbers of actions: their places in `TransitionSystem.actions`.

They are kept apart from the systems because oracles in other files count with them too. A compiled
module that imports one declares it in its .pxd as a number of C.
"""
