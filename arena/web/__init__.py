"""The pages that people look at: matches, tables to play at."""
