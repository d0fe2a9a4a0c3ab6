"""Recipes that reproduce the papers' tables, and what runs and records them."""
