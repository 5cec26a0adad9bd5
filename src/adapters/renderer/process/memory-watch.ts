import { commandLineOf, endProcess, residentBytes, treeOf } from './processes.ts'

/** Bounds of Chromium's memory in bytes: of one page's process, and of all its processes together. */
export type MemoryBounds = { readonly page: number; readonly all: number }

/** How often memory is read while something renders, in milliseconds. */
const everyMs = 250

type Measured = { readonly pid: number; readonly bytes: number }

const isPage = ({ pid }: Measured) => commandLineOf(pid).includes('--type=renderer')
const largest = (processes: readonly Measured[]) =>
  processes.reduce<Measured | undefined>((most, p) => (most && most.bytes >= p.bytes ? most : p), undefined)

/**
 * What must end for memory to be within bounds: pages above theirs; if all together are above, the largest page, or
 * `all` when no page holds much of it.
 */
export const excess = (
  chromium: number,
  bounds: MemoryBounds,
): { readonly pages: readonly Measured[]; readonly all: boolean } => {
  const processes = treeOf(chromium).map(pid => ({ pid, bytes: residentBytes(pid) }))
  const pages = processes.filter(p => p.pid !== chromium && isPage(p))
  const above = pages.filter(p => p.bytes > bounds.page)
  const total = processes.reduce((sum, p) => sum + p.bytes, 0)
  if (above.length > 0 || total <= bounds.all) return { pages: above, all: false }
  const most = largest(pages)
  return most && most.bytes > bounds.page / 2 ? { pages: [most], all: false } : { pages: [], all: true }
}

type Watched = {
  /** Chromium's process. */
  readonly pid: number
  readonly bounds: MemoryBounds
  /** Whether something renders; otherwise nothing is read. */
  isBusy(): boolean
  /** A page was above its bound; its process has been killed. */
  onPage(bytes: number): void
  /** Chromium as a whole is above its bound. */
  onAll(): void
}

/** Reads the memory of Chromium's processes while it renders, and ends pages that use too much. Returns the end of the watch. */
export const watchMemory = ({ pid, bounds, isBusy, onPage, onAll }: Watched): (() => void) => {
  const timer = setInterval(() => {
    if (!isBusy()) return
    const { pages, all } = excess(pid, bounds)
    for (const page of pages) {
      onPage(page.bytes)
      endProcess(page.pid)
    }
    if (all) onAll()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
