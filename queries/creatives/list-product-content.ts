import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'
import { contentFields, productContent } from '../../src/products/product-content.ts'
import { searchQuery, termsOf } from '../../src/products/search-query.ts'

const Item = fields({
  productId: t.string,
  contentValue: t.string,
  displayValue: t.string,
  productImageUrl: t.string,
  previewUrls: t.array(fields({ adUnitId: t.number, dimension: t.string, url: t.string })),
})

/** GET …/product-content (CREATIVE-17, CREATIVE-18): values of a field of the campaign's products, each with a product that has it. */
export const listProductContent = query({
  summary: 'Look up brands, names, ids or categories among the products of a campaign',
  description:
    'A value has the first product that has it. previewUrls is empty for a product that no creative of a hybrid campaign is named after.',
  problems: ['index-not-ready'],
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  query: fields({ field: oneOf(...contentFields), ...searchQuery }, { brandFilter: text({ max: 2_048 }) }),
  reply: fields({ values: t.array(Item) }),
  run: ({ params: { accountId, retailCampaignIdx }, query: asked, origin }, ports) => {
    const { field, query: terms, limit, offset, brandFilter } = asked
    const brands = brandFilter === undefined ? [] : termsOf(brandFilter)
    const search = { terms: termsOf(terms), limit, offset, ...(brands.length === 0 ? {} : { brands }) }
    return pipe(
      readCampaign(ports.readModels, accountId, retailCampaignIdx),
      TE.flatMapEither(found => {
        const most = mostValues(found.record.campaign.adUnits.length)
        return limit > most ? E.left(tooMany(most)) : E.right(found)
      }),
      TE.flatMapTask(
        ({ record }) =>
          () =>
            productContent(ports, record.campaign, field, search, origin),
      ),
      TE.flatMap(TE.fromNullable(noColumn)),
      TE.flatMapEither(values =>
        reply({ values: values.map(value => ({ ...value, previewUrls: [...value.previewUrls] })) }),
      ),
    )()
  },
})

/** Links of previews in one answer, each signed while it is made: some 3 MB. */
const mostLinks = 20_000
const mostValues = (adUnits: number): number => Math.floor(mostLinks / Math.max(1, adUnits))

const tooMany = (most: number): Rejection => {
  const detail = `must be at most ${most}: each value has a preview of each ad unit of the campaign`
  return rejection('invalid-request', `limit ${detail}.`, {
    errors: [{ pointer: '/query/limit', code: 'too-many', detail }],
  })
}

const noColumn = rejection('invalid-request', 'The campaign names no column for this field.', {
  errors: [
    {
      pointer: '/query/field',
      code: 'no-column',
      detail: 'needs brandColumn, productNameColumn or categoryColumn among the settings of the campaign',
    },
  ],
})
