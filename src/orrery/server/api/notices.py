"""Where "your turn" goes."""

from __future__ import annotations

from html import escape
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, delete, get, post, put
from litestar.datastructures import State
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath, FromQuery, JSONBody

from orrery.core.saying import say
from orrery.desk import wire
from orrery.desk.problems import Refused
from orrery.server.api import ANY, Asked, confirmable, house, limiter, origin, refusals
from orrery.server.api.access import address
from orrery.server.notices import sending


@get("/", responses=refusals(401))
async def notices(request: Asked) -> wire.Notices:
    """The own settings, registered browsers and last deliveries."""
    return await house(request).notices.shown(request.user.must())


@put("/", responses=refusals(401, 403))
async def set_notices(request: Asked, data: JSONBody[wire.NoticeSettings]) -> wire.Notices:
    """Change the own settings."""
    home, person = house(request), request.user.must()
    await home.notices.set(person, data, origin(request))
    await confirmable(request, person)
    return await home.notices.shown(person)


@post("/push", status_code=200, responses=refusals(401, 403))
async def add_browser(request: Asked, data: JSONBody[wire.PushSubscription]) -> wire.Notices:
    """Register this browser for push notices."""
    home, person = house(request), request.user.must()
    if not data.endpoint.startswith("https://") and not home.settings.private_webhooks:
        raise Refused(400, "bad-request", say("server.push.https"), {"field": "endpoint"})
    sending.checked(data)
    await home.store.write(sending.add_browser, person.id, data)
    return await home.notices.shown(person)


@delete("/push/{browser:int}", status_code=200, responses=ANY)
async def drop_browser(request: Asked, browser: FromPath[int]) -> wire.Notices:
    """Forget a browser."""
    home, person = house(request), request.user.must()
    await home.store.write(sending.drop_browser, person.id, browser)
    return await home.notices.shown(person)


@post("/test", status_code=200, responses=refusals(401, 403))
async def test(request: Asked, data: JSONBody[wire.NoticeTest]) -> wire.Delivery:
    """Send a test notice now; the answer says whether it arrived."""
    home, person = house(request), request.user.must()
    limiter(request).take("people", f"user {person.id}")
    return await home.notices.test(person, data.channel)


PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orrery</title>
<style>:root{{color-scheme:light dark}}body{{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;
padding:0 1rem}}button{{font:inherit;padding:.5rem 1rem}}</style>
<h1>Orrery</h1>
{body}</html>
"""
BUTTON = """<p>{said}</p>
<form method="post"><input type="hidden" name="token" value="{token}"><button>{yes}</button></form>
"""


def _shown(language: str, body: str, status: int = 200) -> Response[str]:
    return Response(PAGE.format(language=language, body=body), media_type=MediaType.HTML, status_code=status)


@get("/confirm", include_in_schema=False, exclude_from_auth=True)
async def asked(request: Request[Any, Any, State], token: FromQuery[str]) -> Response[str]:
    """What the link in a letter opens: a button, as programs that look through letters open links too."""
    found = await house(request).notices.asked(token)
    if found is None:
        return _shown("en", f"<p>{escape(sending.CONFIRM['en'][5])}</p>", 400)
    _, email, language = found
    words = sending.CONFIRM[language]
    said, yes = escape(words[2].format(email=email)), escape(words[3])
    return _shown(language, BUTTON.format(said=said, yes=yes, token=escape(token)))


@post("/confirm", include_in_schema=False, exclude_from_auth=True, status_code=200)
async def confirm(
    request: Request[Any, Any, State],
    data: Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[str]:
    """The owner of an e-mail address has said that it is theirs."""
    limiter(request).take("any", address(request))
    home, token = house(request), data.get("token", "")
    found = await home.notices.asked(token)
    if found is None or not await home.notices.confirm(token):
        language = found[2] if found else "en"
        return _shown(language, f"<p>{escape(sending.CONFIRM[language][5])}</p>", 400)
    return _shown(found[2], f"<p>{escape(sending.CONFIRM[found[2]][4].format(email=found[1]))}</p>")


ROUTER = Router(
    "/notices",
    route_handlers=[notices, set_notices, add_browser, drop_browser, test, asked, confirm],
    tags=["notices"],
)
