import { erased } from '../domain/shared/erased.ts'
import { isSealedMember } from '../domain/shared/sealed-members.ts'
import { openedText, unreadable } from '../lookups/opened-text.ts'
import type { Secrets } from '../ports/secrets.ts'
import { isCustomersOwn } from './customers-own.ts'

type Reading = {
  readonly accountId: string
  readonly secrets: Pick<Secrets, 'unsealForAccount'>
}
type Members = Readonly<Record<string, unknown>>

/** `m•••@example.com`: enough to distinguish addresses, not enough to send mail to one. */
export const masked = (address: string): string => {
  if (address === unreadable) return unreadable
  const at = address.lastIndexOf('@')
  return at < 1 ? '•••' : `${address[0]}•••${address.slice(at)}`
}

/** A word with the address in it masked; a mention puts another @ before it. */
const wordMasked = (word: string): string => {
  const start = word.search(/[^@]/)
  const address = start < 0 ? '' : word.slice(start)
  return address.includes('@') ? word.slice(0, start) + masked(address) : word
}

/** A person, as people write it: a name, an address, or both (`Ann Ashby <ann@example.com>`). Addresses are masked. */
export const maskedName = (name: string): string => {
  if (!/\S@\S/.test(name)) return name
  const shown = name.replace(/[^\s<>()[\]",;]+/g, wordMasked)
  // an address in an unusual form is hidden with what is around it
  return shown === name ? masked(name) : shown
}

/** A comment with the addresses in it masked. A path such as `example.com/@ann` is none. */
const maskedComment = (comment: string): string => comment.replace(/[^\s<>()[\]",;/]+/g, wordMasked)

/** How a text is shown, by its name. */
const maskedText = (name: string, text: string): string => (name === 'comment' ? maskedComment : maskedName)(text)

/** Sealed texts that auditors may read, each with the name that it is shown under. */
const texts: ReadonlyMap<string, string> = new Map([
  ['sealedOwner', 'owner'],
  ['sealedUserName', 'userName'],
  ['sealedRequesterName', 'requesterName'],
  ['sealedComment', 'comment'],
])

/** A sealed text as shown. */
const opened = async (name: string, sealed: string, { accountId, secrets }: Reading): Promise<Members> => {
  // what a customer wrote may look like a sealed text
  const plain = await openedText(accountId, sealed, secrets)
  // a number, which has no erased form
  if (name === 'sealedUserId') return plain === undefined || plain === unreadable ? {} : { userId: Number(plain) }
  const text = texts.get(name)
  if (text !== undefined) return { [text]: plain === undefined ? erased : maskedText(text, plain) }
  return { [name]: plain === undefined ? erased : masked(plain) }
}

const isPlain = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Whether data have members that name persons. Most have none, and need no other look. */
export const namesPersons = (data: unknown): boolean => {
  if (Array.isArray(data)) return data.some(namesPersons)
  if (!isPlain(data)) return false
  return Object.entries(data).some(
    ([name, value]) => !isCustomersOwn(name, data) && (name.startsWith('sealed') || namesPersons(value)),
  )
}

const membersShown = async (members: Members, reading: Reading): Promise<Members> => {
  const shown: Members[] = await Promise.all(
    Object.entries(members).map(async ([key, value]) => {
      if (isCustomersOwn(key, members)) return { [key]: value }
      if (isSealedMember(key, value)) return opened(key, value, reading)
      return { [key]: await revealed(value, reading) }
    }),
  )
  // a name such as __proto__ is a name
  return Object.fromEntries(shown.flatMap(Object.entries))
}

/**
 * Data or a state as auditors read it (AUDIT-4): names and comments opened under the names of their members, addresses masked, also in
 * them, and what was erased as `erased`. Objects of classes are left as they are.
 */
export const revealed = async (data: unknown, reading: Reading): Promise<unknown> => {
  if (Array.isArray(data)) return Promise.all(data.map(item => revealed(item, reading)))
  return isPlain(data) ? membersShown(data, reading) : data
}
