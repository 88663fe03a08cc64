"""Sends the messages that are due, beside everything else: no move waits for it."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from base64 import urlsafe_b64encode
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from rattus.server.clock import Clock
from rattus.server.errors import ErrorCode, RequestRefused, StorageError
from rattus.server.notices.message import Text, text_of
from rattus.server.notices.outgoing import Outgoing
from rattus.server.notices.senders import HookSender, MailSender, PushSender, is_push_service, new_vapid_key
from rattus.server.notices.store import Channel, ChannelKind, Delivery, NoticeStore, TurnMessage
from rattus.server.players.codes import CodePurpose, CodeStore
from rattus.server.players.store import Player
from rattus.server.rate_limit import AddressLimiter
from rattus.server.settings import NoticeSettings
from rattus.server.storage.store import TableStore
from rattus.server.tables.keys import KEY_BYTES, digest, new_key
from rattus.words import say_in

log = logging.getLogger(__name__)
MAX_AT_ONCE = 16  # messages that are being sent
MAX_CLAIMS = 20  # times that as many are taken in one look: those that cannot be sent now make room for others
# Of these to hosts that players have named, who may answer as slowly as they like: in all, to one, of one player.
MAX_STRANGE, MAX_ONE_HOST, MAX_ONE_PLAYER = 12, 8, 4
CLOSE_SECONDS = 5.0  # that messages have to be sent when the server stops
HOSTS_A_SECOND, HOST_BURST = 1.0, 30.0  # messages to one host that is no push service
CONFIRM_SECONDS = 86_400.0  # that the link in an e-mail is good for
MAX_MAILS_AN_ADDRESS = 3  # that ask to confirm, in a day
MAX_MAILS = 500  # that ask to confirm, in a day, of all players together
MAX_MAILS_ASKED = 50  # the same, asked for from one address: nobody uses up what there is for all
VAPID = "vapid"


class Notifier:
    """Tells players that it is their turn."""

    def __init__(
        self, settings: NoticeSettings, table_store: TableStore, store: NoticeStore, codes: CodeStore, clock: Clock
    ) -> None:
        self.settings, self.store = settings, store
        self._table_store, self._codes, self._clock = table_store, codes, clock
        self._outgoing = Outgoing(settings.allows_private)
        url = settings.url
        self._hooks = HookSender(self._outgoing, url) if settings.webhooks and url is not None else None
        self._mail = MailSender(settings.mail) if settings.mail is not None and url is not None else None
        self._push: PushSender | None = None
        self._secret = b""
        self._sending: set[asyncio.Task[None]] = set()
        self._trying = 0  # messages that were taken and are not through yet
        self._hosts = AddressLimiter(HOSTS_A_SECOND, HOST_BURST)
        self._strange: list[tuple[str, str]] = []  # player and host of what is being sent to no push service

    async def open(self, secret: bytes) -> None:
        """Make the key for push services if there is none yet. `secret` is the database's."""
        self._secret = secret
        if self.settings.push:
            key = await self._table_store.note(VAPID, new_vapid_key)
            self._push = PushSender(self._outgoing, key, self._contact())

    async def close(self) -> None:
        """Let messages that are being sent be sent, for a while."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=CLOSE_SECONDS)
        for task in list(self._sending):
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        await self._outgoing.close()

    # ---- what can be chosen here

    @property
    def push_key(self) -> str | None:
        """The key with which browsers subscribe; None if this server sends no push messages."""
        return None if self._push is None else self._push.public_key

    @property
    def sends_mail(self) -> bool:
        """Whether this server sends e-mails."""
        return self._mail is not None

    @property
    def calls_hooks(self) -> bool:
        """Whether this server sends messages to addresses of the players' own."""
        return self._hooks is not None

    def _contact(self) -> str:
        mail = self.settings.mail
        return self.settings.contact or (f"mailto:{mail.sender}" if mail else self.settings.url or "https://localhost")

    # ---- messages about turns

    async def send_due(self) -> None:
        """Begin to send what is due; what is being sent goes on beside it."""
        for _ in range(MAX_CLAIMS):
            found = await self.store.claim_due(self._clock.now(), MAX_AT_ONCE - self._trying)
            if not found:
                return
            self._trying += len(found)
            for message in found:
                self._run(self._deliver(message))
            await asyncio.sleep(0)  # those that find no room now are through with it

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _deliver(self, message: TurnMessage) -> None:
        try:
            delivery = await self._send(message.channel, text_of(message, self._clock.now()))
        except Exception:  # it is not sent again: nobody knows how far it came
            log.exception("a message could not be sent")
            delivery = Delivery.LOST
        finally:
            self._trying -= 1
        if delivery not in (Delivery.SENT, Delivery.LATER):
            log.warning("a message did not arrive", extra={"kind": message.channel.kind, "outcome": delivery})
        with suppress(StorageError):
            await self.store.finish(message, delivery, self._clock.now())

    async def _send(self, channel: Channel, text: Text) -> Delivery:
        if channel.kind is ChannelKind.MAIL:
            return await self._send_mail(channel, text)
        host = urlsplit(channel.address).hostname or ""
        if is_push_service(host):
            return await self._send_on(channel, text)
        # Players name the hosts, so that many of them could aim at one that never asked for messages, or at some that
        # never answer, while the messages of all others wait.
        if not self._has_room(channel.player, host) or not self._hosts.take(host, self._clock.now()):
            return Delivery.LATER
        self._strange.append((channel.player, host))
        try:
            return await self._send_on(channel, text)
        finally:
            self._strange.remove((channel.player, host))

    def _has_room(self, player: str, host: str) -> bool:
        of_player = sum(each == player for each, _ in self._strange)
        to_host = sum(each == host for _, each in self._strange)
        return len(self._strange) < MAX_STRANGE and of_player < MAX_ONE_PLAYER and to_host < MAX_ONE_HOST

    async def _send_on(self, channel: Channel, text: Text) -> Delivery:
        if channel.kind is ChannelKind.PUSH:
            return Delivery.LOST if self._push is None else await self._push.send(channel, text, self._clock.now())
        return Delivery.LOST if self._hooks is None else await self._hooks.send(channel, text)

    # ---- e-mails

    async def _send_mail(self, channel: Channel, text: Text) -> Delivery:
        if self._mail is None or not channel.is_confirmed:
            return Delivery.LOST
        language = (await self.store.wishes(channel.player)).language
        stop = f"{self.settings.url}/mail#stop.{channel.id}.{self.stop_code(channel.id)}"
        lines = [text.body, "", f"{self.settings.url}{text.path}", "", say_in(language, "notice.stop"), stop, ""]
        return await self._mail.send(channel.address, text.title, "\n".join(lines), stop)

    def stop_code(self, channel_id: str) -> str:
        """What the link in an e-mail has that ends them: whoever reads the address may."""
        mac = hmac.digest(self._secret, f"stop {channel_id}".encode(), hashlib.sha256)
        return urlsafe_b64encode(mac[:KEY_BYTES]).rstrip(b"=").decode()

    async def ask_to_confirm(self, player: Player, channel: Channel, language: str, asker: str) -> None:
        """Send the e-mail with the link that confirms an address. RequestRefused if there were too many.

        `asker` stands for the address that asks for it, as it is stored.
        """
        mail = self._mail
        if mail is None:
            raise RequestRefused(ErrorCode.NOT_NOW, "this server sends no e-mails")
        now, address = self._clock.now(), digest(channel.address.lower())
        sent = await self._codes.count(CodePurpose.MAIL_SENT, now, address)
        if sent >= MAX_MAILS_AN_ADDRESS or await self._codes.count(CodePurpose.MAIL_SENT, now) >= MAX_MAILS:
            raise RequestRefused(ErrorCode.BUSY, "too many e-mails were sent there today; try again tomorrow")
        if await self._codes.count(CodePurpose.MAIL_ASKED, now, asker) >= MAX_MAILS_ASKED:
            raise RequestRefused(ErrorCode.BUSY, "you have asked for too many e-mails today; try again tomorrow")
        await self._codes.add(new_key(), CodePurpose.MAIL_ASKED, now, CONFIRM_SECONDS, subject=asker)
        code = new_key()
        # The count outlives the player, who might be made and removed over and over.
        await self._codes.add(new_key(), CodePurpose.MAIL_SENT, now, CONFIRM_SECONDS, subject=address)
        await self._codes.add(code, CodePurpose.CONFIRM_MAIL, now, CONFIRM_SECONDS, player.id, channel.id)
        link = f"{self.settings.url}/mail#confirm.{code}"
        host = urlsplit(self.settings.url or "").netloc
        # The name of the player is not in it: a stranger may have chosen name and address.
        text = say_in(language, "notice.confirm", host=host, link=link)
        self._run(self._mail_once(mail, channel.address, say_in(language, "notice.confirmTitle"), text))

    async def _mail_once(self, mail: MailSender, address: str, subject: str, text: str) -> None:
        if await mail.send(address, subject, text) is not Delivery.SENT:
            log.warning("an e-mail that asks for consent could not be sent")

    async def confirm(self, code: str) -> bool:
        """Confirm an address by the code from its e-mail."""
        found = await self._codes.use(code, CodePurpose.CONFIRM_MAIL, self._clock.now())
        return found is not None and await self.store.confirm(found.subject)
