import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { bodyOf, examplePlan, PlanBody } from '../../src/domain/media-plans/plan.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import { readPlan } from '../../src/lookups/media-plan.ts'

/** GET /v2/accounts/{accountId}/media-plans/{mediaPlanId}: the plan as it is put, with what updates of trackers appended. */
export const getMediaPlan = query({
  summary: 'Get a media plan: its sites and their placements',
  extension: true,
  params: t.type({ accountId: AccountId, mediaPlanId: IntegerText }),
  reply: t.intersection([fields({ mediaPlanId: integer(1) }), PlanBody]),
  example: { reply: { mediaPlanId: 1, ...examplePlan } },
  async run({ params: { accountId, mediaPlanId } }, { readModels }) {
    const found = await readPlan(readModels, accountId, mediaPlanId)
    if (E.isLeft(found)) return found
    const { plan, revision } = found.right
    return reply({ mediaPlanId: plan.mediaPlanId, ...bodyOf(plan) }, revision)
  },
})
