"""`dodona serve`: models over HTTP."""

from typing import Any

import click

from dodona.cli.completion import models as known_models
from dodona.cli.flags import flags, given, offer
from dodona.cli.messages import say
from dodona.extras import needed
from dodona.keywords import complete
from dodona.options import ServingOptions


def run(models: tuple[str, ...], **values: Any) -> None:
    """Serve models over HTTP, to clients of UDPipe and to others.

    There are UDPipe's /models and /process, /v1/parse with trees in JSON, /openapi.json, /health
    and /metrics, and the explorer at /. SIGTERM and Ctrl-C let it finish what it works on. It
    listens to this machine alone unless --host says otherwise.
    """
    options = given(values, ServingOptions)
    complete(ServingOptions, options)  # before the models are loaded
    with needed("the server", "web"):
        from dodona.web.explorer import explorer_routes
        from dodona.web.served import load_models
        from dodona.web.serving import serve

    served = load_models(models)
    names = ", ".join(model.name for model in served.models)
    routes = explorer_routes({model.name: model.pipeline for model in served.models})
    told = f"serving {names} at"
    serve(served, extra_routes=routes, listening=lambda url: say(f"{told} {url}"), **options)


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
            help="Model files, or names of models (see `dodona models`), each perhaps with a name "
            "of its own, and with aliases: NAME:ALIAS=MODEL.  [default: en]",
            shell_complete=offer(known_models),
        ),
        *flags(ServingOptions),
    ],
)
