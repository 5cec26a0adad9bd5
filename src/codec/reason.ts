import { further, text } from './text.ts'

/** The length and form of a reason. */
export const ReasonLine = text({ min: 1, max: 500 })

export const mustHaveNoAddress = 'must not have a mail address; name a ticket'

/** Why an operator does something. It stays in the log in plain text, where no erasure reaches a mail address. */
export const Reason = further(ReasonLine, line => !/\S@\S/.test(line), mustHaveNoAddress, ReasonLine.schema)
