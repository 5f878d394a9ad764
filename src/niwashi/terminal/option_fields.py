"""A game's options as fields: their type, their default and their documentation."""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from niwashi.core.game import Rules


@dataclass(frozen=True)
class OptionField:
    name: str
    default: Any
    words: tuple[str, ...]
    """The values of a field that has only a few."""
    text: str


def option_fields(rules: Rules) -> list[OptionField]:
    """Every option but the number of seats, with the defaults of a terminal."""
    defaults = rules.options(rules.turn_order_options)
    types, texts = get_type_hints(type(defaults)), read_field_docs(type(defaults))
    return [
        OptionField(field.name, getattr(defaults, field.name), words_of(types[field.name]), texts.get(field.name, ""))
        for field in fields(defaults)
        if field.name != "seats"
    ]


def words_of(kind: Any) -> tuple[str, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()


def read_field_docs(options: type) -> dict[str, str]:
    """The docstrings under a dataclass's fields, which Python does not keep."""
    (definition,) = ast.parse(inspect.getsource(options)).body
    assert isinstance(definition, ast.ClassDef)
    docs = {}
    for field, after in pairwise(definition.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(after, ast.Expr):
            docs[field.target.id] = inspect.cleandoc(str(ast.literal_eval(after.value)))
    return docs
