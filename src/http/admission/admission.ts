import { Readable } from 'node:stream'
import type { EndcapContext, EndcapMiddleware } from '../context.ts'
import { type Refusal, refusal, refuse } from '../response/refuse.ts'
import { type BytesInFlight, bytesInFlight, type Hold } from './bytes-in-flight.ts'

/** Answers up to this size wait in the buffers of the operating system. */
const smallAnswer = 262_144

const overloaded: Refusal = {
  ...refusal(
    'overloaded',
    'The node, or this account on it, has as many bytes of requests and responses in flight as it may. Retry.',
  ),
  headers: { 'Retry-After': '1' },
}

/** Decides which requests and answers a node has room for (HTTP-20). */
export type Admission = {
  /** Runs work on a request with the hold of its body. */
  holding<A>(ctx: EndcapContext, work: (hold: Hold) => Promise<A>): Promise<A>
  /** Refuses a request that there is no room for. */
  refuse(ctx: EndcapContext): never
  /** Counts large answers until they are sent; refuses those of queries that there is no room for. */
  readonly answers: EndcapMiddleware
}

/** Whose bytes a request holds: the account or organisation of the path, else the caller; a second key gives no more room. */
const holderOf = ({ state }: EndcapContext): string => {
  const { accountId, orgId } = (state.params ?? {}) as { readonly accountId?: string; readonly orgId?: string }
  return accountId ?? orgId ?? state.caller.id
}

const sizeOf = (body: unknown): number => {
  if (typeof body === 'string') return body.length
  return Buffer.isBuffer(body) ? body.length : 0
}

/** `report` gets the bytes in flight when it asks for them, and each refusal. */
export const openAdmission = (
  bound: number,
  report: { inFlight(total: BytesInFlight['total']): void; overloaded(): void },
): Admission => {
  const bytes = bytesInFlight(bound)
  report.inFlight(bytes.total)
  const refused = (ctx: EndcapContext): never => {
    report.overloaded()
    return refuse(ctx, overloaded)
  }
  return {
    refuse: refused,
    async holding(ctx, work) {
      const hold = bytes.hold(holderOf(ctx))
      try {
        return await work(hold)
      } finally {
        hold.release()
      }
    },
    answers: async (ctx, next) => {
      await next()
      if (ctx.body instanceof Readable) return
      const size = sizeOf(ctx.body)
      if (size <= smallAnswer) return
      const hold = bytes.hold(holderOf(ctx))
      // a command has run: its answer is sent
      const isAdmitted = hold.resizeOrAlone(size) || ctx.method !== 'GET'
      if (!isAdmitted) refused(ctx)
      ctx.res.once('close', hold.release)
    },
  }
}
