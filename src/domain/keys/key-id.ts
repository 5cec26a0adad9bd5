import { text } from '../../codec/text.ts'

/** The public part of an API key, used in paths and lists. */
export const KeyId = text({ pattern: /^[A-Za-z0-9]{8}$/, must: 'must be a key id of 8 characters', max: 8 })
