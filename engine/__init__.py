"""Pure rules: no clock, no I/O, nothing but the standard library."""
