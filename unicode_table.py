"""Writes what the core knows of characters: src/dodona/linear/unicode_table.h

What models learn depends on it, so that it is one version of Unicode whatever Python runs. A newer
one changes the features of words with characters that were added since: it is for a new version of
the model format only. By hand, with Python 3.11, which has this version: python unicode_table.py
"""

import sys
import unicodedata
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

VERSION = "14.0.0"
TABLE = Path(__file__).parent / "src/dodona/linear/unicode_table.h"

# In the order of their numbers.
CATEGORIES = (
    *("Cc", "Cf", "Cn", "Co", "Cs", "Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn", "Nd", "Nl"),
    *("No", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Sc", "Sk", "Sm", "So", "Zl", "Zp", "Zs"),
)
LONGEST_RUN = 0xFFFF  # of 16 bits

TEMPLATE = """\
/* Characters as Unicode {version} knows them. Written by unicode_table.py. */
#ifndef DODONA_UNICODE_TABLE_H
#define DODONA_UNICODE_TABLE_H

#include <stdint.h>

#define DODONA_UNICODE "{version}"
#define DODONA_CATEGORIES "{categories}"
#define DODONA_RUNS {run_count}

/* How far it is to a character in the other case. Traits are bits: 1 upper case, 2 lower case, 4 a
 * digit, 8 a letter, 16 normal form C has something else in its place. */
typedef struct {{
    int32_t lower, upper;
    uint8_t category, traits;
}} dodona_character;

/* Each kind of character once. */
static const dodona_character dodona_characters[] = {{
{characters}
}};

/* From the first character on: how many of a kind follow one another, and which kind. */
static const uint16_t dodona_runs[2 * DODONA_RUNS] = {{
{runs}
}};

#endif
"""


class Kind(NamedTuple):
    lower: int
    upper: int
    category: int
    traits: int


def kind_of(code: int) -> Kind:
    character = chr(code)
    traits = (
        character.isupper(),
        character.islower(),
        character.isdigit(),
        character.isalpha(),
        not unicodedata.is_normalized("NFC", character),
    )
    return Kind(
        ord(character.lower()[0]) - code,
        ord(character.upper()[0]) - code,
        CATEGORIES.index(unicodedata.category(character)),
        sum(bit << i for i, bit in enumerate(traits)),
    )


def make_table() -> str:
    kinds: dict[Kind, int] = {}
    runs: list[tuple[int, int]] = []
    for kind, codes in groupby(map(kind_of, range(sys.maxunicode + 1))):
        number = kinds.setdefault(kind, len(kinds))
        length = len(list(codes))
        while length > 0:
            runs.append((min(length, LONGEST_RUN), number))
            length -= LONGEST_RUN
    return TEMPLATE.format(
        version=VERSION,
        categories="".join(CATEGORIES),
        run_count=len(runs),
        characters=_lines("{" + ",".join(map(str, kind)) + "}" for kind in kinds),
        runs=_lines(f"{length},{number}" for length, number in runs),
    )


def _lines(values: Iterable[str]) -> str:
    """Values with commas between them, in lines that are not too long."""
    lines = [""]
    for value in values:
        if len(lines[-1]) + len(value) > 110:
            lines.append("")
        lines[-1] += f"{value},"
    return "\n".join(lines)


if __name__ == "__main__":
    if unicodedata.unidata_version != VERSION:
        sys.exit(f"This Python knows Unicode {unicodedata.unidata_version}, not {VERSION}")
    TABLE.write_text(make_table(), encoding="ascii", newline="\n")
