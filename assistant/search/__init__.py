"""From the words people use to an incident or a clause."""
