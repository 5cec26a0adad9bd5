import type { Secrets } from '../ports/secrets.ts'
import { StoreAway } from '../ports/store-away.ts'

/** What is shown of a sealed text that was damaged or altered. */
export const unreadable = 'unreadable'

/**
 * A text that is sealed under the key of an account or a person, for readers who want the rest although one text is `unreadable`; `endcap
 * verify` reports it. Undefined if its key was destroyed. Rejects with StoreAway.
 */
export const openedText = (
  accountId: string,
  sealed: string,
  secrets: Pick<Secrets, 'unsealForAccount'>,
): Promise<string | undefined> =>
  secrets.unsealForAccount(accountId, sealed).catch(error => {
    if (error instanceof StoreAway) throw error
    return unreadable
  })
