import type { Ports } from '../ports/ports.ts'
import { RendererUnavailable, type RenderFailure } from '../ports/renderer.ts'
import { type Drawing, draw } from './draw.ts'
import type { DrawingNotes } from './drawing-notes.ts'

/** What is known of a creative in an ad unit once it is drawn: why it cannot be, or what was noticed. */
export type Look = { readonly fault: RenderFailure } | { readonly notes: DrawingNotes }

/** Draws an ad for a page that says what is wrong with it, unless the renderer has no room: the page is shown all the same. */
export const drawnForLook = async (
  drawing: Pick<Drawing, 'accountId' | 'adUnit' | 'creative'>,
  ports: Ports,
): Promise<Look | undefined> => {
  try {
    const drawn = await draw({ ...drawing, format: 'png', scale: 1, isPublic: true }, ports)
    return 'code' in drawn ? { fault: drawn } : { notes: drawn.notes }
  } catch (error) {
    if (error instanceof RendererUnavailable) return undefined
    throw error
  }
}

/** What was noticed, as sentences (ACTIVATION-8, EXPORT-9). */
export const sentencesOf = (look: Look): readonly string[] => {
  if ('fault' in look) return [`The picture of this ad cannot be made: ${look.fault.detail}.`]
  const { missingGlyphs, measuredMs, gaps = [] } = look.notes
  return [
    ...missingGlyphs.map(({ characters, text }) => `No font has ${characters} in "${text}": boxes are shown.`),
    ...gaps.map(gap => `An SVG is shown in part: ${gap}.`),
    ...(measuredMs === undefined
      ? []
      : [
          `The ad unit has no durationMs; its animation was measured and ends after ${Math.round(measuredMs / 100) / 10} s.`,
        ]),
  ]
}
