import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'

/** The files of rows of a source that are stored: those of the versions from `first` on, without a gap. */
const Versions = fields({ first: integer(1), sizes: t.array(integer(0)) })

/**
 * Bytes of files that an account holds. `rows` and `files` are what is counted one by one because it is deleted some day: the versions of asset
 * sources, and other files by their hash, both by the stream whose events name them.
 */
export const HeldBytes = fields(
  { accountId: t.string, bytes: integer(0) },
  { rows: t.record(t.string, Versions), files: t.record(t.string, t.record(t.string, integer(0))) },
)
export type HeldBytes = t.TypeOf<typeof HeldBytes>

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

/** Nothing is held. */
export const nothing = (accountId: string): HeldBytes => ({ accountId, bytes: 0 })

/** A file that is kept for ever. */
export const withFileForEver = (held: HeldBytes, size: number): HeldBytes => ({ ...held, bytes: held.bytes + size })

/** The next version of the rows of a source. */
export const withVersion = (held: HeldBytes, stream: string, version: number, size: number): HeldBytes => {
  const { first, sizes } = held.rows?.[stream] ?? { first: version, sizes: [] }
  return { ...held, bytes: held.bytes + size, rows: { ...held.rows, [stream]: { first, sizes: [...sizes, size] } } }
}

/** The files of a source up to this version were deleted. */
export const withoutVersions = (held: HeldBytes, stream: string, upTo: number): HeldBytes => {
  const { [stream]: before, ...others } = held.rows ?? {}
  const gone = before ? Math.max(0, upTo - before.first + 1) : 0
  if (before === undefined || gone === 0) return held
  const rows = { ...others, [stream]: { first: upTo + 1, sizes: before.sizes.slice(gone) } }
  return { ...held, bytes: held.bytes - sum(before.sizes.slice(0, gone)), rows }
}

/** A file by its hash; the same one of the same stream counts once. */
export const withFile = (held: HeldBytes, stream: string, file: string, size: number): HeldBytes => {
  const own = held.files?.[stream] ?? {}
  if (file in own) return held
  return { ...held, bytes: held.bytes + size, files: { ...held.files, [stream]: { ...own, [file]: size } } }
}

/** The file was deleted. */
export const withoutFile = (held: HeldBytes, stream: string, file: string): HeldBytes => {
  const { [stream]: own = {}, ...others } = held.files ?? {}
  const { [file]: size, ...kept } = own
  if (size === undefined) return held
  const files = Object.keys(kept).length === 0 ? others : { ...others, [stream]: kept }
  return { ...held, bytes: held.bytes - size, files }
}
