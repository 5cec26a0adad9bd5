import { type MediaPlanView, mediaPlans } from '../../projections/media-plans/media-plans.ts'
import { noPlan } from '../domain/media-plans/media-plan.ts'
import { idOfMediaPlan } from '../domain/media-plans/media-plan-id.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { requireDocument } from '../engine/read/documents.ts'
import type * as TE from '../engine/task-either.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** A media plan of an account from the read models. */
export const readPlan = (
  readModels: ReadModels,
  accountId: string,
  mediaPlanId: number,
): TE.TaskEither<Rejection, MediaPlanView> =>
  requireDocument(readModels, mediaPlans, idOfMediaPlan(accountId, mediaPlanId), noPlan)
