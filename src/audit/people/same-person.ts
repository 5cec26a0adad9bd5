import { mailboxOf } from '../../domain/shared/mailbox.ts'
import { openedText, unreadable } from '../../lookups/opened-text.ts'
import type { Secrets } from '../../ports/secrets.ts'

/**
 * Whether two sealed addresses of an account are of one person, which masked ones do not say. By the person's key, also after an erasure;
 * otherwise by the addresses, in all their spellings.
 */
export const isSamePerson = async (
  accountId: string,
  [one, other]: readonly [sealed: string, sealed: string],
  secrets: Pick<Secrets, 'personIn' | 'unsealForAccount'>,
): Promise<boolean> => {
  const personId = secrets.personIn(one)
  if (personId !== undefined && personId === secrets.personIn(other)) return true
  const address = await openedText(accountId, one, secrets)
  if (address === undefined || address === unreadable) return false
  const another = await openedText(accountId, other, secrets)
  return another !== undefined && mailboxOf(address) === mailboxOf(another)
}
