import { text } from '../../codec/text.ts'

/** The public part of an API key, as it stands in paths and lists. */
export const KeyId = text({ pattern: /^[A-Za-z0-9]{8}$/, must: 'must be the 8 characters of a key id', max: 8 })
