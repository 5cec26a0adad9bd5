import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * One text for all spellings of a mail address that lead to the same mailbox: case does not matter, a domain may be written in letters or as
 * `xn--`, and an accent with its letter or behind it.
 */
export const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  return `${address.slice(0, at).normalize('NFC').toLowerCase()}@${domainToASCII(domain) || domain}`
}

/** The spellings of a mail address that are in use: as given, with the domain as `xn--`, and with the domain in letters; all in lower case. */
export const spellingsOf = (address: string): readonly string[] => {
  const mailbox = mailboxOf(address)
  const at = mailbox.lastIndexOf('@') + 1
  const inLetters = mailbox.slice(0, at) + domainToUnicode(mailbox.slice(at))
  return [...new Set([address.toLowerCase(), mailbox, inLetters])]
}
