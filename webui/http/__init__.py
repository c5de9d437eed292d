"""The HTTP interface: the application, its server, shared parts of routes, and the routes by subject."""
