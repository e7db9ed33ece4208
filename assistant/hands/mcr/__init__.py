"""The count of an MCR hand."""
