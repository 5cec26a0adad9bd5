import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { bodyOf, examplePlan, PlanBody } from '../../src/domain/media-plans/plan.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readPlan } from '../../src/lookups/media-plan.ts'

/** GET /v2/accounts/{accountId}/media-plans/{mediaPlanId}: the plan as it was put, with the trackers that updates added. */
export const getMediaPlan = query({
  summary: 'Get a media plan: its sites and their placements',
  extension: true,
  params: t.type({ accountId: AccountId, mediaPlanId: IntegerText }),
  reply: t.intersection([fields({ mediaPlanId: integer(1) }), PlanBody]),
  example: { reply: { mediaPlanId: 1, ...examplePlan } },
  run: ({ params: { accountId, mediaPlanId } }, { readModels }) =>
    pipe(
      readPlan(readModels, accountId, mediaPlanId),
      TE.flatMapEither(({ plan, revision }) => reply({ mediaPlanId: plan.mediaPlanId, ...bodyOf(plan) }, revision)),
    )(),
})
