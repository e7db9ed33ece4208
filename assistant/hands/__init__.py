"""Tiles: notations, shapes, waits, values, explanations, and the facts that they answer."""
