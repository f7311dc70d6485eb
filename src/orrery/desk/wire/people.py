"""People: who asks, accounts, sessions, tokens, announcements."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from orrery.desk.wire.base import Name, Password, Request, Secret


class NewGuest(Request):
    """A name is enough to play."""

    name: Name


class NewAccount(Request):
    """Makes an account; a guest who sends it becomes that account and keeps every match."""

    name: Name
    password: Password
    email: Annotated[str, Meta(max_length=200)] | None = None
    invitation: Secret | None = None
    """Where accounts are made by invitation: the secret of its link."""


class SignIn(Request):
    """Name and password."""

    name: Name
    password: Secret


class SignOut(Request):
    """Ends this session, or every session and personal token."""

    everywhere: bool = False


class NewPassword(Request):
    """Changes the password and signs out everywhere else."""

    old: Secret
    new: Password


class Forgotten(Request):
    """Asks for a letter with a link for a new password, to the confirmed address of the account."""

    name: Name


class ResetPassword(Request):
    """Chooses a new password by the link of such a letter; every session and token ends."""

    token: Secret
    password: Password


class DeleteAccount(Request):
    """Deletes the asker; an account with its password, a guest without."""

    password: Secret | None = None


class User(Struct):
    """A person as everybody may see them."""

    id: int
    name: str
    guest: bool


class Me(Struct):
    """Who is asking; ``csrf`` goes into the header ``X-CSRF`` of every writing request."""

    user: User | None
    csrf: str = ""
    email: str | None = None
    now: int = 0
    language: Language | None = None
    """Of the notices; None until the page has told it."""
    moderator: bool = False
    muted: Mute | None = None
    announcement: Announcement | None = None
    registration: Literal["open", "invited", "closed"] = "open"
    """Who makes an account here: everybody, whoever has an invitation, nobody."""
    guests: bool = True
    """A name is enough to play here."""
    mail: bool = False
    """The server sends e-mail: a forgotten password can be replaced by a letter."""


class Mute(Struct):
    """Why nothing that a person says reaches others, and until when (None: for good)."""

    why: str
    until: int | None


class Announcement(Struct):
    """One line for everybody, and when it comes true."""

    text: str
    at: int | None


Language = Literal["en", "de", "hu"]


class Speaks(Request):
    """The language of the page: notices come in it."""

    language: Language


class NewToken(Request):
    """A personal token for a program, named so that it can be told from others."""

    name: Name


class Token(Struct):
    """A personal token; ``secret`` is shown once, when it is made."""

    id: int
    name: str
    created: int
    used: int | None
    secret: str | None = None
