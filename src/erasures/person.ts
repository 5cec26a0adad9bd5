import { LRUCache } from 'lru-cache'
import { mailboxOf } from '../domain/shared/mailbox.ts'
import { openedText, unreadable } from '../lookups/opened-text.ts'
import type { Secrets } from '../ports/secrets.ts'

/** Whose data are looked for: a person is known by mail address, in one account. */
export type Person = { readonly accountId: string; readonly address: string }

/** Whom to erase, and why; auditors read the reason. */
export type Asked = Person & { readonly reason: string }

/**
 * The person's address as a sealed one spells it, by which the person's key was made; undefined if it is somebody else's, or cannot be
 * opened. `where`: the event that has it.
 */
export type Matches = (sealedAddress: string, where: string) => Promise<string | undefined>

type Using = Pick<Secrets, 'unsealForAccount' | 'personIn'>

/**
 * Compares sealed addresses with a person's, in all spellings of the mailbox. The last 10,000 answers are kept. `personIds`: the known keys
 * of the person, each with the address that leads to it; what is sealed under them is the person's, even if it is damaged.
 */
export const matching = (
  { accountId, address }: Person,
  personIds: ReadonlyMap<string, string>,
  secrets: Using,
): { readonly matches: Matches; readonly unopened: () => readonly string[] } => {
  const known = new LRUCache<string, { readonly spelled: string | undefined }>({ max: 10_000 })
  const wanted = mailboxOf(address)
  const damaged: { readonly key: string; readonly where: string }[] = []
  const spelledIn = async (sealedAddress: string, key: string, where: string): Promise<string | undefined> => {
    const before = known.get(key)
    if (before !== undefined) return before.spelled
    const opened = await openedText(accountId, sealedAddress, secrets)
    if (opened === unreadable) {
      damaged.push({ key, where })
      return undefined
    }
    const spelled = opened !== undefined && mailboxOf(opened) === wanted ? opened : undefined
    known.set(key, { spelled })
    return spelled
  }
  return {
    async matches(sealedAddress, where) {
      const personId = secrets.personIn(sealedAddress)
      const key = personId ?? sealedAddress
      return personIds.get(key) ?? spelledIn(sealedAddress, key, where)
    },
    /** The events with an address that cannot be opened, unless another text under its key says whose it is. */
    unopened: () => {
      const unsettled = damaged.filter(({ key }) => !personIds.has(key) && !known.has(key))
      return [...new Set(unsettled.map(({ where }) => where))]
    },
  }
}
