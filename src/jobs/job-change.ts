import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { AccountId } from '../codec/names.ts'
import { Reason } from '../codec/reason.ts'
import { text } from '../codec/text.ts'
import { rejection } from '../domain/shared/decider.ts'
import type { JobCommand } from '../domain/shared/job.ts'
import { command } from '../engine/operation.ts'
import { reply } from '../engine/reply.ts'
import * as TE from '../engine/task-either.ts'
import { andThen } from '../engine/write/change.ts'
import { timeOf } from '../ports/clock.ts'
import { changeJob } from './change-job.ts'

/** Why an operator changes a job; it is part of the event, so auditors read it. */
const JobReason = about(Reason, 'Why the job is changed; auditors read it. It must not have a mail address.')

/** The operation by which an operator changes a job of an account (JOBS-4, JOBS-5). */
export const jobChange = (
  kind: JobCommand['kind'],
  words: { readonly summary: string; readonly description: string },
) =>
  command({
    ...words,
    extension: true,
    params: t.type({ accountId: AccountId, process: text({ min: 1, max: 100 }), jobId: text({ min: 1, max: 500 }) }),
    body: fields({ reason: JobReason }),
    reply: fields({ process: t.string, id: t.string, changed: t.boolean }),
    problems: [
      'job-over',
      'job-running',
      'job-goes-on',
      ...(kind === 'RetryJob' ? (['campaign-not-active'] as const) : []),
    ],
    example: {
      body: { reason: 'The server is back.' },
      reply: { process: 'feed-runs', id: 'acme:feed-3-1', changed: true },
    },
    run({ params: { accountId, process, jobId: id }, body: { reason } }, work, ports) {
      if (!id.startsWith(`${accountId}:`))
        return TE.left(rejection('not-found', 'There is no such job on this account.'))()
      return pipe(
        changeJob({ process, id }, { kind, reason, at: timeOf(ports) }, work, ports),
        andThen(changed => TE.fromEither(reply({ process, id, changed }))),
      )
    },
  })
