import type { SecretStore } from '../../ports/secret-store.ts'
import type { PersonSecrets } from '../../ports/secrets.ts'
import { accountKeys } from './account-keys.ts'
import { heldKeys } from './held-keys.ts'
import { type KeyRing, sealedUnder } from './key-ring.ts'
import { personIn, personKeys } from './person-keys.ts'

/** Texts sealed under the data keys of accounts and persons (ARCH-14). `now`: see `heldKeys`. */
export const dataKeys = (ring: KeyRing, store: SecretStore, now?: () => number): PersonSecrets => {
  const accounts = accountKeys(ring, store, heldKeys(now))
  const persons = personKeys(ring, store, accounts, heldKeys(now))
  const keyOf = async (accountId: string, sealed: string) => {
    const person = personIn(sealed)
    if (person !== undefined) return persons.byId(accountId, person)
    const account = await accounts.known(accountId)
    return account?.id === sealedUnder(sealed) ? account : undefined
  }
  const unseal: PersonSecrets['unsealForAccount'] = async (accountId, sealed) =>
    (await keyOf(accountId, sealed))?.ring.unseal(sealed, accountId)
  const sealForPerson: PersonSecrets['sealForPerson'] = async (accountId, address, plain) =>
    (await persons.made(accountId, address)).ring.seal(plain, accountId)
  return {
    sealForAccount: async (accountId, plain) => (await accounts.made(accountId)).ring.seal(plain, accountId),
    unsealForAccount: unseal,
    destroyAccountKey: accounts.destroy,
    sealForPerson,
    async sealBeside(accountId, sealedAddress, plain) {
      const person = personIn(sealedAddress)
      if (person !== undefined) return (await persons.byId(accountId, person))?.ring.seal(plain, accountId)
      const address = await unseal(accountId, sealedAddress)
      return address === undefined ? undefined : sealForPerson(accountId, address, plain)
    },
    personOf: async (accountId, address) => (await persons.made(accountId, address)).id,
    findPerson: persons.find,
    personIn,
    hasPersonKey: persons.exists,
    destroyPersonKey: persons.destroy,
  }
}
