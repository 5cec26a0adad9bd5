import type { Append, Batch } from '../../event-log/sqlite/append-batch.ts'

/** Bounds of one commit; what is above them goes into the next. */
const batchOf = { appends: 2_000, characters: 16_000_000 }

/** An append and the number that it is answered by. */
export type Called = { readonly call: number; readonly append: Append }

const sizeOf = ({ events }: Append): number => events.reduce((sum, text) => sum + text.length, 0)

/** How many of the appends go into one commit: at least one. */
export const share = (appends: readonly Called[]): number => {
  let characters = 0
  for (const [i, { append }] of appends.entries()) {
    characters += sizeOf(append)
    if (characters > batchOf.characters || i === batchOf.appends) return Math.max(1, i)
  }
  return appends.length
}

/** What is told of a batch's outcomes. */
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
