think-failed = This browser cannot compute bots, hints and reviews, because a file is damaged or WebAssembly is turned off. The server computes them.
