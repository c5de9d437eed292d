"""One module a step, in their order by number."""
