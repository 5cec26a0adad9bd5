import type { Position } from '../../../src/ports/event-log.ts'
import type { Change, Query, Stored, ViewRef } from '../../../src/ports/read-models.ts'
import { findIn, type Parsed } from './find.ts'

/** A document, or the tombstone of one (without `json`). */
type Row = Change & { readonly document: unknown }
type View = { readonly rows: Map<string, Row>; checkpoint: Position | undefined }

const isLive = (row: Row | undefined): row is Row & Parsed => row?.json !== undefined
const storedOf = ({ id, json, position }: Parsed): Stored => ({ id, json, position })

/**
 * The views that nodes of a test share. As in a store without transactions, documents and checkpoint are written by
 * separate calls, so a node that dies in between leaves documents ahead of the checkpoint.
 */
export const memoryViews = () => {
  const views = new Map<string, View>()
  const listeners = new Set<() => void>()
  const found = new WeakMap<ViewRef, View>()
  const of = (ref: ViewRef): View => {
    const key = `${ref.name}/${ref.version}`
    const view = views.get(key) ?? { rows: new Map<string, Row>(), checkpoint: undefined }
    views.set(key, view)
    found.set(ref, view)
    return view
  }
  const at = (ref: ViewRef): View => found.get(ref) ?? of(ref)
  const live = (view: ViewRef) => [...at(view).rows.values()].filter(isLive)
  return {
    getMany: (view: ViewRef, ids: readonly string[]): readonly Stored[] =>
      [...new Set(ids)].flatMap(id => {
        const row = at(view).rows.get(id)
        return isLive(row) ? [storedOf(row)] : []
      }),
    latest: (view: ViewRef, ids: readonly string[]): readonly Change[] =>
      ids.flatMap(id => {
        const row = at(view).rows.get(id)
        return row ? [{ id, json: row.json, position: row.position }] : []
      }),
    find: (view: ViewRef, query: Query) => findIn(live(view), query),
    all: (view: ViewRef): readonly Stored[] =>
      live(view)
        .map(storedOf)
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    checkpoint: (view: ViewRef): Position | undefined => at(view).checkpoint,
    /** Writes each change that is newer than its document; false: the view is at another checkpoint than `from`. */
    write(view: ViewRef, changes: readonly Change[], from: Position): boolean {
      const { rows, checkpoint = 0n } = at(view)
      if (checkpoint !== from) return false
      for (const change of changes) {
        const held = rows.get(change.id)?.position ?? -1n
        if (change.position <= held || change.position <= checkpoint) continue
        rows.set(change.id, { ...change, document: change.json === undefined ? undefined : JSON.parse(change.json) })
      }
      return true
    },
    /** Moves the checkpoint, unless it is not at `from`; returns the stored one. */
    advance(view: ViewRef, from: Position, to: Position): Position {
      const held = at(view)
      if ((held.checkpoint ?? 0n) !== from) return held.checkpoint ?? 0n
      held.checkpoint = to
      for (const listener of listeners) listener()
      return to
    },
    /** Calls the listener whenever a checkpoint moves; returns a function that ends that. */
    onAdvance(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type MemoryViews = ReturnType<typeof memoryViews>
