import { pipe } from 'fp-ts/lib/function.js'
import { dspGrant, dspGrantId } from '../../domain/dsp/grant.ts'
import type { Rejection } from '../../domain/shared/decider.ts'
import * as TE from '../../engine/task-either.ts'
import type { Work } from '../../engine/write/execute.ts'
import { loaded } from '../../engine/write/steps.ts'
import { dspRejection } from '../failure.ts'
import { needsAuthorisation } from './needs-authorisation.ts'

/** Refuses if it is known that Endcap has no authorisation for a partner (DSP-7). The DSP is not asked. */
export const mustBeAuthorised = (
  work: Pick<Work, 'load'>,
  accountId: string,
  partnerId: number,
): TE.TaskEither<Rejection, unknown> =>
  pipe(
    loaded(work, dspGrant, dspGrantId(accountId, partnerId)),
    TE.flatMap(
      ({
        state: {
          authorisation: { status },
        },
      }) =>
        status === 'authorised' ? TE.right(undefined) : TE.left(dspRejection(needsAuthorisation(status, partnerId))),
    ),
  )
