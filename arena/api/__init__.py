"""REST: what each address takes and gives, and the OpenAPI document made from it.

May import: ladder, hosting, tournament and everything below them.
"""
