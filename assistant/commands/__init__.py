"""The commands of `arbitre`, one file each."""
