import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { mediaPlan } from '../../src/domain/media-plans/media-plan.ts'
import { idOfMediaPlan } from '../../src/domain/media-plans/media-plan-id.ts'
import { examplePlan, PlanBody } from '../../src/domain/media-plans/plan.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'

/**
 * PUT /v2/accounts/{accountId}/media-plans/{mediaPlanId}: the plan as a whole. A placement that stays on its site keeps its
 * trackers.
 */
export const putMediaPlan = command({
  summary: 'Make or change a media plan: its sites and their placements',
  description:
    'A placement is known by its siteId and placementId; it keeps its trackers as long as it is in the plan. Site names, and placement names within a site, are unique, as trackers are sent by name.',
  extension: true,
  params: t.type({ accountId: AccountId, mediaPlanId: IntegerText }),
  body: PlanBody,
  reply: fields({ mediaPlanId: integer(1), message: t.string }),
  example: {
    body: examplePlan,
    reply: { mediaPlanId: 1, message: 'The media plan was saved.' },
  },
  async run({ params: { accountId, mediaPlanId }, body, ifMatch }, work, { clock }) {
    if (mediaPlanId === 0) return refuse('not-found', 'Media plans are numbered from 1.')
    const save = { kind: 'SaveMediaPlan', mediaPlanId, plan: body, at: clock.now().toISOString() } as const
    const done = await work.execute(mediaPlan, idOfMediaPlan(accountId, mediaPlanId), save, { ifMatch })
    if (E.isLeft(done)) return done
    const message = done.right.events.length > 0 ? 'The media plan was saved.' : 'The media plan was so already.'
    return reply({ mediaPlanId, message }, done.right.revision)
  },
})
