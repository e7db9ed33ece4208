"""What a run decides: outcome, whether it is final, several incidents, gravity, and its words."""
