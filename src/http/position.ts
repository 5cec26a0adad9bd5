import type { Position } from '../ports/event-log.ts'
import type { ReadModels } from '../ports/read-models.ts'
import type { EndcapContext, EndcapMiddleware } from './context.ts'
import { type Refusal, refusal, refuse } from './response/refuse.ts'

/** How long a write, or a GET with Endcap-After-Position, waits for the read models, in milliseconds (HTTP-24). */
const afterWrite = 2_000
const afterPosition = 5_000

const unreadable = refusal(
  'invalid-position',
  'Endcap-After-Position must be the value of an Endcap-Position header: a decimal number.',
)
const behind: Refusal = {
  ...refusal('read-models-behind', 'The read models have not reached that position yet.'),
  headers: { 'Retry-After': '1' },
}

export type Positions = {
  /** Endcap-Position of responses to requests that appended nothing: the last known position of the read models. */
  current(): string
  /** Makes a GET wait until the read models reach the position that the caller sent. */
  readonly awaitAfter: EndcapMiddleware
  /** Waits, up to a limit, until the caller can read its write; if that takes longer, puts the position in the response. */
  awaitWritten(ctx: EndcapContext, position: Position | undefined): Promise<void>
  stop(): void
}

/** Read your own writes (HTTP-24). `start` is the position that the read models have reached. */
export const positions = (readModels: ReadModels, start: Position): Positions => {
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
  return {
    stop,
    current: () => text,
    awaitAfter(ctx, next) {
      const header = ctx.req.headers['endcap-after-position']
      if (header === undefined) return next()
      // 19 digits hold every 64-bit position
      if (typeof header !== 'string' || !/^\d{1,19}$/.test(header)) return refuse(ctx, unreadable)
      return waitUntil(BigInt(header), afterPosition).then(isReached => (isReached ? next() : refuse(ctx, behind)))
    },
    async awaitWritten(ctx, position) {
      if (position === undefined) return
      if (!(await waitUntil(position, afterWrite))) ctx.set('Endcap-Position', String(position))
    },
  }
}
