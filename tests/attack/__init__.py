"""Every hostile bot, client and flood in one run: `make attack`."""
