import * as E from 'fp-ts/lib/Either.js'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import { feedRejection } from './fetch-feed.ts'

/** A refusal of server errors is no answer to repeats: under an Idempotency-Key the feed is then looked at anew. */
const left = rejection('busy', 'The request was given up, because its connection was closed.')

/**
 * A step that somebody waits for: it is refused once it took `ms` milliseconds, and given up when `gone` aborts. The step rejects when its
 * signal aborts.
 */
export const inTime =
  <A>(
    ms: number,
    gone: AbortSignal,
    step: (signal: AbortSignal) => TE.TaskEither<Rejection, A>,
  ): TE.TaskEither<Rejection, A> =>
  async () => {
    const late = AbortSignal.timeout(ms)
    try {
      return await step(AbortSignal.any([late, gone]))()
    } catch (error) {
      if (gone.aborted) return E.left(left)
      if (!late.aborted) throw error
      const detail = `The feed could not be fetched and looked at within ${ms / 1_000} s.`
      return E.left(feedRejection({ code: 'timeout', detail }))
    }
  }
