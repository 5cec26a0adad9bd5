import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'
import { brandsOfCampaign } from '../../src/products/brands.ts'

/** Brands of one answer, which has no pages. */
const mostBrands = 1_000

/** GET …/brands (CREATIVE-18): the brands of a campaign's products. */
export const listCampaignBrands = query({
  summary: 'List the brands of a campaign',
  description: 'The values of the column that brandColumn names, at most 1,000.',
  problems: ['index-not-ready'],
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  query: fields({}, { searchKeyword: text({ max: 256 }) }),
  reply: fields({ values: t.array(t.string) }),
  example: { reply: { values: ['Fern & Co', 'Terra'] } },
  run: ({ params: { accountId, retailCampaignIdx }, query: { searchKeyword = '' } }, ports) =>
    pipe(
      readCampaign(ports.readModels, accountId, retailCampaignIdx),
      TE.flatMapTask(({ record }) => () => {
        const terms = searchKeyword.trim() === '' ? [] : [searchKeyword]
        return brandsOfCampaign(ports, record.campaign, { terms, limit: mostBrands, offset: 0 })
      }),
      TE.flatMapEither(values => reply({ values: [...values] })),
    )(),
})
