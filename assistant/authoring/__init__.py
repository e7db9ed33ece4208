"""From the authors' YAML to the library: shape, names, checks; every mistake told with its place."""
