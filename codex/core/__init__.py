"""The shared core: no Django here. `grounded` takes guard, fetch and text from this folder, and nothing else."""
