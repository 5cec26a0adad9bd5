import { LRUCache } from 'lru-cache'
import type { Secrets } from '../ports/secrets.ts'

/** Whose data are looked for: a person is known by mail address, in one account. */
export type Person = { readonly accountId: string; readonly address: string }

/** Whom to erase, and why; auditors read the reason. */
export type Asked = Person & { readonly reason: string }

/** Whether a sealed address is the person's: under the person's key, or as releases sealed it that did not seal names. */
export type Matches = (sealedAddress: string) => Promise<'sealed' | 'older' | undefined>

/** Compares sealed addresses with a person's, without regard to case. The last 10,000 answers are kept. */
export const matching = ({ accountId, address }: Person, secrets: Secrets): Matches => {
  const known = new LRUCache<string, boolean>({ max: 10_000 })
  const wanted = address.toLowerCase()
  const isPerson = async (sealedAddress: string, key: string): Promise<boolean> => {
    const before = known.get(key)
    if (before !== undefined) return before
    const answer = (await secrets.unsealForAccount(accountId, sealedAddress))?.toLowerCase() === wanted
    known.set(key, answer)
    return answer
  }
  return async sealedAddress => {
    const personId = secrets.personIn(sealedAddress)
    if (!(await isPerson(sealedAddress, personId ?? sealedAddress))) return undefined
    return personId === undefined ? 'older' : 'sealed'
  }
}
