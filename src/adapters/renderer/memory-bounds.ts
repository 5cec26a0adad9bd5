import { totalmem } from 'node:os'
import type { MemoryBounds } from './process/memory-watch.ts'

const gib = 1024 ** 3

/** Memory that this process and its children may use: of its container, if that is less than the machine's. */
const available = (): number => Math.min(process.constrainedMemory() || totalmem(), totalmem())

/**
 * Default bounds of Chromium's memory: 1 GiB a page; for all 1 GiB and half a GiB for each page, but at most three
 * quarters of what the machine has.
 */
export const memoryBounds = (
  pages: number,
  all = Math.min((1 + pages / 2) * gib, available() * 0.75),
): MemoryBounds => ({
  all,
  page: Math.min(gib, all / 2),
})
