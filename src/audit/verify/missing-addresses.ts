import type { CheckedSecret, Secrets } from '../../ports/secrets.ts'
import type { Fault } from './fault.ts'
import { listedFaults } from './listed-faults.ts'
import { restoreSecrets } from './missing-keys.ts'

type Person = { readonly accountId: string; readonly personId: string }

const idOf = ({ accountId, personId }: Person): string => `${accountId}:${personId}`

/** Finds persons whose key is in the store, but nothing that leads to it from their address: `sealForPerson` would make another key. */
export const missingAddresses = (secrets: Pick<Secrets, 'hasPersonKey'>) => {
  const persons = new Map<string, Person & { readonly where: string }>()
  return {
    /** `where`: an event with a text under the key of the person. */
    add(person: Person, where: string): void {
      if (!persons.has(idOf(person))) persons.set(idOf(person), { ...person, where })
    },
    /** A secret of the store. */
    found({ person }: CheckedSecret): void {
      if (person) persons.delete(idOf(person))
    },
    /** After all secrets of the store. `erased`: those whose keys are other faults. */
    async faults(erased: readonly Person[]): Promise<readonly Fault[]> {
      for (const person of erased) persons.delete(idOf(person))
      const faults = listedFaults(more => ({
        kind: 'secret',
        where: 'the event log',
        detail: `${more} more persons are not found by their address`,
      }))
      for (const { accountId, personId, where } of persons.values())
        if (await secrets.hasPersonKey(accountId, personId))
          faults.add({
            kind: 'secret',
            where,
            detail: `a person of the account ${accountId} is not found by address, so the person has a second key once named again: the store lacks the entry person:${accountId}:…; ${restoreSecrets}`,
          })
      return faults.list()
    },
  }
}
