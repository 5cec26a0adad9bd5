import type { MissingGlyphs, Rendered } from '../ports/renderer.ts'

/** What was found out while an ad was drawn; nobody is refused for it. */
export type DrawingNotes = {
  readonly missingGlyphs: readonly MissingGlyphs[]
  /** The length of an animation that was measured, in milliseconds; undefined: the ad unit says it, or nothing moves. */
  readonly measuredMs?: number
  /** SVGs of other hosts that are shown without what they name elsewhere: a fragment of a sentence for each. */
  readonly gaps?: readonly string[]
}

/** The notes of a drawing. `isMeasured`: the ad unit does not say how long it moves. */
export const notesOf = ({ missingGlyphs = [], durationMs = 0 }: Rendered, isMeasured: boolean): DrawingNotes => ({
  missingGlyphs,
  ...(isMeasured && durationMs > 0 ? { measuredMs: durationMs } : {}),
})

const newline = 10

/** A drawing as it is kept: its notes as JSON in the first line, then its bytes. */
export const withNotes = (bytes: Buffer, notes: DrawingNotes): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(notes)}\n`), bytes])

/** What `withNotes` made. */
export const splitNotes = (kept: Buffer): { readonly bytes: Buffer; readonly notes: DrawingNotes } => {
  const end = kept.indexOf(newline)
  return { bytes: kept.subarray(end + 1), notes: JSON.parse(kept.toString('utf8', 0, end)) }
}
