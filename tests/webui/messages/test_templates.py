"""Sentences and times in templates."""

from jinja2 import Environment

from webui.messages import Messages
from webui.messages.templates import install


def test_a_template_speaks_the_language_that_is_asked_for_at_each_drawing() -> None:
    chosen = Messages.of("en")
    environment = Environment(autoescape=True)
    install(environment, lambda: chosen)
    template = environment.from_string("{{ _('no calls') }} {{ _('%(who)s & co', who='<b>') }}")
    assert template.render() == "no calls &lt;b&gt; & co"
    english = environment.from_string("{{ _('East') }}").render()
    chosen = Messages.of("zh")
    assert environment.from_string("{{ _('East') }}").render() != english
