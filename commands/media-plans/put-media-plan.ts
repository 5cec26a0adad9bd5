import { pipe } from 'fp-ts/lib/function.js'
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
import * as TE from '../../src/engine/task-either.ts'
import { executed, hasChanged } from '../../src/engine/write/steps.ts'

/**
 * PUT /v2/accounts/{accountId}/media-plans/{mediaPlanId}: replaces the whole plan. A placement that stays on its site keeps
 * its trackers.
 */
export const putMediaPlan = command({
  summary: 'Create or update a media plan with its sites and placements',
  takesIfMatch: true,
  description:
    'A placement is identified by siteId and placementId and keeps its trackers while it is in the plan. Site names, and placement names within a site, must be unique, because trackers are sent by name.',
  extension: true,
  params: t.type({ accountId: AccountId, mediaPlanId: IntegerText }),
  body: PlanBody,
  reply: fields({ mediaPlanId: integer(1), message: t.string }),
  example: {
    body: examplePlan,
    reply: { mediaPlanId: 1, message: 'The media plan was saved.' },
  },
  run({ params: { accountId, mediaPlanId }, body, ifMatch }, work, { clock }) {
    const save = { kind: 'SaveMediaPlan', mediaPlanId, plan: body, at: clock.now().toISOString() } as const
    return pipe(
      mediaPlanId === 0
        ? TE.fromEither(noPlanZero)
        : executed(work, mediaPlan, idOfMediaPlan(accountId, mediaPlanId), save, { ifMatch }),
      TE.flatMapEither(done =>
        reply(
          {
            mediaPlanId,
            message: hasChanged(done)
              ? 'The media plan was saved.'
              : 'No changes: the media plan is already up to date.',
          },
          done.revision,
        ),
      ),
    )()
  },
})

const noPlanZero = refuse('not-found', 'Media plans are numbered from 1.')
