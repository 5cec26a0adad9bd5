import * as E from 'fp-ts/lib/Either.js'
import { EmailAddress } from '../codec/names.ts'
import { accountOfKey, type KeyGrant } from '../domain/keys/key.ts'
import { erased } from '../domain/shared/erased.ts'
import type { Secrets } from '../ports/secrets.ts'
import { openedText } from './opened-text.ts'

type SealedOwner = Pick<KeyGrant, 'sealedOwner' | 'sealedOwnerEmail'>
type Named = SealedOwner & Pick<KeyGrant, 'accounts'>

/** The owner of a key as people read it. `address`: undefined if none is known, or if the person was erased. */
export type OpenedOwner = { readonly owner: string; readonly address?: string | undefined }

const isAddress = (text: string): boolean => E.isRight(EmailAddress.decode(text))

/**
 * The members of a grant that name its owner, sealed under the key of the person with this address in the account, or under the account's
 * key if no address is known (KEYS-15). An owner that is an address is the person's.
 */
export const sealedOwner = async (
  accountId: string,
  { owner, ownerEmail = isAddress(owner) ? owner : undefined }: { owner: string; ownerEmail?: string | undefined },
  secrets: Pick<Secrets, 'sealForAccount' | 'sealForPerson'>,
): Promise<SealedOwner> => {
  if (ownerEmail === undefined) return { sealedOwner: await secrets.sealForAccount(accountId, owner) }
  const seal = (plain: string) => secrets.sealForPerson(accountId, ownerEmail, plain)
  return { sealedOwner: await seal(owner), sealedOwnerEmail: await seal(ownerEmail) }
}

/** Opens the owner of a key. */
export const openedOwner = async (
  { sealedOwner: sealed, sealedOwnerEmail, accounts }: Named,
  secrets: Pick<Secrets, 'unsealForAccount'>,
): Promise<OpenedOwner> => {
  const open = (text: string) => openedText(accountOfKey({ accounts }), text, secrets)
  return {
    owner: (await open(sealed)) ?? erased,
    address: sealedOwnerEmail === undefined ? undefined : await open(sealedOwnerEmail),
  }
}
