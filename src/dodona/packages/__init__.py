"""Models as packages that pip installs."""
