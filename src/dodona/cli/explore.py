"""`dodona explore`: a page on which oracles are seen at work, and treebanks are browsed."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dodona.cli.completion import models as known_models
from dodona.cli.flags import FILE, flags, given, offer, switch
from dodona.cli.messages import check_inputs, say
from dodona.extras import needed
from dodona.keywords import complete
from dodona.options import AddressOptions

if TYPE_CHECKING:
    from dodona.web.treebank_search import SearchableTreebank

_MODEL_SUFFIX = ".dodona"


def run(sources: tuple[str, ...], against: Path | None, no_browser: bool, **values: Any) -> None:
    """Step through the configurations of a parser, see what each transition costs, make a mistake
    and watch the oracle recover; parse text; search a treebank and look at its trees.

    A page opens in the browser. It needs no network; Ctrl-C ends it.
    """
    options = given(values, AddressOptions)
    complete(AddressOptions, options)
    model, file = _told_apart(sources)
    if against is not None and file is None:
        raise click.UsageError("--against needs a treebank to compare with")
    check_inputs([path for path in (file, against) if path is not None])
    with needed("the explorer", "web"):
        from dodona.web.explorer import explorer_routes
        from dodona.web.served import load_models
        from dodona.web.serving import serve

    served = load_models([model])
    pipelines = {each.name: each.pipeline for each in served.models}
    routes = explorer_routes(pipelines, _treebank(file, against))

    def open_page(url: str) -> None:
        say(f"exploring at {url}")
        if not no_browser:
            import webbrowser

            webbrowser.open(url)

    serve(served, extra_routes=routes, listening=open_page, **options)


def _told_apart(sources: tuple[str, ...]) -> tuple[str, Path | None]:
    """The model and the treebank: what is a file, or named like one, and no model is a treebank."""
    files = [each for each in sources if _is_treebank(Path(each))]
    models = [each for each in sources if each not in files]
    if len(models) > 1 or len(files) > 1:
        raise click.UsageError("there is at most one model and one treebank to explore")
    return (models[0] if models else "en"), (Path(files[0]) if files else None)


def _is_treebank(path: Path) -> bool:
    return path.suffix != _MODEL_SUFFIX and (path.is_file() or path.suffix != "")


def _treebank(file: Path | None, against: Path | None) -> "SearchableTreebank | None":
    from dodona.treebank.conllu import read_conllu
    from dodona.web.treebank_search import SearchableTreebank

    if file is None:
        return None
    second = None if against is None else list(read_conllu(against))
    return SearchableTreebank(file.name, list(read_conllu(file)), second)


COMMAND = click.Command(
    "explore",
    callback=run,
    help=run.__doc__,
    epilog="""Example: dodona explore en-accurate

    A treebank, and how it differs from what a parser made of it:

    dodona explore gold.conllu --against parsed.conllu""",
    params=[
        click.Argument(
            ["sources"],
            nargs=-1,
            metavar="[MODEL] [FILE]",
            help="Model file, or the name of a model (see `dodona models`), which parses what is "
            "typed and whose scores are shown; treebank to search.  [default: en, no treebank]",
            shell_complete=offer(known_models),
        ),
        click.Option(["--against"], type=FILE, help="The same sentences with other trees."),
        switch("--no-browser", help="Do not open a browser, only say where the page is."),
        *flags(AddressOptions),
    ],
)
