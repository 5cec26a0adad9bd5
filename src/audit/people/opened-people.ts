import { LRUCache } from 'lru-cache'
import { accountOfKey } from '../../domain/keys/key.ts'
import { mailboxOf, spellingsOf } from '../../domain/shared/mailbox.ts'
import { openedOwner } from '../../lookups/key-owner.ts'
import { openedText } from '../../lookups/opened-text.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { AuditReader } from '../reader.ts'
import { masked, maskedName } from '../revealed.ts'
import type { Person, PersonShown } from './person.ts'
import { isSamePerson } from './same-person.ts'

type Named = Extract<Person, { readonly accountId: string }>
type Owner = Extract<Person, { readonly keyId: string }>
type OpenedName = { readonly name: string; readonly address: string | undefined }
type Opened = { readonly name?: string; readonly masked: string; readonly address: string | undefined }

/** Opened texts are kept for as long as the keys of persons are, so that an erasure is seen as soon. */
const kept = { max: 10_000, ttl: 5_000 }

const sealedIn = ({ named }: Named): string => ('sealedEmail' in named ? named.sealedEmail : named.sealedRequesterEmail)
/** The sealed address of a person, and the account whose key or person's key it is under. */
const sealedAddress = (person: Person): { readonly accountId: string; readonly sealed: string | undefined } =>
  person.role === 'key-owner'
    ? { accountId: accountOfKey(person.grant), sealed: person.grant.sealedOwnerEmail }
    : { accountId: person.accountId, sealed: sealedIn(person) }

/** Opens what events say about people. Events of a request repeat the same sealed texts, and those of a key its owner, so each is opened once in a while. */
export const openedPeople = (
  reader: AuditReader,
  secrets: Pick<Secrets, 'unsealForAccount' | 'personIn' | 'findPerson'>,
) => {
  const known = new LRUCache<string, Promise<Opened>>(kept)
  const owners = new LRUCache<string, Promise<OpenedName>>(kept)
  const found = new LRUCache<string, Promise<{ readonly personId: string | undefined }>>(kept)

  const open = async (person: Named): Promise<Opened> => {
    const { accountId, named } = person
    const shown = (await reader.shown(accountId, named)) as Readonly<Record<string, string | undefined>>
    const name = shown.userName ?? shown.requesterName
    const masked = shown.sealedEmail ?? shown.sealedRequesterEmail ?? ''
    const address = await openedText(accountId, sealedIn(person), secrets)
    return { masked, address, ...(name === undefined ? {} : { name }) }
  }
  const opened = (person: Named): Promise<Opened> => {
    const key = `${person.accountId} ${sealedIn(person)}`
    const found = known.get(key) ?? open(person)
    known.set(key, found)
    return found
  }
  const openOwner = async (grant: Owner['grant']): Promise<OpenedName> => {
    const { owner: name, address } = await openedOwner(grant, secrets)
    return { name, address }
  }
  const ownerOf = ({ keyId, grant }: Owner): Promise<OpenedName> => {
    const owner = owners.get(keyId) ?? openOwner(grant)
    owners.set(keyId, owner)
    return owner
  }
  const namedBy = (person: Person) => (person.role === 'key-owner' ? ownerOf(person) : opened(person))
  const personOf = async (accountId: string, address: string): Promise<string | undefined> => {
    const key = `${accountId} ${address}`
    const person = found.get(key) ?? secrets.findPerson(accountId, address).then(personId => ({ personId }))
    found.set(key, person)
    return (await person).personId
  }
  /** Texts under the key of a person need not be opened: the address leads to the key. */
  const hasAddress = async (person: Person, address: string): Promise<boolean> => {
    const { accountId, sealed } = sealedAddress(person)
    const personId = sealed === undefined ? undefined : secrets.personIn(sealed)
    if (personId !== undefined) {
      for (const spelled of spellingsOf(address)) if (personId === (await personOf(accountId, spelled))) return true
      return false
    }
    const named = (await namedBy(person)).address
    return named !== undefined && mailboxOf(named) === mailboxOf(address)
  }
  const isRequester = async ({ accountId, named, sealedRequesterEmail: asked }: Named): Promise<boolean> =>
    asked !== undefined && 'sealedEmail' in named && isSamePerson(accountId, [named.sealedEmail, asked], secrets)
  return {
    /** The person without what only its reader may know. */
    shown: async (person: Person): Promise<PersonShown> => {
      if (person.role === 'key-owner') {
        const { name, address } = await ownerOf(person)
        return {
          role: person.role,
          keyId: person.keyId,
          name: maskedName(name),
          ...(address === undefined ? {} : { address: masked(address) }),
        }
      }
      const { name, masked: address } = await opened(person)
      const own = (await isRequester(person)) ? { isRequester: true as const } : {}
      return { role: person.role, ...(name === undefined ? {} : { name }), address, ...own }
    },
    /** Whether somebody has this name, without regard to case, or mail address, in any of its spellings (APPROVAL-4). */
    is: async (person: Person, wanted: string): Promise<boolean> => {
      const lower = wanted.toLowerCase()
      if (lower.includes('@')) return hasAddress(person, lower)
      return (await namedBy(person)).name?.toLowerCase() === lower
    },
  }
}
export type OpenedPeople = ReturnType<typeof openedPeople>
