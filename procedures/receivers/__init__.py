"""What the procedures do when other apps announce something, and their answers to questions of other apps."""
