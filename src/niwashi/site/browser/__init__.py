"""What runs in the browser: Python in WebAssembly, in a worker beside the page."""
