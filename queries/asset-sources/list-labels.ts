import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { assetSourceLabels } from '../../projections/asset-sources/asset-source-labels.ts'
import { requireSource } from '../../src/asset-sources/find-source.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSourceId } from '../../src/domain/asset-sources/asset-source-id.ts'
import { query } from '../../src/engine/operation.ts'
import { readDocument } from '../../src/engine/read/documents.ts'
import * as TE from '../../src/engine/task-either.ts'
import { list } from '../../src/list/list.ts'
import { pageOf } from '../../src/list/page-of.ts'

const labels = list({ items: 'labels', count: [], item: t.string, filters: { label: {} }, sort: { field: ['label'] } })

/** GET /v2/accounts/{accountId}/asset-sources/{objId}/labels (SOURCE-2): sorted. */
export const listLabels = query({
  summary: 'List the labels of an asset source',
  noStore: true,
  params: t.type({ accountId: AccountId, objId: IntegerText }),
  query: labels.codec,
  reply: labels.reply,
  example: { reply: { labels: ['garden', 'spring'], next: null, previous: null } },
  run: ({ params: { accountId, objId }, query: asked }, ports) =>
    pipe(
      requireSource(ports.readModels, accountId, objId),
      TE.flatMapTask(() => () => readDocument(ports.readModels, assetSourceLabels, assetSourceId(accountId, objId))),
      TE.flatMap((view = { labels: [] }) => {
        const source = assetSourceId(accountId, objId)
        const items = view.labels.map(label => ({ label, source }))
        const scope = { field: ['source'], is: '=', value: source } as const
        return labels.readFrom(
          async wanted => pageOf(items, wanted, ({ label }) => String(label)),
          { ...asked, select: undefined },
          scope,
          ports,
          { present: ({ label }: { readonly label: string }) => label },
        )
      }),
    )(),
})
