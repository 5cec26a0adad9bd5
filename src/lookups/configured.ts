import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredView } from '../../projections/provisioning/configured-view.ts'
import type { Configure, Configured } from '../domain/provisioning/configured.ts'
import { type Aggregate, type DomainEvent, type Rejection, rejection } from '../domain/shared/decider.ts'
import type { JsonReply } from '../engine/operation.ts'
import { requireDocument } from '../engine/read/documents.ts'
import type { Projection } from '../engine/read/projection.ts'
import { reply } from '../engine/reply.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { loaded } from '../engine/write/steps.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** A configured object, as a reply with its revision as ETag; `present` turns it into the body. */
export const readConfigured = <V, R>(
  readModels: ReadModels,
  view: Projection<ConfiguredView<V>>,
  id: string,
  /** The sentence of the refusal if there is none. */
  missing: string,
  present: (value: V) => R | Promise<R>,
): TE.TaskEither<Rejection, JsonReply<R>> =>
  pipe(
    requireDocument(readModels, view, id, rejection('not-found', missing)),
    TE.bindTo('document'),
    TE.bind('body', ({ document }) => TE.fromTask(async () => present(document.value))),
    TE.flatMapEither(({ document, body }) => reply(body, document.revision)),
  )

/** A configured object, from the log; refuses with `missing` if there is none. */
export const mustBeConfigured = <V, Ev extends DomainEvent>(
  work: Work,
  aggregate: Aggregate<Configure<V>, Configured<V>, Ev>,
  id: string,
  missing: Rejection,
): TE.TaskEither<Rejection, NonNullable<V>> =>
  pipe(
    loaded(work, aggregate, id),
    TE.map(({ state }) => state.value),
    TE.flatMap(TE.fromNullable(missing)),
  )
