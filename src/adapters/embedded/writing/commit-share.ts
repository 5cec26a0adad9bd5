import type { Append, Batch } from '../../event-log/sqlite/append-batch.ts'

/** Limits of one commit; the rest goes into the next. */
const batchOf = { appends: 2_000, characters: 16_000_000 }

/** An append with its call number. */
export type Called = { readonly call: number; readonly append: Append }

const sizeOf = ({ events }: Append): number => events.reduce((sum, text) => sum + text.length, 0)

/** Number of appends for the next commit, at least one. */
export const share = (appends: readonly Called[]): number => {
  let characters = 0
  for (const [i, { append }] of appends.entries()) {
    characters += sizeOf(append)
    if (characters > batchOf.characters || i === batchOf.appends) return Math.max(1, i)
  }
  return appends.length
}

/** The outcomes of a batch, as sent to the main thread. */
export const outcomesOf = (called: readonly Called[], { outcomes }: Batch) => {
  const appended: number[] = []
  const refused: (readonly [number, (typeof outcomes)[number]])[] = []
  for (const [i, outcome] of outcomes.entries()) {
    const { call } = called[i]!
    if ('kind' in outcome) refused.push([call, outcome])
    else appended.push(call, outcome.revision, outcome.position)
  }
  return { appended, refused }
}
