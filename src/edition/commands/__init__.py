"""What stands behind the commands of an editor: one module for each, with one function `run`."""
