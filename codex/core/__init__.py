"""The shared core: no Django here. `grounded` takes what dials, texts and words from this folder, never the search."""
