"""The pocket edition: every questionnaire with its sheets in one file of HTML, which asks nothing of any network."""
