"""Hostile and unlucky input by the million: every case ends in a `DodonaError` or a valid result.

    PYTHONPATH=tests python -m fuzz --seed 7 --minutes 5
    PYTHONPATH=tests python -m fuzz --seed 7 --only models --case 123

A kind of input makes its cases from a seed and a number and judges them (`kinds`); `guard` runs
them in a process of their own, so that a crash or a hang is one failing case and not the end.
"""
