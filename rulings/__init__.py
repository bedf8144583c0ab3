"""What the floor has decided: each ruling with its table, its people and the rule it rests on."""
