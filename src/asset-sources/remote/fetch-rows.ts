import { createReadStream } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { sentOptions } from '../../domain/asset-sources/feed-format.ts'
import { remoteLimits } from '../../domain/asset-sources/remote.ts'
import { columnRoles, lacking } from '../../domain/asset-sources/roles.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import { lackingColumns } from '../../feeds/columns-missing.ts'
import { type FeedFault, type FeedParser, isFeedFault, type ParsedFeed } from '../../ports/feed-parser.ts'
import type { FetchedFeed } from '../../ports/feed-sources.ts'
import type { Ports } from '../../ports/ports.ts'
import type { FetchedRows, FetchFault, RemoteFetch } from '../../ports/remote-rows.ts'
import { withRoom } from '../../storage/room.ts'

export type FetchPorts = Pick<Ports, 'blobs' | 'config' | 'feedSources' | 'readModels'> & {
  readonly parser: Pick<FeedParser, 'parse' | 'sample'>
}

const tooLarge: FeedFault = {
  code: 'too-large',
  detail: `The address answers more than ${remoteLimits.mostBytes} bytes.`,
}

const whyLacking = (refused: Rejection): FetchFault => ({ ...lackingColumns(refused), refused })

/** The rows of a fetched file as a row file beside it. Where none has a key, the file may lack the column of keys. */
const parsed = async (
  { parser }: FetchPorts,
  { path, isWhole, warnings }: FetchedFeed,
  { accountId, settings: { contentType, columnNames, understood, ...options }, roles }: RemoteFetch,
  signal: AbortSignal,
): Promise<ParsedFeed | FetchFault> => {
  const format = { contentType, ...sentOptions(options) }
  const file = { path, format, config: {}, understood, isWhole }
  const rows = await parser.parse(accountId, file, {
    out: `${path}.rows`,
    keyColumn: roles.assetKeyColumn,
    variantColumn: roles.assetVariantColumn,
    named: columnRoles.flatMap(role => roles[role] ?? []),
    columns: columnNames.length === 0 ? undefined : columnNames,
    signal,
  })
  if (!isFeedFault(rows)) return { ...rows, warnings: [...warnings, ...(rows.warnings ?? [])] }
  if (rows.code !== 'no-rows') return rows
  const beginning = await parser.sample(accountId, file, { cut: false, signal })
  const columns = isFeedFault(beginning) ? [] : Object.keys(beginning.sample)
  const refused = columns.length === 0 ? undefined : lacking(roles, columns)
  return refused ? { ...rows, refused } : rows
}

/** Stores the rows, unless they are those that are known, or would not be served: a file that no load names is never deleted. */
const stored = async (
  ports: FetchPorts,
  { file, set, faultyRows, warnings, understood }: ParsedFeed,
  { accountId, known, roles }: RemoteFetch,
): Promise<FetchedRows | FetchFault> => {
  const refused = lacking(roles, set.columns)
  if (refused) return whyLacking(refused)
  const read = { faultyRows, warnings, understood }
  if (known?.digest === set.digest) return { set: known, ...read }
  const put = await withRoom(ports, accountId, async room =>
    E.right(await ports.blobs.put(createReadStream(file), room)),
  )
  if (E.isLeft(put)) return { code: put.left.code, detail: put.left.detail, refused: put.left }
  const { sha256: blob, size: bytes } = put.right
  return { set: { ...set, blob, bytes }, ...read }
}

/** Fetches, reads and stores the rows at an address; the fault that prevents it, if any. Rejects with the reason of `signal`. */
export const fetchRows = async (
  ports: FetchPorts,
  wanted: RemoteFetch,
  signal: AbortSignal,
): Promise<FetchedRows | FetchFault> => {
  const { url, httpMethod } = wanted.settings
  const address = { url, urlType: 'https', httpMethod, additionalParams: wanted.additionalParams } as const
  const fetched = await ports.feedSources.fetch(address, {}, { mostBytes: remoteLimits.mostBytes, signal })
  if (isFeedFault(fetched)) return fetched
  try {
    if (fetched.cut) return tooLarge
    const rows = await parsed(ports, fetched, wanted, signal)
    return isFeedFault(rows) ? rows : await stored(ports, rows, wanted)
  } finally {
    await fetched.close()
  }
}
