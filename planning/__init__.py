"""Templates of events, weekly plans, closed days and the calendar."""
