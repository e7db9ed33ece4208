"""Exercises, exams, learners."""
