"""The post: what this server sends to hosts of others, by web and by mail.

Nothing here waits in the threads that check passwords. A web address is looked up once, every address it has is
checked, and the connection goes to one of these; redirects are not followed. What went wrong is told without a word
about names and addresses of the own network.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import smtplib
import socket
import ssl
import unicodedata
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from functools import cached_property
from typing import TypeVar
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit

import idna

from orrery.core.saying import Explained, say
from orrery.server.settings import Settings

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds in which another host has answered."""
LETTER = 30.0
"""Seconds in which the mail server has taken a letter."""
TRIED = 3
"""Addresses of one host that are tried."""

_UNICAST = ipaddress.IPv6Network("2000::/3")
_ASIDE = tuple(map(ipaddress.ip_network, ("2002::/16", "192.88.99.0/24", "3fff::/20")))
"""6to4 and its relays, which stand for further addresses, and what is set aside for documents."""


_LOCAL = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)


class NotDelivered(Exception):
    """Something that did not arrive; ``gone`` when it never will."""

    def __init__(self, sentence: str, gone: bool = False) -> None:
        super().__init__(sentence)
        self.gone = gone


def public(address: str) -> bool:
    """Whether an address is one host of the open network, and not a way to an inner one."""
    one = ipaddress.ip_address(address.partition("%")[0])
    if not one.is_global or one.is_multicast or one.is_reserved:
        return False
    # Outside 2000::/3 lie addresses that wrap those of IPv4: mapped, compatible, translated.
    return (one.version == 4 or one in _UNICAST) and not any(one in net for net in _ASIDE)


def mailbox(text: str) -> str:
    """One e-mail address, as it is stored; a ValueError for anything else, lists and odd forms included."""
    local, _, domain = text.strip(" ").rpartition("@")
    try:
        domain = idna.encode(domain, uts46=True).decode().lower()
    except (idna.IDNAError, UnicodeError):
        domain = ""
    if not (_LOCAL.fullmatch(local) and len(local) <= 64 and "." in domain and len(local) + len(domain) < 254):
        raise Explained(say("server.mail.none", got=repr(text)))
    if domain.rpartition(".")[2].isdecimal():
        raise Explained(say("server.mail.none", got=repr(text)))
    return f"{local}@{domain}"


def line(text: str, most: int = 120) -> str:
    """A text for a header: one line of printed characters, not too long."""
    shown = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    shown = " ".join(shown.split())
    return shown if len(shown) <= most else shown[: most - 1] + "…"


class Post:
    """Sends to web addresses and by mail; each has threads of its own where one is needed."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._names = ThreadPoolExecutor(16, thread_name_prefix="names")
        self._letters = ThreadPoolExecutor(4, thread_name_prefix="letters")

    def close(self) -> None:
        """Begin nothing more; what hangs in a thread is not waited for."""
        self._names.shutdown(wait=False, cancel_futures=True)
        self._letters.shutdown(wait=False, cancel_futures=True)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        import httpx

        return httpx.create_ssl_context(trust_env=False)

    async def web(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """POST to a web address; the status of the answer, of which nothing else is read."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._web(url, body, headers)
        except TimeoutError:
            raise NotDelivered("there was no answer in time") from None

    async def _web(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        import httpx  # takes long, and only who sends something needs it

        parts = urlsplit(url)
        addresses = await _within(self._names, lambda: self._addresses(parts.hostname or "", parts.port or 443))
        told = {"host": parts.netloc.rpartition("@")[2], "user-agent": "orrery", **headers}
        for there in addresses[:TRIED]:
            # Talk to the address that was checked: a second look-up could give another one.
            host = f"[{there}]" if ":" in there else there
            netloc = f"{host}:{parts.port}" if parts.port else host
            inner = urlunsplit((parts.scheme, netloc, parts.path or "/", parts.query, ""))
            client = httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False, trust_env=False, verify=self._tls)
            try:
                async with (
                    client,
                    client.stream(
                        "POST", inner, content=body, headers=told, extensions={"sni_hostname": parts.hostname}
                    ) as answer,
                ):
                    return answer.status_code
            except httpx.ConnectError:
                continue
            except httpx.TimeoutException:
                raise TimeoutError from None
            except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError):
                raise NotDelivered("what it answered is not HTTP") from None
        raise NotDelivered("it cannot be connected")

    def _addresses(self, host: str, port: int) -> list[str]:
        """Every address of a host, if all of them are public."""
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            found = []
        addresses = [str(one[4][0]) for one in found]
        # The same words for a name of the own network and for one that nobody has.
        if not addresses or not (self.settings.private_webhooks or all(map(public, addresses))):
            raise NotDelivered("there is no host of that name in the open network")
        return addresses

    async def letter(self, letter: EmailMessage, to: str) -> None:
        """Give a letter to the mail server, for exactly this one address."""
        try:
            async with asyncio.timeout(LETTER):
                await _within(self._letters, lambda: self._letter(letter, to))
        except TimeoutError:
            raise NotDelivered("the mail server did not answer in time") from None

    def sender(self) -> str:
        return self.settings.mail_from or f"orrery@{urlsplit(self.settings.smtp).hostname}"

    def _letter(self, letter: EmailMessage, to: str) -> None:
        address = urlsplit(self.settings.smtp)
        if not address.hostname:
            raise NotDelivered("this server sends no e-mail", gone=True)
        wants_tls = parse_qs(address.query).get("tls", ["auto"])[0]
        try:
            if address.scheme == "smtps":
                server: smtplib.SMTP = smtplib.SMTP_SSL(
                    address.hostname, address.port or 465, timeout=PATIENCE, context=ssl.create_default_context()
                )
            else:
                server = smtplib.SMTP(address.hostname, address.port or 587, timeout=PATIENCE)
            with server:
                server.ehlo()
                if address.scheme != "smtps" and (wants_tls == "yes" or server.has_extn("starttls")):
                    server.starttls(context=ssl.create_default_context())
                    server.ehlo()
                if address.username:
                    server.login(unquote(address.username), unquote(address.password or ""))
                server.send_message(letter, to_addrs=[to])
        except smtplib.SMTPRecipientsRefused:
            raise NotDelivered("the mail server does not take letters to this address") from None
        except smtplib.SMTPResponseException as error:
            raise NotDelivered(f"the mail server answered {error.smtp_code}") from None
        except (OSError, smtplib.SMTPException):
            raise NotDelivered("the mail server cannot be reached") from None


async def _within(threads: ThreadPoolExecutor, job: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, job)
