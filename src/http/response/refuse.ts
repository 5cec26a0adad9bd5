import type { Rejection } from '../../domain/shared/decider.ts'
import type { EndcapContext } from '../context.ts'
import { type ProblemCode, problems } from './problems.ts'

/** A refusal by a domain rule or by the HTTP layer, with its headers. */
export type Refusal = Omit<Rejection, 'code'> & {
  readonly code: ProblemCode
  readonly headers?: Readonly<Record<string, string>>
  /** Path template for requests that match no route. */
  readonly instance?: string
  /** Sent as a problem by operations whose failures have a shape of their own, too. */
  readonly alwaysProblem?: true
}

/** Builds a refusal of the HTTP layer. */
export const refusal = (code: ProblemCode, detail: string, more: Omit<Refusal, 'code' | 'detail'> = {}): Refusal => ({
  code,
  detail,
  ...more,
})

/** Throws a refusal as Koa's error; `problems` turns it into a problem (HTTP-10). */
export const refuse = (ctx: EndcapContext, refused: Refusal): never =>
  ctx.throw(problems[refused.code].status, refused.detail, { refusal: refused, headers: refused.headers })

/** The refusal in an error from `refuse`; undefined for any other error. */
export const refusalIn = (error: unknown): Refusal | undefined => (error as { readonly refusal?: Refusal }).refusal
