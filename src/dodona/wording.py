"""Words for numbers of things."""


def counted(number: int, noun: str, plural: str = "", *, style: str = "") -> str:
    """A number of things: the noun gets an s unless there is one of them, or has its own plural.

    ``style`` is how the number is written, as `format` takes it.

    >>> counted(1, "sentence"), counted(1200, "word", style=",")
    ('1 sentence', '1,200 words')
    """
    return f"{number:{style}} {noun if number == 1 else plural or noun + 's'}"
