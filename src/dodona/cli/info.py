"""`dodona info`: what a model is."""

import click

from dodona.cli.flags import model_argument, switch
from dodona.cli.messages import show, show_json


def run(model: str, as_json: bool) -> None:
    """Tell what a model is: its parts, their training, labels, scores and licence."""
    from dodona.model.files import load_parts
    from dodona.pipeline import load
    from dodona.pipeline.description import describe_model
    from dodona.pipeline.models import find_model

    path = find_model(model).path
    load(path)  # says what is wrong with a model that is damaged
    file = load_parts(path)
    if as_json:
        headers = {name: part.header for name, part in file.parts.items()}
        show_json({"about": file.about, "parts": headers})
        return
    show(describe_model(file, {"file": f"{path} ({path.stat().st_size / 1e6:.1f} MB)"}))


COMMAND = click.Command(
    "info",
    callback=run,
    help=run.__doc__,
    epilog="""Example: dodona info en

    All of it: dodona info model.dodona --json""",
    params=[
        model_argument(required=True),
        switch("--json", "as_json", help="Print the whole header as JSON."),
    ],
)
