"""An authenticator in software: makes a passkey, and answers challenges with it, as a browser would pass it on."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class SoftPasskey:
    """One passkey for one site."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.host = host
        self.id = secrets.token_bytes(16)
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())
        numbers = self._key.public_key().public_numbers()
        self.public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)})

    @property
    def name(self) -> str:
        return bytes_to_base64url(self.id)

    def made(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """The answer to `navigator.credentials.create`."""
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + self.public
        data = self._data(PRESENT | VERIFIED | ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {
            "clientDataJSON": self._client_data("webauthn.create", options, origin),
            "attestationObject": bytes_to_base64url(attestation),
        }
        return self._answer(response)

    def used(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """The answer to `navigator.credentials.get`."""
        self.count += 1
        data = self._data(PRESENT | VERIFIED)
        client = self._client_data("webauthn.get", options, origin)
        signed = data + hashlib.sha256(base64url_to_bytes(client)).digest()
        response = {
            "clientDataJSON": client,
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(self._key.sign(signed, ec.ECDSA(hashes.SHA256()))),
        }
        return self._answer(response)

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        return {"id": self.name, "rawId": self.name, "type": "public-key", "response": response}

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client_data(self, kind: str, options: dict[str, Any], origin: str) -> str:
        data = {"type": kind, "challenge": options["challenge"], "origin": origin, "crossOrigin": False}
        return bytes_to_base64url(json.dumps(data).encode())
