"""What is written to files: exams, keys, cards."""
