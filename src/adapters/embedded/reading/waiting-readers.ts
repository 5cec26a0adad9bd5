import type { Position } from '../../../ports/event-log.ts'
import type { Writer } from '../writing/writer.ts'

/**
 * Those who wait until the views of this node reflect a position. The writer looks for what other processes wrote every few
 * milliseconds while there are any.
 */
export const waitingReaders = (writer: Writer) => {
  const checks = new Set<() => void>()
  const off = writer.onNews(() => {
    for (const check of checks) check()
  })
  const reached = (position: Position) => BigInt(writer.state().reflected) >= position
  const waitFor = (position: Position, timeoutMs: number): Promise<boolean> => {
    if (reached(position)) return Promise.resolve(true)
    return new Promise(resolve => {
      const finish = (answer: boolean) => {
        clearTimeout(timer)
        checks.delete(check)
        if (checks.size === 0) writer.hurry(false)
        resolve(answer)
      }
      const check = () => {
        if (reached(position)) finish(true)
        else if (writer.dead() !== undefined) finish(false)
      }
      const timer = setTimeout(() => finish(reached(position)), timeoutMs)
      checks.add(check)
      writer.hurry(true)
      check()
    })
  }
  return { waitFor, off }
}
