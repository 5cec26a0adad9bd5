import type { Position } from '../../../ports/event-log.ts'
import type { Writer } from '../writing/writer.ts'

/**
 * Readers that wait until this node's views reflect a position. While there are any, the writer polls for writes of
 * other processes every few milliseconds.
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
