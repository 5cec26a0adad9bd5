import type { Rejection } from '../../domain/shared/decider.ts'
import type { EndcapContext } from '../context.ts'
import { problemOf } from './problems.ts'

/** A refusal on its way out: what the domain says, and the headers that go with it. */
export type Refusal = Rejection & {
  readonly headers?: Readonly<Record<string, string>>
  /** Template of the path where no route took the request. */
  readonly instance?: string
}

/** Throws Koa's error of a refusal; `problems` makes it a problem (decision 1). */
export const refuse = (ctx: EndcapContext, refusal: Refusal): never =>
  ctx.throw(problemOf(refusal.code).status, refusal.detail, { refusal, headers: refusal.headers })

/** The refusal behind an error of `refuse`; undefined: something else failed. */
export const refusalIn = (error: unknown): Refusal | undefined => (error as { readonly refusal?: Refusal }).refusal
