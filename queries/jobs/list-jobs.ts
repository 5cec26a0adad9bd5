import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { query } from '../../src/engine/operation.ts'
import { jobStates } from '../../src/engine/react/backlog.ts'
import { findJobs, type JobPlace } from '../../src/jobs/find-jobs.ts'
import { Job } from '../../src/jobs/job.ts'
import { processNames } from '../../src/jobs/job-lists.ts'

const usualLimit = 100

const Place = text({ max: 600, pattern: /^[a-z-]+\/(?:open|failed)\/.+$/, must: 'must be the `next` of an answer' })

const nextOf = ({ process, state, id }: Job): string => [process, state === 'failed' ? 'failed' : 'open', id].join('/')

/** The place of the last job of the page before. */
const placeOf = (next: string | undefined): JobPlace | undefined => {
  if (next === undefined) return undefined
  const [process = '', part, ...id] = next.split('/')
  return { process, failed: part === 'failed', id: id.join('/') }
}

/** GET /v2/accounts/{accountId}/jobs (JOBS-3). */
export const listJobs = query({
  summary: 'List the jobs of an account',
  description:
    'What processes have yet to do, and what failed, by process, those that failed last. `next` is the place of the last job.',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: fields(
    {},
    {
      process: oneOf(...processNames),
      state: oneOf(...jobStates),
      limit: integerText(1, 500),
      next: Place,
    },
  ),
  reply: fields({ jobs: t.array(Job), next: t.union([t.string, t.null]) }),
  async run({ params: { accountId }, query: { process, state, limit = usualLimit, next: after } }, ports) {
    const jobs: Job[] = []
    let next: string | null = null
    for await (const job of findJobs({ accountId, process, state }, ports, placeOf(after))) {
      const last = jobs.at(-1)
      if (last !== undefined && jobs.length === limit) {
        next = nextOf(last)
        break
      }
      jobs.push(job)
    }
    return E.right({ body: { jobs, next } })
  },
})
