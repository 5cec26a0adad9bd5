import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { mustNameColumns } from '../../src/asset-sources/known-columns.ts'
import { pageOfSource } from '../../src/asset-sources/page-of-source.ts'
import { sourceInUse } from '../../src/asset-sources/source-in-use.ts'
import { exampleSource, sourceDetail, sourceReply } from '../../src/asset-sources/source-reply.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { list } from '../../src/list/list.ts'
import { withFilmAddresses } from '../../src/motion-assets/film.ts'

const rows = list({
  items: 'data',
  count: [],
  previous: 'prev',
  item: t.record(t.string, t.string),
  sort: { field: [] },
})

/** GET /v2/accounts/{accountId}/asset-sources/{assetSourceId}/data (SOURCE-1, SOURCE-16): the rows, page by page, after the detail. */
export const getAssetSourceData = query({
  summary: 'Get the rows of an asset source',
  description:
    'Rows come in the order of the source. Filters and fields name columns; one that the source does not have is 400. With a filter, one page looks at 100,000 rows and 5,000,000 cells at most, and with long rows it has at most 4 MiB: it may be short or empty, and `next` goes on.',
  noStore: true,
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  query: rows.codec,
  reply: t.intersection([fields(sourceDetail), rows.reply]),
  example: {
    reply: {
      ...exampleSource,
      data: [{ sku: 'pot-3', headline: 'Terracotta pot', price: '9.90' }],
      next: null,
      prev: null,
    },
  },
  run: ({ params: { accountId, assetSourceId }, query: asked, gone, origin }, ports) =>
    pipe(
      sourceInUse(ports, accountId, assetSourceId),
      TE.bindTo('view'),
      TE.bind('detail', ({ view }) => TE.fromTask(() => sourceReply(ports.readModels, view))),
      TE.tapEither(({ detail }) => mustNameColumns(asked, detail.assetSourceColumns)),
      TE.flatMap(({ view, detail: extra }) => {
        const { find, identity, present: uploaded } = pageOfSource(view, ports, gone())
        const films = extra.assetSourceType === 'motion' ? withFilmAddresses(accountId, origin) : undefined
        const present = uploaded ?? films
        return rows.readFrom(find, asked, identity, ports, { extra, ...(present ? { present } : {}) })
      }),
    )(),
})
