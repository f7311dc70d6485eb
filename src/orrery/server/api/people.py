"""Guests, accounts, sessions, tokens."""

from __future__ import annotations

import asyncio

from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from orrery.server import notices, people, wire
from orrery.server.access import address, cookies, csrf_of
from orrery.server.api import ANY, Asked, house, limiter, origin, refusals
from orrery.server.people import Person, now
from orrery.server.problems import Refused


def _me(person: Person | None, csrf: str) -> wire.Me:
    if person is None:
        return wire.Me(None, "", None, now())
    language = person.notices.get("language")
    return wire.Me(wire.User(person.id, person.name, person.guest), csrf, person.email, now(), language)


async def _close(request: Asked) -> None:
    """End the session of this browser, and the live connections that came by it."""
    who = request.user
    if who.session is not None:
        out = {"out": who.id, "door": who.door}
        await house(request).store.write_and_tell([out], people.close_session, who.session)


async def _entered(request: Asked, person: Person) -> Response[wire.Me]:
    """A new session for a person; an old one of this browser ends."""
    home = house(request)
    session = await home.store.write(people.open_session, person.id)
    await _close(request)
    made = cookies(home.settings, home.key, session)
    return Response(_me(person, csrf_of(home.key, session)), cookies=made)


@get("/me", responses=refusals(401))
async def me(request: Asked) -> wire.Me:
    """Who is asking."""
    return _me(request.user.person, request.user.csrf)


def _clean(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise Refused(400, "bad-request", "a name needs a letter", {"field": "name"})
    return name


@post("/guest", status_code=200, responses=refusals(403))
async def guest(request: Asked, data: JSONBody[wire.NewGuest]) -> Response[wire.Me]:
    """Play at once under a name."""
    limiter(request).take("people", address(request))
    person = await house(request).store.write(people.add_guest, _clean(data.name))
    return await _entered(request, person)


@post("/account", status_code=200, responses=refusals(403, 409))
async def account(request: Asked, data: JSONBody[wire.NewAccount]) -> Response[wire.Me]:
    """Make an account, or turn the guest who asks into one."""
    limiter(request).take("people", address(request))
    who = request.user.person
    hashed = await asyncio.to_thread(people.HASHER.hash, data.password)
    guest = who.id if who is not None and who.guest else None
    home = house(request)
    person = await home.store.write(people.add_account, _clean(data.name), hashed, data.email, guest)
    return await _entered(request, person)


@post("/sign-in", status_code=200, responses=refusals(401, 403))
async def sign_in(request: Asked, data: JSONBody[wire.SignIn]) -> Response[wire.Me]:
    """Open a session."""
    limiter(request).take("sign-in", address(request))
    limiter(request).take("sign-in", f"name {data.name.casefold()}")
    person = await house(request).store.read(people.named, _clean(data.name))
    if not await asyncio.to_thread(people.verified, person.password if person else None, data.password):
        raise Refused(401, "wrong-password", "this name and password do not fit")
    assert person is not None
    return await _entered(request, person)


@post("/sign-out", status_code=200, responses=refusals(403))
async def sign_out(request: Asked, data: JSONBody[wire.SignOut]) -> Response[wire.Done]:
    """End this session, or all of them."""
    home, who = house(request), request.user
    if who.person is not None and data.everywhere:
        await home.store.write_and_tell([{"out": who.person.id}], people.close_all, who.person.id)
    else:
        await _close(request)
    return Response(wire.Done(), cookies=cookies(home.settings, home.key, None))


@post("/password", status_code=200, responses=refusals(401, 403))
async def password(request: Asked, data: JSONBody[wire.NewPassword]) -> Response[wire.Me]:
    """Change the password; every other session and every token ends."""
    limiter(request).take("sign-in", address(request))
    person = request.user.must()
    if not await asyncio.to_thread(people.verified, person.password, data.old):
        raise Refused(401, "wrong-password", "this is not your password")
    hashed = await asyncio.to_thread(people.HASHER.hash, data.new)
    home = house(request)
    await home.store.write_and_tell([{"out": person.id}], people.set_password, person.id, hashed)
    return await _entered(request, person)


@put("/language", responses=refusals(401, 403))
async def speak(request: Asked, data: JSONBody[wire.Speaks]) -> wire.Done:
    """The language in which notices come, and the address that their links begin with."""
    person = request.user.must()
    await house(request).store.write(notices.speak, person.id, data.language, origin(request))
    return wire.Done()


@get("/tokens", responses=refusals(401))
async def tokens(request: Asked) -> list[wire.Token]:
    """The own personal tokens, without their secrets."""
    found = await house(request).store.read(people.tokens, request.user.must().id)
    return [wire.Token(*one) for one in found]


@post("/tokens", status_code=201, responses=refusals(401, 403))
async def new_token(request: Asked, data: JSONBody[wire.NewToken]) -> wire.Token:
    """A new personal token; its secret is shown this once."""
    limiter(request).take("people", address(request))
    number, secret, created = await house(request).store.write(people.add_token, request.user.must().id, data.name)
    return wire.Token(number, data.name, created, None, secret)


@delete("/tokens/{token:int}", status_code=200, responses=ANY)
async def drop_token(request: Asked, token: FromPath[int]) -> wire.Done:
    """End a personal token."""
    home, person = house(request), request.user.must()
    door = await home.store.write(people.drop_token, person.id, token)
    await home.store.tell({"out": person.id, "door": door})
    return wire.Done()


ROUTER = Router(
    "/",
    route_handlers=[me, guest, account, sign_in, sign_out, password, speak, tokens, new_token, drop_token],
    tags=["people"],
)
