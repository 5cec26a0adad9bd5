import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import type { MediaPlanEvent } from '../../src/domain/media-plans/events.ts'
import { evolveMediaPlan } from '../../src/domain/media-plans/evolve.ts'
import { mediaPlan } from '../../src/domain/media-plans/media-plan.ts'
import { MediaPlan } from '../../src/domain/media-plans/plan.ts'
import { projection } from '../../src/engine/read/projection.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'

/** A media plan with the trackers of its placements (2.12), under `<account>:<mediaPlanId>`. */
export const MediaPlanView = fields({ plan: MediaPlan, revision: t.number })
export type MediaPlanView = t.TypeOf<typeof MediaPlanView>

export const mediaPlans = projection<MediaPlanView>({
  name: 'media-plans',
  version: 1,
  codec: MediaPlanView,
  indexes: [],
  categories: [mediaPlan.category],
  idOf: event => (isOf(mediaPlan.category, event) ? streamId(mediaPlan.category, event) : undefined),
  evolve: (view, event) => {
    const plan = evolveMediaPlan(view?.plan, event as unknown as MediaPlanEvent)
    return plan && { plan, revision: event.revision }
  },
})
