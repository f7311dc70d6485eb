"""Where "your turn" goes."""

from __future__ import annotations

from litestar import Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from orrery.server import notices as sending
from orrery.server import wire
from orrery.server.api import ANY, Asked, house, limiter, origin, refusals
from orrery.server.problems import Refused


@get("/", responses=refusals(401))
async def notices(request: Asked) -> wire.Notices:
    """The own settings, registered browsers and last deliveries."""
    return await house(request).notices.shown(request.user.must())


@put("/", responses=refusals(401, 403))
async def set_notices(request: Asked, data: JSONBody[wire.NoticeSettings]) -> wire.Notices:
    """Change the own settings."""
    home, person = house(request), request.user.must()
    await home.notices.set(person, data, origin(request))
    return await home.notices.shown(person)


@post("/push", status_code=200, responses=refusals(401, 403))
async def add_browser(request: Asked, data: JSONBody[wire.PushSubscription]) -> wire.Notices:
    """Register this browser for push notices."""
    home, person = house(request), request.user.must()
    if not data.endpoint.startswith("https://") and not home.settings.private_webhooks:
        raise Refused(400, "bad-request", "a push service has an https:// address", {"field": "endpoint"})
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


ROUTER = Router(
    "/notices",
    route_handlers=[notices, set_notices, add_browser, drop_browser, test],
    tags=["notices"],
)
