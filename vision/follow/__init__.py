"""The course of a deal as a camera over the table sees it: what came to rest, which tiles lie where, what changed."""
