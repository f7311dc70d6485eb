"""Guests, accounts, sessions, tokens."""

from __future__ import annotations

import asyncio

from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody
from sqlalchemy import Connection

from orrery.core.saying import say
from orrery.desk import wire
from orrery.desk.problems import Refused
from orrery.server.api import ANY, Asked, confirmable, house, limiter, origin, own, refusals
from orrery.server.api.access import FAILED, address, cookies, csrf_of
from orrery.server.clock import now
from orrery.server.club import invitations
from orrery.server.events import Event, WentOut
from orrery.server.house import House
from orrery.server.notices import sending
from orrery.server.people import accounts, erasing, names, origins
from orrery.server.people.accounts import Person
from orrery.server.play import leaving


def _me(home: House, person: Person | None, csrf: str) -> wire.Me:
    found = wire.Me(
        None,
        now=now(),
        announcement=home.announced,
        registration=home.settings.registration,  # type: ignore[arg-type]  # the settings hold these words only
        guests=home.settings.guests,
        mail=home.notices.mail,
    )
    if person is not None:
        found.user = wire.User(person.id, person.name, person.guest)
        found.csrf, found.email, found.language = csrf, person.email, person.notices.get("language")
        found.moderator, found.muted = person.moderator, accounts.mute_of(person)
    return found


async def _close(request: Asked) -> None:
    """End the session of this browser, and the live connections that came by it."""
    who = request.user
    if who.session is not None and who.id is not None:
        await house(request).store.write_and_tell([WentOut(who.id)], accounts.close_session, who.session)


def _mark(request: Asked) -> str | None:
    """What is kept of where a request comes from."""
    return origins.mark(house(request).key, address(request))


def _opened(connection: Connection, user: int, mark: str | None, hours: int) -> str:
    session = accounts.open_session(connection, user)
    origins.came(connection, user, mark, hours)
    return session


async def _entered(request: Asked, person: Person) -> Response[wire.Me]:
    """A new session for a person; an old one of this browser ends."""
    home = house(request)
    session = await home.store.write(_opened, person.id, _mark(request), home.settings.ban_hours)
    await _close(request)
    made = cookies(home.settings, home.key, session)
    return Response(_me(home, person, csrf_of(home.key, session)), cookies=made)


@get("/me", responses=refusals(401))
async def me(request: Asked) -> Response[wire.Me]:
    """Who is asking. A browser keeps its cookies as long as the session lasts from now on."""
    home, who = house(request), request.user
    fresh = who.session is not None and limiter(request).rare(f"cookies {who.door}", 86_400)
    made = cookies(home.settings, home.key, who.session) if fresh else []
    return Response(_me(home, who.person, who.csrf), cookies=made)


@post("/guest", status_code=200, responses=refusals(403, 409))
async def guest(request: Asked, data: JSONBody[wire.NewGuest]) -> Response[wire.Me]:
    """Play at once under a name."""
    if not house(request).settings.guests:
        raise Refused(403, "no-guests", "nobody plays here as a guest: sign in with an account")
    await limiter(request).count("people", address(request))
    person = await house(request).store.write(_new_guest, names.clean(data.name), _mark(request))
    return await _entered(request, person)


def _new_guest(connection: Connection, name: str, mark: str | None) -> Person:
    origins.welcome(connection, mark)
    return accounts.add_guest(connection, name)


@post("/account", status_code=200, responses=refusals(403, 409))
async def account(request: Asked, data: JSONBody[wire.NewAccount]) -> Response[wire.Me]:
    """Make an account, or turn the guest who asks into one; an invitation that it needs is used up."""
    await limiter(request).count("people", address(request))
    invitation = await _invitation(house(request), data.invitation)
    if invitation is None and request.user.person is None:
        await house(request).store.read(origins.welcome, _mark(request))
    who, email = request.user.person, sending.checked_email(data.email)
    name = names.clean(data.name)
    hashed = await asyncio.to_thread(accounts.HASHER.hash, names.uncommon(data.password))
    guest = who.id if who is not None and who.guest else None
    home = house(request)
    person = await home.store.write(invitations.enter, invitation, name, hashed, email, guest)
    await confirmable(request, person)
    return await _entered(request, person)


async def _invitation(home: House, given: str | None) -> str | None:
    """The invitation that a new account needs; None where it needs none."""
    if home.settings.registration == "closed":
        raise Refused(403, "closed", "no accounts are made here: ask whoever runs this server")
    if home.settings.registration == "open":
        return None
    if given is None:
        raise Refused(403, "invited-only", "an account here needs an invitation: ask a moderator for a link")
    await home.store.read(invitations.good, given)
    return given


@delete("/account", status_code=200, responses=refusals(401, 403))
async def delete_account(request: Asked, data: JSONBody[wire.DeleteAccount]) -> Response[wire.Done]:
    """Delete the asker: nothing is known of them any more, and their seats are given up."""
    home, person = house(request), request.user.must()
    if not person.guest:
        await limiter(request).count("password", f"user {person.id}")
        if not await asyncio.to_thread(accounts.verified, person.password, data.password or ""):
            raise Refused(401, "wrong-password", say("server.password.own"))
    events: list[Event] = []
    await home.store.write_and_tell(events, erasing.erase, events, person.id)
    home.spawn(leaving.desert_all(home), "desert")
    return Response(wire.Done(), cookies=cookies(home.settings, home.key, None))


@get("/account/export", responses=refusals(401))
async def export(request: Asked) -> Response[wire.Export]:
    """Everything that is stored of the asker."""
    person = request.user.must()
    limiter(request).take("export", f"user {person.id}")
    found = await house(request).store.read(erasing.export, person.id)
    return Response(found, headers={"content-disposition": 'attachment; filename="orrery-account.json"'})


@post("/password/forgotten", status_code=200, responses=refusals(403, 409))
async def forgotten(request: Asked, data: JSONBody[wire.Forgotten]) -> wire.Done:
    """Ask for a letter with a link for a new password; the answer does not tell whether there is one."""
    home = house(request)
    if not home.notices.mail:
        raise Refused(409, "no-mail", "this server sends no e-mail: whoever runs it can set a new password")
    await limiter(request).count("letters", address(request))
    await limiter(request).count("forgotten", f"name {names.plain(data.name).casefold()}")
    # Beside the answer: how long it takes must not tell whether there is something to send.
    home.spawn(home.notices.forgotten(data.name, own(request)), "forgotten")
    return wire.Done()


@post("/password/reset", status_code=200, responses=refusals(403))
async def reset(request: Asked, data: JSONBody[wire.ResetPassword]) -> wire.Done:
    """Choose a new password by the link of such a letter; every session and token ends."""
    await limiter(request).count("sign-in", address(request))
    home = house(request)
    hashed = await asyncio.to_thread(accounts.HASHER.hash, names.uncommon(data.password))
    events: list[Event] = []
    await home.store.write_and_tell(events, _reset, events, data.token, hashed)
    return wire.Done()


def _reset(connection: Connection, events: list[Event], token: str, password: str) -> None:
    events.append(WentOut(accounts.reset(connection, token, password)))


@post("/sign-in", status_code=200, responses=refusals(401, 403))
async def sign_in(request: Asked, data: JSONBody[wire.SignIn]) -> Response[wire.Me]:
    """Open a session."""
    await limiter(request).count("sign-in", address(request))
    await limiter(request).count("password", f"name {names.plain(data.name).casefold()}")
    person = await house(request).store.read(accounts.named, data.name)
    if not await asyncio.to_thread(accounts.verified, person.password if person else None, data.password):
        FAILED.labels("password").inc()
        raise Refused(401, "wrong-password", say("server.password.name"))
    assert person is not None
    return await _entered(request, person)


@post("/sign-out", status_code=200, responses=refusals(403))
async def sign_out(request: Asked, data: JSONBody[wire.SignOut]) -> Response[wire.Done]:
    """End this session, or all of them."""
    home, who = house(request), request.user
    if who.person is not None and data.everywhere:
        await home.store.write_and_tell([WentOut(who.person.id)], accounts.close_all, who.person.id)
    else:
        await _close(request)
    return Response(wire.Done(), cookies=cookies(home.settings, home.key, None))


@post("/password", status_code=200, responses=refusals(401, 403))
async def password(request: Asked, data: JSONBody[wire.NewPassword]) -> Response[wire.Me]:
    """Change the password; every other session and every token ends."""
    person = request.user.must()
    await limiter(request).count("password", f"user {person.id}")
    if not await asyncio.to_thread(accounts.verified, person.password, data.old):
        raise Refused(401, "wrong-password", say("server.password.own"))
    hashed = await asyncio.to_thread(accounts.HASHER.hash, names.uncommon(data.new, "new"))
    home = house(request)
    await home.store.write_and_tell([WentOut(person.id)], accounts.set_password, person.id, hashed)
    return await _entered(request, person)


@put("/language", responses=refusals(401, 403))
async def speak(request: Asked, data: JSONBody[wire.Speaks]) -> wire.Done:
    """The language in which notices come, and the address that their links begin with."""
    person = request.user.must()
    await house(request).store.write(sending.speak, person.id, data.language, origin(request))
    return wire.Done()


@get("/tokens", responses=refusals(401))
async def tokens(request: Asked) -> list[wire.Token]:
    """The own personal tokens, without their secrets."""
    found = await house(request).store.read(accounts.tokens, request.user.must().id)
    return [wire.Token(*one) for one in found]


@post("/tokens", status_code=201, responses=refusals(401, 403))
async def new_token(request: Asked, data: JSONBody[wire.NewToken]) -> wire.Token:
    """A new personal token; its secret is shown this once."""
    await limiter(request).count("people", address(request))
    number, secret, created = await house(request).store.write(
        accounts.add_token, request.user.must().id, data.name
    )
    return wire.Token(number, data.name, created, None, secret)


@delete("/tokens/{token:int}", status_code=200, responses=ANY)
async def drop_token(request: Asked, token: FromPath[int]) -> wire.Done:
    """End a personal token."""
    home, person = house(request), request.user.must()
    await home.store.write_and_tell([WentOut(person.id)], accounts.drop_token, person.id, token)
    return wire.Done()


ROUTER = Router(
    "/",
    route_handlers=[
        me,
        guest,
        account,
        delete_account,
        export,
        sign_in,
        sign_out,
        password,
        forgotten,
        reset,
        speak,
        tokens,
        new_token,
        drop_token,
    ],
    tags=["people"],
)
