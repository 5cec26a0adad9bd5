import type { Writer } from '../writing/writer.ts'
import type { OnFileState } from './file-states.ts'

/**
 * Reports each view that is in trouble once, whether a read or the writer found it first, and its recovery once.
 * `unread`: as of `unreadableViews`.
 */
export const viewStates = (writer: Writer, onState: OnFileState) => {
  const unread = new Map<string, string>()
  const reported = new Set<string>()
  const report = () => {
    const failed = writer.state().failedViews.map(({ name, reason }) => [name, reason] as const)
    const now = new Map([...failed, ...unread])
    for (const view of [...reported].filter(name => !now.has(name))) {
      reported.delete(view)
      onState(`view ${view}`, undefined)
    }
    for (const [view, reason] of now) {
      if (reported.has(view)) continue
      reported.add(view)
      onState(`view ${view}`, reason)
    }
  }
  writer.onNews(report)
  return {
    unread: (view: string, reason: string | undefined): void => {
      if (reason === undefined) unread.delete(view)
      else unread.set(view, reason)
      report()
    },
  }
}
