"""Define one blueprint for each screen. `web.access.roles` names the role that each route needs."""
