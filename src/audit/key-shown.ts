import { maskedName } from './revealed.ts'

const member = (name: string, value: unknown): unknown => {
  if (name === 'hash') return undefined
  return name === 'owner' && typeof value === 'string' ? maskedName(value) : value
}

/**
 * An event, a state or a document of an API key as people read it: without the hash of the key (AUDIT-8), and with the owner masked that
 * releases before wrote as an address in plain text (KEYS-15).
 */
export const keyShown = <T>(key: T): T => JSON.parse(JSON.stringify(key, member))
