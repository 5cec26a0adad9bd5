import { LRUCache } from 'lru-cache'
import { mailboxOf } from '../domain/shared/mailbox.ts'
import type { Secrets } from '../ports/secrets.ts'

/** Whose data are looked for: a person is known by mail address, in one account. */
export type Person = { readonly accountId: string; readonly address: string }

/** Whom to erase, and why; auditors read the reason. */
export type Asked = Person & { readonly reason: string }

/**
 * The person's address as a sealed one spells it, by which the person's key was made; undefined if it is somebody else's. `isOlder`: as
 * releases sealed it that did not seal names.
 */
export type Matches = (
  sealedAddress: string,
) => Promise<{ readonly spelled: string; readonly isOlder: boolean } | undefined>

/** Compares sealed addresses with a person's, in all spellings of the mailbox. The last 10,000 answers are kept. */
export const matching = ({ accountId, address }: Person, secrets: Secrets): Matches => {
  const known = new LRUCache<string, { readonly spelled: string | undefined }>({ max: 10_000 })
  const wanted = mailboxOf(address)
  const spelledIn = async (sealedAddress: string, key: string): Promise<string | undefined> => {
    const before = known.get(key)
    if (before !== undefined) return before.spelled
    const opened = await secrets.unsealForAccount(accountId, sealedAddress)
    const spelled = opened !== undefined && mailboxOf(opened) === wanted ? opened : undefined
    known.set(key, { spelled })
    return spelled
  }
  return async sealedAddress => {
    const personId = secrets.personIn(sealedAddress)
    const spelled = await spelledIn(sealedAddress, personId ?? sealedAddress)
    return spelled === undefined ? undefined : { spelled, isOlder: personId === undefined }
  }
}
