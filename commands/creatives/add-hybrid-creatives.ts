import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { CreativeName } from '../../src/domain/creatives/creative.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { count } from '../../src/domain/shared/wording.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf, checkedFirst } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { campaignFromLog } from '../../src/lookups/campaign-from-log.ts'
import { mustBeHybrid } from '../../src/lookups/campaign-from-views.ts'
import { productsFromLog } from '../../src/products/products.ts'

/** POST …/hybrid-creatives (CREATIVE-15): adds creatives by name, each with the product of that key. */
export const addHybridCreatives = command({
  summary: 'Add creatives to a hybrid campaign by their names',
  description:
    'Each shows the product whose key is its name, until it is given other columns. A name that exists stays as it is.',
  problems: ['wrong-asset-source-type'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: fields({
    creativeNames: about(
      listOf(CreativeName, 1000, 1),
      'The names of the creatives: each shows the product with this key.',
    ),
  }),
  reply: fields({ message: t.string }),
  example: {
    body: { creativeNames: ['pot-3', 'pot-4'] },
    reply: { message: '2 creatives were added; 0 existed already; 0 have no product.' },
  },
  run: ({ params: { accountId, retailCampaignIdx }, body }, work, { clock, rowIndexes }) => {
    const id = campaignId(accountId, retailCampaignIdx)
    const names = [...new Set(body.creativeNames)]
    const found = pipe(
      campaignFromLog(work, accountId, retailCampaignIdx),
      TE.tapEither(mustBeHybrid),
      TE.flatMapTask(campaign => async () => {
        const products = await productsFromLog(work, campaign)
        return products ? rowIndexes.rowsOf(accountId, products.set, products.keyColumn, names) : new Map()
      }),
    )
    const add = executed(work, creatives, id, { kind: 'AddCreatives', names, at: clock.now().toISOString() })
    return checkedFirst(found, rows =>
      changeOf(creatives, id, add, ({ events }) => {
        const without = names.filter(name => !rows.has(name)).length
        return TE.fromEither(reply({ message: messageOf(events.length, names.length - events.length, without) }))
      }),
    )
  },
})

const messageOf = (added: number, existed: number, without: number): string =>
  `${count(added, 'creative')} ${added === 1 ? 'was' : 'were'} added; ${existed} existed already; ${without} ${without === 1 ? 'has' : 'have'} no product.`
