"""Who deals where: dealers on shift, pushes from table to table, breaks, and who dealt where when."""
