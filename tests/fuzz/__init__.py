"""Hypothesis against every reader of what strangers send: only the documented errors come out."""
