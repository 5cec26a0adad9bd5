import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { requiring } from '../../src/codec/requiring.ts'
import { checkedPlace, feedPlace, missingOfPlace } from '../../src/domain/asset-sources/feed-address.ts'
import { checkedFormat, feedFormat } from '../../src/domain/asset-sources/feed-format.ts'
import { ShownConfig, shownConfig } from '../../src/domain/asset-sources/shown-config.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { fetchFeed, usingFeed } from '../../src/feeds/fetch-feed.ts'
import { inTime } from '../../src/feeds/in-time.ts'
import { isFeedFault } from '../../src/ports/feed-parser.ts'

/** Bytes of a feed that are looked at. */
const headBytes = 4 * 1_048_576
/** Milliseconds for all of it, waiting for other feeds included. */
const mostMs = 120_000

/** A way to find the rows that was considered: a separator or a path, with the columns and the rows of the beginning that it gives. */
const Candidate = fields(
  { columns: t.array(t.string), rows: integer(0), chosen: t.boolean },
  { csvSeparator: t.string, rowXPath: t.string },
)
const Processed = fields({
  config: ShownConfig,
  sample: t.record(t.string, t.array(t.string)),
  cdpLogs: t.array(t.string),
  candidates: t.array(Candidate),
  warnings: t.array(t.string),
})
type Processed = t.TypeOf<typeof Processed>

/** POST /v2/accounts/{accountId}/asset-sources/feed/process (SOURCE-3, SOURCE-4): looks at the beginning of a feed, and stores nothing. */
export const processFeed = command({
  summary: 'Find out the rows and columns of a feed',
  description:
    'Looks at the first 4 MiB. `config` says where rows and columns are; send it back as `feedConfig` to createFeed. `candidates` are the ways to find rows that were considered; to choose another one, send its csvSeparator or rowXPath. A ZIP larger than that cannot be looked at.',
  start: true,
  problems: ['feed-unreadable'],
  params: t.type({ accountId: AccountId }),
  body: requiring(fields(feedFormat.required, { ...feedPlace, ...feedFormat.optional }), missingOfPlace),
  reply: Processed,
  // rows of a customer do not belong in the log, and createFeed needs only the config
  replayed: (body: Processed): Processed => ({ ...body, sample: {}, cdpLogs: [], candidates: [], warnings: [] }),
  example: {
    body: { url: 'https://shop.example.com/products.csv', urlType: 'https', contentType: 'csv', csvSeparator: 'auto' },
    reply: {
      config: shownConfig({ csvColumns: { sku: 0, price: 1 }, memPerRow: 180, estRowsPerChunk: 1_456 }),
      sample: { sku: ['pot-3'], price: ['9.90'] },
      cdpLogs: [],
      candidates: [{ csvSeparator: 'comma', columns: ['sku', 'price'], rows: 1, chosen: true }],
      warnings: [],
    },
  },
  run: ({ params: { accountId }, body, gone }, work, ports) =>
    pipe(
      TE.Do,
      TE.bind('place', () => TE.fromEither(checkedPlace(body))),
      TE.bind('format', () => TE.fromEither(checkedFormat(body))),
      TE.flatMap(({ place, format }) =>
        inTime(mostMs, gone(), signal =>
          usingFeed(
            () => fetchFeed(accountId, place, work, ports, { mostBytes: headBytes, signal }),
            async ({ path, cut, isWhole, warnings }) => {
              const config = 'fileId' in place ? { fileId: place.fileId } : {}
              const file = { path, format, config, isWhole: cut || isWhole }
              const looked = await ports.feedParser.sample(accountId, file, { cut, signal })
              return isFeedFault(looked) ? looked : { ...looked, warnings: [...warnings, ...looked.warnings] }
            },
          ),
        ),
      ),
      TE.flatMapEither(({ config, sample, cdpLogs, candidates, warnings }) =>
        reply({
          config: shownConfig(config),
          sample: copied(sample),
          cdpLogs: [...cdpLogs],
          candidates: candidates.map(one => ({ ...one, columns: [...one.columns] })),
          warnings: [...warnings],
        }),
      ),
    )(),
})

const copied = (sample: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(sample).map(([column, values]) => [column, [...values]]))
