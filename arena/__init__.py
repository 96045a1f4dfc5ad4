"""The house: plugins, matches, the referee, the server and the command line."""
