import * as E from 'fp-ts/lib/Either.js'
import { type MediaPlanView, mediaPlans } from '../../projections/media-plans/media-plans.ts'
import { noPlan } from '../domain/media-plans/media-plan.ts'
import { idOfMediaPlan } from '../domain/media-plans/media-plan-id.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** A media plan of an account from the read models. */
export const readPlan = async (
  readModels: ReadModels,
  accountId: string,
  mediaPlanId: number,
): Promise<E.Either<Rejection, MediaPlanView>> => {
  const stored = await readModels.get(mediaPlans, idOfMediaPlan(accountId, mediaPlanId))
  return stored ? E.right(JSON.parse(stored.json) as MediaPlanView) : E.left(noPlan)
}
