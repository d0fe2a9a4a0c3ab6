"""Hashes of names; `hashing.pxd` has what compiled modules use."""

from cython.cimports.dodona.linear.hashing import hash_bytes, hash_t


def hash_name(name: str) -> hash_t:
    """The hash of the name of a template, a tag or a cluster, the same on every machine."""
    raw: bytes = name.encode()
    return hash_bytes(raw, len(raw))
