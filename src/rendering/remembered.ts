import type { Ports } from '../ports/ports.ts'
import type { RenderFailure } from '../ports/renderer.ts'
import type { DrawingNotes } from './drawing-notes.ts'

export type Drawn = { readonly bytes: Buffer; readonly notes: DrawingNotes } | RenderFailure
type Cache = Pick<Ports, 'renderCache'>

/**
 * The recent failure of a drawing (EXPORT-11); undefined if it may be tried. Missing images may be there by now: work
 * that a user requested looks for them again, public links do not.
 */
export const recentFailure = (key: string, isPublic: boolean, { renderCache }: Cache): RenderFailure | undefined => {
  const failure = renderCache.failure(key)
  return failure?.code === 'image-missing' && !isPublic ? undefined : failure
}

/**
 * Draws once, however many ask for it meanwhile, and remembers a failure. Work of the account does not join a drawing for public requests,
 * which waits behind others of them (ADR 0137).
 */
export const drawnOnce = (
  key: string,
  isPublic: boolean,
  { renderCache }: Cache,
  make: () => Promise<Drawn>,
): Promise<Drawn> =>
  renderCache.once(isPublic ? `${key} public` : key, async () => {
    const drawn = await make()
    if ('code' in drawn) renderCache.putFailure(key, drawn)
    return drawn
  })
