import * as E from 'fp-ts/lib/Either.js'
import { aggregateOf } from '../../domain/aggregates.ts'
import { decodedBy } from '../../engine/write/known-events.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { StreamBroken } from '../../ports/store-away.ts'
import { membersOf } from '../members.ts'
import type { Fault } from './fault.ts'
import { listedFaults } from './listed-faults.ts'
import { restoreSecrets } from './missing-keys.ts'

const namesCredential = ({ data }: Recorded): boolean => {
  for (const [, text] of membersOf(data)) if (text.startsWith('secret:')) return true
  return false
}

/** The ids of the credentials that a stream needs now. An event that this release cannot fold is a fault of the log. */
const neededBy = async (log: Pick<EventLog, 'readStreamPages'>, stream: string): Promise<readonly string[]> => {
  const aggregate = aggregateOf(stream)
  if (aggregate?.secretsIn === undefined) return []
  let state = aggregate.initialState
  for await (const page of log.readStreamPages(stream))
    for (const recorded of page) {
      const event = decodedBy(aggregate, recorded)
      if (E.isRight(event)) state = aggregate.evolve(state, event.right)
    }
  return aggregate.secretsIn(state)
}

/**
 * Finds credentials that streams need, such as the address and key of a webhook, and that the store lacks.
 */
export const missingCredentials = (log: Pick<EventLog, 'readStreamPages'>, secrets: Pick<Secrets, 'has'>) => {
  const streams = new Set<string>()
  const missingIn = async (stream: string): Promise<readonly string[]> => {
    const missing: string[] = []
    for (const id of await neededBy(log, stream)) if (!(await secrets.has(id))) missing.push(id)
    return missing
  }
  return {
    event(event: Recorded): void {
      const { stream } = event
      if (!streams.has(stream) && aggregateOf(stream)?.secretsIn && namesCredential(event)) streams.add(stream)
    },
    async end(): Promise<readonly Fault[]> {
      const faults = listedFaults(more => ({
        kind: 'secret',
        where: 'the event log',
        detail: `${more} more credentials are missing`,
      }))
      const check = async (stream: string): Promise<void> => {
        if ((await missingIn(stream)).length === 0) return
        // one that a node has replaced meanwhile is no longer needed
        for (const id of await missingIn(stream))
          faults.add({
            kind: 'secret',
            where: id,
            detail: `${stream} needs this credential, and the store lacks it: ${restoreSecrets}; or send the credential again`,
          })
      }
      for (const stream of streams)
        await check(stream).catch(error => {
          if (!(error instanceof StreamBroken)) throw error
          const detail = 'lacks events, so it is not known which credentials it needs: restore a backup'
          faults.add({ kind: 'secret', where: stream, detail })
        })
      return faults.list()
    },
  }
}
