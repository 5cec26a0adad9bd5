import type { FailedView } from '../views/failed-views.ts'
import type { Writer } from '../writing/writer.ts'
import type { OnFileState } from './file-states.ts'

/** Called once when a projection stopped, with the view as the writer reports it, and once (undefined) when the view is fed again. */
export type OnStopped = (view: string, stopped: FailedView | undefined) => void

/** Calls `begun` for each name that is new in a map, and `ended` for each that is gone from it. */
const transitions = <A>(begun: (name: string, value: A) => void, ended: (name: string) => void) => {
  const reported = new Set<string>()
  return (now: ReadonlyMap<string, A>): void => {
    for (const name of [...reported].filter(name => !now.has(name))) {
      reported.delete(name)
      ended(name)
    }
    for (const [name, value] of now) {
      if (reported.has(name)) continue
      reported.add(name)
      begun(name, value)
    }
  }
}

/**
 * Reports each view in trouble once, and its recovery once: those whose documents a read could not read (`onState`; `unread`: as of
 * `unreadableViews`), and those that the writer no longer feeds (`onStopped`), also since before this node listened.
 */
export const viewStates = (writer: Writer, onState: OnFileState, onStopped: OnStopped) => {
  const unread = new Map<string, string>()
  const reportUnread = transitions<string>(
    (view, reason) => onState(`view ${view}`, reason),
    view => onState(`view ${view}`, undefined),
  )
  const reportStopped = transitions<FailedView>(onStopped, view => onStopped(view, undefined))
  const report = () => reportStopped(new Map(writer.state().failedViews.map(failed => [failed.name, failed])))
  writer.onNews(report)
  report()
  return {
    unread: (view: string, reason: string | undefined): void => {
      if (reason === undefined) unread.delete(view)
      else unread.set(view, reason)
      reportUnread(unread)
    },
  }
}
