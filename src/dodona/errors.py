"""Everything that Dodona raises on purpose.

DodonaError
├── TreebankError      a treebank file that cannot be read (file, line, sentence, remedy)
├── TextError          a text that cannot be read                    (a TreebankError)
├── ArgumentError      what a function cannot take                   (also a TypeError, ValueError)
├── TreeError          heads that are no tree                        (also a ValueError)
├── TransitionError    a transition that is unknown or not legal     (also a ValueError)
├── TemplateError      a feature template that makes no sense        (also a ValueError)
├── SettingsError      training settings that do not go together     (also a ValueError)
├── ModelError         a file that is not a usable model
├── ExperimentError    a recipe that makes no sense, or records that cannot be read
├── RequestError       a request that the server cannot answer (with the status that says so)
└── AlignmentError     two files that cannot be compared word by word
"""

from dodona.printable import printable


class DodonaError(Exception):
    """The base of all errors that a user can do something about.

    Whatever a message quotes (ids of sentences, labels, names of files), it is safe to be shown.
    """

    def __str__(self) -> str:
        return printable(super().__str__())


class TreebankError(DodonaError):
    """A treebank file that cannot be read.

    ``message`` says what is wrong; ``source``, ``line`` and ``sentence`` say where.
    """

    def __init__(self, message: str, source: str = "", line: int = 0, sentence: str = "") -> None:
        super().__init__(message, source, line, sentence)
        self.message = message
        self.source = source
        self.line = line
        self.sentence = sentence

    def __str__(self) -> str:
        place = self.source
        if self.line:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
        if self.sentence:
            place += f" ({self.sentence})"
        return printable(f"{place}: {self.message}" if place else self.message)


class TextError(TreebankError):
    """A text that cannot be read, such as one that is not UTF-8."""


class ArgumentError(DodonaError, TypeError, ValueError):
    """What a function cannot take, such as a string where sentences are expected."""


class TreeError(DodonaError, ValueError):
    """Heads that are no tree, or not one of the class that was asked for."""


class TransitionError(DodonaError, ValueError):
    """A transition (or a transition system) that is unknown, or not legal here."""


class TemplateError(DodonaError, ValueError):
    """A feature template that makes no sense."""


class SettingsError(DodonaError, ValueError):
    """Training settings that do not go together."""


class ModelError(DodonaError):
    """A file that is not a model, is damaged, or needs a newer Dodona."""


class AlignmentError(DodonaError):
    """Two treebank files whose sentences or words are not the same."""


class ExperimentError(DodonaError):
    """A recipe that makes no sense (file and key), or records of runs that cannot be read."""


class RequestError(DodonaError):
    """A request that the server cannot answer, or not now.

    ``status`` is that of HTTP; ``retry_after`` are the seconds after which it may be tried again.
    """

    def __init__(self, message: str, status: int = 400, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after
