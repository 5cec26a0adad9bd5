import { domainToASCII } from 'node:url'
import { boundedText, further, text } from './text.ts'

const idText = () =>
  text({ pattern: /^[A-Za-z0-9_-]{1,64}$/, must: 'must be 1 to 64 letters, digits, - or _', max: 64 })

/** An account's id, chosen by the caller (HTTP-4). */
export const AccountId = idText()
/** An organisation's id, chosen by the caller (HTTP-4). */
export const OrgId = idText()
/** An ad server's id, chosen by the caller. */
export const AdServerId = idText()
/** A display name: 1 to 255 characters (HTTP-20). */
export const Name = boundedText({ min: 1, max: 255 })
const mustBeAddress = 'must be a mail address'
const AddressText = text({
  max: 254,
  pattern:
    /^[^\s@<>(),;:"\\[\]]{1,64}@[A-Za-z0-9\u00a1-\uffff](?:[A-Za-z0-9\u00a1-\uffff.-]{0,251}[A-Za-z0-9\u00a1-\uffff])?$/,
  must: mustBeAddress,
  format: 'idn-email',
})
/**
 * A mail address, without line breaks or angle brackets; compared case-insensitively (APPROVAL-3). Its domain may have letters of
 * any script.
 */
export const EmailAddress = further(
  AddressText,
  address => domainToASCII(address.slice(address.lastIndexOf('@') + 1)) !== '',
  mustBeAddress,
  AddressText.schema,
)

/** A calendar day, `YYYY-MM-DD`, that exists. */
export const Day = further(
  text({ pattern: /^\d{4}-\d{2}-\d{2}$/, must: 'must be a day, YYYY-MM-DD, without a time', max: 64 }),
  day => {
    const date = new Date(`${day}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
  },
  'must be a day that exists',
  { type: 'string', format: 'date' },
)
const mustBeWebUrl = 'must be an http or https URL'
/**
 * An absolute http or https URL of at most 2,048 characters, kept as it was sent. It may have letters of any script, which requests for it
 * encode: an IRI, of which a URI is one.
 */
export const WebUrl = further(
  text({ max: 2048, pattern: /^https?:\/\//i, must: mustBeWebUrl }),
  url => URL.canParse(url),
  mustBeWebUrl,
  { type: 'string', format: 'iri', maxLength: 2048 },
)
