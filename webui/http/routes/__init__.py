"""Flask's routes: pages, JSON, streams, errors. Nothing else imports Flask."""
