import { type ParsedUrlQuery, parse } from 'node:querystring'
import type Koa from 'koa'

const noQuery: ParsedUrlQuery = Object.freeze({})

type Parsing = Koa.Request & { parsedText?: string; parsedQuery?: ParsedUrlQuery }

/**
 * Makes Node parse `ctx.query`; it stops at 1,000 fields. Koa's own parser searches all fields for each one, so a query of
 * 16 kB can keep it busy for a second.
 */
export const readQueriesByNode = (koa: Pick<Koa, 'request'>): void => {
  Object.defineProperty(koa.request, 'query', {
    configurable: true,
    get(this: Parsing) {
      const text = this.querystring
      if (text === '') return noQuery
      if (text !== this.parsedText) this.parsedQuery = parse(text)
      this.parsedText = text
      return this.parsedQuery
    },
  })
}
