import { commandLineOf, endProcess, residentBytes, treeOf } from './processes.ts'

/** Bounds of Chromium's memory in bytes: of one page's process, and of all processes of a node's Chromiums together. */
export type MemoryBounds = { readonly page: number; readonly all: number }

/** How often memory is read while something renders, in milliseconds. */
const everyMs = 250

/** A process of Chromium and what it holds; `isPage`: it draws pages. */
export type Measured = { readonly pid: number; readonly bytes: number; readonly isPage: boolean }

const measured = (chromium: number): readonly Measured[] =>
  treeOf(chromium).map(pid => ({
    pid,
    bytes: residentBytes(pid),
    isPage: pid !== chromium && commandLineOf(pid).includes('--type=renderer'),
  }))
const sumOf = (processes: readonly Measured[]) => processes.reduce((sum, { bytes }) => sum + bytes, 0)
const largest = (processes: readonly Measured[]) =>
  processes.reduce<Measured | undefined>((most, p) => (most && most.bytes >= p.bytes ? most : p), undefined)

type Excess = { readonly pages: readonly Measured[]; readonly all: boolean }
const nothing: Excess = { pages: [], all: false }

/**
 * What must end of the `own` processes of a Chromium for memory to be within bounds: pages above theirs; if all together are
 * above, the largest page, or `all` when no page holds much of it. `beside`: the processes of another Chromium of this
 * node, whose own watch ends what must end there.
 */
export const excess = (own: readonly Measured[], beside: readonly Measured[], bounds: MemoryBounds): Excess => {
  const above = own.filter(({ isPage, bytes }) => isPage && bytes > bounds.page)
  if (above.length > 0) return { pages: above, all: false }
  if (sumOf(own) + sumOf(beside) <= bounds.all) return nothing
  const most = largest([...own, ...beside].filter(({ isPage }) => isPage))
  if (most && most.bytes > bounds.page / 2) return own.includes(most) ? { pages: [most], all: false } : nothing
  return sumOf(own) >= sumOf(beside) ? { pages: [], all: true } : nothing
}

type Watched = {
  /** Chromium's process. */
  readonly pid: number
  readonly bounds: MemoryBounds
  /** The processes of other Chromiums of this node. */
  beside(): readonly number[]
  /** Whether something renders; otherwise nothing is read. */
  isBusy(): boolean
  /** A page was above its bound; its process has been killed. */
  onPage(bytes: number): void
  /** Chromium as a whole is above its bound. */
  onAll(): void
}

/** Reads the memory of Chromium's processes while it renders, and ends pages that use too much. Returns the end of the watch. */
export const watchMemory = ({ pid, bounds, beside, isBusy, onPage, onAll }: Watched): (() => void) => {
  const timer = setInterval(() => {
    if (!isBusy()) return
    const { pages, all } = excess(measured(pid), beside().flatMap(measured), bounds)
    for (const page of pages) {
      onPage(page.bytes)
      endProcess(page.pid)
    }
    if (all) onAll()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
