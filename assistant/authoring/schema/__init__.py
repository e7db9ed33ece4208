"""The shape of every YAML file."""
