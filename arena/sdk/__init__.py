"""What a bot's author uses: a new project, the check, and asking a bot again.

May import: local and everything below it.
"""
