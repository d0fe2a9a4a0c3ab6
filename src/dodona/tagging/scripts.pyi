from collections.abc import Sequence
from typing import NamedTuple

WHOLE_LEMMA: int

class Script(NamedTuple):
    casing: int
    start: int
    before: str
    end: int
    after: str

def script_for(form: str, lemma: str) -> Script: ...
def change_case(form: str, casing: int) -> str: ...

class ScriptSet:
    def __init__(self, scripts: Sequence[Script]) -> None: ...
    @property
    def scripts(self) -> list[Script]: ...
    def lemma(self, script: int, form: str) -> str | None: ...
