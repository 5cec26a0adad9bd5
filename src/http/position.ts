import type { EventLog, Position } from '../ports/event-log.ts'
import type { ReadModels } from '../ports/read-models.ts'
import { StoreAway } from '../ports/store-away.ts'
import type { EndcapContext, EndcapMiddleware } from './context.ts'
import { type Refusal, refusal, refuse } from './response/refuse.ts'

/** How long a write, or a GET with Endcap-After-Position, waits for the read models, in milliseconds (HTTP-24). */
const afterWrite = 2_000
const afterPosition = 5_000

const unreadable = refusal(
  'invalid-position',
  'Endcap-After-Position must be the value of an Endcap-Position header: a decimal number.',
)
const beyond = refusal(
  'invalid-position',
  'Endcap-After-Position is beyond the end of the log. Send the value of an Endcap-Position header of this service.',
)
const behind: Refusal = {
  ...refusal('read-models-behind', 'The read models have not reached that position yet.'),
  headers: { 'Retry-After': '1' },
}

export type Positions = {
  /** Endcap-Position of responses to requests that appended nothing: the last known position of the read models. */
  current(): string
  /** Makes a GET wait until the read models reach the position that the caller sent; 400 if the log has no such position. */
  readonly awaitAfter: EndcapMiddleware
  /** Waits, up to a limit, until the caller can read its write; if that takes longer, puts the position in the response. */
  awaitWritten(ctx: EndcapContext, position: Position | undefined): Promise<void>
  stop(): void
}

/** Read your own writes (HTTP-24). `start` is the position that the read models have reached. */
export const positions = (log: Pick<EventLog, 'head'>, readModels: ReadModels, start: Position): Positions => {
  let reached = start
  let text = String(start)
  const advance = (position: Position) => {
    if (position <= reached) return
    reached = position
    text = String(position)
  }
  const stop = readModels.onMoved(advance)
  const waitUntil = async (position: Position, timeoutMs: number): Promise<boolean> => {
    const isReached = await readModels.waitFor(position, timeoutMs)
    if (isReached) advance(position)
    return isReached
  }
  /** Whether waiting could never help. While the log is unavailable nobody can say, and the wait is bounded. */
  const isBeyondLog = async (position: Position): Promise<boolean> => {
    if (position <= reached) return false
    const head = await log.head().catch(error => {
      if (error instanceof StoreAway) return position
      throw error
    })
    return position > head
  }
  const mustReach = async (ctx: EndcapContext, position: Position): Promise<void> => {
    if (await isBeyondLog(position)) return refuse(ctx, beyond)
    if (!(await waitUntil(position, afterPosition))) return refuse(ctx, behind)
  }
  return {
    stop,
    current: () => text,
    awaitAfter(ctx, next) {
      const header = ctx.req.headers['endcap-after-position']
      if (header === undefined) return next()
      // 19 digits hold every 64-bit position
      if (typeof header !== 'string' || !/^\d{1,19}$/.test(header)) return refuse(ctx, unreadable)
      return mustReach(ctx, BigInt(header)).then(next)
    },
    async awaitWritten(ctx, position) {
      if (position === undefined) return
      if (!(await waitUntil(position, afterWrite))) ctx.state.headers['Endcap-Position'] = String(position)
    },
  }
}
