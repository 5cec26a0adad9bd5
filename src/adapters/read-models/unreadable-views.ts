import { DocumentUnreadable } from '../../ports/store-away.ts'

/** Called once when a document of a view cannot be read (with the reason), and once when the view was rebuilt. */
export type OnUnreadable = (view: string, reason: string | undefined) => void

/** Whether the documents with this identity still serve. */
export type IsServing = (view: string, generation: unknown) => Promise<boolean>

type Met = { readonly generation: unknown; readonly reason: string }

/**
 * The views with documents that cannot be read, from the errors of reads. A view stays among them until other documents
 * serve.
 */
export const unreadableViews = (isServing: IsServing, onState: OnUnreadable) => {
  const met = new Map<string, Met>()
  return {
    noted: (error: unknown): void => {
      if (!(error instanceof DocumentUnreadable) || met.has(error.view)) return
      const { view, generation, reason } = error
      met.set(view, { generation, reason })
      onState(view, reason)
    },
    /** Forgets the views that were rebuilt since. */
    async check(): Promise<void> {
      for (const [view, { generation }] of met) {
        if (await isServing(view, generation)) continue
        met.delete(view)
        onState(view, undefined)
      }
    },
    list: (): readonly string[] => Array.from(met, ([view, { reason }]) => `view ${view}: ${reason}`),
  }
}
