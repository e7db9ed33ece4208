"""How the rulesets differ."""
