"""Where things lie on disk: the YAML, the caches, the checked library."""
