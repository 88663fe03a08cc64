"""How messages are sent: to the browser's push service, to a webhook or ntfy, by e-mail."""

from __future__ import annotations

import asyncio
import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from email.message import EmailMessage
from urllib.parse import urlsplit, urlunsplit

import aiosmtplib
import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher

from rattus.server.notices.message import Text
from rattus.server.notices.outgoing import ForbiddenAddress, Outgoing, Unanswered, Unreachable
from rattus.server.notices.store import Channel, ChannelKind, Delivery
from rattus.server.settings import MailServer

VAPID_SECONDS = 6 * 3600  # that a signature is good for
TTL_SECONDS = 86_400  # that a push service keeps a message for a device that is off
MAIL_SECONDS = 20.0
GONE = (404, 410)
TOO_MANY = 429
TOPIC_LENGTH = 32


def new_vapid_key() -> str:
    """A private key with which this server signs what it sends to push services, as base64."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _base64(number.to_bytes(32))


# Of Chrome and Edge on Android, Firefox, Safari, and Edge on Windows.
PUSH_SERVICES = "fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com"


def is_push_service(host: str) -> bool:
    """Whether a host is one that browsers have their messages sent to."""
    return host in PUSH_SERVICES or host.endswith(tuple(f".{each}" for each in PUSH_SERVICES))


class PushSender:
    """Sends Web Push messages, encrypted for the browser and signed (VAPID)."""

    def __init__(self, outgoing: Outgoing, private_key: str, contact: str) -> None:
        self._outgoing, self._contact = outgoing, contact
        self._vapid = Vapid02.from_raw(private_key.encode())

    @property
    def public_key(self) -> str:
        """What the browser needs to subscribe."""
        return _base64(self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def send(self, channel: Channel, text: Text, now: float) -> Delivery:
        """Send a message to a browser."""
        told = {"title": text.title, "body": text.body, "path": text.path, "tag": text.table, "waiting": text.waiting}
        data = orjson.dumps(told)
        body, headers = await asyncio.to_thread(self._encrypt, channel, data, now)
        left = TTL_SECONDS if text.deadline is None else int(text.deadline - now)
        headers |= {"TTL": str(max(60, min(TTL_SECONDS, left))), "Urgency": "high", "Topic": _topic(text.table)}
        return await _post(self._outgoing, channel.address, body, headers, needs_tls=True)

    def _encrypt(self, channel: Channel, data: bytes, now: float) -> tuple[bytes, dict[str, str]]:
        subscription = {"endpoint": channel.address, "keys": channel.data}
        body: bytes = WebPusher(subscription).encode(data)["body"]
        parts = urlsplit(channel.address)
        claims = {
            "sub": self._contact,
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now) + VAPID_SECONDS,
        }
        headers: dict[str, str] = self._vapid.sign(claims)
        return body, headers | {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}


class HookSender:
    """Sends JSON to a webhook, or to an ntfy server in its own format."""

    def __init__(self, outgoing: Outgoing, url: str) -> None:
        self._outgoing, self._url = outgoing, url

    async def send(self, channel: Channel, text: Text) -> Delivery:
        """Send a message to an address of the player's own."""
        link = self._url + text.path
        address, data = (
            channel.address,
            {
                "title": text.title,
                "message": text.body,
                "link": link,
                "game": text.game,
                "table": text.table,
                "deadline": text.deadline,
            },
        )
        if channel.kind is ChannelKind.NTFY:
            parts = urlsplit(address)
            before, _, topic = parts.path.rstrip("/").rpartition("/")
            address = urlunsplit((parts.scheme, parts.netloc, before or "/", parts.query, ""))
            data = {"topic": topic, "title": text.title, "message": text.body, "click": link}
        return await _post(self._outgoing, address, orjson.dumps(data), {"Content-Type": "application/json"})


class MailSender:
    """Sends e-mails by the mail server of the host."""

    def __init__(self, server: MailServer) -> None:
        self._server = server

    async def send(self, address: str, subject: str, text: str, unsubscribe: str | None = None) -> Delivery:
        """Send an e-mail. `unsubscribe` is a link that ends them."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self._server.sender, address, subject
        mail["Auto-Submitted"] = "auto-generated"
        if unsubscribe is not None:
            mail["List-Unsubscribe"] = f"<{unsubscribe}>"
        mail.set_content(text)
        server = self._server
        try:
            await aiosmtplib.send(
                mail,
                hostname=server.host,
                port=server.port,
                username=server.username,
                password=server.password,
                use_tls=server.tls == "tls",
                start_tls=server.tls == "starttls",
                timeout=MAIL_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as refused:
            codes = [each.code for each in refused.recipients]
            return Delivery.FAILED if all(code < 500 for code in codes) else Delivery.LOST
        except aiosmtplib.SMTPResponseException as refused:
            return Delivery.FAILED if refused.code < 500 else Delivery.LOST
        except (aiosmtplib.SMTPConnectError, aiosmtplib.SMTPConnectTimeoutError):
            return Delivery.FAILED
        except (aiosmtplib.SMTPException, OSError):
            return Delivery.LOST
        return Delivery.SENT


async def _post(
    outgoing: Outgoing, address: str, body: bytes, headers: dict[str, str], needs_tls: bool = False
) -> Delivery:
    try:
        status = await outgoing.post(address, body, headers, needs_tls)
    except Unreachable:
        return Delivery.FAILED
    except (Unanswered, ForbiddenAddress):
        return Delivery.LOST
    if 200 <= status < 300:
        return Delivery.SENT
    if status in GONE:
        return Delivery.GONE
    return Delivery.FAILED if status == TOO_MANY or status >= 500 else Delivery.LOST


def check_subscription(keys: dict[str, str]) -> bool:
    """Whether these are the keys of a push subscription: a point of the curve, and 16 bytes."""
    try:
        point, auth = (urlsafe_b64decode(keys[name] + "=" * (-len(keys[name]) % 4)) for name in ("p256dh", "auth"))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (KeyError, ValueError):
        return False
    return len(auth) == 16


def _topic(table: str) -> str:
    """A message that waits at the push service is replaced by a newer one of the same table."""
    return _base64(hashlib.sha256(table.encode()).digest())[:TOPIC_LENGTH]


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
