"""What learners chose and did, and what comes next."""
