"""The pages, one file or folder each: what a view answers, with its template under the same name."""
