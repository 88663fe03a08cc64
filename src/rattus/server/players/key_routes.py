"""The HTTP API of a player's keys: the secret link, passkeys, and devices that have keys of their own."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.live.socket import is_allowed_origin
from rattus.server.players.passkeys import Site
from rattus.server.players.routes import Me, device_data, passkey_data
from rattus.server.players.store import Player
from rattus.server.protocol.players import (
    DeviceName,
    DeviceRef,
    PasskeyAdded,
    PasskeyAnswer,
    PasskeyOptions,
    PasskeyRef,
    PlayerKeyRenewed,
    PlayerKeys,
    PlayerMade,
)
from rattus.server.routes import REPLAY_COST, TheRuntime, errors_of, take
from rattus.server.runtime import Runtime
from rattus.server.storage.administration import Action, Administration
from rattus.server.strict_json import StrictRoute

router = APIRouter(prefix="/api", route_class=StrictRoute)


def site_of(request: Request, runtime: TheRuntime) -> Site:
    """The site whose page asks; passkeys are for that."""
    origin = request.headers.get("origin")
    host = request.headers.get("host")
    if origin is None or not is_allowed_origin(origin, host, runtime.settings.origins):
        raise RequestRefused(ErrorCode.NOT_YOURS, "passkeys are for pages of this server: the header Origin is missing")
    return Site(origin)


def pay(request: Request) -> None:
    """What writes to the database, or checks a signature, counts as several requests."""
    take(request, REPLAY_COST)


TheSite = Annotated[Site, Depends(site_of)]
COSTLY = [Depends(pay)]


@router.get("/me/keys", responses=errors_of(404))
async def keys(me: Me, runtime: TheRuntime) -> PlayerKeys:
    """How you come in: whether the link is open, your passkeys, and the devices that came in by one."""
    return await _keys(me[0], runtime)


@router.post("/me/passkeys/options", responses=errors_of(403, 404), dependencies=COSTLY)
async def adding_options(me: Me, site: TheSite, runtime: TheRuntime) -> PasskeyOptions:
    """What `navigator.credentials.create` takes."""
    return PasskeyOptions(options=await runtime.passkeys.adding_options(me[0], site, runtime.clock.now()))


@router.post("/me/passkeys", status_code=201, responses=errors_of(403, 404, 409, 413), dependencies=COSTLY)
async def add(me: Me, site: TheSite, body: PasskeyAnswer, runtime: TheRuntime) -> PasskeyAdded:
    """Add a passkey that the browser has made."""
    added = await runtime.passkeys.add(me[0], body.credential, body.name, site, runtime.clock.now())
    return PasskeyAdded(passkey=added)


@router.post("/me/passkeys/remove", responses=errors_of(404, 409, 413))
async def remove(me: Me, body: PasskeyRef, runtime: TheRuntime) -> PlayerKeys:
    """Remove a passkey; not the last one while the link is closed."""
    await runtime.passkeys.remove(me[0], body.passkey)
    return await _keys(me[0], runtime)


@router.post("/passkeys/options", responses=errors_of(403), dependencies=COSTLY)
async def sign_in_options(site: TheSite, runtime: TheRuntime) -> PasskeyOptions:
    """What `navigator.credentials.get` takes."""
    return PasskeyOptions(options=await runtime.passkeys.sign_in_options(site, runtime.clock.now()))


@router.post("/passkeys/sign-in", responses=errors_of(403, 404, 409, 413), dependencies=COSTLY)
async def sign_in(site: TheSite, body: PasskeyAnswer, runtime: TheRuntime) -> PlayerMade:
    """Come in by a passkey; the key is this device's own."""
    now = runtime.clock.now()
    player_id = await runtime.passkeys.sign_in(body.credential, site, now)
    player, key = await runtime.players.add_device(player_id, body.name, now)
    return PlayerMade(player=player.id, key=key)


@router.post("/me/link/close", responses=errors_of(404, 409, 413), dependencies=COSTLY)
async def close_link(me: Me, body: DeviceName, runtime: TheRuntime) -> PlayerKeyRenewed:
    """Close the link: devices that used it are signed out, all but this one, which gets a key of its own."""
    player, key = me
    own = await runtime.players.close_link(player, key, body.name, runtime.clock.now())
    await _sign_out(player, None, runtime)
    return PlayerKeyRenewed(key=own)


@router.post("/me/devices/remove", responses=errors_of(404, 413))
async def sign_out(me: Me, body: DeviceRef, runtime: TheRuntime) -> PlayerKeys:
    """Sign out a device that came in by a passkey."""
    await runtime.players.remove_device(me[0], body.device)
    await _sign_out(me[0], body.device, runtime)
    return await _keys(me[0], runtime)


async def _keys(player: Player, runtime: Runtime) -> PlayerKeys:
    known = await runtime.players.devices(player)
    passkeys = await runtime.passkeys.list(player)
    return PlayerKeys(
        link=await runtime.players.is_link_open(player),
        device=player.device,
        devices=[device_data(row) for row in known],
        passkeys=[passkey_data(row) for row in passkeys],
    )


async def _sign_out(player: Player, device: str | None, runtime: Runtime) -> None:
    """Let all processes close what was opened with a key that is no longer good."""
    detail = f"{player.id} {device or ''}"
    await Administration(runtime.store, "player").note(Action.SIGN_OUT, None, detail, runtime.clock.now())
    await runtime.follow_audit()
