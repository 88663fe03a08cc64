"""The HTTP API of messages: where and when a player is told that it is their turn."""

from __future__ import annotations

import hmac
import re
from functools import cache
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from fastapi import APIRouter, Depends, Request

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.notices.outgoing import check_address
from rattus.server.notices.senders import check_subscription
from rattus.server.notices.store import ChannelKind
from rattus.server.notices.wishes import QuietHours, Wishes
from rattus.server.players.routes import Me
from rattus.server.players.store import Player
from rattus.server.protocol.notices import (
    ChannelAdded,
    ChannelRef,
    MailCode,
    MailStop,
    MailStopped,
    NewChannel,
    NoticeWishes,
    PlayerNotices,
)
from rattus.server.routes import REPLAY_COST, TheRuntime, client_address, errors_of, take
from rattus.server.runtime import Runtime
from rattus.server.strict_json import StrictRoute

router = APIRouter(prefix="/api", route_class=StrictRoute)
NO_CODE = "this link is no longer good"
TOPIC = re.compile(r"[-_A-Za-z0-9]{1,64}")  # of ntfy
LINK_COST = 10.0  # requests that trying a link of an e-mail counts for


def pay(request: Request) -> None:
    """What writes to the database or sends something counts as several requests."""
    take(request, REPLAY_COST)


def pay_for_link(request: Request) -> None:
    """Links are tried once or twice."""
    take(request, LINK_COST)


COSTLY = [Depends(pay)]


@cache  # it reads hundreds of files
def known_zones() -> frozenset[str]:
    """The names of time zones."""
    return frozenset(available_timezones())


@router.get("/me/notices", responses=errors_of(404))
async def show(me: Me, runtime: TheRuntime) -> PlayerNotices:
    """What you are told of, where, and what this server can send."""
    return await _notices(me[0], runtime)


@router.put("/me/notices", responses=errors_of(404, 413), dependencies=COSTLY)
async def change(me: Me, body: NoticeWishes, runtime: TheRuntime) -> PlayerNotices:
    """Choose what you are told of, and when not."""
    if body.zone not in known_zones():
        raise RequestRefused(ErrorCode.MALFORMED, "there is no such time zone")
    quiet = None if body.quiet is None else QuietHours(body.quiet.start, body.quiet.end)
    games, clocks = tuple(dict.fromkeys(body.games)), tuple(dict.fromkeys(body.clocks))
    await runtime.notices.set_wishes(me[0], Wishes(games, clocks, quiet, body.zone, body.language))
    return await _notices(me[0], runtime)


@router.post("/me/channels", status_code=201, responses=errors_of(404, 409, 413), dependencies=COSTLY)
async def add(me: Me, body: NewChannel, request: Request, runtime: TheRuntime) -> ChannelAdded:
    """Be told in one more place. To an e-mail address a link is sent first; nothing else is until it was opened."""
    player, kind, address = me[0], ChannelKind(body.kind), body.address
    keys = {} if body.p256dh is None or body.auth is None else {"p256dh": body.p256dh, "auth": body.auth}
    _check(kind, address, keys, runtime)
    now = runtime.clock.now()
    if kind is ChannelKind.MAIL and not runtime.mail_limits.take(client_address(request), now):
        raise RequestRefused(ErrorCode.BUSY, "too many e-mail addresses; wait a little")
    channel = await runtime.notices.add_channel(player, kind, address, body.name, keys, now)
    if not channel.is_confirmed:
        language = (await runtime.notices.wishes(player.id)).language
        await runtime.notifier.ask_to_confirm(player, channel, language, runtime.maker_id(client_address(request)))
    return ChannelAdded(channel=channel.id, confirmed=channel.is_confirmed)


@router.post("/me/channels/remove", responses=errors_of(404, 413))
async def remove(me: Me, body: ChannelRef, runtime: TheRuntime) -> PlayerNotices:
    """Be told there no more."""
    if not await runtime.notices.remove_channel(body.channel, me[0].id):
        raise RequestRefused(ErrorCode.NOT_FOUND, "there is no such channel of yours")
    return await _notices(me[0], runtime)


@router.post("/mail/confirm", responses=errors_of(404, 413), dependencies=[Depends(pay_for_link)])
async def confirm(body: MailCode, runtime: TheRuntime) -> MailStopped:
    """Agree to be sent e-mails, by the code in the first one."""
    if not await runtime.notifier.confirm(body.code):
        raise RequestRefused(ErrorCode.NOT_FOUND, NO_CODE)
    return MailStopped(sends=True)


@router.post("/mail/stop", responses=errors_of(404, 413), dependencies=[Depends(pay_for_link)])
async def stop(body: MailStop, runtime: TheRuntime) -> MailStopped:
    """Be sent no more e-mails, by the code in any of them."""
    if not hmac.compare_digest(body.code.encode(), runtime.notifier.stop_code(body.channel).encode()):
        raise RequestRefused(ErrorCode.NOT_FOUND, NO_CODE)
    await runtime.notices.remove_channel(body.channel)  # it may be gone already
    return MailStopped(sends=False)


def _check(kind: ChannelKind, address: str, keys: dict[str, str], runtime: Runtime) -> None:
    notifier, allows_private = runtime.notifier, runtime.settings.notices.allows_private
    offered = {ChannelKind.PUSH: notifier.push_key is not None, ChannelKind.MAIL: notifier.sends_mail}
    if not offered.get(kind, notifier.calls_hooks):
        raise RequestRefused(ErrorCode.NOT_NOW, "this server does not send such messages")
    if (kind is ChannelKind.PUSH) != bool(keys):
        raise RequestRefused(ErrorCode.MALFORMED, "p256dh and auth belong to a push subscription, and to nothing else")
    if kind is ChannelKind.MAIL:
        if not _is_mail(address):
            raise RequestRefused(ErrorCode.MALFORMED, "this is not an e-mail address")
        return
    check_address(address, allows_private, needs_tls=kind is ChannelKind.PUSH)
    if kind is ChannelKind.PUSH and not check_subscription(keys):
        raise RequestRefused(ErrorCode.MALFORMED, "these are not the keys of a push subscription")
    if kind is ChannelKind.NTFY and not TOPIC.fullmatch(urlsplit(address).path.rstrip("/").rpartition("/")[2]):
        raise RequestRefused(ErrorCode.MALFORMED, "an ntfy address ends with its topic: https://ntfy.sh/TOPIC")


def _is_mail(address: str) -> bool:
    """Whether it looks like an e-mail address; only the e-mail itself can tell."""
    local, at, domain = address.rpartition("@")
    forbidden = set(' <>()[]\\,;:"@')
    is_plain = address.isascii() and address.isprintable() and len(address) <= 254
    labels = domain.split(".")
    return (
        bool(at)
        and is_plain
        and 0 < len(local) <= 64
        and not forbidden & set(local)
        and len(labels) > 1
        and all(label.replace("-", "").isalnum() for label in labels)
    )


async def _notices(player: Player, runtime: Runtime) -> PlayerNotices:
    chosen = await runtime.notices.wishes(player.id)
    notifier = runtime.notifier
    return PlayerNotices.model_validate(
        {
            "push": notifier.push_key,
            "mail": notifier.sends_mail,
            "webhooks": notifier.calls_hooks,
            "wishes": chosen.as_data(),
            "channels": [each.as_data() for each in await runtime.notices.channels(player.id)],
        }
    )
