import * as t from 'io-ts'
import type { Row } from '../../operations/row.ts'

/** Whether the answers of a GET carry an ETag that stands for all of them, so that it takes If-None-Match (HTTP-23). */
export const hasTag = ({ method, operation: { kind, noStore, showsOthers, reply } }: Row): boolean => {
  if (method !== 'GET' || kind !== 'query' || noStore || showsOthers) return false
  return reply instanceof t.Type || reply.ranges === true || reply.tagged === true
}
