import { open } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { median } from './numbers.ts'

/** Milliseconds that a sync of 500 bytes takes, in the median: it decides what a commit each costs, and what a group saves. */
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

/** What the numbers were measured on, and whether others used it (load average of the minute before, above a quarter a core). */
export const machine = async (dir: string) => {
  const load = loadavg()[0] ?? 0
  const cores = availableParallelism()
  const sync = (await syncTime(dir)).toFixed(2)
  const text = `${cpus()[0]?.model.trim()}, ${cores} cores, Node ${process.version}; load before ${load.toFixed(1)}, fdatasync ${sync} ms`
  return { text, shared: load > cores / 4 }
}
