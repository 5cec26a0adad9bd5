import { pipe } from 'fp-ts/lib/function.js'
import { organisations } from '../../projections/provisioning/organisations.ts'
import { type Organisation, organisation } from '../domain/provisioning/aggregates.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { requireDocument } from '../engine/read/documents.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import type { ReadModels } from '../ports/read-models.ts'
import { mustBeConfigured } from './configured.ts'

const noOrganisation = rejection('not-found', 'There is no such organisation.')
const notRetailer = rejection('not-a-retailer', 'The organisation is not a retailer, so it has no media channels.')

const onlyRetailers = TE.filterOrElse(
  ({ retailer }: Organisation) => retailer,
  () => notRetailer,
)

/** Refuses unless the organisation exists and is a retailer (CHANNEL-2, CHANNEL-3), from the log. */
export const mustBeRetailer = (work: Work, orgId: string): TE.TaskEither<Rejection, Organisation> =>
  pipe(mustBeConfigured(work, organisation, orgId, noOrganisation), onlyRetailers)

/** The same from the read models. */
export const readRetailer = (readModels: ReadModels, orgId: string): TE.TaskEither<Rejection, Organisation> =>
  pipe(
    requireDocument(readModels, organisations, orgId, noOrganisation),
    TE.map(({ value }) => value),
    onlyRetailers,
  )
