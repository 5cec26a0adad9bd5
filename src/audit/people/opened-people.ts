import { LRUCache } from 'lru-cache'
import { erased } from '../../domain/shared/erased.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { AuditReader } from '../reader.ts'
import type { Person, PersonShown } from './person.ts'

type Named = Extract<Person, { readonly accountId: string }>
type Opened = { readonly name?: string; readonly masked: string; readonly address: string | undefined }

/** Opened texts are kept for as long as the keys of persons are, so that an erasure is seen as soon. */
const kept = { max: 10_000, ttl: 5_000 }

const sealedIn = ({ named }: Named): string => ('sealedEmail' in named ? named.sealedEmail : named.sealedRequesterEmail)

/** Opens what events say about people. Events of a request repeat the same sealed texts, so each is opened once in a while. */
export const openedPeople = (reader: AuditReader, secrets: Pick<Secrets, 'unsealForAccount'>) => {
  const known = new LRUCache<string, Promise<Opened>>(kept)

  const open = async (person: Named): Promise<Opened> => {
    const { accountId, named } = person
    const shown = (await reader.shown(accountId, named)) as Readonly<Record<string, string | undefined>>
    const name = shown.userName ?? shown.requesterName
    const masked = shown.sealedEmail ?? shown.sealedRequesterEmail ?? ''
    // of a person whom older events name, the address can be read after an erasure, but is not shown
    const address = masked === erased ? undefined : await secrets.unsealForAccount(accountId, sealedIn(person))
    return { masked, address, ...(name === undefined ? {} : { name }) }
  }
  const opened = (person: Named): Promise<Opened> => {
    const key = `${person.accountId} ${sealedIn(person)}`
    const found = known.get(key) ?? open(person)
    known.set(key, found)
    return found
  }
  return {
    /** The person without what only its reader may know. */
    shown: async (person: Person): Promise<PersonShown> => {
      if (person.role === 'key-owner') return person
      const { name, masked: address } = await opened(person)
      return { role: person.role, ...(name === undefined ? {} : { name }), address }
    },
    /** Whether somebody has this name or mail address; case does not matter (APPROVAL-4). */
    is: async (person: Person, wanted: string): Promise<boolean> => {
      const lower = wanted.toLowerCase()
      const { name, address } =
        person.role === 'key-owner' ? { name: person.name, address: undefined } : await opened(person)
      return (lower.includes('@') ? address : name)?.toLowerCase() === lower
    },
  }
}
export type OpenedPeople = ReturnType<typeof openedPeople>
