"""The reason that clients should get, made from the error that `explain_illegal` returns."""

from niwashi.core.client_types import Reason, cited_rule
from niwashi.core.errors import NiwashiError


def make_reason(refusal: NiwashiError) -> Reason:
    return Reason(code=refusal.code, rule=cited_rule(refusal.sentence), args=dict(refusal.about))
