/** The seal of a shuffle, as docs/server.md has it: the commitment is the SHA-256 of `SEED:SALT`, in hex. */

/** Whether seed and salt give the commitment; null if the browser cannot compute it (no https). */
export async function fits(seed: string, salt: string, commitment: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${seed}:${salt}`))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === commitment
}
