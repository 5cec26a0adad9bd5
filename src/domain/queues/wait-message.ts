import type * as t from 'io-ts'
import type { QueueStatus } from './queue-status.ts'

type Waiting = {
  readonly status: t.TypeOf<typeof QueueStatus>
  /** Why an attempt failed, and when it is repeated. */
  readonly waiting?: { readonly reason: string; readonly until: string } | undefined
}

/** What a queue waits for, and until when (EXPORT-12); empty if it does not. */
export const waitMessage = ({ status, waiting }: Waiting, now: Date): string => {
  if (status === 'COMPLETED' || status === 'FAILED') return ''
  if (waiting === undefined) return status === 'INITIATED' ? 'It waits for a free worker.' : ''
  const { reason, until } = waiting
  const when = new Date(until) > now ? `at ${until}` : 'as soon as a worker is free'
  return `An attempt failed: ${reason.replace(/\.$/, '')}. It is repeated ${when}.`
}
