"""What the package of a model says to people, and to those who index packages."""

from typing import NamedTuple

from dodona.model.files import ModelFile
from dodona.packages.names import distribution_name, licence_expression, licence_url, module_name
from dodona.pipeline.description import describe_model
from dodona.pipeline.installed import GROUP
from dodona.printable import printable
from dodona.treebank.forms import single_spaces
from dodona.version import __version__

_README = """\
# {name}

A model for [Dodona](https://pypi.org/project/dodona/), which parses sentences into dependency
trees. With this package installed, Dodona knows it by its name:

```
dodona parse {name} {files}
```

```python
import dodona

nlp = dodona.load("{name}")
```

## Licence

{notice}
{scores}
## What it is

`dodona info {name}`:

```
{info}
```
"""
_SCORES = """
## Scores

The test part of a treebank was parsed from its raw text, with everything predicted. Of this,
`dodona evaluate` says:

```
{scores}
```
"""


class Texts(NamedTuple):
    """A model under its name, its version and licence, and whose data it has learned from.

    ``scores`` is what `dodona evaluate` says of it, or nothing.
    """

    name: str
    version: str
    licence: str
    attribution: str
    scores: str

    def notice(self) -> str:
        """The licence of the model, and whose work it is based on."""
        url = licence_url(self.licence)
        licence = f"{self.licence} ({url})" if url else self.licence
        origin = f"It was trained on: {self.attribution}." if self.attribution else ""
        return "\n\n".join(filter(None, [f"The model {self.name} is under: {licence}.", origin]))

    def readme(self, file: ModelFile) -> str:
        """What people should know of it."""
        return _README.format(
            name=self.name,
            files="texts/ --output-dir parsed/" if "tokenizer" in file.parts else "tagged.conllu",
            notice=self.notice(),
            scores=_SCORES.format(scores=self.scores) if self.scores else "",
            info=describe_model(file, {"name": self.name, "version": self.version}),
        )

    def metadata(self, readme: str) -> str:
        """What indexes of packages and pip read."""
        expression = licence_expression(self.licence)
        licence = f"License-Expression: {expression}" if expression else f"License: {self.licence}"
        lines = [
            "Metadata-Version: 2.4",
            f"Name: {distribution_name(self.name)}",
            f"Version: {self.version}",
            f"Summary: {self.name}, a model for the dependency parser Dodona",
            licence,
            "License-File: NOTICE",
            "Keywords: dodona,dependency parsing",
            "Classifier: Topic :: Text Processing :: Linguistic",
            f"Requires-Dist: dodona>={__version__}",
            "Description-Content-Type: text/markdown; charset=UTF-8",
        ]
        return "\n".join([*lines, "", readme])

    def entry_points(self) -> str:
        """How the model is found."""
        return f"[{GROUP}]\n{self.name} = {module_name(self.name)}\n"


def one_line(text: object) -> str:
    """A text as a line that cannot be taken for several."""
    return printable(single_spaces(str(text)))
