"""The decision graph: what the engine answers to every set of facts, as data that is read."""
