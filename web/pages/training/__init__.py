"""The training pages: exercises, exams, a learner's data."""
