"""The HTTP interface: the application, its server, what every route needs, and the routes by subject."""
