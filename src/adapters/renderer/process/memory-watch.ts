import { totalmem } from 'node:os'
import { commandLineOf, residentBytes, treeOf } from './processes.ts'

/** Bounds of Chromium's memory in bytes: of one page's process, and of all processes of a node's Chromiums together. */
export type MemoryBounds = { readonly page: number; readonly all: number }

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

/** A process of Chromium and what it holds; `isPage`: it draws pages. */
export type Measured = { readonly pid: number; readonly bytes: number; readonly isPage: boolean }

/** What the processes of a Chromium hold. */
export const measured = (chromium: number): readonly Measured[] =>
  treeOf(chromium).map(pid => ({
    pid,
    bytes: residentBytes(pid),
    isPage: pid !== chromium && commandLineOf(pid).includes('--type=renderer'),
  }))
const sumOf = (processes: readonly Measured[]) => processes.reduce((sum, { bytes }) => sum + bytes, 0)

type Excess = { readonly pages: readonly Measured[]; readonly chromium?: readonly Measured[] }

/**
 * What must end of a node's Chromiums for memory to be within bounds: pages above theirs; if all together are above, the largest page, or the
 * largest Chromium when no page holds much of it.
 */
export const excess = (chromiums: readonly (readonly Measured[])[], bounds: MemoryBounds): Excess => {
  const bySize = chromiums
    .flat()
    .filter(({ isPage }) => isPage)
    .sort((a, b) => b.bytes - a.bytes)
  const above = bySize.filter(({ bytes }) => bytes > bounds.page)
  if (above.length > 0 || sumOf(chromiums.flat()) <= bounds.all) return { pages: above }
  const pages = bySize.slice(0, 1).filter(({ bytes }) => bytes > bounds.page / 2)
  const [chromium] = chromiums.toSorted((a, b) => sumOf(b) - sumOf(a))
  return pages.length > 0 || chromium === undefined ? { pages } : { pages, chromium }
}
