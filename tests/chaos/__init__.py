"""A server under everything that can happen to it: `make chaos SECONDS=60`."""
