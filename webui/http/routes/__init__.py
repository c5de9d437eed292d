"""What Flask answers: pages, JSON, streams, errors. Nothing else imports Flask."""
