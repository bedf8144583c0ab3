"""Pages of the cash room for floor and desk."""
