"""Arbitre: a referee's assistant for mah-jong, from YAML knowledge to a ruling that cites its paragraph."""

__version__ = "0.1.0"
