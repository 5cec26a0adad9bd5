import { open } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { median } from './numbers.ts'

/**
 * Median duration of a sync of 500 bytes, in milliseconds: it determines the cost of single commits and the benefit of
 * group commit.
 */
const syncTime = async (dir: string): Promise<number> => {
  const file = await open(join(dir, 'sync'), 'w')
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    await file.write(Buffer.alloc(500))
    const startedAt = performance.now()
    await file.datasync()
    times.push(performance.now() - startedAt)
  }
  await file.close()
  return median(times)
}

/**
 * Describes the machine, and whether other processes used it (load average of the last minute above a quarter per
 * core).
 */
export const machine = async (dir: string) => {
  const load = loadavg()[0] ?? 0
  const cores = availableParallelism()
  const sync = (await syncTime(dir)).toFixed(2)
  const text = `${cpus()[0]?.model.trim()}, ${cores} cores, Node ${process.version}; load before ${load.toFixed(1)}, fdatasync ${sync} ms`
  return { text, shared: load > cores / 4 }
}
