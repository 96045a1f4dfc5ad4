"""REST: what each address takes and gives, and the OpenAPI document made from it."""
