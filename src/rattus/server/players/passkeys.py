"""Passkeys (WebAuthn): a player comes in on any device without the secret link."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import orjson
from sqlalchemy import Connection, delete, func, insert, select, update
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    decode_credential_public_key,
    decoded_public_key_to_cryptography,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.players.codes import CodePurpose, CodeStore
from rattus.server.players.store import CLOSED_LINK, Player, Row
from rattus.server.storage.schema import passkeys, players
from rattus.server.storage.store import TableStore

CHALLENGE_SECONDS = 300.0
CHALLENGE_BYTES = 32
MAX_PASSKEYS = 10  # of one player
MAX_CREDENTIAL = 32_768  # bytes of what a browser answers, with all certificates of a device
MAX_ID_BYTES = 1023  # as WebAuthn has it
MAX_KEY_BYTES = 4096
NOT_GOOD = "this passkey is not known here"


@dataclass(frozen=True)
class Site:
    """The site that passkeys are for: the origin of its pages."""

    origin: str

    @property
    def host(self) -> str:
        """What a passkey is bound to: the name of the host, without its port."""
        return urlsplit(self.origin).hostname or ""


class PasskeyStore:
    """The passkeys of a database. What is stored of one is public; the secret never leaves the device."""

    def __init__(self, store: TableStore, codes: CodeStore) -> None:
        self._store, self._codes = store, codes

    async def list(self, player: Player) -> list[Row]:
        """The passkeys of a player, the newest first."""
        columns = passkeys.c.id, passkeys.c.name, passkeys.c.created_at, passkeys.c.used_at
        query = select(*columns).where(passkeys.c.player_id == player.id)
        query = query.order_by(passkeys.c.created_at.desc(), passkeys.c.id)
        return await self._store.rows(query)

    async def adding_options(self, player: Player, site: Site, now: float) -> dict[str, Any]:
        """What the browser needs to make a passkey for a player."""
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        known = [PublicKeyCredentialDescriptor(base64url_to_bytes(row["id"])) for row in await self.list(player)]
        options = generate_registration_options(
            rp_id=site.host,
            rp_name="rattus",
            user_id=player.id.encode(),
            user_name=player.name,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=known,
        )
        await self._remember(challenge, CodePurpose.ADD_PASSKEY, now, player.id)
        return _as_data(options)

    async def add(self, player: Player, credential: dict[str, Any], name: str, site: Site, now: float) -> str:
        """Store a passkey that the browser has made for a player; its id."""
        challenge = await self._take_challenge(credential, CodePurpose.ADD_PASSKEY, now, player.id)
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
            # Of a key that is no key only the first sign-in would tell.
            decoded_public_key_to_cryptography(decode_credential_public_key(made.credential_public_key))
        except Exception as error:  # the library checks little of the form before it reads it
            why = error if isinstance(error, WebAuthnException) else "it has not the right form"
            raise RequestRefused(ErrorCode.MALFORMED, f"this is not a passkey: {why}") from None
        if len(made.credential_id) > MAX_ID_BYTES or len(made.credential_public_key) > MAX_KEY_BYTES:
            raise RequestRefused(ErrorCode.MALFORMED, "this is not a passkey: it is too long")
        row = {
            "id": bytes_to_base64url(made.credential_id),
            "player_id": player.id,
            "public_key": bytes_to_base64url(made.credential_public_key),
            "sign_count": made.sign_count,
            "name": name,
            "created_at": now,
        }
        number = select(func.count()).where(passkeys.c.player_id == player.id)
        is_known = select(passkeys.c.id).where(passkeys.c.id == row["id"])

        def work(connection: Connection) -> None:
            if connection.execute(number).scalar_one() >= MAX_PASSKEYS:
                raise RequestRefused(ErrorCode.NOT_NOW, f"you have {MAX_PASSKEYS} passkeys already; remove one first")
            if connection.execute(is_known).one_or_none() is not None:
                raise RequestRefused(ErrorCode.NOT_NOW, "this passkey is somebody's already")
            connection.execute(insert(passkeys), row)

        await self._store.write(work)
        return str(row["id"])

    async def remove(self, player: Player, passkey: str) -> None:
        """Remove a passkey. Not the last one while the link is closed: nobody could come in any more."""
        theirs = select(passkeys.c.id).where(passkeys.c.player_id == player.id).with_for_update()
        link = select(players.c.digest).where(players.c.id == player.id).with_for_update()

        def work(connection: Connection) -> None:
            is_closed = str(connection.execute(link).scalar_one_or_none()).startswith(CLOSED_LINK)
            known = set(connection.execute(theirs).scalars())
            if passkey not in known:
                raise RequestRefused(ErrorCode.NOT_FOUND, "there is no such passkey of yours")
            if is_closed and known == {passkey}:
                raise RequestRefused(ErrorCode.NOT_NOW, "it is the only way in; open a new link first")
            connection.execute(delete(passkeys).where(passkeys.c.id == passkey))

        await self._store.write(work)

    async def sign_in_options(self, site: Site, now: float) -> dict[str, Any]:
        """What the browser needs to ask for a passkey, whoever's it is."""
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        options = generate_authentication_options(rp_id=site.host, challenge=challenge)
        await self._remember(challenge, CodePurpose.SIGN_IN, now)
        return _as_data(options)

    async def sign_in(self, credential: dict[str, Any], site: Site, now: float) -> str:
        """The id of the player whose passkey it is. RequestRefused if it is nobody's, or was not used just now."""
        challenge = await self._take_challenge(credential, CodePurpose.SIGN_IN, now)
        query = select(passkeys.c.player_id, passkeys.c.public_key, passkeys.c.sign_count)
        query = query.where(passkeys.c.id == str(credential.get("id", "")))
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            raise RequestRefused(ErrorCode.NOT_FOUND, NOT_GOOD)
        try:
            used = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(row.public_key),
                credential_current_sign_count=row.sign_count,
            )
        except Exception:  # of what a stranger has sent, as above
            raise RequestRefused(ErrorCode.NOT_FOUND, NOT_GOOD) from None
        change = update(passkeys).where(passkeys.c.id == bytes_to_base64url(used.credential_id))
        change = change.values(sign_count=used.new_sign_count, used_at=now)
        await self._store.write(lambda connection: connection.execute(change).rowcount)
        return str(row.player_id)

    async def _remember(self, challenge: bytes, purpose: CodePurpose, now: float, player: str | None = None) -> None:
        await self._codes.add(bytes_to_base64url(challenge), purpose, now, CHALLENGE_SECONDS, player)

    async def _take_challenge(
        self, credential: dict[str, Any], purpose: CodePurpose, now: float, player: str | None = None
    ) -> bytes:
        """The challenge that a browser has answered, if it was given out for this, and not used before."""
        if len(orjson.dumps(credential)) > MAX_CREDENTIAL:
            raise RequestRefused(ErrorCode.MALFORMED, "this is longer than any passkey")
        try:
            told = orjson.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))["challenge"]
            challenge = base64url_to_bytes(told)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise RequestRefused(ErrorCode.MALFORMED, "this is not the answer of a browser") from None
        code = await self._codes.use(bytes_to_base64url(challenge), purpose, now)
        if code is None or code.player != player:
            raise RequestRefused(ErrorCode.NOT_NOW, "this took too long; try again")
        return challenge


def _as_data(options: Any) -> dict[str, Any]:
    data: dict[str, Any] = orjson.loads(options_to_json(options))
    return data
