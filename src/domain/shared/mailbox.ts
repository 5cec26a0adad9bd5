import { domainToASCII } from 'node:url'

/**
 * One text for all spellings of a mail address that lead to the same mailbox: case does not matter, a domain may be written in letters or as
 * `xn--`, and an accent with its letter or behind it.
 */
export const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  return `${address.slice(0, at).normalize('NFC').toLowerCase()}@${domainToASCII(domain) || domain}`
}
