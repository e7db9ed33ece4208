"""Exercises made of cases by the engine."""
