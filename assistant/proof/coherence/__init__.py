"""Whether a sheet agrees with itself and with the answers, looked at in every final state."""
