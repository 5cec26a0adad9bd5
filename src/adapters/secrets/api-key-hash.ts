import { createHmac, timingSafeEqual } from 'node:crypto'
import { firstId, type OwnKey } from './own-keys.ts'

/** HMAC-SHA256 of an API key in hex. Under a later pepper than the first, its id comes before: `<id>:<hex>`. */
export const apiKeyHash = ({ id, key }: OwnKey, apiKey: string): string => {
  const hex = createHmac('sha256', key).update(apiKey).digest('hex')
  return id === firstId ? hex : `${id}:${hex}`
}

/** The id of the pepper that a hash was made with. */
export const pepperOf = (hash: string): string => (hash.includes(':') ? hash.slice(0, hash.indexOf(':')) : firstId)

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export const sameText = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
