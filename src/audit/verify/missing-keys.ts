import type { Fault } from './fault.ts'

/** A person's key, or an account's (without `personId`). */
type KeyName = { readonly accountId: string; readonly personId?: string | undefined }
type Missing = KeyName & { readonly where: string; texts: number }

const idOf = ({ accountId, personId = '' }: KeyName): string => `${accountId}:${personId}`

/** What to do about secrets that are lost. */
export const restoreSecrets =
  'restore the secrets from a backup (table secrets of log.db, or collection secrets of MongoDB), or check that SECRETS_KEY, DATA_DIR and MONGODB_URL are those of this log'
const remedy = `and nobody erased what they say: ${restoreSecrets}`

/**
 * Counts sealed texts whose key is not in the store, by key. A person's key is missing lawfully if the person was erased, which the log
 * may say later than it has the text.
 */
export const missingKeys = () => {
  const missing = new Map<string, Missing>()
  return {
    has: (key: KeyName): boolean => missing.has(idOf(key)),
    /** `where`: the event with the text. */
    add(key: KeyName, where: string): void {
      const known = missing.get(idOf(key)) ?? { ...key, where, texts: 0 }
      known.texts++
      missing.set(idOf(key), known)
    },
    /** A fault for each account that lacks keys of persons, and for each that lacks its own. */
    faults(erased: readonly KeyName[]): readonly Fault[] {
      for (const key of erased) missing.delete(idOf(key))
      const holders = new Map<string, { readonly first: Missing; texts: number; keys: number }>()
      for (const one of missing.values()) {
        const holder = `${one.accountId}:${one.personId === undefined ? 'account' : 'persons'}`
        const known = holders.get(holder) ?? { first: one, texts: 0, keys: 0 }
        known.texts += one.texts
        known.keys++
        holders.set(holder, known)
      }
      return Array.from(holders.values(), ({ first: { accountId, personId, where }, texts, keys }): Fault => {
        const lacking =
          personId === undefined ? 'the key of the account' : `the key of the account or those of ${keys} persons`
        const detail = `${texts} sealed texts of the account ${accountId} cannot be read, the first in this event: the store lacks ${lacking}, ${remedy}`
        return { kind: 'secret', where, detail }
      })
    },
  }
}
