import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type CloudServiceView, cloudServices } from '../../projections/cloud/cloud-services.ts'
import { type CloudServiceState, cloudService, cloudServiceId } from '../domain/cloud/service.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { requireDocument } from '../engine/read/documents.ts'
import * as TE from '../engine/task-either.ts'
import type { Loaded, Work } from '../engine/write/execute.ts'
import { loaded } from '../engine/write/steps.ts'
import type { ReadModels } from '../ports/read-models.ts'

export type ConfiguredService = Extract<CloudServiceState, { status: 'configured' }>

const noService = rejection('not-found', 'There is no such cloud service on this account.')

const configured = ({ state, revision }: Loaded<CloudServiceState>): E.Either<Rejection, Loaded<ConfiguredService>> =>
  state.status === 'configured' ? E.right({ state, revision }) : E.left(noService)

/** A connected cloud service and its revision, from the log. */
export const serviceFromLog = (
  work: Work,
  accountId: string,
  serviceId: number,
): TE.TaskEither<Rejection, Loaded<ConfiguredService>> =>
  pipe(loaded(work, cloudService, cloudServiceId(accountId, serviceId)), TE.flatMapEither(configured))

/** A connected cloud service from the read models. */
export const readService = (
  readModels: ReadModels,
  accountId: string,
  serviceId: number,
): TE.TaskEither<Rejection, CloudServiceView> =>
  requireDocument(readModels, cloudServices, cloudServiceId(accountId, serviceId), noService)
