"""Posted acts in JSON, and their description: each with its type, and a person as a seat or as `player`."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from scoring.match.records import Corrected, CorrectedAct, alike, all_acts, plain_acts

ANY_ACT: Final = "x-any-act"
"""The mark in a description where any act may stand: see `described_acts`."""

PostedAct = Annotated[dict[str, Any], Meta(extra_json_schema={ANY_ACT: True})]
"""An act that may be posted, as it is sent; `scoring.match.records` reads it by the game of its match."""

_LEFT_OUT: Final[Mapping[str, tuple[str, ...]]] = {"Won": ("points",), "Erased": ("seat", "name")}
"""Fields that may be left out of a posted act, for the table to fill in."""

_BOUNDS: Final = frozenset({"description", "pattern", "minimum", "maximum"})
"""The keys of a schema that are left out here: an act is refused by its reader, which says what to change."""


def described_acts(refs: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of an act that may be posted, and the named schemas of all of them.

    Args:
        refs: The template of a reference, with `{name}`.
    """
    acts = {name: CorrectedAct if kind is Corrected else kind for name, kind in all_acts().items()}
    alone = [kind for name, kind in acts.items() if len(alike(name)) < 2]
    made, found = msgspec.json.schema_components(alone, ref_template=refs)
    named = {kind: each["$ref"].rpartition("/")[2] for kind, each in zip(alone, made, strict=True)}
    schemas = {name: _posted(name, found[named[kind]] if kind in named else {}) for name, kind in acts.items()}
    schemas[Corrected.__name__]["properties"]["act"] = _any_of(plain_acts(), refs)
    nested = {name: _plain(each) for name, each in found.items() if name not in named.values()}
    return _any_of(acts, refs), nested | schemas


def _any_of(names: Mapping[str, object], refs: str) -> dict[str, Any]:
    mapping = {name: refs.format(name=name) for name in names}
    listed = [{"$ref": ref} for ref in mapping.values()]
    return {"anyOf": listed, "discriminator": {"propertyName": "type", "mapping": mapping}}


def _posted(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of an act as it is posted; of which game one without a schema is, its match knows."""
    fields = {"type": {"enum": [name]}, **_plain(schema.get("properties", {}))}
    if "seat" in fields:
        fields["player"] = {"type": "string"}
    left_out = {"seat", *_LEFT_OUT.get(name, ())}
    required = [each for each in schema.get("required", ["type"]) if each not in left_out]
    return {"title": name, "type": "object", "properties": fields, "required": required}


def _plain(schema: Any) -> Any:
    if isinstance(schema, list):
        return [*map(_plain, schema)]
    if not isinstance(schema, Mapping):
        return schema
    return {name: _plain(each) for name, each in schema.items() if name not in _BOUNDS}
