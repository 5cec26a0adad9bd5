import { sha256 } from '../shared/digest.ts'
import type { Macros } from './ad-server-macros.ts'
import { fillMacros, hasMacro, type MacroTexts, meaningOf } from './foreign-macros.ts'
import { type AdAddress, serveUrl } from './serve-url.ts'

/** The part of the address of a tracker's pixel that names it: it stays the same while the tracker does. */
export const pixelKey = (tracker: string): string => sha256(tracker).slice(0, 16)

/**
 * The address of an impression tracker where no script of ours runs: in a tag for browsers without scripts, and in the tags file
 * (TAGS-15). Macros of others become those of the ad server; without macros this service fills it in and redirects.
 */
export const pixelUrl = (tracker: string, at: AdAddress, macros: Macros | undefined): string => {
  if (!hasMacro(tracker)) return tracker
  if (macros === undefined) return `${serveUrl(at)}/impression/${pixelKey(tracker)}`
  const texts: MacroTexts = { ...macros, timestamp: macros.cachebuster }
  return fillMacros(tracker, macro => {
    const meaning = meaningOf(macro)
    // the ad server knows its own
    return macro.startsWith('${') ? macro : meaning && meaning !== 'click' ? texts[meaning] : undefined
  })
}
