"""From what a referee says to the next question or the sheet, as one document."""
