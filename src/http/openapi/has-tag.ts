import * as t from 'io-ts'
import type { Row } from '../../operations/row.ts'

/** Whether the answers of a GET carry an ETag, so that it takes If-None-Match (HTTP-23). */
export const hasTag = ({ method, operation: { kind, noStore, reply } }: Row): boolean => {
  if (method !== 'GET' || kind !== 'query' || noStore) return false
  return reply instanceof t.Type || reply.ranges === true || reply.tagged === true
}
