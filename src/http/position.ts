import type { Position } from '../ports/event-log.ts'
import type { ReadModels } from '../ports/read-models.ts'
import type { EndcapContext, EndcapMiddleware } from './context.ts'
import { type Refusal, refusal, refuse } from './response/refuse.ts'

/** Milliseconds that a write waits for the read models, and that a GET waits when it is asked to (HTTP-24). */
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
  /** Value of Endcap-Position for answers that appended nothing: what the read models reflect, as far as was heard. */
  current(): string
  /** Waits until a GET sees what the caller saw. */
  readonly awaitAfter: EndcapMiddleware
  /** Waits, within bounds, until the caller will see its write, and names the position in the answer. */
  awaitWritten(ctx: EndcapContext, position: Position | undefined): Promise<void>
  stop(): void
}

/** Reading your own write (HTTP-24). `start` is what the read models reflect now. */
export const positions = (readModels: ReadModels, start: Position): Positions => {
  let reached = start
  let text = String(start)
  const heard = (position: Position) => {
    if (position <= reached) return
    reached = position
    text = String(position)
  }
  const stop = readModels.onMoved(heard)
  const waitedFor = async (position: Position, patience: number): Promise<boolean> => {
    const isThere = await readModels.waitFor(position, patience)
    if (isThere) heard(position)
    return isThere
  }
  return {
    stop,
    current: () => text,
    awaitAfter(ctx, next) {
      const header = ctx.req.headers['endcap-after-position']
      if (header === undefined) return next()
      // 19 digits hold every 64-bit position
      if (typeof header !== 'string' || !/^\d{1,19}$/.test(header)) return refuse(ctx, unreadable)
      return waitedFor(BigInt(header), afterPosition).then(isThere => (isThere ? next() : refuse(ctx, behind)))
    },
    async awaitWritten(ctx, position) {
      if (position === undefined) return
      if (!(await waitedFor(position, afterWrite))) ctx.set('Endcap-Position', String(position))
    },
  }
}
