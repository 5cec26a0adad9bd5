import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { asset } from '../../src/domain/assets/asset.ts'
import { assetOfId } from '../../src/domain/assets/asset-id.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** Bytes of files that an account holds. */
export const HeldBytes = fields({ accountId: t.string, bytes: integer(0) })
export type HeldBytes = t.TypeOf<typeof HeldBytes>

/** The document that counts the asset library of an account. */
export const ofLibrary = (accountId: string): string => `${accountId}:library`

/** All documents that count bytes of an account. */
export const documentsOf = (accountId: string): readonly string[] => [ofLibrary(accountId)]

/** The bytes that each account holds (HTTP-32). */
export const heldBytes = projectionOf(asset, {
  name: 'held-bytes',
  version: 1,
  codec: HeldBytes,
  indexes: [],
  idOf: (_, stream) => ofLibrary(assetOfId(stream).accountId),
  evolve: (held, { data: { accountId, size } }) => ({ accountId, bytes: (held?.bytes ?? 0) + size }),
})
