"""One blueprint a screen. `web.access.roles` says who may see each of its routes."""
