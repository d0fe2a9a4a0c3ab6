"""The explorer and the server; what they need beyond the rest is installed by `dodona[web]`."""
