"""How the rulesets differ: the table, one incident, one case."""
