"""The addresses of an application, with something in place of what they leave open."""

import re


def filled(rule: str) -> str:
    """An address for a rule: the first of several words that are allowed, else 1."""
    return re.sub(r"<[^>]+>", "1", re.sub(r"<any\((\w+)[^>]*>", r"\1", rule))
