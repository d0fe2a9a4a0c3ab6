"""One page with a whole derivation to step through, without a server."""

import base64
import json
from html import escape
from importlib import resources

from dodona.printable import blotted
from dodona.treebank.svg import OF_THE_PAGE
from dodona.web.exploration import Exploration
from dodona.web.exploration_svg import best_tree_svg, state_svg

_PAGE = resources.files("dodona.web") / "page"
_MODULES = {"preact": "preact.js", "view": "view.js"}


def stepping_page(state: Exploration) -> str:
    """A page that needs nothing else; it opens at the beginning and ends with ``state``."""
    style = _read("explorer.css")
    base = (resources.files("dodona.evaluation") / "page.css").read_text(encoding="utf-8")
    imports = {name: _data_url(_read(file)) for name, file in _MODULES.items()}
    title = blotted(" ".join(state.sentence.forms), "\ufffd")
    data = json.dumps({"steps": _steps(state), "forms": ["ROOT", *state.sentence.forms]})
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{base}{style}</style>"
        f'<script type="importmap">{json.dumps({"imports": imports})}</script></head>'
        f'<body><main id="stepper"></main>'
        f'<script type="application/json" id="derivation">{_within_script(data)}</script>'
        f'<script type="module">{_read("stepper.js")}</script></body></html>\n'
    )


def stepping_frame(state: Exploration) -> str:
    """The page in a frame, as a notebook shows it."""
    page = escape(stepping_page(state))
    style = "width:100%;height:720px;border:1px solid #8884;border-radius:8px"
    return f'<iframe title="A derivation" style="{style}" srcdoc="{page}"></iframe>'


def _steps(state: Exploration) -> list[dict[str, object]]:
    """What there is to be seen after each transition, the last time with the whole history."""
    steps = []
    for made in range(len(state.transitions) + 1):
        earlier = Exploration(state.sentence, state.setup, state.transitions[:made], state.parser)
        data = earlier.to_dict(known=max(0, made - 1))
        del data["forms"]
        svg, best_svg = state_svg(earlier, OF_THE_PAGE), best_tree_svg(earlier, OF_THE_PAGE)
        steps.append(data | {"svg": svg, "best_svg": best_svg})
    return steps


def _read(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8")


def _data_url(code: str) -> str:
    return "data:text/javascript;base64," + base64.b64encode(code.encode()).decode()


def _within_script(data: str) -> str:
    """JSON that cannot end the element it stands in."""
    return data.replace("<", "\\u003c")
