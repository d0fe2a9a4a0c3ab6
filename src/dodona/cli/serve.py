"""`dodona serve`: models over HTTP."""

from typing import Any

import click

from dodona.cli.completion import models as known_models
from dodona.cli.flags import flags, given, offer
from dodona.cli.messages import say
from dodona.errors import DodonaError
from dodona.keywords import complete
from dodona.options import ServingOptions


def run(models: tuple[str, ...], **values: Any) -> None:
    """Serve models over HTTP, to clients of UDPipe and to others.

    There are UDPipe's /models and /process, /v1/parse with trees in JSON, /openapi.json, /health
    and /metrics. SIGTERM and Ctrl-C let it finish what it works on. It listens to this machine
    alone unless --host says otherwise.
    """
    options = given(values, ServingOptions)
    complete(ServingOptions, options)  # before the models are loaded
    try:
        from dodona.web.served import load_models
        from dodona.web.serving import serve
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "dodona":
            raise
        raise DodonaError(f"the server needs {package}: pip install 'dodona[web]'") from None

    served = load_models(models)
    names = ", ".join(model.name for model in served.models)
    serve(served, listening=lambda url: say(f"serving {names} at {url}"), **options)


COMMAND = click.Command(
    "serve",
    callback=run,
    help=run.__doc__,
    epilog="""Example: dodona serve en --port 8001

    Several models, the first is the default: dodona serve en-ewt=en model.dodona --threads 2""",
    params=[
        click.Argument(
            ["models"],
            nargs=-1,
            metavar="[NAME=MODEL]...",
            help="Model files, or names of models that come with Dodona, each perhaps with a name "
            "of its own, and with aliases: NAME:ALIAS=MODEL.  [default: en]",
            shell_complete=offer(known_models),
        ),
        *flags(ServingOptions),
    ],
)
