"""HTTP requests to addresses that strangers have named: push services, webhooks, ntfy.

The name of a host is resolved once, and the connection is made to that very address, so that what was checked is what
is used. Loopback, private and link-local addresses are refused unless the host of this server allows them. Redirects
are not followed, proxies of the environment are not used, nothing of the answer but its status is read, and all of it
is limited in time.
"""

from __future__ import annotations

import asyncio
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from rattus.errors import RattusError
from rattus.server.errors import ErrorCode, RequestRefused

TIMEOUT = aiohttp.ClientTimeout(total=15.0, sock_connect=5.0, sock_read=10.0)
MAX_CONNECTIONS = 32
MAX_ADDRESS = 1000  # characters of a URL
RESOLVER_THREADS = 4  # their own: a name server that hangs delays nobody else
_OLD_LITERAL = re.compile(r"(?:.*\.)?(?:\d+|0x[0-9a-f]*)\.?", re.IGNORECASE)  # its last part is a number: no name's is
LOWEST_PORT = 1024  # except those of the web: nobody sends requests to the mail server of others


class Unreachable(RattusError):
    """Nothing was sent: it may be tried again."""


class Unanswered(RattusError):
    """Something was sent, and nobody knows whether it arrived."""


class ForbiddenAddress(RattusError, OSError):
    """An address that this server sends nothing to."""


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet."""
    parsed = ip_address(address.partition("%")[0])
    if isinstance(parsed, IPv6Address) and (parsed.ipv4_mapped or parsed.sixtofour or parsed.teredo):
        return False  # another address is inside
    if isinstance(parsed, IPv6Address) and parsed.is_site_local:  # the private networks of old, fec0::/10
        return False
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


def check_address(url: str, allows_private: bool, needs_tls: bool = False) -> None:
    """Refuse what cannot be the address of a webhook, as far as it can be seen without looking its name up."""
    refused = RequestRefused(ErrorCode.MALFORMED, "not an address that messages can be sent to")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise refused from None
    schemes = ("https",) if needs_tls and not allows_private else ("http", "https")
    if parts.scheme not in schemes or not host or not url.isascii() or not url.isprintable() or " " in url:
        raise RequestRefused(ErrorCode.MALFORMED, f"an address begins with {' or '.join(schemes)}://")
    if parts.username is not None or parts.password is not None or len(url) > MAX_ADDRESS:
        raise refused
    if allows_private:
        return
    if port is not None and port < LOWEST_PORT and port not in (80, 443):
        raise RequestRefused(ErrorCode.MALFORMED, f"no messages are sent to port {port}")
    name = host.rstrip(".")
    if name == "localhost" or name.endswith((".localhost", ".local", ".internal")) or _is_private_literal(host):
        raise RequestRefused(ErrorCode.MALFORMED, "this server sends no messages into private networks")


def _is_private_literal(host: str) -> bool:
    """Whether a host is an address that is not public, in any of the ways to write one."""
    try:
        return not is_public(host)
    except ValueError:  # a name, or one of the old ways: 127.1, 2130706433, 0x7f.1, which some libraries connect to
        return _OLD_LITERAL.fullmatch(host) is not None


class PublicResolver(AbstractResolver):
    """Resolves names; refuses those that lead to an address that is not public."""

    def __init__(self, allows_private: bool) -> None:
        self._allows_private = allows_private
        self._threads = ThreadPoolExecutor(RESOLVER_THREADS, thread_name_prefix="resolver")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses of a name."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, self._look_up, host, port, family)
        addresses = [(kind, str(address[0])) for kind, _, _, _, address in found]
        if not self._allows_private and not all(is_public(address) for _, address in addresses):
            raise ForbiddenAddress(f"{host} leads into a private network")
        return [
            ResolveResult(hostname=host, host=address, port=port, family=kind, proto=0, flags=socket.AI_NUMERICHOST)
            for kind, address in addresses
        ]

    @staticmethod
    def _look_up(host: str, port: int, family: socket.AddressFamily) -> list[Any]:
        return [*socket.getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM)]

    async def close(self) -> None:
        """End the threads; those that hang end by themselves."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Outgoing:
    """Sends requests, a bounded number at a time."""

    def __init__(self, allows_private: bool = False) -> None:
        self.allows_private = allows_private
        self._session: aiohttp.ClientSession | None = None

    async def post(self, url: str, body: bytes, headers: dict[str, str], needs_tls: bool = False) -> int:
        """Send a request; the status of the answer."""
        try:
            check_address(url, self.allows_private, needs_tls)  # an address in numbers is never resolved
        except RequestRefused as refused:
            raise ForbiddenAddress(refused.why) from None
        try:
            async with self._open().post(url, data=body, headers=headers, allow_redirects=False) as answer:
                return answer.status
        except aiohttp.ClientConnectorError as error:
            if isinstance(error.os_error, ForbiddenAddress):
                raise error.os_error from None
            raise Unreachable(str(error)) from None
        except (aiohttp.ConnectionTimeoutError, aiohttp.InvalidURL) as error:
            raise Unreachable(str(error)) from None
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Unanswered(str(error)) from None

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            connector = aiohttp.TCPConnector(
                resolver=PublicResolver(self.allows_private),
                use_dns_cache=False,
                force_close=True,
                limit=MAX_CONNECTIONS,
            )
            self._session = aiohttp.ClientSession(
                connector=connector,
                timeout=TIMEOUT,
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=False,
                headers={"User-Agent": "rattus"},
            )
        return self._session

    async def close(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()
