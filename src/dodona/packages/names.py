"""What a package, its version and its licence are called where pip and others read it."""

import re

from dodona.errors import SettingsError
from dodona.pipeline.installed import normal_name
from dodona.pipeline.models import NAME, bundled_models

# Versions as PEP 440 writes them in its normal form, but for epochs and local ones.
_NUMBER = "(0|[1-9][0-9]*)"
_VERSION = re.compile(
    rf"{_NUMBER}(\.{_NUMBER})*((a|b|rc){_NUMBER})?(\.post{_NUMBER})?(\.dev{_NUMBER})?"
)
_CREATIVE_COMMONS = re.compile(r"CC[ -](BY(?:-NC)?(?:-SA|-ND)?)[ -](1\.0|2\.0|2\.5|3\.0|4\.0)")


def checked_name(name: str) -> str:
    """The name of a model in its normal form; raises `SettingsError` if it cannot have it."""
    if not NAME.fullmatch(name):
        raise SettingsError(
            f"a model cannot be called {name!r}: a name is made of the letters a to z, digits and "
            "hyphens, such as pt-bosque"
        )
    normal = normal_name(name)
    if normal in bundled_models():
        raise SettingsError(f"{normal} is a model that comes with Dodona; give yours another name")
    return normal


def check_version(version: str) -> None:
    """Raise `SettingsError` for a version that pip would not know, or would write otherwise."""
    if not _VERSION.fullmatch(version):
        raise SettingsError(f"{version!r} is no version; write one such as 1.0, 2.1.3 or 2.0rc1")


def distribution_name(name: str) -> str:
    """What pip calls the package of a model.

    >>> distribution_name("pt-bosque")
    'dodona-model-pt-bosque'
    """
    return f"dodona-model-{name}"


def module_name(name: str) -> str:
    """The folder of the package of a model, which Python could import.

    >>> module_name("pt-bosque")
    'dodona_model_pt_bosque'
    """
    return distribution_name(name).replace("-", "_")


def licence_expression(licence: str) -> str | None:
    """A licence by its `SPDX <https://spdx.org/licenses/>`_ name, if it is one that we know.

    >>> licence_expression("CC BY-SA 4.0"), licence_expression("free for research")
    ('CC-BY-SA-4.0', None)
    """
    found = _CREATIVE_COMMONS.fullmatch(licence)
    return f"CC-{found[1]}-{found[2]}" if found else None


def licence_url(licence: str) -> str | None:
    """Where a licence can be read, if it is one that we know.

    >>> licence_url("CC BY-SA 4.0")
    'https://creativecommons.org/licenses/by-sa/4.0/'
    """
    found = _CREATIVE_COMMONS.fullmatch(licence)
    return f"https://creativecommons.org/licenses/{found[1].lower()}/{found[2]}/" if found else None
