import type { Rejection } from '../../domain/shared/decider.ts'
import type { EndcapContext } from '../context.ts'
import { type ProblemCode, problems } from './problems.ts'

/** A refusal on its way out: a rule's, or one of HTTP itself, and the headers that go with it. */
export type Refusal = Omit<Rejection, 'code'> & {
  readonly code: ProblemCode
  readonly headers?: Readonly<Record<string, string>>
  /** Template of the path where no route took the request. */
  readonly instance?: string
}

/** Builds a refusal of the HTTP layer. */
export const refusal = (code: ProblemCode, detail: string, more: Omit<Refusal, 'code' | 'detail'> = {}): Refusal => ({
  code,
  detail,
  ...more,
})

/** Throws Koa's error of a refusal; `problems` makes it a problem (HTTP-10). */
export const refuse = (ctx: EndcapContext, refused: Refusal): never =>
  ctx.throw(problems[refused.code].status, refused.detail, { refusal: refused, headers: refused.headers })

/** The refusal behind an error of `refuse`; undefined: something else failed. */
export const refusalIn = (error: unknown): Refusal | undefined => (error as { readonly refusal?: Refusal }).refusal
