import { createPublicKey, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { text } from '../../codec/text.ts'
import { IsoTime } from '../../codec/times.ts'
import type { SealKeys } from '../../ports/seal-keys.ts'
import { Seal } from '../seal.ts'

const Hex = text({ pattern: /^[0-9a-f]{64}$/, must: 'must be 64 hex digits' })

/** A file of an extract: its path in the folder, its size in bytes, and its SHA-256. */
export const ExtractedFile = fields({
  path: text({
    pattern: /^(?:(?:events|keys)\.ndjson|hashes\.txt|files\/[0-9a-f]{64})$/,
    must: 'must be a file of an extract',
  }),
  size: integer(0),
  sha256: Hex,
})
export type ExtractedFile = t.TypeOf<typeof ExtractedFile>

/**
 * What an extract holds (ADR 0077). `chain`: the hash chain before the first line of hashes.txt, which has the hash of each event of the log up to the
 * seal. `missing`: files that events name and the store does not have. The signature covers the RFC 8785 form of the other members.
 */
export const Manifest = fields(
  {
    format: t.literal(1),
    account: text({ min: 1, max: 200 }),
    madeAt: IsoTime,
    events: integer(1),
    chain: fields({ events: integer(0), head: Hex }),
    files: t.array(ExtractedFile),
    missing: t.array(Hex),
    seal: Seal,
    signature: text({ min: 1, max: 200 }),
  },
  { from: IsoTime, to: IsoTime },
)
export type Manifest = t.TypeOf<typeof Manifest>

const signedText = (manifest: Omit<Manifest, 'signature'>): string => canonicalize(manifest) ?? ''

/** A manifest with its signature. */
export const signedManifest = (manifest: Omit<Manifest, 'signature'>, keys: SealKeys): Manifest => ({
  ...manifest,
  signature: keys.sign(signedText(manifest)),
})

/** Whether the key of the seal signed the manifest. */
export const isSigned = ({ signature, ...manifest }: Manifest): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(manifest.seal.publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(signedText(manifest)), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
