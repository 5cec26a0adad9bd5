import type { Check, EndcapContext, EndcapMiddleware } from './context.ts'
import { endOfTurn } from './response/end-of-turn.ts'

/** What happens around every request; each step is a `Check`, and the steps of a list run in order. */
export type Answering = {
  /** Before the route; may refuse. */
  readonly before: readonly Check[]
  /** With the route's answer; may refuse. Left out if the route failed. */
  readonly after: readonly Check[]
  /** Makes an answer of a refusal, or of any other error. */
  readonly problem: (ctx: EndcapContext, error: unknown) => void
  /** With every answer; must not refuse. */
  readonly last: readonly Check[]
  /** Sends the answer, or has it sent. Throws if it cannot be sent as it is. */
  readonly send: (ctx: EndcapContext) => void
}

/** The steps around every request as one middleware: a middleware for each costs more than most of the steps (ADR 0094). */
export const answering = ({ before, after, problem, last, send }: Answering): EndcapMiddleware => {
  const turn = endOfTurn()
  // named, so that its span has a name
  return async function answering(ctx, next) {
    try {
      for (const step of before) step(ctx)
      await next()
      for (const step of after) step(ctx)
    } catch (error) {
      problem(ctx, error)
    }
    for (const step of last) step(ctx)
    await turn()
    try {
      send(ctx)
    } catch (error) {
      problem(ctx, error)
      send(ctx)
    }
  }
}
