import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { JsonTextReply } from '../engine/operation.ts'
import * as TE from '../engine/task-either.ts'
import { type GenerativeService, isServiceFailure, type StartOperation } from '../ports/generative-service.ts'

/** Seconds after which a service that is away may be back. */
const retryAfter = 30

const unavailable = (detail: string): Rejection => rejection('generative-service-unavailable', detail, { retryAfter })
const refused = (status: number): Rejection =>
  rejection('generative-service-refused', `The generative service answered ${status}.`, {
    extra: { serviceStatus: status },
  })

/** Passes a start on to the generative service, and its JSON back as it is (TEMPLATE-26). */
export const passedOn = (
  service: GenerativeService,
  operation: StartOperation,
  body: unknown,
): TE.TaskEither<Rejection, JsonTextReply> =>
  pipe(
    TE.fromTask(() => service.start(operation, body, new AbortController().signal)),
    TE.flatMapEither(answer => {
      if (isServiceFailure(answer)) return E.left(unavailable(answer.detail))
      return answer.status < 300 ? E.right({ json: JSON.stringify(answer.body) }) : E.left(refused(answer.status))
    }),
  )
