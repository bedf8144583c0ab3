"""Events that are played in several stages: flights, days, heats and rounds."""
