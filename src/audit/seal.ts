import canonicalize from 'canonicalize'
import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { text } from '../codec/text.ts'
import { IsoTime } from '../codec/times.ts'
import type { ChainLink } from '../ports/chain.ts'
import type { SealKeys } from '../ports/seal-keys.ts'

const Base64 = text({ min: 1, max: 200, pattern: /^[A-Za-z0-9+/]+={0,2}$/, must: 'must be base64' })

/**
 * A seal: the hash chain of a log up to an event, signed with Ed25519 (ADR 0077). `log`: the id of the log; `position` and `events`: the place
 * and number of the last event; `head`: the chain there; `publicKey`: SPKI (DER) in base64. The signature covers the RFC 8785
 * form of the other members.
 */
export const Seal = fields({
  format: t.literal(1),
  log: text({ min: 1, max: 100 }),
  position: text({ pattern: /^\d{1,20}$/, must: 'must be a position' }),
  events: integer(1),
  head: text({ pattern: /^[0-9a-f]{64}$/, must: 'must be 64 hex digits' }),
  at: IsoTime,
  publicKey: Base64,
  signature: Base64,
})
export type Seal = t.TypeOf<typeof Seal>

/** What the signature of a seal covers. */
export const sealedText = (seal: Omit<Seal, 'signature'>): string => {
  const { format, log, position, events, head, at, publicKey } = seal
  return canonicalize({ format, log, position, events, head, at, publicKey }) ?? ''
}

/** Seals a log up to a link of its chain. */
export const sealOf = (log: string, { position, events, head }: ChainLink, now: Date, keys: SealKeys): Seal => {
  const [publicKey] = keys.publicKeys
  const seal = { format: 1, log, position: `${position}`, events, head, at: now.toISOString(), publicKey } as const
  return { ...seal, signature: keys.sign(sealedText(seal)) }
}
