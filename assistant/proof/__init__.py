"""Every path, every case, every quote."""
