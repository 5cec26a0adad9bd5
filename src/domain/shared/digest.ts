import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** SHA-256 (hex) of a text or of bytes. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content)

/** SHA-256 (hex) of a JSON value in canonical form (RFC 8785), independent of the order of members. */
export const digestOf = (value: unknown): string => sha256(canonicalize(value) ?? '')

/** Whether two JSON values are equal. */
export const sameJson = (a: unknown, b: unknown): boolean => a === b || canonicalize(a) === canonicalize(b)
