import { fairSlots } from '../../../engine/fair-slots.ts'
import type { Query, Where } from '../../../ports/read-models.ts'
import type { AsyncReads } from './reads.ts'

/** Criteria of a query that may take long without a pattern: no operation of ours has as many, only filters of callers. */
const manyCriteria = 9

const leavesOf = (where: Where): readonly Exclude<Where, { readonly all: unknown } | { readonly any: unknown }>[] => {
  if ('all' in where) return where.all.flatMap(leavesOf)
  return 'any' in where ? where.any.flatMap(leavesOf) : [where]
}

/** Whose documents a scan reads: the value of the first criterion, which is that of the list and not of the caller; undefined: it is no scan. */
const scannedOf = ({ where }: Query): string | undefined => {
  if (where === undefined) return undefined
  const leaves = leavesOf(where)
  if (leaves.length < manyCriteria && !leaves.some(({ is }) => is === 'like')) return undefined
  const scope = leaves.find(leaf => leaf.is === '=')
  return scope?.is === '=' ? String(scope.value) : ''
}

/**
 * Reads where `reads` does, except scans: queries that look at each document of a list go to a thread of their own, which is opened for the
 * first of them. It has one at a time, in turn for whose documents they are (ADR 0112).
 */
export const scansApart = (reads: AsyncReads, open: () => AsyncReads): AsyncReads => {
  const slots = fairSlots({ inAll: 1, perAccount: 1 })
  let opened: AsyncReads | undefined
  return {
    ...reads,
    find: (view, query) => {
      const scanned = scannedOf(query)
      if (scanned === undefined) return reads.find(view, query)
      return slots.run(scanned, () => {
        opened ??= open()
        return opened.find(view, query)
      })
    },
    close: async () => {
      await opened?.close()
      await reads.close()
    },
  }
}
