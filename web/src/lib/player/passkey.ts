/** Passkeys (WebAuthn): the browser makes and uses them, the server gives challenges and checks the answers. */

import type { Json } from '../net/types'

export const canPasskey = (): boolean => typeof PublicKeyCredential === 'function' && !!navigator.credentials

type Data = Record<string, Json>

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/** Makes a passkey; null if the reader has changed their mind. */
export async function makePasskey(options: Data): Promise<Data | null> {
  const user = options['user'] as Data
  const known = (options['excludeCredentials'] ?? []) as Data[]
  const publicKey = {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytes(options['challenge'] as string),
    user: { ...(user as unknown as PublicKeyCredentialUserEntity), id: bytes(user['id'] as string) },
    excludeCredentials: known.map((each) => ({ type: 'public-key' as const, id: bytes(each['id'] as string) })),
  }
  const made = await attempt(() => navigator.credentials.create({ publicKey }))
  if (!made) return null
  const { attestationObject, clientDataJSON } = made.response as AuthenticatorAttestationResponse
  return answer(made, { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) })
}

/** Answers with a passkey that is on this device, or that the reader has at hand; null if they have changed their mind. */
export async function usePasskey(options: Data): Promise<Data | null> {
  const publicKey = {
    ...(options as unknown as PublicKeyCredentialRequestOptions),
    challenge: bytes(options['challenge'] as string),
    allowCredentials: [],
  }
  const used = await attempt(() => navigator.credentials.get({ publicKey }))
  if (!used) return null
  const { authenticatorData, clientDataJSON, signature } = used.response as AuthenticatorAssertionResponse
  return answer(used, { clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature) })
}

const answer = (credential: PublicKeyCredential, response: Data): Data => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  response,
})

async function attempt(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null
  } catch (trouble) {
    // Closing the browser's dialog is not an error; a passkey that is there already is one that works.
    if (trouble instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(trouble.name)) return null
    throw trouble
  }
}

/** What this device is called in a list of devices: "Firefox, Android". */
export function deviceName(agent: string = navigator.userAgent): string {
  const browser = /Edg/.test(agent)
    ? 'Edge'
    : /Firefox/.test(agent)
      ? 'Firefox'
      : /Chrom/.test(agent)
        ? 'Chrome'
        : /Safari/.test(agent)
          ? 'Safari'
          : ''
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'].find((name) => agent.includes(name)) ?? ''
  return [browser, system].filter(Boolean).join(', ') || '?'
}
