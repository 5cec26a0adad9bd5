import * as E from 'fp-ts/lib/Either.js'
import { LRUCache } from 'lru-cache'
import { PersonErased } from '../../domain/erasures/erasures.ts'
import { subjectOf } from '../../domain/subject.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { Checked, Fault } from './fault.ts'
import { listedFaults } from './listed-faults.ts'
import type { Sealed } from './log.ts'
import { missingAddresses } from './missing-addresses.ts'
import { missingCredentials } from './missing-credentials.ts'
import { missingKeys, restoreSecrets } from './missing-keys.ts'

const erasure: PersonErased['type'] = 'PersonErased'

/** Texts that were opened and are remembered: events of a request repeat them. */
const remembered = 10_000

/**
 * Unseals each text in the log, and finally every secret in the store. Keys of erased persons must be gone. All others must be in the
 * store, and so must credentials that streams of the log need.
 */
export const secretsCheck = (secrets: Secrets, log: Pick<EventLog, 'readStreamPages'>) => {
  const damaged = listedFaults(more => ({
    kind: 'secret',
    where: 'the event log',
    detail: `${more} more sealed texts cannot be unsealed`,
  }))
  const missing = missingKeys()
  const addresses = missingAddresses(secrets)
  const credentials = missingCredentials(log, secrets)
  const erased: { readonly accountId: string; readonly personId: string; readonly where: string }[] = []
  const opened = new LRUCache<string, true>({ max: remembered })
  let count = 0
  return {
    sealed: async ({ accountId, text, where }: Sealed): Promise<void> => {
      count++
      // what is left of an erased text
      if (text === '') return
      const personId = secrets.personIn(text)
      const key = { accountId, personId }
      const name = `${accountId} ${text}`
      if (opened.has(name)) return
      // a person's key that is missing is not looked for again
      if (personId !== undefined && missing.has(key)) return missing.add(key, where)
      try {
        if ((await secrets.unsealForAccount(accountId, text)) === undefined) return missing.add(key, where)
        if (personId !== undefined) addresses.add({ accountId, personId }, where)
        opened.set(name, true)
      } catch (error) {
        const why = error instanceof Error ? error.message : 'cannot be opened'
        damaged.add({ kind: 'secret', where, detail: `a sealed text in it cannot be unsealed: ${why}` })
      }
    },
    event: (event: Recorded): void => {
      credentials.event(event)
      if (event.type !== erasure) return
      const accountId = subjectOf(event)?.accountId
      const decoded = PersonErased.decode(event)
      if (accountId === undefined || E.isLeft(decoded)) return
      const where = `${event.stream}@${event.revision}`
      for (const personId of decoded.right.data.personIds) erased.push({ accountId, personId, where })
    },
    end: async (): Promise<Checked> => {
      const faults: Fault[] = [...damaged.list(), ...missing.faults(erased), ...(await credentials.end())]
      for (const { accountId, personId, where } of erased)
        if (await secrets.hasPersonKey(accountId, personId))
          faults.push({
            kind: 'secret',
            where,
            detail:
              'a key of this erased person is in the store: an erasure was interrupted, or a backup restored; run endcap erase again',
          })
      for await (const found of secrets.check()) {
        const { id, fault } = found
        count++
        addresses.found(found)
        if (fault !== undefined)
          faults.push({ kind: 'secret', where: id, detail: `cannot be opened: ${fault}; ${restoreSecrets}` })
      }
      faults.push(...(await addresses.faults(erased)))
      return { count, faults }
    },
  }
}
