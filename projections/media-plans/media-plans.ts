import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { evolveMediaPlan } from '../../src/domain/media-plans/evolve.ts'
import { mediaPlan } from '../../src/domain/media-plans/media-plan.ts'
import { MediaPlan } from '../../src/domain/media-plans/plan.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** A media plan with the trackers of its placements (PLAN-2), under `<account>:<mediaPlanId>`. */
export const MediaPlanView = fields({ plan: MediaPlan, revision: t.number })
export type MediaPlanView = t.TypeOf<typeof MediaPlanView>

export const mediaPlans = projectionOf(mediaPlan, {
  name: 'media-plans',
  version: 1,
  codec: MediaPlanView,
  indexes: [],
  evolve: (view, event) => {
    const plan = evolveMediaPlan(view?.plan, event)
    return plan && { plan, revision: event.revision }
  },
})
