import type { Secrets } from '../../ports/secrets.ts'

/**
 * A source of bytes for a run under an Idempotency-Key: the same for every run of the command, on any node, and not to be guessed. They
 * follow from the signing key, the id of the command and the text of the Idempotency-Key, which is stored nowhere, so that the stores and
 * their keys alone do not give them (ADR 0035).
 */
export const drawnBytes = (
  secrets: Pick<Secrets, 'sign'>,
  commandId: string,
  idempotencyKey: string,
): ((count: number) => Uint8Array) => {
  let block = 0
  return count => {
    const parts: Buffer[] = []
    for (let size = 0; size < count; ) {
      const part = Buffer.from(secrets.sign('drawn-bytes', `${commandId}\n${idempotencyKey}\n${block++}`), 'base64url')
      parts.push(part)
      size += part.length
    }
    return Buffer.concat(parts).subarray(0, count)
  }
}
