import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { creativeId, creatives } from '../../projections/creatives/creatives.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { Column, CreativeName } from '../../src/domain/creatives/creative.ts'
import { ShownPartnerDspColumns, shownPartnerColumns } from '../../src/domain/creatives/partner-dsp-columns.ts'
import { productColumns, productKeyOf } from '../../src/domain/creatives/product-creative.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { requireDocument } from '../../src/engine/read/documents.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { mustBeHybrid, readCampaign } from '../../src/lookups/campaign-from-views.ts'
import { productsInUse } from '../../src/products/products.ts'
import { productsOfKeys } from '../../src/products/shown-creatives.ts'

/** GET …/hybrid-creative/{creativeName} (CREATIVE-13): the columns of its product, overrides included, and its uploaded ones. */
export const getHybridCreative = query({
  summary: 'Get the details of a hybrid creative',
  problems: ['wrong-asset-source-type', 'index-not-ready'],
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, creativeName: CreativeName }),
  reply: named(
    'HybridCreative',
    fields(
      { productDynamicAssets: t.array(Column), creativeDynamicAssets: t.array(Column) },
      { clickThroughUrl: t.string, partnerDspColumns: ShownPartnerDspColumns },
    ),
  ),
  run: ({ params: { accountId, retailCampaignIdx, creativeName } }, ports) =>
    pipe(
      readCampaign(ports.readModels, accountId, retailCampaignIdx),
      TE.tapEither(({ record }) => mustBeHybrid(record.campaign)),
      TE.bindTo('view'),
      TE.bind('saved', () =>
        requireDocument(
          ports.readModels,
          creatives,
          creativeId(accountId, retailCampaignIdx, creativeName),
          noCreative,
        ),
      ),
      TE.bind('product', ({ view, saved: { creative } }) =>
        TE.fromTask(async () => {
          const products = await productsInUse(ports, view.record.campaign)
          const key = productKeyOf(creative)
          return products && (await productsOfKeys(accountId, products, [key], ports)).get(key)
        }),
      ),
      TE.flatMapEither(({ saved: { creative }, product }) => {
        const { clickthroughUrl, partnerDspColumns, columns } = creative
        return reply({
          ...(clickthroughUrl === undefined ? {} : { clickThroughUrl: clickthroughUrl }),
          productDynamicAssets: [...productColumns(creative, product)],
          creativeDynamicAssets: columns,
          ...(partnerDspColumns === undefined ? {} : { partnerDspColumns: shownPartnerColumns(partnerDspColumns) }),
        })
      }),
    )(),
})

const noCreative = rejection('not-found', 'There is no such creative in this campaign.')
