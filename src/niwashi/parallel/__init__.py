"""Worker processes, and the progress of compilation in all of them."""
