"""Template tags that start scripts: `use_module` names one, `page_modules` loads all of a page."""

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from web.shared.modules import modules_of

register = template.Library()
_USED = "_page_modules"


@register.simple_tag(takes_context=True)
def use_module(context: Context, name: str) -> str:
    """Start a script ("floor/page.js") with this page; `page_modules` later in the page loads it."""
    request = context["request"]
    used: list[str] = getattr(request, _USED, [])
    setattr(request, _USED, [*used, name])
    return ""


@register.simple_tag(takes_context=True)
def page_modules(context: Context) -> SafeString:
    """Render the import map, the preloads and the scripts of all modules used so far."""
    request = context["request"]
    used: list[str] = getattr(request, _USED, [])
    if not used:
        return mark_safe("")
    modules = modules_of(used)
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>\n{}\n{}',
        request.csp_nonce,
        mark_safe(modules.import_map()),  # noqa: S308  JSON of file names, "<" escaped
        format_html_join(
            "\n", '<link rel="modulepreload" href="{}">', ((one,) for one in modules.preloads())
        ),
        format_html_join(
            "\n", '<script type="module" src="{}"></script>', ((one,) for one in modules.scripts())
        ),
    )
