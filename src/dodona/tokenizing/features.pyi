"""Compiled code only: nothing here is for Python."""
