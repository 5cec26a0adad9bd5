import { pipe } from 'fp-ts/lib/function.js'
import { isFull, mostStrangers, strangerAnswers, strangersId } from '../../domain/dsp/stranger-answers.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import * as TE from '../../engine/task-either.ts'
import type { Work } from '../../engine/write/execute.ts'
import { executed, hasChanged } from '../../engine/write/steps.ts'
import type { Ports } from '../../ports/ports.ts'

const silent = 'answers to no consent of the DSP are not recorded for the rest of this minute'

/** Records an answer that belongs to no account (DSP-19); beyond a number in a minute, one line of the log says so. */
export const refuseStranger = (
  work: Pick<Work, 'execute'>,
  { clock, logger }: Pick<Ports, 'clock' | 'logger'>,
): TE.TaskEither<Rejection, unknown> => {
  const at = clock.now().toISOString()
  return pipe(
    executed(work, strangerAnswers, strangersId(at), { kind: 'RefuseStranger', at }),
    TE.flatMapTask(done => async () => {
      if (hasChanged(done) && isFull(done.state)) logger.warn({ most: mostStrangers }, silent)
    }),
  )
}
